#include "steered_chain.h"

#include "gauge/update/update_cost.h"
#include "gaugegl/gauge/flow/flow.h"
#include "io/sections.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <span>
#include <utility>

namespace gaugegl::view {
namespace {

/// The sweeps of the window are heat baths and overrelaxations, whatever else the run would do; what else it measures is no part of them.
RunConfig checked(RunConfig run)
{
    static_cast<MeasurementSections&>(run) = {};
    validate(run);
    if (run.device.precision != Precision::Single || run.device.storage != Storage::Texture)
        throw InputError("the lattice window draws textures of single precision; the run asks for " +
                         name(run.device.precision) + " precision in a " + name(run.device.storage));
    run.hmc.reset();
    return run;
}

/// Sections in memory.
class KeptSections : public SectionWriter, public SectionReader {
public:
    explicit KeptSections(std::map<std::string, std::vector<std::byte>> sections = {}) : sections_(std::move(sections))
    {}

    using SectionWriter::add;
    void add(const std::string& name, std::size_t bytes, const SectionBlocks& next) override
    {
        std::vector<std::byte>& data = sections_[name];
        data.reserve(bytes);
        while (data.size() < bytes) {
            const std::span<const std::byte> block = next();
            data.insert(data.end(), block.begin(), block.end());
        }
    }
    const std::string& path() const override { return path_; }
    bool has(const std::string& name) const override { return sections_.contains(name); }
    void read(const std::string& name, std::size_t bytes, std::size_t offset, std::span<std::byte> out) override
    {
        const auto found = sections_.find(name);
        if (found == sections_.end() || found->second.size() != bytes)
            throw FileError(path_, fmt::format("has no section {} of {} bytes", name, bytes));
        std::copy_n(found->second.begin() + std::ptrdiff_t(offset), out.size(), out.begin());
    }
    std::map<std::string, std::vector<std::byte>> take() { return std::move(sections_); }

private:
    std::map<std::string, std::vector<std::byte>> sections_;
    std::string path_ = "the kept state of a chain";
};

/// After every sweep.
constexpr ObservableSet measured = {Observable::PolyakovLoop};

} // namespace

SteeredChain::SteeredChain(Device& device, const RunConfig& run) : chain_(device, checked(run))
{
    if (run.update.start == Start::File) start();
}

void SteeredChain::start()
{
    if (std::exchange(started_, true)) return;
    warnings_ = chain_.start();
    measureNow();
}

Slice SteeredChain::advance(Polling polling)
{
    start();
    if (pending_) {
        if (polling == Polling::Return && !pending_->ready()) return Slice::Waiting;
        takeSample();
        return Slice::Measured;
    }
    if (betweenSweeps() && next_) use(*next_);
    const Slice slice = chain_.advance({}, polling);
    if (slice != Slice::Swept) return slice;
    pending_ = chain_.measure(measured);
    return Slice::Work;
}

void SteeredChain::sweep()
{
    while (advance(Polling::Wait) != Slice::Measured) {
    }
}

void SteeredChain::measureNow() { observables_ = chain_.measure(measured).values(); }

void SteeredChain::takeSample()
{
    observables_ = pending_->values();
    pending_.reset();
    requireNumbers(observables_.plaquette, run(), sweeps());
    if (samples_.size() >= mostSamples) samples_.erase(samples_.begin(), samples_.begin() + mostSamples / 10);
    samples_.push_back({sweeps(), observables_.plaquette, observables_.polyakovLoop()});
}

void SteeredChain::use(const RunConfig& run)
{
    const bool redraws = chain_.follow(run);
    next_.reset();
    if (sweeps() > 0) {
        touched_ = true;
    } else if (redraws && started_ && !touched_ && run.update.start == Start::Hot) {
        // A run that is another one from its start on has other random numbers.
        chain_.start();
        measureNow();
    }
    steadySince_ = sweeps();
}

void SteeredChain::steer(const RunConfig& run)
{
    RunConfig wanted = this->run();
    wanted.action = run.action;
    wanted.update.heatbath = run.update.heatbath;
    wanted.update.overrelaxation = run.update.overrelaxation;
    wanted.action.c1 = wanted.action.type == ActionType::Custom ? wanted.action.c1 : 0;
    validate(wanted);
    linkSets(field().lattice(), gaugeActionOf(wanted.action).loops()); // throws where they do not exist
    next_ = wanted;
    if (betweenSweeps()) use(wanted);
}

/// Changes the links by something that is no sweep of the run.
void SteeredChain::disturb(const std::function<void(GaugeField&)>& change)
{
    if (pending_) takeSample();
    chain_.disturb(change);
    started_ = touched_ = true;
    steadySince_ = sweeps();
    if (next_) use(*next_);
    measureNow();
}

void SteeredChain::heat()
{
    // Not the links of an earlier hot start.
    disturb([this](GaugeField& u) { hotStart(u, chain_.key() + std::uint64_t(sweeps()) + 1); });
}

void SteeredChain::quench(int sweeps)
{
    start();
    disturb([&](GaugeField& u) { cool(u, sweeps, gaugeActionOf(run().action)); });
}

void SteeredChain::freeze() { disturb(coldStart); }

void SteeredChain::precompile()
{
    RunConfig little = run();
    little.update.reunitariseEvery = std::numeric_limits<int>::max(); // what is no number is no error here
    chain_.follow(little);
    sweep();
    chain_.disturb([this](GaugeField& u) {
        unitarityDrift(u, chain_.meter().reduction());
        reunitarise(u);
        coldStart(u);
    });
}

ChainState SteeredChain::state() const
{
    KeptSections kept;
    chain_.save(kept);
    return {run(), kept.take(), samples_, observables_, sweeps(), steadySince_, touched_};
}

void SteeredChain::restore(const ChainState& state)
{
    chain_.follow(state.run);
    KeptSections kept(state.sections);
    chain_.restore(kept, state.sweeps);
    measureNow(); // the densities of pictures too
    samples_ = state.samples;
    steadySince_ = state.steadySince;
    started_ = true;
    touched_ = state.touched;
    next_.reset();
}

std::vector<Sample> SteeredChain::equalSamples() const
{
    auto first = samples_.begin();
    while (first != samples_.end() && first->sweep <= steadySince_)
        ++first;
    return {first, samples_.end()};
}

double SteeredChain::linksOfSweep() const
{
    return 4 * double(field().lattice().volume()) * (1 + run().update.overrelaxation);
}

double SteeredChain::bytesOfSweep() const
{
    const HeatBath heatBath = heatBathOf(run());
    const Device& device = field().device();
    const UpdateKernel kernel{
        .group = field().group(),
        .staples = defaultStapleSource(field().group(), Precision::Single, heatBath.action.loops(), device.registers()),
        .loops = heatBath.action.loops()};
    const DrawSource draws =
        drawSource(run().update.generator.type, field().group(), Precision::Single, heatBath.trials);
    const double planes =
        updateCost("heatbath", field().lattice(), kernel, draws).planesCompulsory +
        run().update.overrelaxation * updateCost("overrelaxation", field().lattice(), kernel).planesCompulsory;
    return planes * double(device.planeBytes()) * 4 * double(field().lattice().volume());
}

} // namespace gaugegl::view
