// The configurations of one ensemble, read one after the other into one field on a device.
#pragma once

#include "command.h"
#include "judged_files.h"
#include "report.h"

#include "gaugegl/fields/gauge_field.h"

#include <functional>

namespace gaugegl::cli {

/// Files of one group and lattice, each once.
class EnsembleFiles {
public:
    /// Reads the headers.  Throws FileError for a file that is named twice and for another group or lattice than the
    /// first file's.
    EnsembleFiles(std::vector<std::string> files, const io::GaugeFileHints& hints);

    const std::vector<std::string>& names() const { return files_; }
    const Lattice& lattice() const { return header_.lattice; }
    Group group() const { return header_.group; }
    /// "SU2 8x8x8x8, 20 configurations".
    std::string title(std::size_t configurations) const;

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
        std::int64_t number; ///< among those that count, from 1
    };
    /// What a command does with its files.
    struct Work {
        /// Measures one; false when an interrupt ended it.
        std::function<bool(const GaugeField& u, const Read& file)> measure;
        /// Prints and writes what these files gave, at least one.
        std::function<void(const Done& done)> reportResults;
        GhostWidth ghosts = {}; ///< of the field, where ranks share it
    };
    /// Reads file after file with all its checks, measures it unless its links have been measured, and tells.  An interrupt ends it
    /// with what there is.
    /// Returns the exit code.
    int carryOut(Device& device, bool quiet, const Work& work) const;

private:
    std::vector<std::string> files_;
    io::GaugeFileHeader header_;
};

/// Prints what is to be said of the files, where results are printed.
void reportOf(const JudgedFiles& files, const CommonOptions& options);

/// For standard error, with a newline.
std::string interruptedMessage(std::size_t done, std::size_t all);

} // namespace gaugegl::cli
