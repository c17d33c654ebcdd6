#include "gaugegl/gauge/observables/lines.h"

#include "device/ghosts.h"
#include "gauge/observables/loop_kernels.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <memory>

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
        if (lattice.share().divides(int(mu)) && result[mu] > extent / 2) result[mu] -= extent;
    }
    return result;
}

namespace {

/// Fields at a distance from the sites of a kernel.
class Distant {
public:
    explicit Distant(const Lattice& lattice) : lattice_(lattice) {}

    /// What the kernel must read at a displacement, which becomes the one that is left: where ranks divide the lattice and it
    /// is longer than the ghosts, a moved copy.
    const PlaneTexture* at(const PlaneTexture& field, std::array<int, 4>& displacement)
    {
        const Share& part = lattice_.share();
        std::array<int, 2> steps{};
        int ghosts = std::numeric_limits<int>::max(); // that all divided directions have: they are filled together
        for (const int mu : {2, 3}) {
            const auto i = std::size_t(mu);
            if (!part.divides(mu)) continue;
            steps[i - 2] = displacement[i];
            ghosts = std::min(ghosts, part.ghosts[i]);
        }
        if (const int longest = std::max(std::abs(steps[0]), std::abs(steps[1])); longest <= ghosts) {
            reach_ = std::max(reach_, longest);
            return &field;
        }
        copies_.push_back(std::make_unique<PlaneTexture>(field.device(), field.shape()));
        copyMoved(*copies_.back(), field, steps[0], steps[1]);
        for (const int mu : {2, 3})
            if (part.divides(mu)) displacement[std::size_t(mu)] = 0;
        return copies_.back().get();
    }
    /// The slices of ghosts that are read.
    int reach() const { return reach_; }

private:
    Lattice lattice_;
    std::vector<std::unique_ptr<PlaneTexture>> copies_;
    int reach_ = 0;
};

} // namespace

void extend(LineField& out, const LineView& line, const LineView& links, const GaugeField& like, const LineStep& step)
{
    Device& device = like.device();
    Coordinates end = step.from; // where the link is stored
    if (step.sign < 0) --end[std::size_t(step.mu)];
    const LineKernel variant{step.kind, step.sign < 0, device.registers()};
    KernelSpec spec = lineSpec(like.group(), like.lattice(), device.precision(), variant);
    spec.ownSite = {"uLine"};
    for (int parity = 0; parity < 2; ++parity) {
        Distant distant(like.lattice());
        std::array<int, 4> left = wrapped(like.lattice(), end);
        const PlaneTexture* link = distant.at(links.of(parity ^ Lattice::parity(end)), left);
        spec.reach = distant.reach();
        Kernel(device, spec)
            .read("uLine", line.of(parity))
            .read("uLink", *link)
            .set("uParity", parity)
            .set("uEnd", left)
            .run(out.of(parity));
    }
}

void closeLoops(PlaneTexture& out, const GaugeField& like, const LoopSides& sides, int parity)
{
    Device& device = like.device();
    std::array<int, 4> lengths{}, separation{};
    std::vector<const PlaneTexture*> later, near, far;
    Distant distant(like.lattice());
    for (int k = 0; k < 4; ++k) { // a line that is not there is replaced by the first
        const int i = k < sides.count ? k : 0, t = sides.first + i;
        const LineView& line = sides.temporal[std::size_t(i)];
        std::array<int, 4> inTime = wrapped(like.lattice(), {0, 0, 0, t});
        later.push_back(distant.at(sides.spatial.of((parity + t) & 1), inTime));
        lengths[std::size_t(k)] = inTime[3];
        near.push_back(&line.of(parity));
        separation = wrapped(like.lattice(), sides.separation);
        far.push_back(distant.at(line.of(parity ^ Lattice::parity(sides.separation)), separation));
    }
    const Group group = like.group();
    KernelSpec spec = loopSpec(group, like.lattice(), device.precision(), sides.temporalKind, device.registers());
    spec.ownSite = {"uSpatial", "uTemporal"};
    spec.reach = distant.reach();
    Kernel(device, std::move(spec))
        .read("uSpatial", sides.spatial.of(parity))
        .read("uLaterSpatial", later)
        .read("uTemporal", near)
        .read("uFarTemporal", far)
        .set("uParity", parity)
        .set("uSeparation", separation)
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
    KernelSpec spec =
        fieldStrengthSpec(like.group(), like.lattice(), device.precision(), before != nullptr, device.registers());
    spec.ownSite = {"uBefore"};
    spec.reach = std::max(m, n);
    Kernel kernel(device, std::move(spec));
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
