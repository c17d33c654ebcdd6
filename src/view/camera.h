// The camera: it orbits a point and looks at it; z is up.
#pragma once

#include <array>
#include <glm/glm.hpp>
#include <optional>

namespace gaugegl::view {

/// Where the camera is.
struct Camera {
    float yaw = 35;                ///< degrees around z, from x towards y
    float pitch = 22;              ///< degrees above the plane of x and y, -89 to 89
    float distance = 2.6F;         ///< from the point it looks at, in units of the box's longest edge
    std::array<float, 2> pan = {}; ///< of the box in the picture, to the right and up, in the same units

    /// Equal numbers.
    bool operator==(const Camera&) const = default;
};

/// Half the tangent of the angle of view between top and bottom of the picture.
constexpr float halfView = 0.36F;

/// The camera of a box with its corner at 0.
class Viewpoint {
public:
    /// The picture is `aspect` times as wide as high.
    Viewpoint(const Camera& camera, const glm::vec3& box, float aspect);

    /// Where a point is seen, 0 to 1 from left to right and from bottom to top; none: it is behind the camera.
    std::optional<glm::vec2> seen(const glm::vec3& point) const;
    /// Its place.
    const glm::vec3& eye() const { return eye_; }
    /// The direction to the right, with the length of half the picture at distance 1.
    const glm::vec3& right() const { return right_; }
    /// The upward direction, with the length of half the picture at distance 1.
    const glm::vec3& up() const { return up_; }
    /// Of length 1.
    const glm::vec3& forward() const { return forward_; }

private:
    glm::vec3 eye_, right_, up_, forward_;
};

/// Orbits by so many degrees; the pitch stays within its range.
void orbit(Camera& camera, float yaw, float pitch);
/// Orbits as a mouse drags it by so many pixels to the right and down, in a picture of so many pixels from top to bottom.
void drag(Camera& camera, float right, float down, float height);
/// Moves the box with the mouse.
void shift(Camera& camera, float right, float down, float height);
/// Multiplies the distance; it stays between 0.3 and 20.
void zoom(Camera& camera, float factor);

} // namespace gaugegl::view
