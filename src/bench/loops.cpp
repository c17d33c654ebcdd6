#include "bench/loops.h"
#include "gauge/observables/loop_kernels.h"

#include "gauge/update/update_cost.h"
#include "gaugegl/gauge/observables/lines.h"
#include "gaugegl/gauge/projection/projection.h"

namespace gaugegl {
namespace {

std::shared_ptr<LineField> lineField(Benchmark& bench, int planes)
{
    return std::make_shared<LineField>(bench.device(), bench.lattice(), planes);
}

/// The line of two links in a direction.
std::shared_ptr<LineField> twoLinks(Benchmark& bench, int mu)
{
    auto line = lineField(bench, linkPlanes(bench.group()));
    Coordinates from{};
    from[std::size_t(mu)] = 1;
    extend(*line, linksOf(bench.field(), mu), linksOf(bench.field(), mu), bench.field(), {.mu = mu, .from = from});
    return line;
}

/// Lines of two links in direction t.
BenchmarkWork lineBenchmark(Benchmark& bench)
{
    const auto line = lineField(bench, linkPlanes(bench.group()));
    const auto round = [&bench, line] {
        const GaugeField& u = bench.field();
        extend(*line, linksOf(u, 3), linksOf(u, 3), u, {.mu = 3, .from = {0, 0, 0, 1}});
    };
    return {round, 2, lineSpec(bench.group(), bench.lattice(), bench.device().precision(), {}).cost.of(1)};
}

/// Wilson loops of R = 2 along x and T = 1 to 4, without the making of the lines.
BenchmarkWork wilsonLoopBenchmark(Benchmark& bench)
{
    // Lines of two links stand for those of all lengths: what is read is the same.
    const auto space = twoLinks(bench, 0), time = twoLinks(bench, 3);
    const auto round = [&bench, space, time] {
        const LineView line = time->view();
        const LoopSides sides{
            .spatial = space->view(), .separation = {2, 0, 0, 0}, .temporal = {line, line, line, line}};
        for (int parity = 0; parity < 2; ++parity)
            closeLoops(bench.density(), bench.field(), sides, parity);
    };
    const Device& device = bench.device();
    KernelCost cost =
        loopSpec(bench.group(), bench.lattice(), device.precision(), LineKind::Links, device.registers()).cost.of(1);
    cost.planesCompulsory -= 3 * 2 * linkPlanes(bench.group()); // one temporal line instead of four
    return {round, 2, cost};
}

/// The clovers of 1x1 loops of the plane xy.
BenchmarkWork cloverBenchmark(Benchmark& bench)
{
    const auto clover = lineField(bench, fullMatrixPlanes(bench.group()));
    const auto round = [&bench, clover] {
        const GaugeField& u = bench.field();
        for (int parity = 0; parity < 2; ++parity)
            addClover(clover->of(parity), u, {.along = linksOf(u, 0), .across = linksOf(u, 1)}, parity);
    };
    const Device& device = bench.device();
    return {
        round, 2,
        fieldStrengthSpec(bench.group(), bench.lattice(), device.precision(), false, device.registers()).cost.of(1)};
}

/// Energy and charge density from six clovers.
BenchmarkWork topologyBenchmark(Benchmark& bench)
{
    std::vector<std::shared_ptr<LineField>> clovers; // of both parities: six fields of one
    for (int i = 0; i < 3; ++i) {
        clovers.push_back(lineField(bench, fullMatrixPlanes(bench.group())));
        const GaugeField& u = bench.field();
        for (int parity = 0; parity < 2; ++parity)
            addClover(clovers.back()->of(parity), u, {.along = linksOf(u, 0), .across = linksOf(u, 1)}, parity);
    }
    const KernelSpec spec = topologySpec(bench.group(), bench.lattice());
    const auto round = [&bench, clovers, spec] {
        std::vector<const PlaneTexture*> planes;
        for (const auto& clover : clovers)
            planes.insert(planes.end(), {&clover->even, &clover->odd});
        Kernel(bench.device(), spec).read("uClover", planes).run(bench.density());
    };
    return {round, 1, spec.cost.of(1)};
}

/// A kernel that reads projected links, each of eight textures of one plane.
BenchmarkWork projectedBenchmark(Benchmark& bench, const KernelSpec& spec)
{
    std::vector<std::shared_ptr<LineField>> links;
    for (int mu = 0; mu < 4; ++mu) {
        links.push_back(lineField(bench, 1));
        for (int parity = 0; parity < 2; ++parity)
            Kernel(bench.device(), projectedLinksSpec(bench.group()))
                .read("uLinks", bench.field().links(mu, parity))
                .run(links.back()->of(parity));
    }
    const auto round = [&bench, links, spec] {
        for (int parity = 0; parity < 2; ++parity) {
            std::vector<const PlaneTexture*> same, other;
            for (const auto& one : links) {
                same.push_back(&one->of(parity));
                other.push_back(&one->of(1 - parity));
            }
            Kernel(bench.device(), spec)
                .read("uSame", same)
                .read("uOther", other)
                .set("uParity", parity)
                .run(bench.density());
        }
    };
    return {round, 2, spec.cost.of(1)};
}

/// Links projected on the Abelian part and the centre of the group.
BenchmarkWork projectedLinksBenchmark(Benchmark& bench)
{
    const KernelSpec spec = projectedLinksSpec(bench.group());
    const auto round = [&bench, spec] {
        Kernel(bench.device(), spec).read("uLinks", bench.field().links(0, 0)).run(bench.density());
    };
    return {round, 1, spec.cost.of(1)};
}

/// Monopole currents and Abelian plaquettes of projected links.
BenchmarkWork monopolesBenchmark(Benchmark& bench)
{
    return projectedBenchmark(bench, monopolesSpec(bench.group(), bench.lattice()));
}

/// Vortices of projected links.
BenchmarkWork vorticesBenchmark(Benchmark& bench)
{
    return projectedBenchmark(bench, vorticesSpec(bench.group(), bench.lattice()));
}

} // namespace

std::vector<HalfFieldBenchmark> loopBenchmarks()
{
    return {
        {{"line", "line"}, lineBenchmark},
        {{"loop", "loop"}, wilsonLoopBenchmark},
        {{"clover", "field_strength"}, cloverBenchmark},
        {{"topology", "topology"}, topologyBenchmark},
        {{.name = "projected-links", .kernel = "projected_links", .needs = Feature::CentreProjection},
         projectedLinksBenchmark},
        {{.name = "monopoles", .kernel = "monopoles", .needs = Feature::CentreProjection}, monopolesBenchmark},
        {{.name = "vortices", .kernel = "vortices", .needs = Feature::CentreProjection}, vorticesBenchmark},
    };
}

} // namespace gaugegl
