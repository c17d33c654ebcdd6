#include "report/terminal_chart.h"

#include "report/plot_axis.h"

#include <fmt/format.h>
#include <vector>

namespace gaugegl::report {
namespace {

/// The dots of a chart: 2 x 4 in a character of Braille, else one.
class Canvas {
public:
    Canvas(int columns, int rows, bool unicode)
        : columns_(columns), unicode_(unicode), bits_(std::size_t(columns) * std::size_t(rows), 0)
    {}

    int width() const { return columns_ * (unicode_ ? 2 : 1); }
    int height() const { return int(bits_.size()) / columns_ * (unicode_ ? 4 : 1); }

    /// From the upper left corner.
    void dot(int x, int y)
    {
        if (!unicode_) {
            bits_[std::size_t(y * columns_ + x)] = 1;
            return;
        }
        constexpr unsigned char places[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
        bits_[std::size_t(y / 4 * columns_ + x / 2)] |= places[y % 4][x % 2];
    }

    std::string row(int row) const
    {
        std::string text;
        for (int column = 0; column < columns_; ++column) {
            const unsigned char bits = bits_[std::size_t(row * columns_ + column)];
            if (bits == 0)
                text += ' ';
            else if (!unicode_)
                text += '*';
            else // U+2800 + bits
                text += {char(0xe2), char(0xa0 | bits >> 6), char(0x80 | (bits & 0x3f))};
        }
        text.erase(text.find_last_not_of(' ') + 1);
        return text;
    }

private:
    int columns_;
    bool unicode_;
    std::vector<unsigned char> bits_;
};

/// The place of a value among `places`.
int placeOf(double value, const Range& range, int places)
{
    const double fraction = (value - range.least) / (range.most - range.least);
    return std::clamp(int(fraction * places), 0, places - 1);
}

} // namespace

std::string terminalChart(std::span<const double> x, std::span<const double> y, const ChartSize& size)
{
    constexpr int fewestColumns = 10;
    Range across, upwards;
    const std::size_t count = std::min(x.size(), y.size());
    const auto drawn = [&](std::size_t k) { return std::isfinite(x[k]) && std::isfinite(y[k]); };
    for (std::size_t k = 0; k < count; ++k) {
        if (!drawn(k)) continue;
        across.include(x[k]);
        upwards.include(y[k]);
    }
    if (across.least > across.most || size.height < 2) return {};
    const std::string most = fmt::format("{:.6g}", upwards.most), least = fmt::format("{:.6g}", upwards.least);
    const std::string first = fmt::format("{:.6g}", across.least), last = fmt::format("{:.6g}", across.most);
    const int margin = int(std::max(most.size(), least.size())), columns = size.width - margin - 2;
    if (columns < std::max(fewestColumns, int(first.size() + last.size()) + 1)) return {};

    Canvas canvas(columns, size.height, size.unicode);
    const Range xRange = across.widened(0), yRange = upwards.widened(0);
    for (std::size_t k = 0; k < count; ++k)
        if (drawn(k))
            canvas.dot(placeOf(x[k], xRange, canvas.width()),
                       canvas.height() - 1 - placeOf(y[k], yRange, canvas.height()));
    const char* upright = size.unicode ? "│" : "|";
    const char* corner = size.unicode ? "└" : "+";
    std::string text;
    for (int row = 0; row < size.height; ++row) {
        const std::string& label = row == 0 ? most : row + 1 == size.height ? least : "";
        text += fmt::format("{:>{}} {}{}\n", label, margin, upright, canvas.row(row));
    }
    text += std::string(std::size_t(margin) + 1, ' ') + corner;
    for (int column = 0; column < columns; ++column)
        text += size.unicode ? "─" : "-";
    const int gap = columns - int(first.size() + last.size());
    return text + fmt::format("\n{:{}}{}{:{}}{}\n", "", margin + 2, first, "", gap, last);
}

} // namespace gaugegl::report
