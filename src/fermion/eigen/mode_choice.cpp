// Which modes are wanted; apart from how they are found, as the keys of run files need no more.
#include "gaugegl/base/error.h"
#include "gaugegl/core/fermion.h"
#include "gaugegl/fermion/eigen/low_modes.h"

#include <fmt/format.h>

namespace gaugegl {

double ModeChoice::goal() const
{
    if (tolerance) return *tolerance;
    return precision == SolverPrecision::Single ? 3e-6 : 1e-10;
}

std::size_t rowsOf(const SpectralParameters& of, const Lattice& lattice, Group group)
{
    const auto rows = std::size_t(lattice.volume()) * std::size_t(fermionComponents(of.dirac.kind(), group));
    return traits(of.type).wholeLattice ? rows : rows / 2;
}

void validate(const ModeChoice& choice, const SpectralParameters& of, const Lattice& lattice, Group group)
{
    const std::size_t rows = rowsOf(of, lattice.whole(), group);
    if (choice.count < 1 || std::size_t(choice.count) > rows)
        throw InputError(
            fmt::format("count = {} modes: the matrix of {} in {} on {} has {} rows, so that 1 to {} can be "
                        "found",
                        choice.count, traits(of.type).name, name(group), lattice.whole().name(), rows, rows));
    if (choice.tolerance && !(*choice.tolerance > 0 && *choice.tolerance < 1))
        throw InputError(
            fmt::format("tolerance = {} must be above 0 and below 1: it is |A v - lambda v| / |A|", *choice.tolerance));
    if (choice.precision == SolverPrecision::Mixed16)
        throw InputError(
            "the precision mixed16 has too few digits for eigenvectors: single, double or mixed is expected");
}

} // namespace gaugegl
