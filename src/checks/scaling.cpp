#include "checks/scaling.h"

#include "checks/kernel_entry.h"
#include "checks/trajectories.h"
#include "device/ghosts.h"
#include "fermion/operators/half_fields.h"
#include "fermion/operators/hopping.h"
#include "gaugegl/base/clock.h"
#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"
#include "gaugegl/device/profile.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fmt/format.h>

namespace gaugegl {
namespace {

using Round = std::function<void()>;

/// Both parities from each other, so that every hop reads a field that has just been written.  Norms do not grow.
Round hopRound(const std::shared_ptr<GaugeField>& u, FermionKind kind)
{
    struct Fields {
        std::shared_ptr<GaugeField> u;
        HopLinks links;
        DeviceHopping op;
        FermionField even, odd;

        FermionField half(int parity) const
        {
            return uploaded(op.space(), randomHalf(u->lattice().local(), op.space()->description().kind, u->group(),
                                                   parity, benchSeed));
        }
        Fields(const std::shared_ptr<GaugeField>& field, FermionKind kind)
            : u(field), links(*u, {}), op(kind, links, {}, FieldFormat::Real), even(half(0)), odd(half(1))
        {}
    };
    const auto f = std::make_shared<Fields>(u, kind);
    return [f] {
        f->op.hop(f->odd, f->even, {.parity = 1, .factors = {.hop = 0.125}});
        f->op.hop(f->even, f->odd, {.parity = 0, .factors = {.hop = 0.125}});
    };
}

FermionKind kindOf(const std::string& task)
{
    for (const FermionKindTraits& fermions : fermionKinds)
        if (task.starts_with(std::string(fermions.name) + "-")) return fermions.kind;
    throw InputError("no measurement of scaling is called " + task);
}

Round roundOf(const std::string& task, Device& device, const Lattice& lattice, Group group)
{
    if (task.ends_with("-hop")) return hopRound(std::make_shared<GaugeField>(device, lattice, group), kindOf(task));
    const auto rig = std::make_shared<Rig>(device, lattice, group);
    if (isTrajectory(task)) return [rig, next = trajectoriesOf(*rig, task.substr(0, task.find('-')))] { next(); };
    return [rig, round = kernelEntry(task).work(*rig).round] { round(); };
}

/// A number of each rank; collective.
std::vector<double> numbersOf(const Communicator& ranks, double own)
{
    std::vector<double> all;
    for (const std::vector<std::byte>& bytes : ranks.gather(std::as_bytes(std::span(&own, 1)))) {
        all.push_back(0);
        std::memcpy(&all.back(), bytes.data(), sizeof(double));
    }
    return all;
}

double largest(const std::vector<double>& numbers) { return *std::ranges::max_element(numbers); }
double mean(const std::vector<double>& numbers)
{
    double sum = 0;
    for (const double one : numbers)
        sum += one;
    return sum / double(numbers.size());
}

/// Seconds of a round on each rank, all of which start at once; collective.
std::vector<double> timed(const Device& device, const Communicator& ranks, const Round& round, int rounds)
{
    device.finish();
    ranks.barrier();
    const Stopwatch watch;
    for (int i = 0; i < rounds; ++i)
        round();
    device.finish();
    return numbersOf(ranks, watch.seconds() / rounds);
}

/// How many rounds take so long, by the slowest rank; collective.
int roundsFor(double seconds, const Device& device, const Communicator& ranks, const Round& round)
{
    constexpr int most = 1 << 20;
    int rounds = 1;
    while (rounds < most) {
        const double passed = rounds * largest(timed(device, ranks, round, rounds));
        if (passed >= seconds || interrupted()) break;
        rounds = int(std::min(double(most), std::ceil(rounds * std::clamp(1.2 * seconds / passed, 1.5, 10.0))));
    }
    return rounds;
}

/// Of messages of so many bytes to and from both neighbours in a ring, in seconds; collective.
double messageSeconds(const Communicator& ranks, const Device& device, std::size_t bytes, double batchSeconds)
{
    const int n = ranks.size(), before = (ranks.rank() + n - 1) % n, behind = (ranks.rank() + 1) % n;
    const std::vector<std::byte> sent(bytes);
    std::array<std::vector<std::byte>, 2> received = {sent, sent};
    const auto round = [&] {
        const Outgoing out[] = {{before, 0, sent}, {behind, 1, sent}};
        const Incoming in[] = {{behind, 0, received[0]}, {before, 1, received[1]}};
        ranks.begin(out, in)->wait();
    };
    const int rounds = roundsFor(batchSeconds, device, ranks, round);
    return largest(timed(device, ranks, round, rounds));
}

/// The line through the times of a small and a large exchange.
ExchangeCost through(double fewBytes, double fewSeconds, double manyBytes, double manySeconds)
{
    const double perByte = std::max(0.0, (manySeconds - fewSeconds) / (manyBytes - fewBytes));
    return {.latency = std::max(0.0, fewSeconds - perByte * fewBytes), .perByte = perByte};
}

double halfInterquartileRange(std::vector<double> values)
{
    const SampledTime found = sampledTime(std::move(values), "");
    return found.spread * found.seconds / 2;
}

} // namespace

const std::vector<std::string>& scalingTasks()
{
    static const std::vector<std::string> tasks = [] {
        std::vector<std::string> all = {"heatbath", "overrelaxation"};
        for (const char* what : {"hop", "iteration", "trajectory"})
            for (const FermionKindTraits& fermions : fermionKinds)
                all.push_back(fmt::format("{}-{}", fermions.name, what));
        return all;
    }();
    return tasks;
}

bool isTrajectory(const std::string& task) { return task.ends_with("-trajectory"); }

ScalingBenchmark::ScalingBenchmark(std::shared_ptr<gl::Context> context, const DeviceOptions& options, Group group)
    : alone_(context,
             [&options] {
                 DeviceOptions one = options;
                 one.ranks = nullptr;
                 one.division = {};
                 return one;
             }()),
      concurrently_(std::move(context), options), group_(group),
      grid_(options.division.grid.value_or(Grid{{1, 1, 1, concurrently_.ranks().size()}}))
{}

Lattice ScalingBenchmark::wholeOf(const Lattice& part) const
{
    std::array<int, 4> extents = part.extents();
    for (std::size_t mu = 0; mu < 4; ++mu)
        extents[mu] *= grid_.blocks[mu];
    return Lattice(extents);
}

const LinkReport& ScalingBenchmark::link(const Lattice& whole)
{
    for (const auto& [lattice, report] : links_)
        if (lattice == whole) return report;
    constexpr double batchSeconds = 0.1;
    const Communicator& ranks = concurrently_.ranks();
    LinkReport report;
    double bytes[2] = {}, seconds[2] = {};
    for (const int planes : {1, 24}) {
        const PlaneTexture field(concurrently_, halfFieldShape(concurrently_.shared(whole), planes));
        const auto fill = [&field] { GhostFill({{.field = &field}}, 1).finish(); };
        fill();
        Profile profile(concurrently_, ProfileClock::Query);
        fill();
        bytes[planes > 1 ? 1 : 0] = profile.report().exchangedBytes;
        seconds[planes > 1 ? 1 : 0] =
            largest(timed(concurrently_, ranks, fill, roundsFor(batchSeconds, concurrently_, ranks, fill)));
    }
    report.ghosts = through(bytes[0], seconds[0], bytes[1], seconds[1]);
    for (const int i : {0, 1})
        seconds[i] = messageSeconds(ranks, concurrently_, std::size_t(bytes[i] / 2), batchSeconds);
    report.messages = through(bytes[0], seconds[0], bytes[1], seconds[1]);
    return links_.emplace_back(whole, report).second;
}

ScalingTiming ScalingBenchmark::measure(const std::string& task, Scaling scaling, const Lattice& lattice,
                                        const Sampling& sampling)
{
    const bool weak = scaling == Scaling::Weak;
    const Communicator& ranks = concurrently_.ranks();
    const Lattice whole = weak ? wholeOf(lattice) : lattice, shared = concurrently_.shared(whole);
    ScalingTiming result{.name = task,
                         .scaling = scaling,
                         .group = group_,
                         .path = gaugegl::name(concurrently_.path(), concurrently_.storage()),
                         .precision = concurrently_.precision(),
                         .whole = whole,
                         .grid = {},
                         .ranks = ranks.size(),
                         .alone = {},
                         .concurrent = {}};
    for (std::size_t mu = 0; mu < 4; ++mu)
        result.grid.blocks[mu] = whole.extent(int(mu)) / shared.share().extents[mu];
    const bool takesPart = weak || ranks.rank() == 0;
    const Round nothing = [] {};
    const Round alone = takesPart ? roundOf(task, alone_, lattice, group_) : nothing,
                concurrent = roundOf(task, concurrently_, shared, group_);
    alone();
    concurrent();
    const int rounds = isTrajectory(task) ? 1 : roundsFor(sampling.batchSeconds, concurrently_, ranks, concurrent);
    const double end = steadySeconds() + sampling.seconds;
    std::vector<double> aloneSeconds, concurrentSeconds, efficiencies;
    constexpr int fewestSamples = 3;
    for (int i = 0; i < sampling.samples; ++i) {
        const auto left = numbersOf(ranks, interrupted() || (i >= fewestSamples && steadySeconds() > end) ? 0.0 : 1.0);
        if (i > 0 && left[0] == 0) break;
        const std::vector<double> apart = timed(alone_, ranks, alone, rounds);
        aloneSeconds.push_back(weak ? mean(apart) : apart[0]);
        concurrentSeconds.push_back(largest(timed(concurrently_, ranks, concurrent, rounds)));
        efficiencies.push_back(aloneSeconds.back() / concurrentSeconds.back() / (weak ? 1 : ranks.size()));
    }
    result.spread =
        efficiencies.size() < std::size_t(fewestSamples) ? std::nan("") : halfInterquartileRange(efficiencies);
    result.efficiency = sampledTime(std::move(efficiencies), "").seconds;
    result.alone = sampledTime(std::move(aloneSeconds), "host");
    result.concurrent = sampledTime(std::move(concurrentSeconds), "host");

    concurrently_.finish();
    ranks.barrier();
    Profile profile(concurrently_, ProfileClock::Query); // the host's would wait after each kernel
    concurrent();
    const ProfileReport spent = profile.report();
    result.exchanges = double(spent.exchanges.calls);
    result.exchangedBytes = spent.exchangedBytes;
    result.exchangeSeconds = spent.exchanges.seconds;
    result.gatherSeconds = spent.gathers.seconds;
    result.hidden = result.exchanges > 0 ? double(spent.hiddenExchanges) / result.exchanges : std::nan("");

    double interior = 1;
    for (const int mu : {2, 3})
        if (shared.share().divides(mu)) interior *= 1 - 2.0 / shared.share().extents[std::size_t(mu)];
    const double ideal = result.alone.seconds / (weak ? 1 : ranks.size());
    const double exchange = link(whole).ghosts.of(result.exchanges, result.exchangedBytes);
    result.modelHidden = ideal / (std::max(interior * ideal, exchange) + (1 - interior) * ideal);
    result.modelOpen = ideal / (ideal + exchange);
    return result;
}

} // namespace gaugegl
