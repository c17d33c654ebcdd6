#include "outline.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace gaugegl::view {
namespace {

class BoxOutline {
public:
    BoxOutline(const Camera& camera, const std::array<int, 3>& sites, const glm::vec2& size)
        : box_(sites[0], sites[1], sites[2]), size_(size), view_(camera, box_, size.x / size.y)
    {}

    Outline made() const
    {
        Outline outline;
        for (int axis = 0; axis < 3; ++axis)
            for (int corner = 0; corner < 4; ++corner) {
                const auto [a, b] = ends(axis, corner);
                const auto from = onScreen(a), to = onScreen(b);
                if (from && to) outline.lines.push_back({*from, *to, corner == 0});
            }
        for (int axis = 0; axis < 3; ++axis)
            if (const auto label = axisLabel(axis)) outline.labels.push_back(*label);
        return outline;
    }

private:
    /// One of the four edges along an axis.
    std::pair<glm::vec3, glm::vec3> ends(int axis, int corner) const
    {
        glm::vec3 a(0), b(0);
        const int second = (axis + 1) % 3, third = (axis + 2) % 3;
        a[second] = b[second] = (corner & 1) != 0 ? box_[second] : 0;
        a[third] = b[third] = (corner & 2) != 0 ? box_[third] : 0;
        b[axis] = box_[axis];
        return {a, b};
    }

    std::optional<glm::vec2> onScreen(const glm::vec3& point) const
    {
        const auto seen = view_.seen(point);
        if (!seen) return std::nullopt;
        return glm::vec2(seen->x * size_.x, (1 - seen->y) * size_.y);
    }

    std::optional<Outline::Label> axisLabel(int axis) const
    {
        const auto middle = onScreen(0.5F * box_);
        if (!middle) return std::nullopt;
        std::optional<glm::vec2> best;
        glm::vec2 direction(0);
        float largest = -1;
        for (int corner = 0; corner < 4; ++corner) {
            const auto [a, b] = ends(axis, corner);
            const auto place = onScreen(0.5F * (a + b));
            if (!place) continue;
            const glm::vec2 away = *place - *middle;
            // Below and to the right where several are as far out.
            const float distance = std::hypot(away.x, away.y) + 0.15F * away.y + 0.05F * away.x;
            if (distance <= largest) continue;
            largest = distance;
            best = place;
            direction = away;
        }
        const float length = std::hypot(direction.x, direction.y);
        if (!best || length < 1) return std::nullopt;
        return Outline::Label{
            *best, direction / length,
            fmt::format("{} 0\xe2\x80\x93{}", directionNames[std::size_t(axis)], int(box_[axis]) - 1)};
    }

    glm::vec3 box_;
    glm::vec2 size_;
    Viewpoint view_;
};

} // namespace

Outline outlineOfVolume(const Camera& camera, const std::array<int, 3>& sites, const glm::vec2& size)
{
    return BoxOutline(camera, sites, size).made();
}

Outline outlineOfSlice(const std::array<int, 2>& plane, const std::array<int, 3>& sites, const glm::vec2& size)
{
    const auto [right, up, depth] = sites;
    const Viewport inner = sliceViewport({0, 0, int(size.x), int(size.y)}, right, up);
    // Viewports begin below.
    const glm::vec2 low(inner.x, size.y - float(inner.y + inner.height)),
        high(low.x + float(inner.width), low.y + float(inner.height));
    Outline outline;
    outline.lines = {{low, {high.x, low.y}, false},
                     {{high.x, low.y}, high, false},
                     {high, {low.x, high.y}, false},
                     {{low.x, high.y}, low, false}};
    const auto tick = [](int extent) { return std::max(1, (extent + 7) / 8); };
    for (int i = 0; i < right; i += tick(right))
        outline.labels.push_back({{low.x + (float(i) + 0.5F) * float(inner.width) / float(right), high.y},
                                  {0, 1},
                                  fmt::format("{}", i),
                                  false});
    for (int i = 0; i < up; i += tick(up))
        outline.labels.push_back({{low.x, high.y - (float(i) + 0.5F) * float(inner.height) / float(up)},
                                  {-1, 0},
                                  fmt::format("{}", i),
                                  false});
    outline.labels.push_back({{(low.x + high.x) / 2, high.y}, {0, 1}, directionNames[std::size_t(plane[0])]});
    outline.labels.push_back({{low.x, (low.y + high.y) / 2}, {-1, 0}, directionNames[std::size_t(plane[1])]});
    return outline;
}

} // namespace gaugegl::view
