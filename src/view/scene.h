// Draws a picture: unpacks its numbers into a volume or a slice on the device, finds their range, and colours them.
#pragma once

#include "colour_map.h"
#include "drawing.h"
#include "picture.h"

namespace gaugegl::view {

/// The range of the visible values.
struct Extrema {
    float least = 0;   ///< of the first number
    float most = 0;    ///< of the first number
    float longest = 0; ///< of |value|
    float mean = 0;    ///< of |value|
    /// Equal numbers.
    bool operator==(const Extrema&) const = default;
};

/// What the colours of a drawing mean.
struct ColourScale {
    ColourMap map = ColourMap::Sequential; ///< which colours
    float range = 1;                       ///< the value of the last one; of Diverging the first one is -range
};

/// The smallest range that `auto` chooses, so that rounding errors on a cold lattice are not amplified.
float smallestRange(Quantity quantity);
/// The colours of a quantity.
ColourMap mapOf(Quantity quantity);

/// The textures and programs of drawing.
class Scene {
public:
    /// The context must outlive the scene.
    explicit Scene(const DrawContext& drawing);

    /// Unpacks what the settings want to see of the picture, if it is not there yet: `fresh` says that the picture is a
    /// new one.
    void show(const Take& take, const Lattice& lattice, const Settings& settings, bool fresh);
    /// Of what was unpacked last.
    const Extrema& extrema() const { return extrema_; }
    /// The colours for what was unpacked last: of a given range, or one that covers it.
    ColourScale scale(const Settings& settings) const;
    /// The sites of what was unpacked last, two or three directions.
    const std::array<int, 3>& size() const;
    /// The unpacked numbers, two for each site, x fastest (for tests).
    std::vector<float> numbers() const;

    /// Draws it into a part of the target.  Of a volume only every `coarseness`-th pixel in each direction follows a
    /// ray, and the others lie between.
    void draw(const DrawTarget& target, const Viewport& part, const Settings& settings, int coarseness);
    /// Whether the last draw() followed rays; when nothing has changed the last picture of the volume is shown again.
    bool drew() const { return drew_; }

private:
    void unpack(const Take& take, const Lattice& lattice, const Settings& settings);
    void findExtrema();
    void drawVolume(const std::array<int, 3>& size, const Viewport& whole, const Settings& settings);
    void drawSlice(const DrawTarget& out, const Viewport& part, const Settings& settings);
    void setColours(const DrawProgram& program, const Settings& settings) const;

    const gl::Context* context_;
    gl::VertexArray none_;
    DrawProgram unpack_, extremaProgram_, rays_, slice_, present_;
    std::array<HostTexture, 3> colours_; ///< by ColourMap
    std::optional<DrawTarget> values_, rows_, volume_;
    DrawTarget one_;
    std::string shown_, drawn_; ///< what was unpacked and drawn last, as texts
    int unpacked_ = 0;          ///< how often
    bool drew_ = false;
    Quantity quantity_ = Quantity::Action;
    Extrema extrema_;
    float range_ = 0; ///< of `auto`
};

/// How coarse a volume should be drawn next, so that it takes a part of a frame, when drawing it took so many seconds; `drew`: it
/// was drawn anew.
int nextCoarseness(int coarseness, double seconds, bool drew, bool software);

/// The part of the viewport that a slice fills: its sites are squares.
Viewport sliceViewport(const Viewport& whole, int right, int up);

} // namespace gaugegl::view
