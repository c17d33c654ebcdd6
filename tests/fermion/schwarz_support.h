// What the tests of the Schwarz preconditioner on the host and on devices share.
#pragma once

#include "core/fermion_source.h"
#include "gaugegl/fermion/solve/inversion.h"
#include "reference/dirac.h"

#include <cmath>

namespace gaugegl::testing_support {

/// Random links, rougher than those of any coupling.
inline HostGaugeField roughLinks(const Lattice& lattice, Group group)
{
    if (group == Group::SU2)
        return {lattice, group, reference::linkVector(reference::hotStart<2>(lattice, 5, Precision::Single))};
    return {lattice, group, reference::linkVector(reference::hotStart<3>(lattice, 5, Precision::Single))};
}

inline DiracParameters quarkOf(DiracType type)
{
    DiracParameters dirac{.type = type, .boundary = BoundaryPhases::parse("antiperiodic")};
    if (type == DiracType::Staggered)
        dirac.mass = 0.1;
    else
        dirac.kappa = 0.16;
    if (type == DiracType::TwistedMass) dirac.mu = -0.3;
    return dirac;
}

/// |b - M x| / |b| by the reference in double precision.
template<int N>
double referenceResidual(const HostGaugeField& links, const DiracParameters& dirac, const FermionVector& x,
                         const FermionVector& b)
{
    const auto u = reference::gaugeField<N>(links.lattice, links.links);
    const auto residual = [&](const auto& op, const auto& field) {
        auto mx = zeroLike(field);
        op.apply(mx, field);
        double r2 = 0, b2 = 0;
        for (std::size_t i = 0; i < b.size(); ++i) {
            r2 += std::norm(b[i] - mx.vector()[i]);
            b2 += std::norm(b[i]);
        }
        return std::sqrt(r2 / b2);
    };
    if (dirac.kind() == FermionKind::Staggered)
        return residual(reference::StaggeredOperator<N>(u, dirac.staggered()),
                        reference::StaggeredField<N>(links.lattice, x));
    return residual(reference::WilsonOperator<N>(u, dirac.wilson()), reference::SpinorField<N>(links.lattice, x));
}

inline double referenceResidual(const HostGaugeField& links, const DiracParameters& dirac, const FermionVector& x,
                                const FermionVector& b)
{
    return links.group == Group::SU2 ? referenceResidual<2>(links, dirac, x, b)
                                     : referenceResidual<3>(links, dirac, x, b);
}

/// Schwarz on blocks, to a tolerance that the precision reaches.
inline SolverChoice schwarzOn(const Blocks& blocks, SolverPrecision precision)
{
    return {.type = SolverType::Flexible,
            .precision = precision,
            .tolerance = precision == SolverPrecision::Single ? 2e-5 : 1e-11,
            .preconditioner = PreconditionerType::Schwarz,
            .blocks = blocks};
}

} // namespace gaugegl::testing_support
