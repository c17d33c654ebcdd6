#include "shared_links.h"

#include "ranks.h"
#include "report.h"

namespace gaugegl::cli {

SharedLinks readSharedLinks(const std::string& path, const io::GaugeFileHints& hints, const CommonOptions& options)
{
    std::optional<SharedLattice> shared;
    const SharedOf sharedOf = [&](const io::GaugeFileHeader& header) {
        return shared.emplace(sharedByRanks(header.lattice, options));
    };
    Configuration configuration = readConfiguration(path, hints, sharedOf);
    warned(configuration.header.warnings);
    return {configuration.header, std::move(configuration.links), *shared};
}

} // namespace gaugegl::cli
