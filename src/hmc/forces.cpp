#include "hmc/forces.h"

#include "device/tuner.h"
#include "gaugegl/core/random.h"

#include <algorithm>
#include <fmt/format.h>

namespace gaugegl {

void drawMomenta(AlgebraField& p, Generator& generator, std::uint32_t trajectory)
{
    forEveryLinkTexture(4, [&](int mu, int parity) {
        const Drawing drawing{Purpose::Momentum, {mu, parity}, trajectory, momentumDraws(p.group())};
        generator.prepare(drawing);
        Kernel kernel(p.device(), randomMomentaSpec(p.group(), p.lattice(), generator.source(drawing)));
        kernel.set("uParity", parity);
        generator.bind(kernel);
        kernel.run(p.of(mu, parity));
    });
}

void drawMomenta(AlgebraField& p, std::uint64_t seed, std::uint32_t trajectory)
{
    drawMomenta(p, *Generator::create(p.device(), p.lattice(), {.group = p.group(), .seed = seed}), trajectory);
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

void GaugeForce::kickMomenta(AlgebraField& p, const GaugeField& u, double time)
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

std::vector<ForceVariant> forceVariants(const Device& device, Group group)
{
    const ForceRegisters few = fewForceRegisters(group, device.precision());
    std::vector<ForceRegisters> ways = {ForceRegisters::Many, ForceRegisters::Steps};
    if (few == ForceRegisters::Planes) ways.push_back(few);
    if (device.registers() == Registers::Few) std::ranges::reverse(ways);
    // A software driver has no registers to save, and takes minutes to compile such loops.
    if (device.context().capabilities().software) ways.resize(1);
    std::vector<ForceVariant> all;
    for (const ForceRegisters registers : ways) {
        all.push_back({registers, {}});
        if (device.path() == Path::Fragment) continue;
        for (const auto& [x, y] : {std::pair(16, 4), std::pair(32, 2), std::pair(16, 8)})
            all.push_back({registers, {x, y, 1}});
    }
    return all;
}

HoppingForce::HoppingForce(FermionKind kind, const GaugeField& u, const BoundaryPhases& boundary, int slices)
    : kind_(kind), u_(&u), boundary_(boundary), slices_(slices), phases_(phaseValues(boundary, u.lattice())),
      variant_(forceVariants(u.device(), u.group()).front())
{}

KernelSpec HoppingForce::spec(int mu) const
{
    return fermionForceSpec(u_->lattice(), {kind_, u_->group(), boundary_, mu, variant_, slices_});
}

void HoppingForce::tune(Tuner& tuner)
{
    Device& device = u_->device();
    const std::vector<ForceVariant> variants = forceVariants(device, u_->group());
    constexpr int mu = 3; // which has phases most often
    TuningQuestion question{.kernel =
                                fermionForceSpec(u_->lattice(), {kind_, u_->group(), boundary_, mu, {}, slices_}).label,
                            .lattice = u_->lattice().name(),
                            .variants = {}};
    for (const ForceVariant& variant : variants)
        question.variants.push_back(name(variant));
    struct Fields {
        FermionField zero;
        PlaneTexture before, after;
    };
    std::optional<Fields> fields; // where something is timed
    const std::size_t best = tuner.best(question, [&](std::size_t i) {
        if (!fields) {
            const TextureShape shape = halfFieldShape(u_->lattice(), algebraPlanes(u_->group()));
            const FermionSpace::Description description{
                .lattice = u_->lattice(), .group = u_->group(), .kind = kind_, .slices = slices_};
            fields.emplace(Fields{FermionField(FermionSpace::create(device, description)), PlaneTexture(device, shape),
                                  PlaneTexture(device, shape)});
            setZero(fields->zero);
            fields->before.upload(std::vector<double>(shape.texels() * std::size_t(shape.planes) * 4));
        }
        const std::array<const FermionField*, 2> halves = {&fields->zero, &fields->zero};
        variant_ = variants[i];
        run({mu, 0, fields->before, fields->after}, {halves, halves}, 1);
    });
    variant_ = variants[best];
}

void HoppingForce::kickMomenta(AlgebraField& p, const Bilinear& fields, double factor) const
{
    forEveryLinkTexture(4, [&](int mu, int parity) {
        run({mu, parity, p.of(mu, parity), p.scratch()}, fields, factor);
        p.replace(mu, parity);
    });
}

void HoppingForce::run(const Moved& moved, const Bilinear& fields, double factor) const
{
    const auto same = std::size_t(moved.parity), other = std::size_t(1 - moved.parity);
    Kernel(u_->device(), spec(moved.mu))
        .read("uLink", u_->links(moved.mu, moved.parity))
        .read("uMomentum", moved.before)
        .read("uX", fields.x[same]->planes())
        .read("uXNext", fields.x[other]->planes())
        .read("uY", fields.y[same]->planes())
        .read("uYNext", fields.y[other]->planes())
        .set("uPhases", phases_)
        .set("uIsospin", isospinValues(boundary_))
        .set("uForce", 0.5 * factor)
        .set("uParity", moved.parity)
        .run(moved.after);
}

} // namespace gaugegl
