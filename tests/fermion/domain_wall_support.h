// Domain-wall quarks beside those of the reference.
#pragma once

#include "fermion/operators/half_fields.h"
#include "gaugegl/core/dirac_parameters.h"
#include "gaugegl/fermion/solve/inversion.h"
#include "reference/chiral.h"
#include "reference/normal_solution.h"
#include "reference/smearing.h"

namespace gaugegl::testing_support {

/// What |x - x'| / |x'| may be where |b - D_5 x| / |b| is the tolerance: the condition of D_5 with the masses below is some tens.
constexpr double conditionOfWalls = 100;

/// The quarks, and what gets half way where L_s is even.
struct WallQuarks {
    FermionVector quarks, midpoint;
};

template<int N>
WallQuarks wallQuarks(const HostGaugeField& links, const DiracParameters& dirac, const FermionVector& eta)
{
    auto u = reference::gaugeField<N>(links.lattice, links.links);
    for (int step = 0; step < dirac.stout.steps; ++step)
        u = reference::stoutSmeared(u, dirac.stout.rho, /*spatial=*/false);
    const reference::DomainWallOperator<N> d5(u, dirac.domainWall());
    const auto psi = reference::solved(d5, d5.source(reference::SpinorField<N>(links.lattice, eta)));
    return {d5.wall(psi).vector(), dirac.slices() % 2 == 0 ? d5.midpoint(psi).vector() : FermionVector()};
}
/// Those of the reference.
inline WallQuarks wallQuarks(const HostGaugeField& links, const DiracParameters& dirac, const FermionVector& eta)
{
    return links.group == Group::SU2 ? wallQuarks<2>(links, dirac, eta) : wallQuarks<3>(links, dirac, eta);
}

/// Walls of every kind: Shamir, Moebius, Borici, optimal, and of few slices.
inline std::vector<DiracParameters> everyWall()
{
    const DiracParameters shamir{.type = DiracType::DomainWall,
                                 .mass = 0.2,
                                 .boundary = BoundaryPhases::parse("0.3,0,-0.2,1:spread"),
                                 .m5 = 1.4,
                                 .ls = 4};
    DiracParameters moebius = shamir, borici = shamir, optimal = shamir, one = shamir;
    moebius.b5 = 1.5;
    moebius.c5 = 0.5;
    moebius.ls = 2;
    moebius.stout = {0.1, 2};
    borici.c5 = 1;
    borici.ls = 3;
    optimal.lambdaMin = 0.3;
    optimal.lambdaMax = 6;
    one.ls = 1;
    return {shamir, moebius, borici, optimal, one};
}

} // namespace gaugegl::testing_support
