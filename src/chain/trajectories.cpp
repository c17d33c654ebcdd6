#include "chain/trajectories.h"

#include "gaugegl/base/interrupt.h"

#include <algorithm>
#include <limits>

namespace gaugegl {
namespace {

class Trajectories : public Dynamics {
public:
    Trajectories(ChangingLinks links, Generator& generator, const RunConfig& run)
        : impl_(links, hmcOf(run), generator), untested_(std::uint64_t(run.hmc->acceptFirst))
    {}

    TrajectoryReport trajectory(std::uint64_t number, std::uint64_t stream) override
    {
        const Trajectory t = impl_.trajectory(stream, number < untested_ ? Proposal::Accept : Proposal::Metropolis);
        constexpr std::int64_t most = std::numeric_limits<int>::max();
        return {
            .record = {.deltaH = t.deltaH,
                       .accepted = t.accepted,
                       .failed = t.failure.has_value(),
                       .iterations = int(std::min(t.iterations(), most))},
            .seconds = {.all = t.seconds, .solver = t.solverSeconds, .force = t.forceSeconds, .gauge = t.gaugeSeconds},
            .failure = t.failure.value_or(""),
            .interrupted = t.failure.has_value() && interrupted()};
    }

private:
    HybridMonteCarlo impl_;
    std::uint64_t untested_;
};

} // namespace

void settlePath(RunConfig& run, const Device& device)
{
    if (run.hmc) run.hmc->parameters.path = pathOf(hmcOf(run), device);
}

std::unique_ptr<Dynamics> makeTrajectories(ChangingLinks links, Generator& generator, const RunConfig& run)
{
    return std::make_unique<Trajectories>(links, generator, run);
}

} // namespace gaugegl
