// Overlap quarks beside those of the reference.
#pragma once

#include "fermion/low_modes_support.h"
#include "fermion/operators/half_fields.h"
#include "gaugegl/fermion/solve/inversion.h"
#include "reference/chiral.h"

namespace gaugegl::testing_support {

/// Stout links of a hot start, whose kernel has a gap that the series of the reference gets over.
inline DiracParameters overlapOfTest(double mass = 0.4)
{
    return {.type = DiracType::Overlap,
            .mass = mass,
            .boundary = BoundaryPhases::parse("0.3,0,-0.2,1:spread"),
            .stout = {0.12, 4},
            .rho = 1.3,
            .signModes = 5};
}

/// The kernel of the same quarks.
inline SpectralParameters kernelOfTest(const DiracParameters& overlap)
{
    return {SpectralType::HermitianWilson,
            {.type = DiracType::Wilson,
             .kappa = kappaOfBareMass(-overlap.rho),
             .boundary = overlap.boundary,
             .stout = overlap.stout}};
}

/// D(m) of the reference; its series is that of the measured spectrum.
template<int N>
class ReferenceOverlap {
public:
    ReferenceOverlap(const HostGaugeField& links, const DiracParameters& dirac)
        : u_(smeared(links, dirac)), bounds_(referenceBounds(links, dirac)),
          op_(u_, dirac.overlap(), bounds_[0], bounds_[1]), rho_(dirac.rho), mass_(dirac.mass)
    {}
    const reference::OverlapOperator<N>& op() const { return op_; }
    /// |eta - D(m) x| / |eta| for S eta = (x - eta / (2 rho)) / (1 - m / (2 rho)).
    double residual(const FermionVector& quarks, const FermionVector& eta) const
    {
        FermionVector x = quarks;
        for (std::size_t k = 0; k < x.size(); ++k)
            x[k] = (1 - mass_ / (2 * rho_)) * x[k] + eta[k] / (2 * rho_);
        reference::SpinorField<N> in(u_.lattice(), x), out(u_.lattice());
        op_.apply(out, in);
        return gaugegl::deviation(out.vector(), eta);
    }

private:
    static reference::GaugeField<N> smeared(const HostGaugeField& links, const DiracParameters& dirac)
    {
        auto u = reference::gaugeField<N>(links.lattice, links.links);
        for (int step = 0; step < dirac.stout.steps; ++step)
            u = reference::stoutSmeared(u, dirac.stout.rho, /*spatial=*/false);
        return u;
    }
    static std::array<double, 2> referenceBounds(const HostGaugeField& links, const DiracParameters& dirac)
    {
        const auto finder = hostModeFinder(links, kernelOfTest(dirac));
        const auto modulus = [&](bool largest) {
            return std::abs(
                finder->find({.count = 1, .largest = largest, .precision = SolverPrecision::Double}).eigenvalues.at(0));
        };
        return {0.99 * modulus(false), 1.01 * modulus(true)};
    }

    reference::GaugeField<N> u_;
    std::array<double, 2> bounds_;
    reference::OverlapOperator<N> op_;
    double rho_, mass_;
};

} // namespace gaugegl::testing_support
