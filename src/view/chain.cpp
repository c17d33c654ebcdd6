#include "chain.h"

#include "gauge/update/update_cost.h"
#include "gaugegl/gauge/flow/flow.h"
#include "gaugegl/run/configuration.h"
#include "gaugegl/run/random_key.h"

#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace gaugegl::view {
namespace {

const RunConfig& checked(const RunConfig& run)
{
    validate(run);
    if (run.device.precision != Precision::Single || run.device.storage != Storage::Texture)
        throw InputError("the lattice window draws textures of single precision; the run asks for " +
                         name(run.device.precision) + " precision in a " + name(run.device.storage));
    return run;
}

} // namespace

Chain::Chain(Device& device, const RunConfig& run)
    : device_(&device), run_(checked(run)), heatBath_(heatBathOf(run)), key_(randomKey(run)),
      field_(device, Lattice(run.lattice.extents), run.lattice.group), generator_(newGenerator()),
      meter_(device, field_.lattice(), field_.group()), sets_(linkSets(field_.lattice(), heatBath_.c1 != 0))
{
    if (run.update.start != Start::File) return;
    readConfiguration(run.update.file, {field_, meter_});
    started_ = true;
    measure();
}

std::unique_ptr<Generator> Chain::newGenerator() const
{
    return Generator::create(*device_, field_.lattice(),
                             {run_.update.generator, field_.group(), key_, heatBath_.trials});
}

/// A run that is another one from its start on has other random numbers.
void Chain::changeKey()
{
    const std::uint64_t key = randomKey(run_);
    if (key == key_) return;
    key_ = key;
    generator_ = newGenerator();
    if (!started_ || touched_ || run_.update.start != Start::Hot) return;
    started_ = false;
    start();
}

/// As Ensemble does.
void Chain::drawStart()
{
    if (keyVersionOf(run_.update) == 1)
        hotStart(field_, key_);
    else
        hotStart(field_, *generator_);
}

void Chain::start()
{
    if (started_) return;
    started_ = true;
    if (run_.update.start == Start::Hot) drawStart(); // a new field is cold
    measure();
}

std::size_t Chain::pieces() const { return sets_.size() * std::size_t(1 + run_.update.overrelaxation); }

bool Chain::advance()
{
    start();
    if (piece_ == 0 && next_) use(*next_);
    const LinkSet& set = sets_[piece_ % sets_.size()];
    if (piece_ < sets_.size())
        heatBath(field_, set, heatBath_, *generator_, std::uint32_t(sweeps_));
    else
        overrelaxation(field_, set, heatBath_.c1);
    if (++piece_ < pieces()) return false;
    piece_ = 0;
    endSweep();
    return true;
}

void Chain::endSweep()
{
    ++sweeps_;
    if (sweeps_ % run_.update.reunitariseEvery == 0) repair();
    measure();
    if (samples_.size() >= mostSamples) samples_.erase(samples_.begin(), samples_.begin() + mostSamples / 10);
    samples_.push_back({sweeps_, observables_.plaquette, observables_.polyakovLoop});
}

void Chain::repair()
{
    const double drift = unitarityDrift(field_, meter_.reduction());
    if (!std::isfinite(drift))
        throw DeviceError(fmt::format("after sweep {} the links are not numbers any more: the device computes "
                                      "wrongly; `gaugegl verify` shows where",
                                      sweeps_));
    reunitarise(field_);
}

void Chain::measure()
{
    observables_ = meter_.measurePlaquette(field_);
    observables_.polyakovLoop = meter_.polyakovLoop(field_);
}

void Chain::use(const RunConfig& run)
{
    run_ = run;
    next_.reset();
    heatBath_ = heatBathOf(run_);
    sets_ = linkSets(field_.lattice(), heatBath_.c1 != 0);
    if (sweeps_ > 0)
        touched_ = true;
    else
        changeKey();
    steadySince_ = sweeps_;
}

void Chain::steer(const RunConfig& run)
{
    RunConfig wanted = run_;
    wanted.action = run.action;
    wanted.update.heatbath = run.update.heatbath;
    wanted.update.overrelaxation = run.update.overrelaxation;
    wanted.action.c1 = wanted.action.type == ActionType::Custom ? wanted.action.c1 : 0;
    validate(wanted);
    linkSets(field_.lattice(), heatBathOf(wanted).c1 != 0); // throws where they do not exist
    next_ = wanted;
    if (piece_ == 0) use(wanted);
}

/// The links were changed by something that is no sweep of the run.
void Chain::disturb()
{
    started_ = touched_ = true;
    piece_ = 0;
    steadySince_ = sweeps_;
    if (next_) use(*next_);
    measure();
}

void Chain::heat()
{
    // Not the links of an earlier hot start.
    hotStart(field_, key_ + std::uint64_t(sweeps_) + 1);
    disturb();
}

void Chain::quench(int sweeps)
{
    start();
    cool(field_, sweeps, heatBath_.c1);
    disturb();
}

void Chain::freeze()
{
    coldStart(field_);
    disturb();
}

void Chain::rehearse()
{
    run_.update.reunitariseEvery = std::numeric_limits<int>::max(); // the drift may be NaN here, which must not throw
    while (!advance()) {
    }
    unitarityDrift(field_, meter_.reduction());
    reunitarise(field_);
    coldStart(field_);
}

std::vector<Sample> Chain::equalSamples() const
{
    auto first = samples_.begin();
    while (first != samples_.end() && first->sweep <= steadySince_)
        ++first;
    return {first, samples_.end()};
}

double Chain::linksOfSweep() const { return 4 * double(field_.lattice().volume()) * (1 + run_.update.overrelaxation); }

double Chain::bytesOfSweep() const
{
    const UpdateKernel kernel{
        .group = field_.group(),
        .staples = defaultStapleSource(field_.group(), Precision::Single, heatBath_.c1 != 0, device_->registers()),
        .rectangles = heatBath_.c1 != 0};
    const DrawSource draws =
        drawSource(run_.update.generator.type, field_.group(), Precision::Single, heatBath_.trials);
    const double planes =
        updateCost("heatbath", field_.lattice(), kernel, draws).planesCompulsory +
        run_.update.overrelaxation * updateCost("overrelaxation", field_.lattice(), kernel).planesCompulsory;
    return planes * double(device_->planeBytes()) * 4 * double(field_.lattice().volume());
}

} // namespace gaugegl::view
