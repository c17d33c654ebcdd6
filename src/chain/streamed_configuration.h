// A configuration that is read a few time slices at a time, so that files larger than the memory are converted, checked and compared.
#pragma once

#include "gaugegl/chain/configuration.h"

#include <functional>
#include <memory>
#include <string>

namespace gaugegl {

/// The links of two time slices, from t on, as a lattice of their own.
struct Slab {
    int t;
    const HostGaugeField& links;
};
using SlabVisitor = std::function<void(const Slab& slab)>;

/// An open file of one process.  Memory: five time slices at most.
class StreamedConfiguration {
public:
    /// What is done with links that are not in the group to io::unitarityTolerance.
    enum class Links {
        Checked,  ///< they are errors
        Any,      ///< nothing: they are passed as they are
        Projected ///< every link is projected on the group, and no checksum is compared
    };
    /// Throws FileError as io::openGaugeFile().
    explicit StreamedConfiguration(const std::string& path, const io::GaugeFileHints& hints = {},
                                   Links links = Links::Checked);

    const std::string& path() const { return path_; }
    /// After readAll() with the fingerprint of the links.
    const io::GaugeFileHeader& header() const { return reader_->header(); }

    /// Plaquette and link trace, bit for bit those of the whole field on the host.
    struct Means {
        double plaquette, linkTrace;
    };
    /// Reads all links, with the checksum of the file, and calls `visit`, if there is one, with each two slices in order.  Throws
    /// FileError for a checksum that is wrong and a link that is not in the group.
    Means readAll(const SlabVisitor& visit = {});

    /// Reads two slices again, from an even t on.
    HostGaugeField slab(int t);

    /// The links in the order of their sites, by slab().
    io::SiteSource source();

private:
    void read(const io::SiteSink& sink, const Lattice& lattice, bool verifies);

    std::string path_;
    Links links_;
    std::unique_ptr<io::GaugeFileReader> reader_;
};

/// Throws FileError where the header of the file states another plaquette or link trace, farther than headerTolerance or a unit of its
/// last digit.
void compareWithHeader(const std::string& path, const io::GaugeFileHeader& header, double plaquette, double linkTrace);

} // namespace gaugegl
