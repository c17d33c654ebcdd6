// Aligned tables for people.
#pragma once

#include <string>
#include <vector>

namespace gaugegl::report {

/// Text in columns: the first column is aligned to the left, columns of numbers to the right.
class Table {
public:
    explicit Table(std::vector<std::string> header);

    /// Adds a row; missing cells are empty.  Rows may not have more cells than the header.
    void add(std::vector<std::string> row);

    /// The table with a line below the header, each row ended by a newline.  Widths are counted in UTF-8 characters.
    std::string text() const;

private:
    std::vector<std::string> header_;
    std::vector<std::vector<std::string>> rows_;
};

} // namespace gaugegl::report
