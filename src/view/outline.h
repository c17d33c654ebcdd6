// What is drawn around the numbers of a picture: the edges of the volume, or the frame of the slice, with the names of their axes.
#pragma once

#include "scene.h"

#include <glm/glm.hpp>
#include <string>
#include <vector>

namespace gaugegl::view {

/// A rectangle of a window or page, in pixels from the upper left corner.
struct Area {
    glm::vec2 low;  ///< upper left corner
    glm::vec2 high; ///< lower right corner
    /// From left to right.
    float width() const { return high.x - low.x; }
    /// From top to bottom.
    float height() const { return high.y - low.y; }
};

/// Lines and names, in pixels from the upper left corner of a drawing.
struct Outline {
    /// An edge.
    struct Line {
        glm::vec2 from; ///< one end
        glm::vec2 to;   ///< the other
        bool axis;      ///< a coordinate axis, which is brighter
    };
    /// A text.
    struct Label {
        glm::vec2 place;    ///< on the edge
        glm::vec2 outwards; ///< of length 1, away from the drawing
        std::string text;   ///< "x 0-7", or the number of a site
        bool name = true;   ///< of an axis
    };
    std::vector<Line> lines;   ///< all edges that are in front of the camera
    std::vector<Label> labels; ///< of axes and, of slices, sites
};

/// Of a volume of so many sites that is drawn with this size.  The name of an axis stands at the edge that is farthest out in the
/// picture, so that it covers nothing.
Outline outlineOfVolume(const Camera& camera, const std::array<int, 3>& sites, const glm::vec2& size);
/// Of a slice of so many sites in the directions of a plane.
Outline outlineOfSlice(const std::array<int, 2>& plane, const std::array<int, 3>& sites, const glm::vec2& size);

} // namespace gaugegl::view
