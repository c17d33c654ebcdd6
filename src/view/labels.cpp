#include "labels.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

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

/// A place at which a label is not cut.
ImVec2 inside(const Area& a, const ImVec2& place)
{
    const float room = 2 * ImGui::GetFontSize();
    return {std::clamp(place.x, a.low.x + room, std::max(a.low.x + room, a.high.x - room)),
            std::clamp(place.y, a.low.y + room, std::max(a.low.y + room, a.high.y - room))};
}

/// How far a label is from its edge.
float distanceOf(const Outline::Label& label, ViewMode mode, float scale)
{
    constexpr float ofVolume = 16, numberBelow = 0.8F, numberBeside = 1, nameBelow = 2, nameBeside = 2.4F;
    if (mode == ViewMode::Volume) return ofVolume * scale;
    const bool below = label.outwards.y > 0;
    return ImGui::GetFontSize() *
           (label.name ? (below ? nameBelow : nameBeside) : (below ? numberBelow : numberBeside));
}

} // namespace

void drawBox(const LabelContext& context)
{
    const Area& area = context.area;
    const ViewMode mode = context.settings.mode;
    const glm::vec2 size(area.width(), area.height());
    const Outline outline = mode == ViewMode::Slice
                                ? outlineOfSlice(context.settings.plane, context.scene.size(), size)
                                : outlineOfVolume(context.settings.camera, context.scene.size(), size);
    const auto onScreen = [&](const glm::vec2& place) { return ImVec2(area.low.x + place.x, area.low.y + place.y); };
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    for (const Outline::Line& line : outline.lines)
        list.AddLine(onScreen(line.from), onScreen(line.to), line.axis ? IM_COL32(205, 212, 224, 220) : lineColour,
                     (line.axis ? 1.8F : 1.0F) * context.scale);
    for (const Outline::Label& one : outline.labels) {
        const ImVec2 place = onScreen(one.place + distanceOf(one, mode, context.scale) * one.outwards);
        label(mode == ViewMode::Volume ? inside(area, place) : place, one.text);
    }
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
    for (const auto& [part, text] : barNumbers(scale, group)) {
        const float y = std::round(where.high.y - part * where.height());
        list.AddLine({where.low.x + width, y}, {where.low.x + width + 4 * context.scale, y}, lineColour);
        list.AddText({where.low.x + width + 7 * context.scale, y - letters / 2}, textColour, text.c_str());
    }
}

} // namespace gaugegl::view
