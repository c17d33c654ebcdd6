#include "plot.h"

#include "labels.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <vector>

namespace gaugegl::view {
namespace {

constexpr ImU32 frameColour = IM_COL32(92, 98, 110, 255), gridColour = IM_COL32(92, 98, 110, 70),
                numberColour = IM_COL32(176, 182, 193, 255);

/// The multiples of a step in an interval; ends count in spite of rounding.
std::vector<double> multiples(double step, const Interval& interval)
{
    std::vector<double> values;
    const double first = std::ceil(interval.low / step - 1e-9), last = std::floor(interval.high / step + 1e-9);
    for (int i = 0; i <= last - first; ++i)
        values.push_back((first + i) * step);
    return values;
}

/// Digits after the point that tell multiples of a step apart.
int digitsOf(double step) { return std::clamp(int(std::ceil(-std::log10(step) - 1e-9)), 0, 9); }

std::string numberText(double value, double step)
{
    if (std::abs(value) < 1e-9 * step) return "0";
    return withMinusSign(fmt::format("{:.{}f}", value, digitsOf(step)));
}

} // namespace

Interval covering(std::span<const double> values, double least)
{
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (const double value : values)
        if (std::isfinite(value)) {
            low = std::min(low, value);
            high = std::max(high, value);
        }
    if (!(low <= high)) return {0, 1};
    const double width = std::max(high - low, least), middle = (low + high) / 2;
    constexpr double room = 0.56;
    return {middle - room * width, middle + room * width};
}

double niceStep(const Interval& interval, int most)
{
    const double rough = (interval.high - interval.low) / std::max(1, most);
    const double power = std::pow(10, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= rough * (1 - 1e-12)) return factor * power;
    return 10 * power;
}

Plot::Plot(const Frame& frame) : x_(frame.x), y_(frame.y)
{
    if (!frame.title.empty()) ImGui::TextUnformatted(frame.title.c_str());
    const float letters = ImGui::GetFontSize(), margin = 3.9F * letters;
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float room = std::max(ImGui::GetContentRegionAvail().x, 5 * letters);
    const float width = frame.square ? std::min(frame.height, room - margin) : room - margin - 0.6F * letters;
    const float height = frame.square ? width : frame.height;
    low_ = {std::round(corner.x + margin), std::round(corner.y + 0.4F * letters)};
    high_ = {std::round(low_.x + width), std::round(low_.y + height)};
    ImGui::Dummy({room, high_.y - corner.y + 1.4F * letters});
    numbers(frame);
    ImGui::GetWindowDrawList()->AddRect(low_, high_, frameColour);
    ImGui::GetWindowDrawList()->PushClipRect(low_, high_, true);
}

Plot::~Plot() { ImGui::GetWindowDrawList()->PopClipRect(); }

void Plot::numbers(const Frame& frame) const
{
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float letters = ImGui::GetFontSize();
    const int across = std::max(2, int((high_.x - low_.x) / (4.5F * letters))),
              upwards = std::max(2, int((high_.y - low_.y) / (2.2F * letters)));
    double step = niceStep(x_, frame.square ? upwards : across); // in a square both axes have the same numbers
    if (frame.integers) step = std::max(1.0, std::round(step));
    const float nameWidth = frame.xName.empty() ? 0 : ImGui::CalcTextSize(frame.xName.c_str()).x + letters;
    for (const double x : multiples(step, x_)) {
        const ImVec2 at = place(x, y_.low);
        list.AddLine({at.x, low_.y}, {at.x, high_.y}, gridColour);
        const std::string text = numberText(x, step);
        const float wide = ImGui::CalcTextSize(text.c_str()).x;
        if (at.x + wide / 2 > high_.x - nameWidth + 0.5F * letters && nameWidth > 0) continue;
        list.AddText({std::round(at.x - wide / 2), high_.y + 0.15F * letters}, numberColour, text.c_str());
    }
    if (nameWidth > 0)
        list.AddText({std::round(high_.x - nameWidth + letters), high_.y + 0.15F * letters}, numberColour,
                     frame.xName.c_str());
    step = niceStep(y_, upwards);
    for (const double y : multiples(step, y_)) {
        const ImVec2 at = place(x_.low, y);
        list.AddLine({low_.x, at.y}, {high_.x, at.y}, gridColour);
        const std::string text = numberText(y, step);
        list.AddText({std::round(low_.x - 0.3F * letters - ImGui::CalcTextSize(text.c_str()).x),
                      std::round(at.y - 0.5F * letters)},
                     numberColour, text.c_str());
    }
}

ImVec2 Plot::place(double x, double y) const
{
    return {low_.x + float((x - x_.low) / (x_.high - x_.low)) * (high_.x - low_.x),
            high_.y - float((y - y_.low) / (y_.high - y_.low)) * (high_.y - low_.y)};
}

void Plot::line(std::span<const double> x, std::span<const double> y, ImU32 colour) const
{
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (std::size_t i = 0; i < y.size(); ++i)
        list.PathLineTo(place(x[i], y[i]));
    list.PathStroke(colour, 0, 1.3F);
}

void Plot::point(double x, double y, ImU32 colour, float radius) const
{
    ImGui::GetWindowDrawList()->AddCircleFilled(place(x, y), radius, colour, 8);
}

void Plot::bar(const Interval& x, double y, ImU32 colour) const
{
    const ImVec2 top = place(x.low, y), bottom = place(x.high, 0);
    ImGui::GetWindowDrawList()->AddRectFilled({top.x + 0.5F, std::min(top.y, bottom.y)},
                                              {bottom.x - 0.5F, std::max(top.y, bottom.y)}, colour);
}

void Plot::level(double y, ImU32 colour, bool dashed) const
{
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float at = place(x_.low, y).y, dash = dashed ? 6.0F : high_.x - low_.x;
    const int dashes = int(std::ceil((high_.x - low_.x) / (2 * dash)));
    for (int i = 0; i < dashes; ++i) {
        const float x = low_.x + 2 * dash * float(i);
        list.AddLine({x, at}, {std::min(x + dash, high_.x), at}, colour, 1.5F);
    }
}

void Plot::mark(double x, ImU32 colour) const
{
    const float at = place(x, y_.low).x;
    ImGui::GetWindowDrawList()->AddLine({at, low_.y}, {at, high_.y}, colour, 1.0F);
}

void Plot::band(const Interval& y, ImU32 colour) const
{
    ImGui::GetWindowDrawList()->AddRectFilled({low_.x, place(0, y.high).y}, {high_.x, place(0, y.low).y}, colour);
}

} // namespace gaugegl::view
