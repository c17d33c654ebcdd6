#include "checks/kernel_entry.h"

#include "gauge/observables/loop_kernels.h"

#include "gauge/update/update_cost.h"
#include "gaugegl/gauge/observables/lines.h"
#include "gaugegl/gauge/projection/projection.h"

namespace gaugegl {
namespace {

std::shared_ptr<LineField> lineField(Rig& rig, int planes)
{
    return std::make_shared<LineField>(rig.device(), rig.lattice(), planes);
}

/// The line of two links in a direction.
std::shared_ptr<LineField> twoLinks(Rig& rig, int mu)
{
    auto line = lineField(rig, linkPlanes(rig.group()));
    Coordinates from{};
    from[std::size_t(mu)] = 1;
    extend(*line, linksOf(rig.links(), mu), linksOf(rig.links(), mu), rig.links(), {.mu = mu, .from = from});
    return line;
}

/// Lines of two links in direction t.
Work lineWork(Rig& rig)
{
    const auto line = lineField(rig, linkPlanes(rig.group()));
    const auto round = [&rig, line] {
        const GaugeField& u = rig.links();
        extend(*line, linksOf(u, 3), linksOf(u, 3), u, {.mu = 3, .from = {0, 0, 0, 1}});
    };
    return rig.ofParity(2, lineSpec(rig.group(), rig.lattice(), rig.device().precision(), {}).cost.of(1), round);
}

/// Wilson loops of R = 2 along x and T = 1 to 4, without the making of the lines.
Work wilsonLoopWork(Rig& rig)
{
    // Lines of two links stand for those of all lengths: what is read is the same.
    const auto space = twoLinks(rig, 0), time = twoLinks(rig, 3);
    const auto round = [&rig, space, time] {
        const LineView line = time->view();
        const LoopSides sides{
            .spatial = space->view(), .separation = {2, 0, 0, 0}, .temporal = {line, line, line, line}};
        for (int parity = 0; parity < 2; ++parity)
            closeLoops(rig.density(), rig.links(), sides, parity);
    };
    const Device& device = rig.device();
    KernelCost cost =
        loopSpec(rig.group(), rig.lattice(), device.precision(), LineKind::Links, device.registers()).cost.of(1);
    cost.planesCompulsory -= 3 * 2 * linkPlanes(rig.group()); // one temporal line instead of four
    return rig.ofParity(2, cost, round);
}

/// The clovers of 1x1 loops of the plane xy.
Work cloverLeavesWork(Rig& rig)
{
    const auto clover = lineField(rig, fullMatrixPlanes(rig.group()));
    const auto round = [&rig, clover] {
        const GaugeField& u = rig.links();
        for (int parity = 0; parity < 2; ++parity)
            addClover(clover->of(parity), u, {.along = linksOf(u, 0), .across = linksOf(u, 1)}, parity);
    };
    const Device& device = rig.device();
    return rig.ofParity(
        2, fieldStrengthSpec(rig.group(), rig.lattice(), device.precision(), false, device.registers()).cost.of(1),
        round);
}

/// Energy and charge density from six clovers.
Work topologyWork(Rig& rig)
{
    std::vector<std::shared_ptr<LineField>> clovers; // of both parities: six fields of one
    for (int i = 0; i < 3; ++i) {
        clovers.push_back(lineField(rig, fullMatrixPlanes(rig.group())));
        const GaugeField& u = rig.links();
        for (int parity = 0; parity < 2; ++parity)
            addClover(clovers.back()->of(parity), u, {.along = linksOf(u, 0), .across = linksOf(u, 1)}, parity);
    }
    const KernelSpec spec = topologySpec(rig.group(), rig.lattice());
    const auto round = [&rig, clovers, spec] {
        std::vector<const PlaneTexture*> planes;
        for (const auto& clover : clovers)
            planes.insert(planes.end(), {&clover->even, &clover->odd});
        Kernel(rig.device(), spec).read("uClover", planes).run(rig.density());
    };
    return rig.ofParity(1, spec.cost.of(1), round);
}

/// A kernel that reads projected links, each of eight textures of one plane.
Work projectedWork(Rig& rig, const KernelSpec& spec)
{
    std::vector<std::shared_ptr<LineField>> links;
    for (int mu = 0; mu < 4; ++mu) {
        links.push_back(lineField(rig, 1));
        for (int parity = 0; parity < 2; ++parity)
            Kernel(rig.device(), projectedLinksSpec(rig.group()))
                .read("uLinks", rig.links().links(mu, parity))
                .run(links.back()->of(parity));
    }
    const auto round = [&rig, links, spec] {
        for (int parity = 0; parity < 2; ++parity) {
            std::vector<const PlaneTexture*> same, other;
            for (const auto& one : links) {
                same.push_back(&one->of(parity));
                other.push_back(&one->of(1 - parity));
            }
            Kernel(rig.device(), spec)
                .read("uSame", same)
                .read("uOther", other)
                .set("uParity", parity)
                .run(rig.density());
        }
    };
    return rig.ofParity(2, spec.cost.of(1), round);
}

/// Links projected on the Abelian part and the centre of the group.
Work projectedLinksWork(Rig& rig)
{
    const KernelSpec spec = projectedLinksSpec(rig.group());
    const auto round = [&rig, spec] {
        Kernel(rig.device(), spec).read("uLinks", rig.links().links(0, 0)).run(rig.density());
    };
    return rig.ofParity(1, spec.cost.of(1), round);
}

} // namespace

std::vector<KernelEntry> loopEntries()
{
    constexpr Feature centre = Feature::CentreProjection;
    return {
        {.name = "line", .kernels = {"line"}, .work = lineWork},
        {.name = "loop", .kernels = {"loop"}, .work = wilsonLoopWork},
        {.name = "clover", .kernels = {"field_strength"}, .work = cloverLeavesWork},
        {.name = "topology", .kernels = {"topology"}, .work = topologyWork},
        {.name = "projected-links", .kernels = {"projected_links"}, .work = projectedLinksWork, .needs = centre},
        {.name = "monopoles",
         .kernels = {"monopoles"},
         .work = [](Rig& r) { return projectedWork(r, monopolesSpec(r.group(), r.lattice())); },
         .needs = centre},
        {.name = "vortices",
         .kernels = {"vortices"},
         .work = [](Rig& r) { return projectedWork(r, vorticesSpec(r.group(), r.lattice())); },
         .needs = centre},
    };
}

} // namespace gaugegl
