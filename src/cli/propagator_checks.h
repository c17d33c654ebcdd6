// What `info`, `check` and `diff` say of files of propagators.
#pragma once

#include "gaugegl/io/propagator_file.h"
#include "report/json.h"

#include <string>

namespace gaugegl::cli {

/// What a header says.
report::Json factsOf(const io::PropagatorHeader& header);

/// The difference of two propagators.
struct PropagatorDifference {
    double largest = -1; ///< of two numbers
    double rms = 0;      ///< root of the mean square of the differences
    double relative = 0; ///< |a - b| / |a| of all columns together
    std::string place;   ///< of the largest
};

/// Compares two files column by column: by their components where both state them, else in the order of the files.  Throws FileError for
/// files of other quarks, lattices or columns.
PropagatorDifference comparePropagators(const std::string& a, const std::string& b);

/// The squared norms of all columns, which are read with all checks.  Throws FileError.
std::vector<double> normsOf(io::PropagatorReader& reader);

} // namespace gaugegl::cli
