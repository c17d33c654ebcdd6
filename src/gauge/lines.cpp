#include "gaugegl/gauge/lines.h"

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

} // namespace gaugegl
