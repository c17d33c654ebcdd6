// Systems with several right-hand sides, which end at different iterations.
#pragma once

#include "gaugegl/core/source.h"
#include "gaugegl/fermion/solve/inversion.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>

namespace gaugegl::several_sources {

struct Case {
    const char* name;
    DiracParameters dirac;
    Lattice lattice = Lattice({4, 6, 8, 10}); ///< 8 lanes
    Group group = Group::SU3;
};

inline void PrintTo(const Case& of, std::ostream* out) { *out << of.name; }

inline DiracParameters withNumbers(DiracType type, double kappaOrMass)
{
    DiracParameters dirac{.type = type, .boundary = BoundaryPhases::parse("0.3,0,-0.2,1:spread")};
    (traits(type).has(massNumber) ? dirac.mass : dirac.kappa) = kappaOrMass;
    return dirac;
}

inline std::vector<Case> allCases()
{
    DiracParameters clover = withNumbers(DiracType::Wilson, 0.12), twisted = withNumbers(DiracType::TwistedMass, 0.12),
                    walls = withNumbers(DiracType::DomainWall, 0.1),
                    isospin = withNumbers(DiracType::IsospinStaggered, 0.2);
    clover.clover = 1.4;
    twisted.mu = -0.3;
    twisted.clover = 0.7;
    twisted.isospinMu = 0.2;
    isospin.isospinMu = 0.2;
    walls.ls = 4;
    walls.m5 = 1.8;
    const Lattice sixteenLanes({4, 8, 4, 4});
    return {{"wilson", withNumbers(DiracType::Wilson, 0.12)},
            {"wilson_sixteen_lanes", withNumbers(DiracType::Wilson, 0.12), sixteenLanes},
            {"wilson_su2", withNumbers(DiracType::Wilson, 0.12), Lattice({4, 6, 8, 10}), Group::SU2},
            {"clover", clover},
            {"clover_sixteen_lanes", clover, sixteenLanes},
            {"twisted", twisted},
            {"staggered", withNumbers(DiracType::Staggered, 0.1)},
            {"staggered_isospin", isospin},
            {"staggered_sixteen_lanes", withNumbers(DiracType::Staggered, 0.1), sixteenLanes},
            {"domain_walls", walls, Lattice({4, 6, 2, 4})},
            {"domain_walls_sixteen_lanes", walls, Lattice({4, 4, 4, 4})}};
}

/// Matrices close to 1, so that a constant source is close to an eigenvector and takes far fewer iterations than noise.  They need
/// not be unitary.
inline HostGaugeField linksOf(const Case& of)
{
    const auto n = std::size_t(colours(of.group)), count = std::size_t(of.lattice.volume()) * 4 * n * n;
    std::mt19937_64 engine(5);
    std::normal_distribution<double> noise(0, 1e-8);
    LinkVector links(count);
    for (std::size_t k = 0; k < count; ++k)
        links[k] = {(k % (n * n) % (n + 1) == 0 ? 1 : 0) + noise(engine), noise(engine)};
    return {of.lattice, of.group, links};
}

/// Noise, nothing, a point and a constant.
inline std::vector<FermionVector> sourcesFor(const Case& of)
{
    std::vector<FermionVector> all;
    for (const char* text : {"random:4", "random:4", "point:1,2,1,3", "ones"})
        all.push_back(sourceVector(Source::parse(text), of.lattice, of.dirac.kind(), of.group));
    std::ranges::fill(all[1], 0);
    return all;
}

inline void expectSame(const Inversion& together, const Inversion& alone, int which)
{
    EXPECT_EQ(together.status, alone.status) << which;
    EXPECT_EQ(together.iterations, alone.iterations) << which;
    EXPECT_EQ(together.restarts, alone.restarts) << which;
    EXPECT_EQ(together.applications, alone.applications) << which;
    EXPECT_EQ(together.relativeResidual, alone.relativeResidual) << which;
    EXPECT_EQ(together.history, alone.history) << which;
    EXPECT_TRUE(together.solution == alone.solution) << which;
    EXPECT_TRUE(together.midpoint == alone.midpoint) << which;
}

} // namespace gaugegl::several_sources
