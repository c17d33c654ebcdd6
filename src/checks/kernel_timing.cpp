#include "checks/kernel_timing.h"

#include "gaugegl/base/clock.h"
#include "gaugegl/base/interrupt.h"

#include <algorithm>
#include <cmath>

namespace gaugegl {
namespace {

constexpr int fewestSamples = 3;
constexpr int mostRounds = 1 << 20;

/// The number of rounds that take a sample's time.
int roundsPerSample(const std::function<Timing(int)>& timeRounds, double wanted)
{
    int rounds = 1;
    while (rounds < mostRounds) {
        const double seconds = timeRounds(rounds).seconds;
        if (seconds >= wanted || interrupted()) break;
        const double factor = seconds > 0 ? 1.2 * wanted / seconds : 10; // the first rounds are slower than later ones
        rounds = int(std::min(double(mostRounds), std::ceil(rounds * std::clamp(factor, 1.5, 10.0))));
    }
    return rounds;
}

/// Sorted values at a fraction of their number, interpolated.
double quantile(const std::vector<double>& sorted, double fraction)
{
    const double at = fraction * double(sorted.size() - 1);
    const auto below = std::size_t(at), above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (at - double(below)) * (sorted[above] - sorted[below]);
}

} // namespace

SampledTime sampledTime(std::vector<double> seconds, const std::string& clock)
{
    std::sort(seconds.begin(), seconds.end());
    const double median = quantile(seconds, 0.5), range = quantile(seconds, 0.75) - quantile(seconds, 0.25);
    return {.seconds = median,
            .fastest = seconds.front(),
            .spread = seconds.size() < std::size_t(fewestSamples) ? std::nan("") : range / median,
            .samples = int(seconds.size()),
            .clock = clock};
}

SampledTime sampled(const std::function<Timing(int rounds)>& timeRounds, int calls, const Sampling& sampling)
{
    const int rounds = roundsPerSample(timeRounds, sampling.batchSeconds);
    const double end = steadySeconds() + sampling.seconds;
    std::map<std::string, std::vector<double>> seconds; // by clock: times of different clocks are not mixed
    for (int i = 0; i < sampling.samples && (i < fewestSamples || steadySeconds() < end); ++i) {
        if (i > 0 && interrupted()) break;
        const Timing timing = timeRounds(rounds);
        seconds[timing.clock].push_back(timing.seconds / (double(rounds) * calls));
    }
    const auto fewer = [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); };
    auto& [clock, samples] = *std::max_element(seconds.begin(), seconds.end(), fewer);
    return sampledTime(std::move(samples), clock);
}

std::function<Timing(int rounds)> onHostClock(std::function<void()> round)
{
    return [round = std::move(round)](int rounds) -> Timing {
        const double start = steadySeconds();
        for (int i = 0; i < rounds; ++i)
            round();
        return {steadySeconds() - start, "host"};
    };
}

std::function<Timing(int rounds)> onDeviceClock(Device& device, std::function<void()> round)
{
    return [&device, round = std::move(round)](int rounds) {
        return timeBatch(device, [&] {
            for (int i = 0; i < rounds; ++i)
                round();
        });
    };
}

Work workOf(Precision precision, double sites, const KernelCost& cost, int calls, std::function<void()> round)
{
    const double planeBytes = precision == Precision::Single ? 16 : 32;
    return {.round = std::move(round),
            .calls = calls,
            .sites = sites,
            .flops = sites * cost.flops,
            .bytesCompulsory = sites * cost.planesCompulsory * planeBytes,
            .bytesLoaded = sites * cost.planesLoaded * planeBytes};
}

KernelClass classOf(const std::string& kernel)
{
    struct Exception {
        const char* kernel;
        KernelClass kind;
    };
    using enum KernelClass;
    constexpr Exception exceptions[] = {
        {"heatbath", HeatBath}, {"fix", Fixing},           {"fix_transformation", Fixing}, // with "transform"
        {"copy", Other}, // what the others are compared with
        {"fold", Other}, // a sum that the host reads
        {"number", Other},      {"shifts", Other},         {"random_links", Other},        {"random_momenta", Other},
        {"ranlux", Other},      {"clover_inverse", Other}, {"trajectory", Other},          {"eigen", Other}};
    for (const Exception& exception : exceptions)
        if (kernel == exception.kernel) return exception.kind;
    return Streaming;
}

KernelCost costOn(const Device& device, const KernelSpec& spec)
{
    return spec.cost.of(int(device.passesOf(spec).size()));
}

} // namespace gaugegl
