#include "gaugegl/gauge/observables/lines.h"

namespace gaugegl {

LineView linksOf(const GaugeField& u, int mu) { return {&u.links(mu, 0), &u.links(mu, 1)}; }

LineField::LineField(Device& device, const Lattice& lattice, int planes)
    : even(device, halfFieldShape(lattice, planes)), odd(device, halfFieldShape(lattice, planes))
{}

std::array<int, 4> wrapped(const Lattice& lattice, const Coordinates& displacement)
{
    std::array<int, 4> result{};
    for (std::size_t mu = 0; mu < 4; ++mu) {
        const int extent = lattice.extents()[mu];
        result[mu] = (displacement[mu] % extent + extent) % extent;
    }
    return result;
}

void extend(LineField& out, const LineView& line, const LineView& links, const GaugeField& like, const LineStep& step)
{
    Device& device = like.device();
    Coordinates end = step.from; // where the link is stored
    if (step.sign < 0) --end[std::size_t(step.mu)];
    const LineKernel variant{step.kind, step.sign < 0, device.registers()};
    const KernelSpec spec = lineSpec(like.group(), like.lattice(), device.precision(), variant);
    for (int parity = 0; parity < 2; ++parity)
        Kernel(device, spec)
            .read("uLine", line.of(parity))
            .read("uLink", links.of(parity ^ Lattice::parity(end)))
            .set("uParity", parity)
            .set("uEnd", wrapped(like.lattice(), end))
            .run(out.of(parity));
}

void closeLoops(PlaneTexture& out, const GaugeField& like, const LoopSides& sides, int parity)
{
    Device& device = like.device();
    std::array<int, 4> lengths{};
    std::vector<const PlaneTexture*> later, near, far;
    for (int k = 0; k < 4; ++k) { // a line that is not there is replaced by the first
        const int i = k < sides.count ? k : 0, t = sides.first + i;
        const LineView& line = sides.temporal[std::size_t(i)];
        lengths[std::size_t(k)] = t;
        later.push_back(&sides.spatial.of((parity + t) & 1));
        near.push_back(&line.of(parity));
        far.push_back(&line.of(parity ^ Lattice::parity(sides.separation)));
    }
    const Group group = like.group();
    Kernel(device, loopSpec(group, like.lattice(), device.precision(), sides.temporalKind, device.registers()))
        .read("uSpatial", sides.spatial.of(parity))
        .read("uLaterSpatial", later)
        .read("uTemporal", near)
        .read("uFarTemporal", far)
        .set("uParity", parity)
        .set("uSeparation", wrapped(like.lattice(), sides.separation))
        .set("uTimes", lengths)
        .set("uCount", sides.count)
        .run(out);
}

void addClover(PlaneTexture& out, const GaugeField& like, const CloverSides& sides, int parity)
{
    Device& device = like.device();
    const auto [mu, nu, m, n, a, b, weight, before] = sides;
    std::vector<const PlaneTexture*> linesA, linesB;
    for (int corner = 0; corner < 4; ++corner) { // (i, j) mod 2 = (corner & 1, corner >> 1)
        const int there = (parity + m * (corner & 1) + n * (corner >> 1)) & 1;
        linesA.push_back(&a.of(there));
        linesB.push_back(&b.of(there));
    }
    const auto steps = [&like](int direction, int count) {
        Coordinates d{};
        d[std::size_t(direction)] = count;
        return wrapped(like.lattice(), d);
    };
    Kernel kernel(device, fieldStrengthSpec(like.group(), like.lattice(), device.precision(), before != nullptr,
                                            device.registers()));
    kernel.read("uA", linesA).read("uB", linesB);
    if (before != nullptr) kernel.read("uBefore", *before);
    kernel.set("uParity", parity)
        .set("uAheadA", steps(mu, m))
        .set("uBackA", steps(mu, -m))
        .set("uAheadB", steps(nu, n))
        .set("uBackB", steps(nu, -n))
        .set("uWeight", weight / (4 * m * n))
        .run(out);
}

} // namespace gaugegl
