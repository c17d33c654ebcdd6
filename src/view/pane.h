// A chain in the window: what is simulated, its picture, and where that is drawn.
#pragma once

#include "labels.h"
#include "session.h"

namespace gaugegl::view {

/// One of one or two side by side.
struct Pane {
    /// Nothing is simulated yet; the context must outlive the pane.
    explicit Pane(const DrawContext& drawing) : scene(drawing) {}

    std::unique_ptr<Session> session; ///< what is simulated
    Settings settings;                ///< of this frame, with its own group and beta
    Scene scene;                      ///< its picture
    Area area{};                      ///< its part of the window, without the colour bar
    Area drawn{};                     ///< of the volume or the slice, in pixels from the upper left corner
    bool fresh = false;               ///< the picture is a new one

    /// Extents.
    const Lattice& lattice() const { return session->chain().field().lattice(); }
    /// What is drawn.
    const Take& take() const { return session->maker().take(); }
    /// The action of the links, as far as it is known.
    io::StatedAction action() const { return madeWith(settings, session->chain().sweeps()); }
};

/// Parts an area among so many panes, each with its colour bar, and leaves room for the axes of slices.
void placePanes(const std::vector<std::unique_ptr<Pane>>& panes, const Area& whole, float bar);

} // namespace gaugegl::view
