#include "camera.h"

#include <algorithm>
#include <cmath>

namespace gaugegl::view {

Viewpoint::Viewpoint(const Camera& camera, const glm::vec3& box, float aspect)
{
    const float yaw = glm::radians(camera.yaw), pitch = glm::radians(camera.pitch);
    const float unit = std::max({box.x, box.y, box.z});
    const glm::vec3 outwards(std::cos(pitch) * std::cos(yaw), std::cos(pitch) * std::sin(yaw), std::sin(pitch));
    forward_ = -outwards;
    const glm::vec3 right = glm::normalize(glm::cross(forward_, glm::vec3(0, 0, 1)));
    const glm::vec3 up = glm::cross(right, forward_);
    // A picture that is higher than wide shows the same width.
    const float half = halfView / std::min(1.0F, aspect);
    eye_ = 0.5F * box + unit * (camera.distance * outwards - camera.pan[0] * right - camera.pan[1] * up);
    right_ = right * (half * aspect);
    up_ = up * half;
}

std::optional<glm::vec2> Viewpoint::seen(const glm::vec3& point) const
{
    const glm::vec3 from = point - eye_;
    const float depth = glm::dot(from, forward_);
    if (depth <= 1e-3F) return std::nullopt;
    const float x = glm::dot(from, right_) / glm::dot(right_, right_) / depth;
    const float y = glm::dot(from, up_) / glm::dot(up_, up_) / depth;
    return glm::vec2(0.5F + 0.5F * x, 0.5F + 0.5F * y);
}

void orbit(Camera& camera, float yaw, float pitch)
{
    camera.yaw = std::remainder(camera.yaw + yaw, 360.0F);
    camera.pitch = std::clamp(camera.pitch + pitch, -89.0F, 89.0F);
}

void drag(Camera& camera, float right, float down, float height)
{
    const float degrees = 220 / std::max(100.0F, height);
    orbit(camera, -degrees * right, degrees * down);
}

void shift(Camera& camera, float right, float down, float height)
{
    const float unit = 2 * halfView * camera.distance / std::max(100.0F, height);
    camera.pan[0] += unit * right;
    camera.pan[1] -= unit * down;
}

void zoom(Camera& camera, float factor) { camera.distance = std::clamp(camera.distance * factor, 0.3F, 20.0F); }

} // namespace gaugegl::view
