#include "gaugegl/chain/chain.h"

#include "chain/random_key.h"
#include "gauge/field_sections.h"
#include "gaugegl/base/error.h"
#include "gaugegl/chain/configuration.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <utility>

namespace gaugegl {
namespace {

const RunConfig& validated(const RunConfig& run)
{
    validate(run);
    return run;
}

/// With the path of hybrid Monte Carlo that the device gives, which a checkpoint keeps.
RunConfig withPath(RunConfig run, const Device& device)
{
    settlePath(run, device);
    return run;
}

/// Rectangles read two sites away.
GhostWidth ghostsOfRun(const RunConfig& run)
{
    const bool far = !gaugeActionOf(run.action).loops().plaquettesOnly() ||
                     std::ranges::count(run.measure.observables, Observable::Rectangle) > 0;
    return ghostsOf(run, {.z = far ? 2 : 1});
}

std::string linksName(int mu, int parity) { return fmt::format("links-{}-{}", mu, parity); }

// The past of a chain that goes on from a file.
constexpr const char *pastSection = "random-past", *pastSizeSection = "random-past-size";

/// Of a checkpoint of an older program, which had none, nothing.
RandomPast pastFrom(SectionReader& from, const RunConfig& run)
{
    if (keyVersionOf(run.update) < 3 && !from.has(pastSection)) return {};
    std::uint64_t size = 0;
    std::memcpy(&size, from.section(pastSizeSection, sizeof size).data(), sizeof size);
    constexpr std::uint64_t most = 65536;
    if (size > most)
        throw FileError(from.path(), fmt::format("section {}: {} bytes, expected {} at most", pastSection, size, most));
    const std::vector<std::byte> bytes = from.section(pastSection, std::size_t(size));
    const auto past = RandomPast::parse({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    if (!past)
        throw FileError(from.path(), fmt::format("section {}: expected positions of random streams", pastSection));
    return *past;
}

} // namespace

void requireNumbers(double value, const RunConfig& run, int sweep)
{
    if (!std::isfinite(value))
        throw UnsolvedError(fmt::format(
            "after {} {} the links are no longer finite: those that the chain began with were wrong, or the "
            "device computes wrongly; `gaugegl verify` with the run file shows where",
            updateName(run), sweep));
}

Chain::Chain(Device& device, const RunConfig& run, const DynamicsMaker& dynamics)
    : device_(&device), run_(withPath(validated(run), device)), heatBath_(heatBathOf(run)), key_(randomKey(run)),
      field_(device, device.shared(Lattice(run.lattice.extents), ghostsOfRun(run)), run.lattice.group),
      generator_(newGenerator()), meter_(device, field_.lattice(), field_.group())
{
    if (!run.hmc) {
        sets_ = linkSets(field_.lattice(), heatBath_.action.loops());
        return;
    }
    if (!dynamics) throw InputError("the run has a section [hmc], but nothing that makes its trajectories");
    dynamics_ = dynamics(device, field_, *generator_, run_);
}

std::unique_ptr<Generator> Chain::newGenerator() const
{
    return Generator::create(*device_, field_.lattice(),
                             {run_.update.generator, field_.group(), key_, heatBath_.trials, first_});
}

/// The random numbers of a chain from links with this past.
void Chain::takeStreams(const RandomPast& past)
{
    past_ = past;
    const auto [key, first] = streamStart(run_, past_);
    if (std::exchange(key_, key) == key && std::exchange(first_, first) == first) return;
    first_ = first;
    generator_->restart(key_, first_); // the dynamics refer to it
}

RandomPast Chain::past() const
{
    RandomPast all = past_;
    all.streams.use(key_, first_ + std::uint32_t(sweeps_));
    return all;
}

Warnings Chain::start()
{
    Warnings warnings;
    if (goesOnFromFile()) {
        const io::GaugeFileHeader header = readConfiguration(run_.update.file, {field_, meter_});
        takeStreams(io::pastOf(header));
        warnings = header.warnings;
    }
    if (run_.update.start != Start::Hot) return warnings; // a new field is cold
    if (keyVersionOf(run_.update) == 1)
        hotStart(field_, key_); // from Philox whatever the generator
    else
        hotStart(field_, *generator_);
    return {};
}

/// Slices of a sweep that change links.
std::size_t Chain::updates() const
{
    return dynamics_ ? 1 : sets_.size() * std::size_t(1 + run_.update.overrelaxation);
}

bool Chain::repairs() const
{
    return !dynamics_ && (first_ + std::uint32_t(sweeps_) + 1) % std::uint32_t(run_.update.reunitariseEvery) == 0;
}

/// Whether all numbers of the sweep are there.
bool Chain::settled() const
{
    return (!count_ || count_->ready()) && ready(drift_) && (!plaquette_ || plaquette_->ready());
}

Slice Chain::advance(const SweepChoice& choice, Polling polling)
{
    if (betweenSweeps()) {
        choice_ = choice;
        clearSweep();
        if (choice_.counts && !dynamics_) count_.emplace(field_);
    }
    if (phase_ == Phase::Update) return dynamics_ ? trajectory() : update();
    const bool waits = polling == Polling::Wait;
    if (phase_ == Phase::Time) {
        if (waits) fence_->wait();
        if (!waits && !fence_->passed()) return Slice::Waiting;
        report_.seconds += sinceFence_.seconds();
        phase_ = repairs() ? Phase::Repair : Phase::Settle;
    }
    if (phase_ == Phase::Repair) {
        drift_ = beginUnitarityDrift(field_, meter_.reduction());
        reunitarise(field_);
        phase_ = Phase::Settle;
        return Slice::Work;
    }
    return waits || settled() ? endSweep() : Slice::Waiting;
}

Slice Chain::update()
{
    const Stopwatch watch;
    const LinkSet& set = sets_[update_ % sets_.size()];
    if (update_ >= sets_.size())
        overrelaxation(field_, set, heatBath_.action);
    else if (count_)
        countedHeatBath(field_, set, heatBath_, *generator_, first_ + std::uint32_t(sweeps_), meter_.reduction(),
                        *count_);
    else
        heatBath(field_, set, heatBath_, *generator_, first_ + std::uint32_t(sweeps_));
    report_.seconds += watch.seconds();
    if (++update_ < updates()) return Slice::Work;
    if (choice_.timed) {
        fence_.emplace(device_->context());
        sinceFence_.restart();
        phase_ = Phase::Time;
        return Slice::Work;
    }
    phase_ = repairs() ? Phase::Repair : Phase::Settle;
    return phase_ == Phase::Settle && settled() ? endSweep() : Slice::Work;
}

Slice Chain::trajectory()
{
    const TrajectoryReport report = dynamics_->trajectory(std::uint64_t(sweeps_), first_ + std::uint64_t(sweeps_));
    if (report.interrupted) return Slice::Interrupted;
    report_.trajectory = report;
    plaquette_ = meter_.begin(field_);
    phase_ = Phase::Settle;
    return Slice::Work;
}

Slice Chain::endSweep()
{
    last_ = report_;
    if (count_) last_.heatBath = count_->values();
    if (!drift_.empty()) last_.drift = unitarityDrift(drift_, field_.lattice());
    if (plaquette_) last_.trajectory->record.plaquette = plaquette_->values().plaquette;
    clearSweep();
    ++sweeps_;
    if (last_.drift) requireNumbers(*last_.drift, run_, sweeps_);
    if (last_.trajectory) requireNumbers(last_.trajectory->record.plaquette, run_, sweeps_);
    return Slice::Swept;
}

void Chain::clearSweep()
{
    phase_ = Phase::Update;
    update_ = 0;
    report_ = {};
    fence_.reset();
    count_.reset();
    drift_.clear();
    plaquette_.reset();
}

bool Chain::follow(const RunConfig& run)
{
    assert(betweenSweeps() && !dynamics_);
    run_ = validated(run);
    heatBath_ = heatBathOf(run_);
    sets_ = linkSets(field_.lattice(), heatBath_.action.loops());
    if (sweeps_ > 0) return false;
    const std::uint64_t before = key_;
    takeStreams(past_);
    return key_ != before;
}

void Chain::disturb(const std::function<void(GaugeField&)>& change)
{
    clearSweep();
    change(field_);
}

void Chain::save(SectionWriter& to) const
{
    for (int mu = 0; mu < 4; ++mu)
        for (int parity = 0; parity < 2; ++parity)
            saveField(to, linksName(mu, parity), field_.links(mu, parity));
    generator_->save(to);
    if (!goesOnFromFile()) return; // else all follows from the run
    const std::string text = past_.text();
    const std::uint64_t size = text.size();
    to.add(pastSizeSection, std::as_bytes(std::span(&size, 1)));
    to.add(pastSection, std::as_bytes(std::span(text)));
}

void Chain::restore(SectionReader& from, int sweeps)
{
    for (int mu = 0; mu < 4; ++mu)
        for (int parity = 0; parity < 2; ++parity)
            restoreField(from, linksName(mu, parity), field_.links(mu, parity));
    if (goesOnFromFile()) takeStreams(pastFrom(from, run_));
    generator_->restore(from);
    sweeps_ = sweeps;
}

} // namespace gaugegl
