// [pairs]: correlators of Polyakov loops of configurations, the free energy of a static pair.
#include "measure/pair_correlators.h"
#include "measure/quarks.h"

#include "host/two_link_operators.h"

namespace gaugegl::measure {
namespace {

/// (1/N) tr of the product of the links in t from each point in space; collective.
std::vector<std::complex<double>> polyakovLoops(const HostLinks& on)
{
    using Complex = std::complex<double>;
    const Lattice& whole = on.shared.lattice();
    const auto n = std::size_t(colours(on.links.group)), size = n * n;
    const std::vector<Complex> all = host::temporalLinks(on.links, on.shared);
    const auto space = std::size_t(whole.spatialVolume());
    std::vector<Complex> loops(space);
#pragma omp parallel for schedule(static)
    for (std::int64_t point = 0; point < std::int64_t(space); ++point) {
        const auto link = [&](int t) { return &all[(std::size_t(t) * space + std::size_t(point)) * size]; };
        std::vector<Complex> product(link(0), link(0) + size), next(size);
        for (int t = 1; t < whole.extent(3); ++t) {
            const Complex* const u = link(t);
            for (std::size_t i = 0; i < n; ++i)
                for (std::size_t j = 0; j < n; ++j) {
                    next[i * n + j] = 0;
                    for (std::size_t k = 0; k < n; ++k)
                        next[i * n + j] += product[i * n + k] * u[k * n + j];
                }
            std::swap(product, next);
        }
        Complex trace = 0;
        for (std::size_t i = 0; i < n; ++i)
            trace += product[i * n + i];
        loops[std::size_t(point)] = trace / double(n);
    }
    return loops;
}

class Pairs : public PairCorrelators {
public:
    explicit Pairs(const RunConfig& run)
        : PairCorrelators("pairs", run, separationsOf(run, run.pairs->rMost, run.pairs->onAxis), run.pairs->fitFrom),
          space_(spaceOf(run))
    {}

    std::optional<Record> measure(const Configuration& configuration) override
    {
        Record record = emptyRecord(configuration.sweep);
        record.arrays[0] = analysis::pairCorrelator(
            space_, polyakovLoops(hostLinks(configuration.links, /*tuning=*/false)), separations());
        return record;
    }

    std::string title() const override { return "correlators of Polyakov loops"; }

private:
    analysis::Space space_;
};

} // namespace

std::unique_ptr<Measurement> makePairs(const RunConfig& run) { return std::make_unique<Pairs>(run); }

} // namespace gaugegl::measure
