#include "gaugegl/hmc/forces.h"

#include "gaugegl/core/random.h"
#include "gaugegl/hmc/kernels.h"

namespace gaugegl {

void drawMomenta(AlgebraField& p, std::uint64_t seed, std::uint32_t trajectory)
{
    forEveryLinkTexture(4, [&](int mu, int parity) {
        Kernel(p.device(), randomMomentaSpec(p.group(), p.lattice()))
            .set("uParity", parity)
            .set("uSeed", seed)
            .set("uSweep", trajectory)
            .set("uStream", 16 * unsigned(Purpose::Momentum) + unsigned(mu))
            .run(p.of(mu, parity));
    });
}

double kineticEnergy(const AlgebraField& p, Reduction& reduction)
{
    PlaneTexture density(p.device(), halfFieldShape(p.lattice(), 1));
    double sum = 0;
    for (int parity = 0; parity < 2; ++parity) {
        std::vector<const PlaneTexture*> momenta;
        momenta.reserve(4);
        for (int mu = 0; mu < 4; ++mu)
            momenta.push_back(&p.of(mu, parity));
        Kernel(p.device(), kineticEnergySpec(p.group())).read("uMomentum", momenta).run(density);
        sum += reduction.sum(density)[0];
    }
    return sum;
}

void moveLinks(GaugeField& u, const AlgebraField& p, double time) { exponentiate(u, p, 4, time); }

void GaugeForce::move(AlgebraField& p, const GaugeField& u, double time)
{
    const auto spec = [&u](const StapleVariant& variant) { return forceSpec(u.lattice(), variant); };
    forEveryLinkTexture(4, [&](int mu, int parity) {
        staples_.prepared(spec, u, mu, parity)
            .set("uForce", -time * beta_ / (2 * colours(u.group())))
            .set("uOld", 1.0)
            .read("uAlgebra", p.of(mu, parity))
            .run(p.scratch());
        p.replace(mu, parity);
    });
}

void moveByHopping(AlgebraField& p, const GaugeField& u, const BoundaryPhases& boundary, const Bilinear& fields,
                   double factor)
{
    const FermionSpace::Description& of = fields.x[0]->space().description();
    const std::vector<double> phases = phaseValues(boundary, u.lattice());
    forEveryLinkTexture(4, [&](int mu, int parity) {
        const auto same = std::size_t(parity), other = std::size_t(1 - parity);
        const FermionForceKernel kernel{
            .kind = of.kind, .group = u.group(), .boundary = boundary, .mu = mu, .registers = u.device().registers()};
        Kernel(u.device(), fermionForceSpec(u.lattice(), kernel))
            .read("uLink", u.links(mu, parity))
            .read("uMomentum", p.of(mu, parity))
            .read("uX", fields.x[same]->planes())
            .read("uXNext", fields.x[other]->planes())
            .read("uY", fields.y[same]->planes())
            .read("uYNext", fields.y[other]->planes())
            .set("uPhases", phases)
            .set("uForce", 0.5 * factor)
            .set("uParity", parity)
            .run(p.scratch());
        p.replace(mu, parity);
    });
}

} // namespace gaugegl
