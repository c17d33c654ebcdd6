// The configurations of an ensemble, judged: each counts once, and errors take them as equally distant.
#pragma once

#include "gaugegl/base/warnings.h"
#include "gaugegl/io/gauge_file.h"

#include <map>
#include <vector>

namespace gaugegl::cli {

/// The number of a configuration in its ensemble: SEQUENCE_NUMBER of a NERSC header that is not 0, else the last number in the name of
/// the file before its extension; nothing without either.
std::optional<std::int64_t> sequenceNumber(const std::string& file, const io::GaugeFileHeader& header);

/// Files that have been read, in their order.
class JudgedFiles {
public:
    /// Takes a file after its links have been read; false, and a warning, if one with the same links was there: it must not count again.
    bool take(const std::string& file, const io::GaugeFileHeader& header);

    /// Those that count.
    const std::vector<std::string>& names() const { return names_; }
    /// Files that hold the links of others, and configurations that are not equally distant.
    Warnings warnings() const;

private:
    std::map<std::uint64_t, std::string> byFingerprint_;
    std::vector<std::string> names_;
    std::vector<std::int64_t> numbers_; ///< as far as they are known
    Warnings duplicates_;
};

} // namespace gaugegl::cli
