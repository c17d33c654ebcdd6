#include "gauge/smearing/stout_links.h"

#include "gauge/actions/insertion_force.h"
#include "gauge/flops.h"

namespace gaugegl {

KernelSpec stoutGradientSpec(Group group)
{
    const int planes = traits(group).algebraPlanes;
    KernelSpec spec{.kernel = "stout_gradient",
                    .label = "stout_gradient-" + word(group),
                    .defines = groupDefines(group),
                    .resultPlanes = 2 * planes};
    spec.targets = {{planes}, {planes}};
    spec.defines["ELEMENT_PLANES"] = std::to_string(planes);
    // Two exponentials, and as in single precision fifteen commutators; the element that is turned.
    const MatrixFlops& f = matrixFlops(group);
    constexpr double terms = 15;
    spec.cost = {2 * f.exponential + terms * (f.product + f.elementPart + 4 * f.elementSum) + 2 * f.product +
                     f.elementPart,
                 4.0 * planes, 4.0 * planes};
    return spec;
}

void stoutExponents(AlgebraField& out, const GaugeField& u, StapleKernels& staples, double rho, int directions)
{
    const auto force = [&](const StapleVariant& variant) { return forceSpec(u.lattice(), variant); };
    forEveryLinkTexture(directions, [&](int mu, int parity) {
        staples.prepared(force, u, mu, parity)
            .set("uForce", -rho)
            .set("uOld", 0.0)
            .read("uAlgebra", u.links(mu, parity)) // which is not read then
            .run(out.of(mu, parity));
    });
}

StoutLinks::StoutLinks(const GaugeField& u, const StoutSteps& stout, std::optional<Registers> registers)
    : u_(&u), stout_(stout), registers_(registers.value_or(u.device().registersOfLongKernels())),
      staples_(u.device(), u.lattice(), u.group())
{
    for (int step = 0; stout.smears() && step < stout.steps; ++step) {
        levels_.emplace_back(u.device(), u.lattice(), u.group());
        exponents_.emplace_back(u.device(), u.lattice(), u.group());
    }
    if (stout.smears()) inserted_.emplace(u.device(), u.lattice(), u.group());
    update();
}

void StoutLinks::update()
{
    for (std::size_t step = 0; step < levels_.size(); ++step) {
        stoutExponents(exponents_[step], before(step), staples_, stout_.rho);
        levels_[step] = before(step);
        exponentiate(levels_[step], exponents_[step], 4);
    }
}

void StoutLinks::pullBack(AlgebraField& gradient)
{
    const KernelSpec spec = stoutGradientSpec(u_->group());
    for (std::size_t step = levels_.size(); step-- > 0;) {
        forEveryLinkTexture(4, [&](int mu, int parity) {
            Kernel(u_->device(), spec)
                .read("uExponent", exponents_[step].of(mu, parity))
                .read("uGradient", gradient.of(mu, parity))
                .run({&inserted_->of(mu, parity), &gradient.scratch()});
            gradient.replace(mu, parity);
        });
        // -2 tr(dA L) = 2 rho Re tr(L d(U S)): F = -1/2 [U V]_TA of loops with 2 rho L.
        addInsertionForce(gradient, before(step), *inserted_, {-stout_.rho, registers_});
    }
}

} // namespace gaugegl
