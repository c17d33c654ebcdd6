// The configurations of one ensemble, read and measured one after the other.
#pragma once

#include "command.h"
#include "judged_files.h"
#include "report.h"

#include "gaugegl/core/division.h"

#include <functional>

namespace gaugegl::cli {

/// Throws FileError unless a file has the group and the lattice of the first one.
void requireOneKind(const std::string& file, const io::GaugeFileHeader& header, const std::string& first,
                    const io::GaugeFileHeader& ofFirst);

/// "SU2 8x8x8x8, 20 configurations", with what else is said of them in between.
std::string titleOf(const io::GaugeFileHeader& header, std::size_t configurations, const std::string& more = "");

/// Files of one group and lattice.
class EnsembleFiles {
public:
    /// Reads the headers.  Throws FileError for another group or lattice than the first file's.
    EnsembleFiles(std::vector<std::string> files, const io::GaugeFileHints& hints);

    /// Throws FileError for a file that is named twice.
    void requireEachOnce() const;

    const std::vector<std::string>& names() const { return files_; }
    const Lattice& lattice() const { return header_.lattice; }
    Group group() const { return header_.group; }
    /// That of the first file.
    const io::GaugeFileHeader& header() const { return header_; }

    /// How far the work is.
    struct Done {
        const JudgedFiles& files; ///< that were measured
        bool complete = false;    ///< none is left
        bool draws = false;       ///< else there is no time for figures, and no OpenGL
    };
    /// A file that has been read.
    struct Read {
        const std::string& name;
        const io::GaugeFileHeader& header;
        std::int64_t number;    ///< among those that count, from 1
        std::size_t before = 0; ///< files before it, whether they count or not
    };
    /// What a command does with its files.
    struct Work {
        /// Reads one with all its checks.
        std::function<io::GaugeFileHeader(const std::string& file)> read;
        /// Measures what was read; false when an interrupt ended it.  May throw UnsolvedError.
        std::function<bool(const Read& file, Progress& progress)> measure;
        /// Prints and writes what these files gave, at least one.
        std::function<void(const Done& done)> reportResults;
        const char* steps = "configurations"; ///< what the progress counts
        int stepsOfOne = 1;                   ///< of each file
    };
    /// Reads file after file, measures it unless its links have been measured, and reports.  An interrupt and a system that is not solved
    /// end it with what there is.  Returns the exit code.
    int carryOut(bool quiet, const Work& work) const;

private:
    std::vector<std::string> files_;
    io::GaugeFileHeader header_;
};

/// Prints what is to be said of the files, where results are printed.
void reportOf(const JudgedFiles& files, const CommonOptions& options);

/// For standard error, with a newline.
std::string interruptedMessage(std::size_t done, std::size_t all);

} // namespace gaugegl::cli
