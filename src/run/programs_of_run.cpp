#include "run/programs_of_run.h"

#include "chain/trajectories.h"
#include "device/program_precompiler.h"
#include "gaugegl/chain/ensemble.h"
#include "measure/measurement.h"

#include <algorithm>

namespace gaugegl {
namespace {

/// The least work that uses all programs.
RunConfig shortened(const RunConfig& config, bool fromCheckpoint)
{
    RunConfig little = config;
    if (fromCheckpoint || config.update.start == Start::File) little.update.start = Start::Cold;
    little.update.reunitariseEvery = 1;
    little.update.overrelaxation = std::min(config.update.overrelaxation, 1);
    if (!little.hmc) return little;
    constexpr int enoughIterations = 3;
    little.hmc->parameters.maxIterations = enoughIterations;
    for (ScaleParameters& scale : little.hmc->parameters.scales)
        scale.steps = 1;
    return little;
}

void sweepAndMeasure(Ensemble& chain)
{
    chain.sweep(true);
    if (!chain.config().hmc) chain.sweep(false);
    chain.measure();
}

void measureOnce(const RunConfig& run, const GaugeField& u)
{
    for (const measure::Kind& kind : measure::kinds())
        if (kind.every(run)) kind.make(run)->measure({&u});
}

} // namespace

std::optional<std::size_t> programsOfChain(const ChainBackend& backend, const RunConfig& config,
                                           const DynamicsMaker& dynamics, bool fromCheckpoint)
{
    if (!backend.device()) return std::nullopt;
    Device& device = *backend.device();
    if (device.storage() == Storage::Buffer) return std::nullopt; // programs depend on how many buffers there are
    const ProgramPrecompiler precompiler(device);
    try {
        Ensemble chain(device, shortened(config, fromCheckpoint), dynamics);
        sweepAndMeasure(chain);
    } catch (const Error&) { // the chain itself will report the error
        return std::nullopt;
    }
    return device.programCount() + precompiler.missing().size();
}

std::map<std::string, std::string> programsOfRun(Device& device, const RunConfig& config, const Lattice& lattice)
{
    RunConfig little = shortened(config, /*fromCheckpoint=*/false);
    little.lattice.extents = lattice.extents();
    constexpr double anyDistance = 1e9; // numbers that are read back are 1
    // What another lattice may not have.
    for (const QuarkSection& section : quarkSections)
        (little.*section.of).reset();
    little.inverter.reset();
    little.eigen.reset();
    if (little.fixing) {
        GaugeFixing& fixing = little.fixing->fixing;
        fixing.tolerance = anyDistance;
        fixing.annealing.steps = 1;
        fixing.maxIterations = 2 + fixing.annealing.microcanonical;
    }
    if (little.loops) {
        little.loops->rMost.reset();
        little.loops->tMost.reset();
        little.loops->plateau.reset();
        little.loops->fitRange.clear();
    }
    if (little.pairs) little.pairs->rMost.reset();
    if (little.multilevel) {
        little.multilevel->rMost.reset();
        little.multilevel->thickness = {2};
        little.multilevel->updates = {1};
        little.multilevel->overrelaxation = std::min(little.multilevel->overrelaxation, 1);
    }
    if (little.flow) {
        little.flow->time = 3 * little.flow->record;
        if (little.flow->tolerance) little.flow->tolerance = anyDistance;
    }
    const ProgramPrecompiler precompiler(device);
    Ensemble chain(device, little, little.hmc ? DynamicsMaker(makeTrajectories) : DynamicsMaker());
    sweepAndMeasure(chain);
    measureOnce(little, chain.field());
    if (little.fixing) { // it was fixed before the first iteration
        RunConfig iterates = little;
        static_cast<MeasurementSections&>(iterates) = {};
        iterates.fixing = little.fixing;
        iterates.fixing->fixing.tolerance = config.fixing->fixing.tolerance;
        try {
            measureOnce(iterates, chain.field());
        } catch (const UnsolvedError&) { // after these
        }
    }
    return precompiler.needed();
}

} // namespace gaugegl
