#include "labels.h"

#include <cmath>
#include <fmt/format.h>
#include <numbers>

namespace gaugegl::view {
namespace {

constexpr ImU32 lineColour = IM_COL32(150, 158, 172, 150), textColour = IM_COL32(214, 219, 228, 255),
                shadow = IM_COL32(9, 10, 12, 200);

ImU32 packed(const Colour& c)
{
    const auto byte = [&](int channel) { return std::lround(255 * c[std::size_t(channel)]); };
    return IM_COL32(byte(0), byte(1), byte(2), 255);
}

void label(const ImVec2& middle, const std::string& text)
{
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    const ImVec2 corner(std::round(middle.x - size.x / 2), std::round(middle.y - size.y / 2));
    list.AddRectFilled({corner.x - 2, corner.y}, {corner.x + size.x + 2, corner.y + size.y}, shadow, 3);
    list.AddText(corner, textColour, text.c_str());
}

class BoxDrawing {
public:
    explicit BoxDrawing(const LabelContext& context)
        : context_(context), box_(context.scene.size()[0], context.scene.size()[1], context.scene.size()[2]),
          view_(context.settings.camera, box_, context.area.width() / context.area.height())
    {}

    void draw() const
    {
        for (int axis = 0; axis < 3; ++axis)
            for (int corner = 0; corner < 4; ++corner)
                edge(axis, corner);
        for (int axis = 0; axis < 3; ++axis)
            axisLabel(axis);
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

    std::optional<ImVec2> onScreen(const glm::vec3& point) const
    {
        const auto seen = view_.seen(point);
        if (!seen) return std::nullopt;
        return ImVec2(context_.area.low.x + seen->x * context_.area.width(),
                      context_.area.high.y - seen->y * context_.area.height());
    }

    void edge(int axis, int corner) const
    {
        const auto [a, b] = ends(axis, corner);
        const auto from = onScreen(a), to = onScreen(b);
        if (!from || !to) return;
        const bool first = corner == 0; // the coordinate axes themselves are brighter
        ImGui::GetBackgroundDrawList()->AddLine(*from, *to, first ? IM_COL32(205, 212, 224, 220) : lineColour,
                                                (first ? 1.8F : 1.0F) * context_.scale);
    }

    /// Beside the edge that is farthest out in the picture, so that it covers nothing.
    void axisLabel(int axis) const
    {
        const auto middle = onScreen(0.5F * box_);
        if (!middle) return;
        std::optional<ImVec2> best;
        ImVec2 direction;
        float largest = -1;
        for (int corner = 0; corner < 4; ++corner) {
            const auto [a, b] = ends(axis, corner);
            const auto place = onScreen(0.5F * (a + b));
            if (!place) continue;
            const ImVec2 away(place->x - middle->x, place->y - middle->y);
            // Below and to the right where several are as far out.
            const float distance = std::hypot(away.x, away.y) + 0.15F * away.y + 0.05F * away.x;
            if (distance <= largest) continue;
            largest = distance;
            best = place;
            direction = away;
        }
        const float length = std::hypot(direction.x, direction.y);
        if (!best || length < 1) return;
        const float out = 16 * context_.scale;
        const ImVec2 place(best->x + out * direction.x / length, best->y + out * direction.y / length);
        label(inside(place), fmt::format("{} 0\xe2\x80\x93{}", directionNames[std::size_t(axis)], int(box_[axis]) - 1));
    }

    /// A place at which a label is not cut.
    ImVec2 inside(const ImVec2& place) const
    {
        const float room = 2 * ImGui::GetFontSize();
        const Area& a = context_.area;
        return {std::clamp(place.x, a.low.x + room, std::max(a.low.x + room, a.high.x - room)),
                std::clamp(place.y, a.low.y + room, std::max(a.low.y + room, a.high.y - room))};
    }

    const LabelContext& context_;
    glm::vec3 box_;
    Viewpoint view_;
};

void drawSliceAxes(const LabelContext& context)
{
    const auto [right, up, depth] = context.scene.size();
    const Area& area = context.area;
    const Viewport whole{0, 0, int(area.width()), int(area.height())};
    const Viewport inner = sliceViewport(whole, right, up);
    // Viewports begin below.
    const ImVec2 low(area.low.x + float(inner.x), area.high.y - float(inner.y + inner.height)),
        high(low.x + float(inner.width), low.y + float(inner.height));
    ImGui::GetBackgroundDrawList()->AddRect(low, high, lineColour);
    const std::array<int, 2> plane = context.settings.plane;
    const float letters = ImGui::GetFontSize();
    const auto tick = [&](int extent) { return std::max(1, (extent + 7) / 8); };
    for (int i = 0; i < right; i += tick(right))
        label({low.x + (float(i) + 0.5F) * float(inner.width) / float(right), high.y + 0.8F * letters},
              fmt::format("{}", i));
    for (int i = 0; i < up; i += tick(up))
        label({low.x - letters, high.y - (float(i) + 0.5F) * float(inner.height) / float(up)}, fmt::format("{}", i));
    label({(low.x + high.x) / 2, high.y + 2.0F * letters}, directionNames[std::size_t(plane[0])]);
    label({low.x - 2.4F * letters, (low.y + high.y) / 2}, directionNames[std::size_t(plane[1])]);
}

/// The numbers beside the bar: where, 0 to 1, and what.
std::vector<std::pair<float, std::string>> numbersOf(const ColourScale& scale, Group group)
{
    if (scale.map == ColourMap::Cyclic) {
        const std::string pi = "\xcf\x80";
        if (colours(group) == 2) return {{0, "\xe2\x88\x92" + pi}, {0.5F, "0"}, {1, pi}};
        return {{0, "\xe2\x88\x92" + pi},
                {1 / 6.0F, "\xe2\x88\x92"
                           "2" +
                               pi + "/3"},
                {0.5F, "0"},
                {5 / 6.0F, "2" + pi + "/3"},
                {1, pi}};
    }
    std::vector<std::pair<float, std::string>> result;
    constexpr int parts = 4;
    for (int i = 0; i <= parts; ++i) {
        const double part = double(i) / parts;
        const double value = scale.range * (scale.map == ColourMap::Diverging ? 2 * part - 1 : part);
        result.emplace_back(float(part), shortNumber(value, std::abs(value) < 0.01 ? 2 : 3));
    }
    return result;
}

} // namespace

std::string unitOf(Quantity quantity)
{
    switch (quantity) {
    case Quantity::Action:
    case Quantity::Magnetic:
    case Quantity::Electric:
        return "sum of 1 \xe2\x88\x92 Re tr P / N over the planes at a site";
    case Quantity::FieldStrength:
        return "E = F\xc2\xb2/4 in lattice units";
    case Quantity::Charge:
        return "charge q of a site";
    case Quantity::Polyakov:
        return "colour: phase of L; brightness: |L|";
    case Quantity::Monopoles:
        return "currents |k| of a site, mean over colours";
    default:
        return "pierced plaquettes of a site";
    }
}

std::string actionText(const io::StatedAction& action)
{
    Settings settings;
    takeStated(settings, action);
    return fmt::format("{}, \xce\xb2 {}", action.c1 ? actionTitle(settings.run.action) + " action" : "action unknown",
                       action.beta ? fmt::format("= {:.4g}", *action.beta) : "unknown");
}

std::string shortNumber(double value, int digits)
{
    if (value == 0) return "0";
    return withMinusSign(fmt::format("{:.{}g}", value, digits));
}

std::string withMinusSign(std::string number)
{
    if (number.starts_with('-')) number.replace(0, 1, "\xe2\x88\x92");
    return number;
}

void drawBox(const LabelContext& context)
{
    if (context.settings.mode == ViewMode::Slice)
        drawSliceAxes(context);
    else
        BoxDrawing(context).draw();
}

void drawColourBar(const LabelContext& context, const Area& where)
{
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const ColourScale scale = context.scene.scale(context.settings);
    constexpr int steps = 64;
    const float width = 16 * context.scale, high = where.height() / steps;
    for (int i = 0; i < steps; ++i) {
        const ImU32 colour = packed(colourOf(scale.map, (i + 0.5) / steps));
        const float bottom = where.high.y - float(i) * high;
        list.AddRectFilled({where.low.x, bottom - high - 0.5F}, {where.low.x + width, bottom}, colour);
    }
    list.AddRect({where.low.x, where.low.y - 0.5F}, {where.low.x + width, where.high.y}, lineColour);
    const float letters = ImGui::GetFontSize();
    const Group group = context.settings.run.lattice.group;
    for (const auto& [part, text] : numbersOf(scale, group)) {
        const float y = std::round(where.high.y - part * where.height());
        list.AddLine({where.low.x + width, y}, {where.low.x + width + 4 * context.scale, y}, lineColour);
        list.AddText({where.low.x + width + 7 * context.scale, y - letters / 2}, textColour, text.c_str());
    }
}

} // namespace gaugegl::view
