// What all figures of plot.h have in common: data, labels and style as gnuplot reads them, and how the two pictures are made.
#pragma once

#include "report/figure_data.h"

#include <initializer_list>

namespace gaugegl::report {

/// Whether all are finite.
bool finite(std::initializer_list<double> numbers);
/// A line of data.
std::string row(std::initializer_list<double> numbers);
/// Rows under a name.
std::string dataBlock(const std::string& name, const std::string& rows);

/// A text of the program as readers of figures know it: "SU2 4x4x4x4, beta = 2.3" becomes "SU(2) 4x4x4x4, β = 2.3".
/// A name of a file is left alone: '/' is part of a word.
std::string typeset(std::string text);

/// Whether a collector has taken the figure.
bool collected(const Figure& figure, FigureData data);

/// The key stands above the plot in two rows; one of many entries stands beside it.
std::string keyBeside(std::size_t entries, std::size_t longestEntry);

/// Draws once per terminal; both files get their names when both are there.  `settings` are commands, `plot` a plot command.
std::vector<std::string> draw(const Figure& figure, const std::string& settings, const std::string& plot,
                              const char* size = "1200,800");

} // namespace gaugegl::report
