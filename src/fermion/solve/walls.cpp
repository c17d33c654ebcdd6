#include "fermion/solve/walls.h"

#include <algorithm>
#include <cassert>

namespace gaugegl {
namespace {

/// P_+ (part 0) has the upper two spins, P_- the lower ones: those of one slice, to those of one in four dimensions.
struct Chirality {
    int part, slice;
};

/// f(number in four dimensions, number in five) of every component of that chirality.
template<class F>
void forPart(const FermionDomain& space, const Chirality& at, const F& f)
{
    const auto components = std::size_t(fermionComponents(space.kind, space.group)), half = components / 2;
    const auto sites = std::size_t(space.lattice.volume()), slices = std::size_t(space.slices);
    for (std::size_t site = 0; site < sites; ++site)
        for (std::size_t k = std::size_t(at.part) * half; k < (std::size_t(at.part) + 1) * half; ++k)
            f(site * components + k, (site * slices + std::size_t(at.slice)) * components + k);
}

FermionVector partsOf(const FermionVector& psi, const FermionDomain& space, const std::array<Chirality, 2>& parts)
{
    FermionVector q(psi.size() / std::size_t(space.slices));
    for (const Chirality& one : parts)
        forPart(space, one, [&](std::size_t four, std::size_t five) { q[four] = psi[five]; });
    return q;
}

} // namespace

FermionVector wallSource(const host::Hopping<double, FermionKind::Wilson>& d, const DomainWallParameters& quark,
                         const FermionVector& eta)
{
    const FermionDomain space{d.layout()->lattice(), d.group(), FermionKind::Wilson, quark.ls()};
    FermionVector chi(eta.size() * std::size_t(space.slices));
    for (const Chirality& one : {Chirality{0, 0}, Chirality{1, space.slices - 1}})
        forPart(space, one, [&](std::size_t four, std::size_t five) { chi[five] = eta[four]; });
    if (std::ranges::all_of(quark.c, [](double c) { return c == 0; })) return chi;

    // D_W = 4 - M_5 - H / 2
    std::vector<double> same, hopped;
    for (const double c : quark.c) {
        same.push_back(1 - c * (4 - quark.m5));
        hopped.push_back(0.5 * c);
    }
    const auto ofSame = d.mixing(diagonalSlices(same)), ofHopped = d.mixing(diagonalSlices(hopped));
    const auto w = halves(d, space, chi);
    HalfVector half(chi.size() / 2);
    for (int parity = 0; parity < 2; ++parity) {
        auto h = d.makeField(parity), diagonal = d.makeField(parity), out = d.makeField(parity);
        d.hop(h, w[std::size_t(1 - parity)], {parity, Sign::Plus, {0, 0, 1, 0}});
        mixSlices(diagonal, ofSame, w[std::size_t(parity)]);
        mixSlices(out, ofHopped, h, 1, diagonal);
        download(std::span(half), out);
        setHalf(space.lattice, chi, half, parity, space.components());
    }
    return chi;
}

FermionVector ofWalls(const FermionVector& psi, const FermionDomain& space)
{
    return partsOf(psi, space, {Chirality{1, 0}, Chirality{0, space.slices - 1}});
}

FermionVector ofMidpoint(const FermionVector& psi, const FermionDomain& space)
{
    assert(space.slices % 2 == 0);
    return partsOf(psi, space, {Chirality{0, space.slices / 2 - 1}, Chirality{1, space.slices / 2}});
}

} // namespace gaugegl
