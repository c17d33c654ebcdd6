#include "plot.h"

#include "texts.h"

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

/// Decimal logarithms of the powers of ten in an interval of them; where these are few also of 2 and 5 times.
std::vector<double> decades(const Interval& interval)
{
    constexpr double few = 2.2;
    const double width = interval.high - interval.low, step = std::max(1.0, niceStep(interval, 5));
    if (width > few) return multiples(std::round(step), interval);
    std::vector<double> values;
    for (int power = int(std::floor(interval.low)); power <= interval.high; ++power)
        for (const double factor : {1.0, 2.0, 5.0})
            if (const double at = power + std::log10(factor); at >= interval.low && at <= interval.high)
                values.push_back(at);
    return values;
}

/// Digits after the point that tell multiples of a step apart.
int digitsOf(double step) { return std::clamp(int(std::ceil(-std::log10(step) - 1e-9)), 0, 9); }

std::string numberText(double value, double step, bool log)
{
    if (log) return shortNumber(std::pow(10, value), 2);
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

Plot::Plot(const Frame& frame) : x_(frame.x), y_(frame.y), logX_(frame.logX), logY_(frame.logY)
{
    if (!frame.title.empty()) ImGui::TextUnformatted(frame.title.c_str());
    const float letters = ImGui::GetFontSize(), margin = 3.9F * letters;
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float room = std::max(ImGui::GetContentRegionAvail().x, 5 * letters);
    const float width = frame.square ? std::min(frame.height, room - margin) : room - margin - 0.6F * letters;
    const float height = frame.square ? width : frame.height;
    low_ = {std::round(corner.x + margin), std::round(corner.y + 0.4F * letters)};
    high_ = {std::round(low_.x + width), std::round(low_.y + height)};
    constexpr float longName = 0.33F; // a part of the width
    below_ = ImGui::CalcTextSize(frame.xName.c_str()).x > longName * width;
    ImGui::Dummy({room, high_.y - corner.y + (below_ ? 2.3F : 1.4F) * letters});
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
              upwards = std::max(2, int((high_.y - low_.y) / (1.7F * letters)));
    double step = niceStep(x_, frame.square ? upwards : across); // in a square both axes have the same numbers
    if (frame.integers) step = std::max(1.0, std::round(step));
    const float nameWidth = below_ ? 0 : ImGui::CalcTextSize(frame.xName.c_str()).x + letters;
    for (const double x : logX_ ? decades(x_) : multiples(step, x_)) {
        const float at = low_.x + float((x - x_.low) / (x_.high - x_.low)) * (high_.x - low_.x);
        list.AddLine({at, low_.y}, {at, high_.y}, gridColour);
        const std::string text = numberText(x, step, logX_);
        const float wide = ImGui::CalcTextSize(text.c_str()).x;
        if (at + wide / 2 > high_.x - nameWidth + 0.5F * letters && nameWidth > letters) continue;
        list.AddText({std::round(at - wide / 2), high_.y + 0.15F * letters}, numberColour, text.c_str());
    }
    const float right = below_ ? high_.x - ImGui::CalcTextSize(frame.xName.c_str()).x : high_.x - nameWidth + letters;
    list.AddText({std::round(right), high_.y + (below_ ? 1.2F : 0.15F) * letters}, numberColour, frame.xName.c_str());
    step = niceStep(y_, upwards);
    for (const double y : logY_ ? decades(y_) : multiples(step, y_)) {
        const float at = high_.y - float((y - y_.low) / (y_.high - y_.low)) * (high_.y - low_.y);
        list.AddLine({low_.x, at}, {high_.x, at}, gridColour);
        const std::string text = numberText(y, step, logY_);
        list.AddText({std::round(low_.x - 0.3F * letters - ImGui::CalcTextSize(text.c_str()).x),
                      std::round(at - 0.5F * letters)},
                     numberColour, text.c_str());
    }
}

ImVec2 Plot::place(double x, double y) const
{
    const auto part = [](double at, const Interval& of, bool log) {
        // What is not above 0 lies far below a logarithmic axis.
        return float(((log ? std::log10(std::max(at, 1e-300)) : at) - of.low) / (of.high - of.low));
    };
    return {low_.x + part(x, x_, logX_) * (high_.x - low_.x), high_.y - part(y, y_, logY_) * (high_.y - low_.y)};
}

void Plot::line(std::span<const double> x, std::span<const double> y, ImU32 colour, bool dashed) const
{
    ImDrawList& list = *ImGui::GetWindowDrawList();
    std::vector<ImVec2> places;
    for (std::size_t i = 0; i < y.size(); ++i)
        if (std::isfinite(x[i]) && std::isfinite(y[i])) places.push_back(place(x[i], y[i]));
    constexpr float width = 1.3F, dash = 6;
    if (!dashed) return list.AddPolyline(places.data(), int(places.size()), colour, 0, width);
    for (std::size_t i = 1; i < places.size(); ++i) {
        const ImVec2 &a = places[i - 1], &b = places[i];
        const float length = std::hypot(b.x - a.x, b.y - a.y);
        const int dashes = int(std::ceil(length / (2 * dash)));
        for (int k = 0; k < dashes; ++k) {
            const float at = 2 * dash * float(k), from = at / length, to = std::min(at + dash, length) / length;
            list.AddLine({a.x + from * (b.x - a.x), a.y + from * (b.y - a.y)},
                         {a.x + to * (b.x - a.x), a.y + to * (b.y - a.y)}, colour, 1.5F);
        }
    }
}

void Plot::point(double x, double y, ImU32 colour, float radius, bool open) const
{
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (open)
        list.AddCircle(place(x, y), radius, colour, 8, 1.2F);
    else
        list.AddCircleFilled(place(x, y), radius, colour, 8);
}

void Plot::cross(double x, double y, ImU32 colour) const
{
    constexpr float half = 3;
    const ImVec2 at = place(x, y);
    for (const float side : {-half, half})
        ImGui::GetWindowDrawList()->AddLine({at.x - half, at.y - side}, {at.x + half, at.y + side}, colour, 1.3F);
}

void Plot::error(double x, const Interval& y, ImU32 colour) const
{
    constexpr float half = 2.5F;
    const ImVec2 low = place(x, y.low), high = place(x, y.high);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddLine(low, high, colour, 1.2F);
    for (const ImVec2& end : {low, high})
        list.AddLine({end.x - half, end.y}, {end.x + half, end.y}, colour, 1.2F);
}

void Plot::bar(const Interval& x, double y, ImU32 colour) const
{
    const ImVec2 top = place(x.low, y), bottom = place(x.high, 0);
    ImGui::GetWindowDrawList()->AddRectFilled({top.x + 0.5F, std::min(top.y, bottom.y)},
                                              {bottom.x - 0.5F, std::max(top.y, bottom.y)}, colour);
}

void Plot::band(const Interval& y, ImU32 colour) const
{
    ImGui::GetWindowDrawList()->AddRectFilled({low_.x, place(0, y.high).y}, {high_.x, place(0, y.low).y}, colour);
}

} // namespace gaugegl::view
