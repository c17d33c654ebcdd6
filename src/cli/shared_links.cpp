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

LinkVector wholeLinks(const SharedLinks& of)
{
    const Lattice& local = of.links.lattice;
    const auto numbers = of.links.links.size() / (std::size_t(local.extent(2)) * std::size_t(local.extent(3)));
    RowsForFirstRank<std::complex<double>> rows(of.shared, of.links.links, numbers);
    LinkVector whole;
    if (of.shared.ranks().rank() > 0) return whole;
    const Lattice& lattice = of.shared.lattice();
    for (int row = 0; row < lattice.extent(2) * lattice.extent(3); ++row) {
        const auto next = rows.next();
        whole.insert(whole.end(), next.begin(), next.end());
    }
    return whole;
}

} // namespace gaugegl::cli
