// Records for other programs: NumPy, R, pyerrors, spreadsheets.
#pragma once

#include "gaugegl/base/file_place.h"
#include "gaugegl/core/choice.h"
#include "measure/record.h"

namespace gaugegl::measure {

/// The records of several measurements, and what they rest on.
struct RecordSet {
    /// Program, keys of the run, random numbers, device, configurations with their checksums.
    Json facts = Json::object();
    std::vector<Records> measurements;
};

/// Forms of exported records.
enum class ExportFormat { Csv, Npz, Hdf5, Json };
} // namespace gaugegl::measure

namespace gaugegl {
/// The names of its values.
template<>
inline constexpr auto choiceTexts<measure::ExportFormat> =
    std::to_array<NamedChoice<measure::ExportFormat>>({{measure::ExportFormat::Csv, "csv"},
                                                       {measure::ExportFormat::Npz, "npz"},
                                                       {measure::ExportFormat::Hdf5, "hdf5"},
                                                       {measure::ExportFormat::Json, "json"}});
} // namespace gaugegl

namespace gaugegl::measure {

/// {"facts", "measurements": {NAME: {"sweep", "axes": {AXIS: {"unit", "values"}}, "arrays": {ARRAY: {"axes", "unit", "values"}}}}}; the
/// first index of all values is that of the configuration.
Json toJson(const RecordSet& set);

/// A text as a cell of CSV, in quotes where it needs them.
std::string csvQuoted(const std::string& text);

/// A table of arrays with the same axes: a line for each configuration and point of the axes, below their names.  Lines end with \n, what
/// is not finite is empty.
struct CsvTable {
    std::string name; ///< of the measurement and its axes: "flow-t"
    std::string text;
};
std::vector<CsvTable> csvTables(const RecordSet& set);

/// Writes arrays NAME/ARRAY and NAME/sweep, axes NAME/AXIS and the facts and units as a JSON text, "attributes", for numpy.load().  Throws
/// FileError, InputError beyond 4 GiB.
void writeNpz(const RecordSet& set, const FilePlace& place);

/// Writes groups NAME with datasets ARRAY, sweep and AXIS, which have attributes "unit" and "axes"; the facts are attributes of the file.
/// Throws FileError, and InputError without HDF5.
void writeHdf5(const RecordSet& set, const FilePlace& place);

} // namespace gaugegl::measure
