#include "gaugegl/config/lattice.h"

#include "config/sections.h"

#include <fmt/format.h>

namespace gaugegl {

void LatticeSection::check(const RunConfig& run)
{
    try {
        const Lattice lattice(run.lattice.extents);
    } catch (const InputError& error) {
        throw RunConfigError("lattice", "extents", fmt::format("{} (extents in [lattice])", error.what()));
    }
}

} // namespace gaugegl
