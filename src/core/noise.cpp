#include "gaugegl/core/noise.h"

#include "core/names_in.h"
#include "gaugegl/base/error.h"

#include <array>
#include <utility>
#include <vector>

namespace gaugegl {
namespace {

/// The ways under their names, in the order of parts.
constexpr std::array<std::pair<const char*, bool Dilution::*>, 5> ways = {{{"time", &Dilution::time},
                                                                           {"spin", &Dilution::spin},
                                                                           {"colour", &Dilution::colour},
                                                                           {"even-odd", &Dilution::evenOdd},
                                                                           {"sites", &Dilution::sites}}};

} // namespace

std::uint64_t noiseSeed(std::uint64_t seed, int vectors, std::int64_t sweep, int k)
{
    return seed + ((std::uint64_t(vectors) * std::uint64_t(sweep) + std::uint64_t(k)) << 32);
}

Dilution Dilution::parse(std::string_view text)
{
    Dilution dilution;
    if (text == "none") return dilution;
    std::vector<std::string> known;
    known.reserve(std::size(ways));
    for (const auto& [name, way] : ways)
        known.emplace_back(name);
    for (const std::string& one : namesIn(text, "dilution", "none", known))
        for (const auto& [name, way] : ways)
            if (one == name) dilution.*way = true;
    if (dilution.sites && (dilution.time || dilution.evenOdd))
        throw InputError("dilution 'sites' has each site by itself: it is expected without time and even-odd");
    return dilution;
}

std::int64_t Dilution::parts(const Lattice& lattice, FermionKind kind, Group group) const
{
    std::int64_t count = sites ? lattice.volume() : std::int64_t(time ? lattice.extent(3) : 1) * (evenOdd ? 2 : 1);
    if (spin) count *= spins(kind);
    if (colour) count *= colours(group);
    return count;
}

std::int64_t Dilution::partOf(const Lattice& lattice, const Coordinates& x, int component, FermionKind kind,
                              Group group) const
{
    std::int64_t number = sites ? lattice.index(x) : std::int64_t(time ? x[3] : 0);
    if (evenOdd) number = 2 * number + Lattice::parity(x);
    if (spin) number = number * spins(kind) + component / colours(group);
    if (colour) number = number * colours(group) + component % colours(group);
    return number;
}

FermionVector Dilution::part(const FermionVector& eta, std::int64_t number, const Lattice& lattice, FermionKind kind,
                             Group group) const
{
    const int components = fermionComponents(kind, group);
    FermionVector result(eta.size());
#pragma omp parallel for
    for (std::int64_t site = 0; site < lattice.local().volume(); ++site) {
        const Coordinates x = lattice.coordinates(lattice.wholeSite(site));
        for (int k = 0; k < components; ++k)
            if (partOf(lattice, x, k, kind, group) == number) {
                const auto at = std::size_t(site * components + k);
                result[at] = eta[at];
            }
    }
    return result;
}

void validate(const Dilution& dilution, FermionKind kind)
{
    if (dilution.spin && !hasSpin(kind))
        throw InputError("dilution 'spin': staggered quarks have no spin; time, colour, even-odd or sites is expected");
}

} // namespace gaugegl
