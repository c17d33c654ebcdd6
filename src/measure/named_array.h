// Arrays of numbers of each configuration in files of other programs, and of this one.
#pragma once

#include "gaugegl/analysis/gevp.h"
#include "measure/record.h"

#include <utility>

namespace gaugegl::measure {

/// An array that each configuration has.
struct NamedArray {
    std::string name;
    std::vector<Axis> axes;                  ///< of one configuration, the last one fastest
    std::vector<std::vector<double>> values; ///< [configuration][..]
};

/// The whole numbers in a text such as "(8, 2" or "8, 2".
std::vector<std::size_t> extentsIn(std::string_view text);

/// Axes "axis1", "axis2", .. without names of their own.
std::vector<Axis> plainAxes(const std::vector<std::size_t>& shape);

/// Those of a text in the form .npy of NumPy, or .npz: real numbers of 32 or 64 bits, whose first index is that of the configuration.  Other arrays of .npz are left out.
/// Throws FileError, which names the file.
std::vector<NamedArray> numpyArrays(const std::string& file, std::string_view text);

/// Those of a text in the JSON of pyerrors, also compressed: its lists, arrays and correlators by their tags, or by their numbers from 0.  Throws FileError, also
/// for what is of several ensembles, or of constants with errors ("cdata").
std::vector<NamedArray> pyerrorsArrays(const std::string& file, const std::string& text);

/// The datasets of real numbers with two axes and more of a file of HDF5, the first one that of the configuration.  Throws FileError, also for one above
/// 1 GiB, and InputError without HDF5.
std::vector<NamedArray> hdf5Arrays(const std::string& file);

/// The content of what deflate packed: `bits` as zlib has them, -15 of ZIP and 31 of gzip.  Throws FileError.
std::string inflated(const std::string& file, std::string_view packed, int bits);

/// Which correlator of a file.
struct CorrelatorChoice {
    std::string name; ///< of an array, or a label on one of its axes; empty: the only one
    std::vector<std::pair<std::string, std::string>> at; ///< the points of other axes: name, and value or label
};

/// A correlator, or a matrix of them, of each configuration from a file in any of these forms, a file of records, CSV, or the folder of a run with records:
/// - CSV with names of columns: a line for each number, which has the configuration first, then axes of which t is the last, then the number.
/// - CSV without: a line for each configuration, t = 0, 1, ..  Cells are separated by commas or spaces, or are in quotes.
/// A matrix has two equal axes before t.
/// Throws FileError for what cannot be read, and InputError, which lists what there is, for a choice that is not one correlator.
analysis::CorrelatorMatrices readCorrelator(const std::string& input, const CorrelatorChoice& choice);

} // namespace gaugegl::measure
