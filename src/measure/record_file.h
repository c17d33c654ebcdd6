// Records on disk: a file of lines of JSON, the first one the layout, then one for each configuration.  It grows by whole lines; what a
// killed process left of a line is not read.
#pragma once

#include "base/output_file.h"
#include "measure/record.h"

namespace gaugegl::measure {

/// The name of the file of a measurement: "flow.jsonl".
std::string recordFile(std::string_view measurement);

/// Whether a file that is there begins as such a file.
bool beginsAsRecordFile(const std::string& file);

/// Reads all records.  Throws FileError unless the file is there and holds records.
Records readRecords(const std::string& file);

/// A file that grows.
class RecordFile {
public:
    /// Begins it with these records, in place of an older file.  Throws FileError.
    RecordFile(const FilePlace& place, const Records& beginning);
    /// Throws FileError; the file is then as before.
    void append(const Record& record);

private:
    Layout layout_;
    GrowingFile file_;
};

} // namespace gaugegl::measure
