// A chain of gauge fields: what is done, counted and measured when, and that it follows from its seed.
#include "chain/checkpoint.h"
#include "gaugegl/chain/ensemble.h"

#include "chain/ensemble_report.h"
#include "chain/random_key.h"
#include "gauge/host_fields.h"
#include "gaugegl/base/error.h"
#include "gaugegl/chain/configuration.h"
#include "io/sample_field.h"
#include "support/device_fixture.h"

namespace gaugegl {
namespace {

using namespace testing_support;
using io::test::TemporaryFolder;

class EnsembleTest : public DeviceTest {
protected:
    /// 2 sweeps of thermalisation and 5 of the chain, measured every 2, at the couplings of the verification.
    RunConfig config() const
    {
        RunConfig run;
        run.lattice = {lattice.extents(), group()};
        run.action.beta = group() == Group::SU2 ? 2.3 : 5.7;
        run.update.seed = 31;
        run.update.overrelaxation = 1;
        run.update.thermalisation = 2;
        run.update.sweeps = 5;
        run.measure.every = 2;
        return run;
    }
    /// One sweep, after which these are measured.
    RunConfig oneSweep(const std::vector<Observable>& observables) const
    {
        RunConfig run = config();
        run.measure.observables = observables;
        run.update.thermalisation = 0;
        run.update.sweeps = run.measure.every = 1;
        return run;
    }
    double subgroupCount() const { return group() == Group::SU2 ? 1 : 3; }
};

TEST_P(EnsembleTest, MeasuresEveryFewSweepsAfterThermalisation)
{
    Ensemble ensemble(device(), config());
    std::vector<int> swept, measured;
    EnsembleEvents events;
    events.swept = [&](const EnsembleHistory& history) { swept.push_back(history.sweeps); };
    events.measured = [&](const Ensemble& at, const Measurement& m) {
        measured.push_back(m.sweep);
        EXPECT_EQ(at.history().sweeps, m.sweep + 2);
    };

    EXPECT_TRUE(runEnsemble(ensemble, events));

    const EnsembleHistory& history = ensemble.history();
    EXPECT_EQ(history.sweeps, 7);
    EXPECT_EQ(swept, (std::vector<int>{1, 2, 3, 4, 5, 6, 7}));
    EXPECT_EQ(measured, (std::vector<int>{2, 4}));
    ASSERT_EQ(history.measurements.size(), 2u);
    EXPECT_EQ(history.measurements[0].sweep, 2);
    EXPECT_EQ(history.measurements[1].sweep, 4);
    // Counted is one half of the links in t, in the two sweeps that are measured.
    EXPECT_EQ(history.heatBath.proposals, 2 * subgroupCount() * double(lattice.halfVolume()));
    EXPECT_LE(history.heatBath.accepted, history.heatBath.proposals);
    EXPECT_GT(history.heatBath.accepted, 0.99 * history.heatBath.proposals);
    EXPECT_GT(history.updateSeconds, 0);
}

TEST_P(EnsembleTest, MeasuresTheFieldThatItHolds)
{
    Ensemble ensemble(device(), config());
    ObservableMeter meter(device(), lattice, group());
    EnsembleEvents events;
    events.measured = [&](const Ensemble& at, const Measurement& m) {
        const GaugeObservables again = meter.measure(at.field());
        EXPECT_EQ(m.values.plaquette, again.plaquette);
        EXPECT_EQ(m.values.rectangle(), again.rectangle());
        EXPECT_EQ(m.values.polyakovLoop(), again.polyakovLoop());
        EXPECT_GT(m.values.plaquette, 0.2) << "a few sweeps from the hot start";
    };

    runEnsemble(ensemble, events);
}

TEST_P(EnsembleTest, IsTheSweepsOfItsSeedByHand)
{
    for (const int version : {1, 2}) {
        RunConfig run = config();
        run.update.keyVersion = version;
        const std::uint64_t key = version == 1 ? run.update.seed : randomKey(run);
        Ensemble ensemble(device(), run);
        GaugeField u(device(), lattice, group());
        hotStart(u, key);
        EXPECT_EQ(differingLinks(ensemble.field(), u), 0);

        runEnsemble(ensemble, {});

        for (std::uint32_t sweep = 0; sweep < 7; ++sweep) {
            heatBathSweep(u, heatBathOf(run), key, sweep);
            overrelaxationSweep(u);
        }
        EXPECT_EQ(differingLinks(ensemble.field(), u), 0) << "version " << version;
    }
}

TEST_P(EnsembleTest, MeasuresOnlyWhatTheRunAsksFor)
{
    Ensemble ensemble(device(), oneSweep({Observable::Plaquette}));

    runEnsemble(ensemble, {});

    ASSERT_EQ(ensemble.history().measurements.size(), 1u);
    const GaugeObservables& o = ensemble.history().measurements[0].values;
    EXPECT_NE(o.plaquette, 0);
    EXPECT_NE(o.linkTrace, 0);
    EXPECT_EQ(o.rectangle(), 0);
    EXPECT_EQ(o.polyakovLoop(), 0.0);
}

TEST_P(EnsembleTest, GoesOnFromACheckpointThatDoesNotNameItsColumns)
{
    const RunConfig run = oneSweep(config().measure.observables);
    Ensemble ensemble(device(), run);
    runEnsemble(ensemble, {});
    const io::test::TemporaryFolder folder;
    const std::string old = folder.file("old");
    const EnsembleHistory& h = ensemble.history();
    const GaugeObservables& v = h.measurements[0].values;
    {
        CheckpointWriter to(old, run, h.drivers);
        to.add("history", std::vector<double>{double(h.sweeps), h.heatBath.proposals, h.heatBath.accepted,
                                              h.largestDrift, double(h.timedSweeps), h.updateSeconds, 1, v.plaquette,
                                              v.plaquetteSpace, v.plaquetteTime, v.actionDensity, v.linkTrace,
                                              v.rectangle(), v.polyakovLoop().real(), v.polyakovLoop().imag()});
        Chain(device(), run).save(to);
        to.commit();
    }

    CheckpointReader from(old);
    const Ensemble again(device(), run, from);

    ASSERT_EQ(again.history().measurements.size(), 1u);
    const GaugeObservables& w = again.history().measurements[0].values;
    EXPECT_EQ(w.plaquette, v.plaquette);
    EXPECT_EQ(w.linkTrace, v.linkTrace);
    EXPECT_EQ(w.rectangle(), v.rectangle());
    EXPECT_EQ(w.polyakovLoop(), v.polyakovLoop());
}

TEST_P(EnsembleTest, MeasuresWhatIsAskedForByName)
{
    Ensemble ensemble(device(), oneSweep({Observable::AdjointPolyakovLoop}));

    runEnsemble(ensemble, {});

    const GaugeObservables& o = ensemble.history().measurements[0].values;
    ObservableMeter meter(device(), lattice, group());
    EXPECT_NE(o.of(Observable::AdjointPolyakovLoop), 0.0);
    EXPECT_EQ(o.of(Observable::AdjointPolyakovLoop), meter.measure(ensemble.field(), Observable::AdjointPolyakovLoop));
    EXPECT_EQ(o.polyakovLoop(), 0.0);
}

TEST_P(EnsembleTest, KeepsEveryDirectionOfAnObservableThatHasSeveral)
{
    const TemporaryFolder folder;
    const RunConfig run = oneSweep({Observable::SpatialPolyakovLoop});
    Ensemble ensemble(device(), run);
    runEnsemble(ensemble, {});
    ensemble.save(folder.file("checkpoint"));
    CheckpointReader from(folder.file("checkpoint"));

    const Ensemble again(device(), run, from);

    const GaugeObservables &o = ensemble.history().measurements[0].values, &v = again.history().measurements[0].values;
    ObservableMeter meter(device(), lattice, group());
    const std::string csv = toCsv(ensemble);
    const nlohmann::json means = meansToJson(run, ensemble.history());
    for (const ObservablePart& part : observableParts(ObservableSet{Observable::SpatialPolyakovLoop})) {
        const std::size_t direction = part.index - firstPartOf(Observable::SpatialPolyakovLoop);
        EXPECT_NE(o.of(part), 0.0);
        EXPECT_EQ(o.of(part), meter.measure(ensemble.field(), Observable::SpatialPolyakovLoop, direction));
        EXPECT_EQ(v.of(part), o.of(part));
        EXPECT_NE(csv.find("spatial_polyakov_" + std::string(directionNames[direction]) + "_re,"), std::string::npos);
        EXPECT_EQ(means.at("spatial_polyakov_loop_" + std::string(directionNames[direction])).at("re").at("mean"),
                  o.of(part).real());
    }
}

TEST_P(EnsembleTest, ReunitarisesWhenItIsDueAndKeepsTheDrift)
{
    RunConfig run = config();
    run.update.reunitariseEvery = 3;
    Ensemble ensemble(device(), run);
    Reduction reduction(device());

    ensemble.sweep();
    ensemble.sweep();
    EXPECT_EQ(ensemble.history().largestDrift, 0) << "not looked at yet";
    ensemble.sweep();

    const double drift = ensemble.history().largestDrift, bound = precision() == Precision::Single ? 1e-5 : 1e-13;
    EXPECT_GT(drift, 0);
    EXPECT_LT(drift, bound);
    EXPECT_LE(unitarityDrift(ensemble.field(), reduction), drift);
}

TEST_P(EnsembleTest, StopsBeforeTheNextSweepWhenAsked)
{
    Ensemble ensemble(device(), config());
    EnsembleEvents events;
    events.stop = [&] { return ensemble.history().sweeps == 5; };

    EXPECT_FALSE(runEnsemble(ensemble, events));

    EXPECT_EQ(ensemble.history().sweeps, 5);
    EXPECT_EQ(ensemble.history().measurements.size(), 1u);
}

TEST_P(EnsembleTest, GoesOnFromASavedField)
{
    const TemporaryFolder folder;
    const std::string saved = folder.file("u.ildg");
    Ensemble first(device(), config());
    runEnsemble(first, {});
    writeConfiguration(saved, download(first.field()), {.past = first.past()});
    RunConfig run = config();
    run.update.start = Start::File;
    run.update.file = saved;
    run.update.thermalisation = 0;

    Ensemble second(device(), run);

    EXPECT_EQ(second.key(), first.key());
    EXPECT_EQ(second.firstSweep(), 7U) << "the numbers of the first chain do not come again";

    EXPECT_EQ(differingLinks(second.field(), first.field()), 0) << "64 bits hold both precisions";
    const double plaquette = second.measure().values.plaquette;
    EXPECT_NEAR(plaquette, plaquetteOfFile(saved), precision() == Precision::Single ? 1e-6 : 1e-13);
    GaugeField u = first.field();
    second.sweep();
    heatBathSweep(u, heatBathOf(run), randomKey(run), 7);
    overrelaxationSweep(u);
    EXPECT_EQ(differingLinks(second.field(), u), 0);
    EXPECT_EQ(second.past().streams.next(first.key()), 8U);
}

TEST_P(EnsembleTest, FromAFileThatStatesNoRandomNumbersHasAKeyOfItsOwn)
{
    const TemporaryFolder folder;
    RunConfig run = config();
    run.update.start = Start::File;
    run.update.file = folder.file("u.ildg");
    writeConfiguration(run.update.file, hostGaugeField(lattice, group()), {});
    Ensemble fromIldg(device(), run);
    RunConfig other = run;
    other.update.file = folder.file("u.nersc");
    writeConfiguration(other.update.file, hostGaugeField(lattice, group()), {.format = "nersc", .bits = 32});
    Ensemble fromNersc(device(), other);

    EXPECT_NE(fromIldg.key(), randomKey(run));
    EXPECT_EQ(fromIldg.key(), fromNersc.key()) << "the key is that of the links, not of the file";
    other.update.keyVersion = 2;
    EXPECT_EQ(Ensemble(device(), other).key(), randomKey(other));
}

/// The start of RANLUX too: its states are none of those that the first chain had.
TEST_P(EnsembleTest, GoesOnFromASavedFieldWithNewStatesOfRanlux)
{
    const TemporaryFolder folder;
    RunConfig run = oneSweep({Observable::Plaquette});
    run.update.generator.type = GeneratorType::Ranlux;
    Ensemble first(device(), run);
    runEnsemble(first, {});
    run.update.file = folder.file("u.ildg");
    run.update.start = Start::File;
    writeConfiguration(run.update.file, hostGaugeField(lattice, group()), {.past = first.past()});
    RunConfig cold = run;
    cold.update.file.clear();
    cold.update.start = Start::Cold;
    Ensemble second(device(), run), same(device(), cold);

    runEnsemble(second, {});
    runEnsemble(same, {});

    EXPECT_EQ(second.firstSweep(), 1U);
    EXPECT_GT(differingLinks(second.field(), same.field()), 0) << "a cold start has the numbers of the first chain";
}

TEST_P(EnsembleTest, GoesOnFromACheckpointBitForBit)
{
    const TemporaryFolder folder;
    const std::string saved = folder.file("checkpoint");
    RunConfig run = config();
    run.update.reunitariseEvery = 3;
    run.update.start = Start::File; // a checkpoint needs no start: the file is there only for the first chain
    run.update.file = folder.file("start.ildg");
    writeConfiguration(run.update.file, hostGaugeField(lattice, group()), {});
    Ensemble whole(device(), run);
    runEnsemble(whole, {});

    std::optional<Ensemble> part(std::in_place, device(), run);
    std::filesystem::remove(run.update.file);
    for (bool done = false; !done;) { // one sweep in each "process"
        const int before = part->history().sweeps;
        EnsembleEvents events;
        events.stop = [&] { return part->history().sweeps > before; };
        done = runEnsemble(*part, events);
        part->save(saved);
        part.reset();
        CheckpointReader from(saved);
        part.emplace(device(), run, from);
    }

    EXPECT_EQ(differingLinks(part->field(), whole.field()), 0);
    const EnsembleHistory &a = part->history(), &b = whole.history();
    EXPECT_EQ(a.sweeps, b.sweeps);
    EXPECT_EQ(a.largestDrift, b.largestDrift);
    EXPECT_EQ(a.heatBath.proposals, b.heatBath.proposals);
    EXPECT_EQ(a.heatBath.accepted, b.heatBath.accepted);
    EXPECT_EQ(a.drivers, std::vector<std::string>{driverName(device(), part->config())});
    ASSERT_EQ(a.measurements.size(), b.measurements.size());
    for (std::size_t i = 0; i < a.measurements.size(); ++i) {
        const GaugeObservables &v = a.measurements[i].values, &w = b.measurements[i].values;
        EXPECT_EQ(a.measurements[i].sweep, b.measurements[i].sweep);
        EXPECT_EQ(
            (std::array{v.plaquette, v.plaquetteSpace, v.plaquetteTime, v.actionDensity, v.linkTrace, v.rectangle()}),
            (std::array{w.plaquette, w.plaquetteSpace, w.plaquetteTime, w.actionDensity, w.linkTrace, w.rectangle()}));
        EXPECT_EQ(v.polyakovLoop(), w.polyakovLoop());
    }
}

TEST_P(EnsembleTest, RefusesTheCheckpointOfAnotherRunOrPrecision)
{
    const TemporaryFolder folder;
    const std::string saved = folder.file("checkpoint");
    RunConfig run = config();
    Ensemble(device(), run).save(saved);
    CheckpointReader from(saved);
    Device* other =
        sharedDevice(GetParam().path, precision() == Precision::Single ? Precision::Double : Precision::Single);

    if (other) {
        const std::string message = io::test::fileError([&] { Ensemble(*other, run, from); });
        EXPECT_PRED_FORMAT2(testing::IsSubstring, "bytes, expected", message);
    }
    run.action.beta = 3;
    EXPECT_THROW(Ensemble(device(), run, from), InputError);
}

TEST_P(EnsembleTest, RefusesAStartFileOfAnotherLatticeOrGroup)
{
    const TemporaryFolder folder;
    const Group other = group() == Group::SU2 ? Group::SU3 : Group::SU2;
    writeConfiguration(folder.file("lattice.ildg"), hostGaugeField(Lattice({4, 6, 8, 8}), group()), {});
    writeConfiguration(folder.file("group.ildg"), hostGaugeField(lattice, other), {});
    for (const auto& [file, word] : {std::pair{"lattice.ildg", "4x6x8x8"}, std::pair{"group.ildg", "SU"}}) {
        RunConfig run = config();
        run.update.start = Start::File;
        run.update.file = folder.file(file);

        const std::string message = io::test::fileError([&] { Ensemble(device(), run); });

        EXPECT_PRED_FORMAT2(testing::IsSubstring, file, message);
        EXPECT_PRED_FORMAT2(testing::IsSubstring, word, message);
    }
}

TEST_P(EnsembleTest, RefusesARunThatIsNotValid)
{
    RunConfig run = config();
    run.update.trials = 256;

    EXPECT_THROW(Ensemble(device(), run), InputError);
}

TEST_P(EnsembleTest, StartsColdWhenAsked)
{
    RunConfig run = config();
    run.update.start = Start::Cold;

    const Ensemble ensemble(device(), run);

    EXPECT_EQ(differingLinks(ensemble.field(), GaugeField(device(), lattice, group())), 0);
}

INSTANTIATE_TEST_SUITE_P(Device, EnsembleTest, testing::ValuesIn(allVariants()), variantName);

} // namespace
} // namespace gaugegl
