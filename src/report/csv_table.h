// Tables of numbers in CSV files, below a line with the names of their columns.
#pragma once

#include <string>
#include <vector>

namespace gaugegl::report {

/// What a table may lack.
struct CsvGaps {
    bool cells = false; ///< empty cells are NaN, and so are those of a column that is not there
    bool end = false;   ///< a last line without its end, which another process is writing, is left out
};

/// Columns by their names, each with a number for every line.  Throws FileError if the file cannot be read, for a cell that is no
/// number, and for a column or an empty cell that the gaps do not allow.
std::vector<std::vector<double>> readColumns(const std::string& path, const std::vector<std::string>& names,
                                             const CsvGaps& gaps = {});

} // namespace gaugegl::report
