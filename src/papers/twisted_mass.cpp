#include "checks/jobs.h"
#include "checks/trajectories.h"
#include "papers/suites.h"

#include <cctype>

namespace gaugegl::papers {
namespace {

/// "A, a mu = 0.0025, SU(3) compute, single" of a whole trajectory.
std::string setupLabel(const std::string& setup, const KernelTiming& t)
{
    const double mu = benchmarkTrajectory(setup, *t.group, t.precision).fermions.at(0).mu;
    return fmt::format("{}, a mu = {}, {}", char(std::toupper(setup.back())), mu, placeLabel(t));
}

class TwistedMassSuite final : public JobSuite {
public:
    explicit TwistedMassSuite(const SuiteRequest& wanted)
        : JobSuite(wanted), lattices_(wanted.latticesOr({trajectoryLattice}))
    {}

private:
    std::vector<Job> jobs(const gl::Capabilities& c) const override
    {
        std::vector<Job> all;
        for (const BenchTarget& target : request().targets(c, "single"))
            for (const Lattice& lattice : lattices_)
                for (const KernelEntry& entry : kernelEntries())
                    for (const Group group : request().groupsOr({Group::SU3}))
                        if (entry.name.starts_with("trajectory-twisted-mass"))
                            addDeviceJob(all, entry, lattice, group, target);
        return all;
    }

    std::vector<std::string> notes(const BenchRows& rows) const override { return {trajectoryShares(rows)}; }

    void drawRows(std::vector<std::string>& files, const BenchRows& rows, const Machine& machine) const override
    {
        const RowCurves curves{
            .y =
                [](const BenchRow& r) {
                    return setupOfTrajectory(r.timing.name) ? r.timing.time.seconds : unknownNumber;
                },
            .label = [](const BenchRow& r) { return setupLabel(*setupOfTrajectory(r.timing.name), r.timing); }};
        drawCurves(files,
                   figure("bench_twisted-mass_seconds",
                          "Two flavours of twisted mass, tree-level Symanzik action, on " + machine.device, volumeLabel,
                          "time of a trajectory / s"),
                   curves.of(rows), volumeAxes(true));
    }

    std::vector<Lattice> lattices_;
};

} // namespace

std::unique_ptr<Suite> twistedMassSuite(const SuiteRequest& request)
{
    return std::make_unique<TwistedMassSuite>(request);
}

} // namespace gaugegl::papers
