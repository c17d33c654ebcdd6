#include "fermion/operators/block_links.h"

#include <algorithm>

namespace gaugegl {

HostGaugeField linksWithinBlocks(HostGaugeField links, const SharedLattice& shared, const Blocks& blocks)
{
    validate(blocks, shared.lattice());
    for (std::int64_t site = 0; site < links.lattice.volume(); ++site) {
        const Coordinates x = shared.wholeCoordinates(links.lattice.coordinates(site));
        for (int mu = 0; mu < 4; ++mu) {
            const int block = blocks.extents[std::size_t(mu)];
            const bool leaves = (x[std::size_t(mu)] + 1) % block == 0 && block < shared.lattice().extent(mu);
            if (leaves) std::ranges::fill(links.link(mu, site), 0.0);
        }
    }
    return links;
}

bool eachWithinARank(const Blocks& blocks, const SharedLattice& shared)
{
    const Share& share = shared.lattice().share();
    bool here = true;
    for (std::size_t mu = 0; mu < 4; ++mu)
        here = here && share.origin[mu] % blocks.extents[mu] == 0 && share.extents[mu] % blocks.extents[mu] == 0;
    return shared.largest(here ? 0 : 1) == 0;
}

} // namespace gaugegl
