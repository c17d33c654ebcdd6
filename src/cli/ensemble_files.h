// The configurations of one ensemble, read one after the other into one field on a device.
#pragma once

#include "command.h"
#include "report.h"

#include "gaugegl/fields/gauge_field.h"

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
    std::string title() const;

    /// Reads file after file with all its checks and hands it over.  False when an interrupt ended it.
    bool visit(Device& device, bool quiet, const std::function<void(const GaugeField& u)>& visitor) const;

private:
    std::vector<std::string> files_;
    io::GaugeFileHeader header_;
};

} // namespace gaugegl::cli
