#include "chain/file_part.h"

namespace gaugegl {

io::FilePart filePartOf(const SharedLattice& shared)
{
    if (!shared.lattice().isShared()) return {shared.lattice()};
    const std::shared_ptr<const Communicator> ranks = shared.communicator();
    return {.lattice = shared.lattice(),
            .first = ranks->rank() == 0,
            .gather = [ranks](std::span<const std::byte> own) { return ranks->gather(own); },
            .collective = [ranks](const std::function<void()>& work) { collectively(*ranks, work); }};
}

} // namespace gaugegl
