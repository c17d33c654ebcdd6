// What App writes around the picture.
#include "app.h"

#include "texts.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gaugegl::view {
namespace {

constexpr float barWidth = App::colourBarWidth;
constexpr ImU32 brightText = IM_COL32(236, 240, 246, 255), softText = IM_COL32(176, 182, 193, 255);

/// With line breaks at spaces; ImGui's own would also break numbers at their point.
std::string wrapped(const std::string& text, float room)
{
    std::string result;
    std::size_t line = 0; // where it begins in the result
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find_first_of(" \n", at), text.size());
        const std::string word = text.substr(at, end - at);
        if (result.size() > line && ImGui::CalcTextSize((result.substr(line) + " " + word).c_str()).x > room) {
            result += '\n';
            line = result.size();
        } else if (result.size() > line) {
            result += ' ';
        }
        result += word;
        if (end < text.size() && text[end] == '\n') {
            result += '\n';
            line = result.size();
        }
        at = end + 1;
    }
    return result;
}

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

/// The edges of the volume with x, y, z and their extents, or the axes of the slice.
void drawBox(const Pane& pane, float unit)
{
    const Area& area = pane.drawn;
    const ViewMode mode = pane.settings.mode;
    const glm::vec2 size(area.width(), area.height());
    const Outline outline = mode == ViewMode::Slice ? outlineOfSlice(pane.settings.plane, pane.scene.size(), size)
                                                    : outlineOfVolume(pane.settings.camera, pane.scene.size(), size);
    const auto onScreen = [&](const glm::vec2& place) { return ImVec2(area.low.x + place.x, area.low.y + place.y); };
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    for (const Outline::Line& line : outline.lines)
        list.AddLine(onScreen(line.from), onScreen(line.to), line.axis ? IM_COL32(205, 212, 224, 220) : lineColour,
                     (line.axis ? 1.8F : 1.0F) * unit);
    for (const Outline::Label& one : outline.labels) {
        const ImVec2 place = onScreen(one.place + distanceOf(one, mode, unit) * one.outwards);
        label(mode == ViewMode::Volume ? inside(area, place) : place, one.text);
    }
}

/// The colours with at least three numbers, and the unit.
void drawColourBar(const Pane& pane, const Area& where, float unit)
{
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const ColourScale scale = pane.scene.scale(pane.settings);
    constexpr int steps = 64;
    const float width = 16 * unit, high = where.height() / steps;
    for (int i = 0; i < steps; ++i) {
        const ImU32 colour = packed(colourOf(scale.map, (i + 0.5) / steps));
        const float bottom = where.high.y - float(i) * high;
        list.AddRectFilled({where.low.x, bottom - high - 0.5F}, {where.low.x + width, bottom}, colour);
    }
    list.AddRect({where.low.x, where.low.y - 0.5F}, {where.low.x + width, where.high.y}, lineColour);
    const float letters = ImGui::GetFontSize();
    const Group group = pane.settings.run.lattice.group;
    for (const auto& [part, text] : barNumbers(scale, group)) {
        const float y = std::round(where.high.y - part * where.height());
        list.AddLine({where.low.x + width, y}, {where.low.x + width + 4 * unit, y}, lineColour);
        list.AddText({where.low.x + width + 7 * unit, y - letters / 2}, textColour, text.c_str());
    }
}

} // namespace

std::string App::status() const
{
    std::vector<std::string> parts;
    if (!options_.waits) parts.push_back(fmt::format("{:.0f} frames/s", times_.framesPerSecond));
    if (coarseness_ > 1 && settings_.mode == ViewMode::Volume)
        parts.push_back(fmt::format("volume at 1/{} resolution{}", coarseness_,
                                    software() ? " (software driver)" : " (slow card)"));
    if (compiling()) parts.push_back(compilationText(*chains_.compilation()));
    if (const std::string name = measuring_.current(); !name.empty()) parts.push_back("measuring " + name);
    if (settings_.paused && !options_.waits) parts.emplace_back("paused");
    if (!noRoom_.empty() && !options_.waits) parts.push_back(noRoom_);
    if (sequence_) parts.push_back(fmt::format("{} pictures", sequence_->count()));
    if (film_) parts.emplace_back("making the film");
    if (!note_.empty()) parts.push_back(note_);
    return fmt::format("{}", fmt::join(parts, "  \xc2\xb7  "));
}

void App::drawLabels()
{
    for (const auto& pane : panes())
        drawLabels(*pane);
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const float margin = 12 * gui_.scale(), room = area_.width() - 2 * margin;
    const std::string lines = wrapped(status(), room);
    list.AddText({area_.low.x + margin, area_.high.y - margin - ImGui::CalcTextSize(lines.c_str()).y}, softText,
                 lines.c_str());
}

void App::drawLabels(const Pane& pane)
{
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const float scale = gui_.scale(), letters = ImGui::GetFontSize(), margin = 12 * scale;
    const Area& area = pane.area;
    const float room = area.width() - 2 * margin + (panes().size() > 1 ? barWidth * scale : 0);
    const auto write = [&](float below, ImU32 colour, const std::string& text) {
        const std::string lines = wrapped(text, room);
        list.AddText({area.low.x + margin, area.low.y + margin + below}, colour, lines.c_str());
        return below + ImGui::CalcTextSize(lines.c_str()).y;
    };
    list.PushClipRect({area.low.x, area.low.y}, {area.high.x + barWidth * scale, area.high.y});
    if (pane.take().density) {
        const float bar = std::min(220 * scale, 0.42F * area.height());
        const float barLeft = area.high.x + 8 * scale, top = area.low.y + 0.5F * (area.height() - bar);
        if (pane.scene.size()[0] > 0) drawBox(pane, scale);
        drawColourBar(pane, {{barLeft, top}, {area.high.x + barWidth * scale, top + bar}}, scale);
        const float high = write(0, brightText, titleText(pane.settings, pane.take().quantity));
        write(high + 0.2F * letters, softText,
              subtitleText(pane.session->chain(), pane.action(), pane.take(), panes().size() > 1));
    } else {
        write(0, brightText,
              compiling() ? compilationText(*chains_.compilation()) : "The first picture is being made ...");
    }
    list.PopClipRect();
}

void App::drawHelp()
{
    if (!help_) return;
    ImGui::SetNextWindowPos({(area_.low.x + area_.high.x) / 2, area_.high.y / 2}, ImGuiCond_Always, {0.5F, 0.5F});
    ImGui::Begin("Keys and mouse", &help_, ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoCollapse);
    if (ImGui::BeginTable("keys", 2)) {
        for (const KeyHelp& line : keyHelp) {
            ImGui::TableNextColumn();
            ImGui::TextUnformatted(line.keys);
            ImGui::TableNextColumn();
            ImGui::TextUnformatted(line.meaning);
        }
        ImGui::EndTable();
    }
    ImGui::End();
}

void App::drawMessage()
{
    if (message_.empty()) return;
    const float width = std::min(560 * gui_.scale(), 0.9F * area_.width());
    ImGui::SetNextWindowPos({(area_.low.x + area_.high.x) / 2, area_.high.y / 3}, ImGuiCond_Always, {0.5F, 0.5F});
    ImGui::SetNextWindowSize({width, 0});
    bool open = true;
    ImGui::Begin("Message", &open, ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoCollapse);
    ImGui::TextWrapped("%s", message_.c_str());
    const bool closed = ImGui::Button("Close");
    ImGui::End();
    if (closed || !open) message_.clear();
}

} // namespace gaugegl::view
