// A chain whose sweeps are trajectories: what it records of them, and how it goes on.  The trajectories are made up.
#include "chain/checkpoint.h"
#include "gaugegl/chain/ensemble.h"

#include "device/tuner.h"
#include "gauge/host_fields.h"
#include "gaugegl/base/error.h"
#include "io/sample_field.h"
#include "support/device_fixture.h"

#include <chrono>
#include <cmath>
#include <limits>
#include <thread>

namespace gaugegl {
namespace {

using namespace testing_support;

/// Trajectory 3 fails; 5 is interrupted the first time; every other one is a heat bath.
class MadeUp : public Dynamics {
public:
    explicit MadeUp(GaugeField& links) : links_(&links) {}

    TrajectoryReport trajectory(std::uint64_t number, std::uint64_t /*stream*/) override
    {
        if (number == 3)
            return {.record = {.deltaH = std::numeric_limits<double>::quiet_NaN(), .failed = true},
                    .seconds = {},
                    .failure = "no luck"};
        if (number == 5 && !interrupted_) {
            interrupted_ = true;
            return {.record = {}, .seconds = {}, .failure = "interrupted", .interrupted = true};
        }
        heatBathSweep(*links_, {.beta = 2}, 1, std::uint32_t(number));
        return {.record = {.deltaH = 0.5 * double(number), .accepted = true, .iterations = int(7 * number)},
                .seconds = {.all = 4, .solver = 2, .force = 1, .gauge = 0.5},
                .failure = ""};
    }

private:
    GaugeField* links_;
    bool interrupted_ = false;
};

std::unique_ptr<Dynamics> madeUp(ChangingLinks links, Generator&, const RunConfig&)
{
    return std::make_unique<MadeUp>(*std::get<GaugeField*>(links));
}

/// The same with a kernel of two variants, of which the one that waits is the default.
std::unique_ptr<Dynamics> withVariants(ChangingLinks links, Generator&, const RunConfig&)
{
    Device& device = std::get<GaugeField*>(links)->device();
    device.tuner().best({.kernel = "hop", .lattice = "4x4x4x4", .variants = {"slow", "fast"}}, [](std::size_t i) {
        if (i == 0) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    });
    return std::make_unique<MadeUp>(*std::get<GaugeField*>(links));
}

class TrajectoriesTest : public DeviceTest {
protected:
    RunConfig config() const
    {
        RunConfig run;
        run.lattice = {lattice.extents(), group()};
        run.action.beta = 2;
        run.update.thermalisation = 2;
        run.update.sweeps = 6;
        run.measure.every = 2;
        run.hmc.emplace().parameters.precision =
            precision() == Precision::Double ? HmcPrecision::Double : HmcPrecision::Mixed;
        run.device.precision = precision();
        return run;
    }
    static void expectSame(const TrajectoryRecord& a, const TrajectoryRecord& b)
    {
        EXPECT_TRUE(a.deltaH == b.deltaH || (std::isnan(a.deltaH) && std::isnan(b.deltaH)));
        EXPECT_EQ(a.accepted, b.accepted);
        EXPECT_EQ(a.failed, b.failed);
        EXPECT_EQ(a.iterations, b.iterations);
        EXPECT_EQ(a.plaquette, b.plaquette);
    }
};

TEST_P(TrajectoriesTest, AreRecordedWithTheirPlaquettesAndAnInterruptedOneIsDoneAgain)
{
    Ensemble chain(device(), config(), madeUp);
    std::vector<std::string> failures;
    EnsembleEvents events;
    events.swept = [&](const EnsembleHistory&) {
        if (!chain.failure().empty()) failures.push_back(chain.failure());
    };

    EXPECT_FALSE(runEnsemble(chain, events)) << "interrupted in the sixth trajectory";
    EXPECT_EQ(chain.history().sweeps, 5);
    EXPECT_TRUE(runEnsemble(chain, events));

    const EnsembleHistory& h = chain.history();
    EXPECT_EQ(h.sweeps, 8);
    EXPECT_EQ(failures, std::vector<std::string>{"no luck"});
    ASSERT_EQ(h.trajectories.size(), 8u);
    EXPECT_EQ(h.trajectories[7].deltaH, 3.5);
    EXPECT_EQ(h.trajectories[7].iterations, 49);
    EXPECT_TRUE(h.trajectories[3].failed);
    EXPECT_EQ(h.trajectories[3].plaquette, h.trajectories[2].plaquette) << "the links stayed";
    ASSERT_EQ(h.measurements.size(), 3u);
    EXPECT_EQ(h.measurements[2].values.plaquette, h.trajectories[7].plaquette);
    EXPECT_EQ(h.timedSweeps, 7);
    EXPECT_EQ(h.trajectorySeconds.solver, 12) << "not of the first one, which compiles, nor of the one that failed";
    EXPECT_EQ(h.failuresInARow(), 0);
}

TEST_P(TrajectoriesTest, GoOnFromACheckpoint)
{
    const io::test::TemporaryFolder folder;
    Ensemble whole(device(), config(), madeUp);
    while (!runEnsemble(whole, {})) {
    }
    Ensemble part(device(), config(), madeUp);
    for (int n = 0; n < 4; ++n)
        part.sweep();
    EXPECT_EQ(part.history().failuresInARow(), 1);
    part.save(folder.file("checkpoint"));

    CheckpointReader from(folder.file("checkpoint"));
    Ensemble rest(device(), config(), from, madeUp);
    EXPECT_EQ(rest.history().failuresInARow(), 1);
    while (!runEnsemble(rest, {})) {
    }

    EXPECT_EQ(differingLinks(rest.field(), whole.field()), 0);
    ASSERT_EQ(rest.history().trajectories.size(), whole.history().trajectories.size());
    for (std::size_t n = 0; n < rest.history().trajectories.size(); ++n)
        expectSame(rest.history().trajectories[n], whole.history().trajectories[n]);
}

// Variants of kernels may differ in their last bits.
TEST_P(TrajectoriesTest, GoOnWithTheVariantsOfTheirKernels)
{
    const io::test::TemporaryFolder folder;
    const DeviceOptions place{.path = device().path(), .precision = precision()};
    DeviceOptions tuning = place;
    tuning.tuningFile = "";
    Device tuned(sharedContext(), tuning), untuned(sharedContext(), place), other(sharedContext(), place);
    Ensemble part(tuned, config(), withVariants);
    part.sweep();
    ASSERT_EQ(part.history().variants.size(), 1u);
    EXPECT_TRUE(part.history().variants[0].ends_with(": fast, tuned"));
    part.save(folder.file("checkpoint"));

    CheckpointReader from(folder.file("checkpoint"));
    const Ensemble rest(untuned, config(), from, withVariants);

    EXPECT_EQ(untuned.tuner().choices().at(0).variant, "fast");
    EXPECT_EQ(untuned.tuner().choices().at(0).origin, ChoiceOrigin::Tuned);
    EXPECT_EQ(rest.history().variants, part.history().variants);

    EXPECT_TRUE(Ensemble(other, config(), withVariants).history().variants.at(0).ends_with(": slow, default"));
}

TEST_P(TrajectoriesTest, NeedSomethingThatMakesThem) { EXPECT_THROW(Ensemble(device(), config()), InputError); }

INSTANTIATE_TEST_SUITE_P(Device, TrajectoriesTest,
                         testing::Values(Variant{Group::SU2, Path::Compute, Precision::Single},
                                         Variant{Group::SU2, Path::Fragment, Precision::Double}),
                         variantName);

} // namespace
} // namespace gaugegl
