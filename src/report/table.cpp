#include "report/table.h"

#include <algorithm>
#include <cassert>

namespace gaugegl::report {
namespace {

/// Characters of a UTF-8 text: bytes that do not continue one.
std::size_t characters(const std::string& text)
{
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

/// Whether a cell reads as a number: those stand to the right.
bool isNumeric(const std::string& cell)
{
    if (cell.empty() || cell == "-" || cell == "unknown") return true;
    const std::size_t sign = cell[0] == '-' || cell[0] == '+' ? 1 : 0;
    return cell.size() > sign && cell[sign] >= '0' && cell[sign] <= '9';
}

} // namespace

Table::Table(std::vector<std::string> header) : header_(std::move(header)) {}

void Table::add(std::vector<std::string> row)
{
    assert(row.size() <= header_.size());
    row.resize(header_.size());
    rows_.push_back(std::move(row));
}

std::string Table::text() const
{
    std::vector<std::size_t> widths;
    std::vector<bool> right;
    for (std::size_t column = 0; column < header_.size(); ++column) {
        const auto wider = [column](const auto& a, const auto& b) {
            return characters(a[column]) < characters(b[column]);
        };
        const auto widest = std::max_element(rows_.begin(), rows_.end(), wider);
        const std::size_t cells = widest == rows_.end() ? 0 : characters((*widest)[column]);
        widths.push_back(std::max(characters(header_[column]), cells));
        right.push_back(column > 0 && std::all_of(rows_.begin(), rows_.end(),
                                                  [column](const auto& row) { return isNumeric(row[column]); }));
    }

    std::string result;
    const auto append = [&](const std::vector<std::string>& row) {
        std::string line;
        for (std::size_t column = 0; column < row.size(); ++column) {
            const std::string padding(widths[column] - characters(row[column]), ' ');
            if (column > 0) line += "  ";
            line += right[column] ? padding + row[column] : row[column] + padding;
        }
        line.erase(line.find_last_not_of(' ') + 1);
        result += line + "\n";
    };
    append(header_);
    std::size_t whole = 2 * (widths.empty() ? 0 : widths.size() - 1);
    for (const std::size_t width : widths)
        whole += width;
    result += std::string(whole, '-') + "\n";
    for (const auto& row : rows_)
        append(row);
    return result;
}

} // namespace gaugegl::report
