// The chains of the window or the page with their pictures: begun, steered, worked on and drawn.
#pragma once

#include "actions.h"
#include "outline.h"
#include "session.h"

namespace gaugegl::view {

/// A chain: one of one or two side by side.
struct Pane {
    /// Nothing is simulated yet; the context must outlive the pane.
    explicit Pane(const DrawContext& drawing) : scene(drawing) {}

    std::unique_ptr<Session> session; ///< what is simulated
    Settings settings;                ///< of this frame, with its own group and beta
    Scene scene;                      ///< its picture
    Area area{};                      ///< its part of the window, without the colour bar
    Area drawn{};                     ///< of the volume or the slice, in pixels from the upper left corner
    bool fresh = true;                ///< the picture is a new one

    /// Extents.
    const Lattice& lattice() const { return session->chain().field().lattice(); }
    /// What is drawn.
    const Take& take() const { return session->maker().take(); }
    /// The action of the links, as far as it is known.
    io::StatedAction action() const { return madeWith(settings, session->chain().sweeps()); }
};

/// All that is simulated.
class Chains {
public:
    /// Nothing yet.  Context and device must outlive the object.
    Chains(const DrawContext& drawing, Device& device) : drawing_(&drawing), device_(&device) {}

    /// Begins the chains of the settings.  Throws InputError and DeviceError for what is not possible; the old ones then go on.
    void begin(const Settings& settings);
    /// Does what changes of the settings ask for: true where other chains have begun.  Throws as begin(), and then nothing is restarted; of
    /// two chains the first may be steered already when the second cannot be.
    bool apply(const Settings& now, const std::vector<SettingText>& changes);
    /// Does an action of the chains or the camera: false where it is none.  A new chain begins with apply().  Throws InputError.
    bool perform(const Action& action, Settings& settings, float height);
    /// Works for so many seconds, or with `waits` until all is done that was asked for; true where there is a new picture.  Programs are
    /// compiled one in a call.  Throws PictureError for a picture that cannot be made; the settings then ask for the action density.
    bool work(Settings& settings, double seconds, bool waits = false);
    /// Draws the pictures into their areas of the target; true where one was drawn anew.
    bool draw(const DrawTarget& target, int coarseness);
    /// Unpacks what the settings of each pane want to see of its picture.
    void show();

    /// From left to right.
    const std::vector<std::unique_ptr<Pane>>& panes() const { return panes_; }
    /// The first chain.
    Session& first() const { return *panes_[0]->session; }
    /// The compilation under way; null: none.
    const Compilation* compilation() const;

private:
    const DrawContext* drawing_;
    Device* device_;
    std::vector<std::unique_ptr<Pane>> panes_;
    bool restarts_ = false;
};

} // namespace gaugegl::view
