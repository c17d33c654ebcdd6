#include "gaugegl/chain/chain.h"

#include "chain/device_links.h"
#include "chain/random_key.h"
#include "gaugegl/base/error.h"
#include "io/sections.h"

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

/// With the path that the backend gives, which a checkpoint keeps: that of hybrid Monte Carlo, and that the links are on the CPU.
RunConfig withPath(RunConfig run, const ChainBackend& backend)
{
    if (Device* const device = backend.device()) {
        if (run.device.path == PathChoice::Cpu)
            throw InputError("the run has path = 'cpu' in [device], but a device was opened for it");
        settlePath(run, *device);
        return run;
    }
    run.device.path = PathChoice::Cpu;
    if (run.hmc && run.hmc->parameters.path == HmcPath::Auto) run.hmc->parameters.path = HmcPath::Cpu;
    return validated(run);
}

/// Rectangles read two sites away.
GhostWidth ghostsOfRun(const RunConfig& run)
{
    const bool far = !gaugeActionOf(run.action).loops().plaquettesOnly() ||
                     std::ranges::count(run.measure.observables, Observable::Rectangle) > 0;
    return ghostsOf(run, {.z = far ? 2 : 1});
}

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

Chain::Chain(const ChainBackend& backend, const RunConfig& run, const DynamicsMaker& dynamics)
    : backend_(backend), run_(withPath(validated(run), backend)), heatBath_(heatBathOf(run)), key_(randomKey(run))
{
    const Lattice lattice(run.lattice.extents);
    const GeneratorOptions numbers{run.update.generator, run.lattice.group, key_, heatBath_.trials, first_};
    links_ = backend.links(lattice, ghostsOfRun(run), numbers);
    onDevice_ = dynamic_cast<DeviceLinks*>(links_.get());
    if (!run.hmc) {
        sets_ = linkSets(shared().lattice(), heatBath_.action.loops());
        return;
    }
    if (!dynamics) throw InputError("the run has a section [hmc], but nothing that makes its trajectories");
    dynamics_ = dynamics(links_->changing(), links_->generator(), run_);
}

Chain::~Chain() = default;

SharedLattice Chain::shared() const { return links_->shared(); }
HostGaugeField Chain::download() const { return links_->download(); }
AnyLinks Chain::forMeasurements() const { return links_->forMeasurements(); }
PendingObservables Chain::measure(const ObservableSet& chosen) { return links_->measure(chosen); }
const GaugeField& Chain::field() const
{
    assert(onDevice_);
    return onDevice_->field();
}
ObservableMeter& Chain::meter()
{
    assert(onDevice_);
    return onDevice_->meter();
}
const ObservableMeter& Chain::meter() const
{
    assert(onDevice_);
    return onDevice_->meter();
}

/// The random numbers of a chain from links with this past.
void Chain::takeStreams(const RandomPast& past)
{
    past_ = past;
    const auto [key, first] = streamStart(run_, past_);
    if (std::exchange(key_, key) == key && std::exchange(first_, first) == first) return;
    first_ = first;
    links_->generator().restart(key_, first_);
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
        const io::GaugeFileHeader header = links_->read(run_.update.file, {});
        takeStreams(io::pastOf(header));
        warnings = header.warnings;
    }
    if (run_.update.start != Start::Hot) return warnings; // a new field is cold
    links_->hotStart(keyVersionOf(run_.update) == 1);
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
    return (!count_ || count_->ready()) && (!repaired_ || links_->hasDrift()) && (!plaquette_ || plaquette_->ready());
}

Slice Chain::advance(const SweepChoice& choice, Polling polling)
{
    if (betweenSweeps()) {
        choice_ = choice;
        clearSweep();
        if (choice_.counts && !dynamics_) count_.emplace(shared().lattice(), run_.lattice.group);
    }
    if (phase_ == Phase::Update) return dynamics_ ? trajectory() : update();
    const bool waits = polling == Polling::Wait;
    if (phase_ == Phase::Time) {
        if (fence_ && waits) fence_->wait();
        if (fence_ && !waits && !fence_->passed()) return Slice::Waiting;
        report_.seconds += sinceFence_.seconds();
        phase_ = repairs() ? Phase::Repair : Phase::Settle;
    }
    if (phase_ == Phase::Repair) {
        links_->reunitarise();
        repaired_ = true;
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
        links_->overrelaxation(set, heatBath_.action);
    else
        links_->heatBath(set, heatBath_, first_ + std::uint32_t(sweeps_), count_ ? &*count_ : nullptr);
    report_.seconds += watch.seconds();
    if (++update_ < updates()) return Slice::Work;
    if (choice_.timed) {
        if (backend_.device()) fence_.emplace(backend_.device()->context());
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
    plaquette_ = measure({});
    phase_ = Phase::Settle;
    return Slice::Work;
}

Slice Chain::endSweep()
{
    last_ = report_;
    if (count_) last_.heatBath = count_->values();
    if (repaired_) last_.drift = links_->drift();
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
    repaired_ = false;
    plaquette_.reset();
}

bool Chain::follow(const RunConfig& run)
{
    assert(betweenSweeps() && !dynamics_);
    run_ = validated(run);
    heatBath_ = heatBathOf(run_);
    sets_ = linkSets(shared().lattice(), heatBath_.action.loops());
    if (sweeps_ > 0) return false;
    const std::uint64_t before = key_;
    takeStreams(past_);
    return key_ != before;
}

void Chain::disturb(const std::function<void(GaugeField&)>& change)
{
    clearSweep();
    assert(onDevice_);
    change(onDevice_->field());
}

void Chain::save(SectionWriter& to) const
{
    links_->save(to);
    if (!goesOnFromFile()) return; // else all follows from the run
    const std::string text = past_.text();
    const std::uint64_t size = text.size();
    to.add(pastSizeSection, std::as_bytes(std::span(&size, 1)));
    to.add(pastSection, std::as_bytes(std::span(text)));
}

void Chain::restore(SectionReader& from, int sweeps)
{
    if (goesOnFromFile()) takeStreams(pastFrom(from, run_)); // before the generator has its state
    links_->restore(from);
    sweeps_ = sweeps;
}

} // namespace gaugegl
