// Times kernels: repeats a measurement until it is reliable.
#pragma once

#include "device/timer.h"
#include "gaugegl/core/choice.h"
#include "gaugegl/core/lattice.h"
#include "gaugegl/device/device.h"
#include "gaugegl/device/kernel_cost.h"
#include "gaugegl/device/kernel_spec.h"

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace gaugegl {

/// How long to measure.
struct Sampling {
    double batchSeconds = 0.02; ///< a sample is a batch of calls that takes at least this long
    double seconds = 1;         ///< after this time no sample is begun, if there are three
    int samples = 9;            ///< no more are taken
};

/// The time of repeated work.
struct SampledTime {
    double seconds = 0;         ///< median of the samples
    double fastest = 0;         ///< the minimum of the samples, least affected by other programs, in seconds
    double spread = 0;          ///< interquartile range of the samples, in units of the median; NaN: too few of them
    int samples = 0;            ///< number of samples
    std::string clock = "host"; ///< "query" or "host", as device/timer.h defines them
};

/// What a card needs most for a kernel.
enum class KernelClass {
    Streaming, ///< memory: whatever is none of the others
    HeatBath,  ///< memory, and proposals whose number differs from link to link
    Fixing,    ///< memory, and threads that share the links of a site
    Other ///< something else: arithmetic, the host's answer, a trajectory; copies themselves, and the CPU's own code
};

/// A class, its name, and the fraction of the copy bandwidth that its kernels should reach on a card.
struct KernelClassTraits {
    KernelClass value;            ///< which one
    const char* name;             ///< in tables and JSON
    std::optional<double> wanted; ///< none: there is no such fraction
};
inline constexpr auto kernelClasses = std::to_array<KernelClassTraits>({{KernelClass::Streaming, "streaming", 0.85},
                                                                        {KernelClass::HeatBath, "heat bath", 0.60},
                                                                        {KernelClass::Fixing, "fixing", 0.70},
                                                                        {KernelClass::Other, "other", {}}});
template<>
inline constexpr auto choiceTexts<KernelClass> = choicesOf(kernelClasses, &KernelClassTraits::value);

/// The entry of a class.
constexpr const KernelClassTraits& traits(KernelClass kind) { return kernelClasses[std::size_t(kind)]; }

/// That of a kernel by its file in shaders/kernels/, "trajectory" or "eigen".
KernelClass classOf(const std::string& kernel);

/// Work that is done over and over; what it needs belongs to its functions.  The numbers are those of a call.
struct Work {
    std::function<void()> round = {}; ///< to be timed
    int calls = 1;                    ///< of kernels in a round
    double sites = 0;                 ///< that a call works on
    double links = 0;                 ///< that get a new value; 0 if the kernel is no update
    double flops = 0;                 ///< as the catalogue of its kernels counts them
    double bytesCompulsory = 0;       ///< every number read or written once
    double bytesLoaded = 0;           ///< as the source loads and stores them
    /// Where rounds are not timed one by one: the time of a call.  Its exceptions are those of the measurement.
    std::function<SampledTime(const Sampling&)> sample = {};
};

/// Work of kernels of a device whose cost is that of a site.
Work workOf(Precision precision, double sites, const KernelCost& cost, int calls, std::function<void()> round);

/// The cost of a kernel in the passes that the device needs.
KernelCost costOn(const Device& device, const KernelSpec& spec);

/// The time of one kernel.
struct KernelTiming {
    std::string name;                        ///< as `bench` prints it
    std::string nameOnHost;                  ///< of what it is compared with on the CPU
    std::optional<Group> group;              ///< none: the kernel does not depend on it
    std::string path;                        ///< "fragment", "compute", "buffers"; on the CPU "reference" or "host"
    Precision precision = Precision::Single; ///< of fields and kernels
    Lattice lattice;                         ///< extents
    KernelClass kind = KernelClass::Other;   ///< on a device

    SampledTime time = {}; ///< of one call

    // All of one call, as Work has it.
    double sites = 0, links = 0, flops = 0, bytesCompulsory = 0, bytesLoaded = 0;

    int threads = 0; ///< of the CPU; 0: the device computes

    bool tuned = false;       ///< the device tunes
    std::string variant = {}; ///< the names of those of its kernels that a tuner may choose, if it was asked for

    /// Takes the numbers of its work.
    void set(const Work& work)
    {
        sites = work.sites;
        links = work.links;
        flops = work.flops;
        bytesCompulsory = work.bytesCompulsory;
        bytesLoaded = work.bytesLoaded;
    }
};

/// Median, least and range of samples, at least one, in seconds.
SampledTime sampledTime(std::vector<double> seconds, const std::string& clock);

/// Has `timeRounds` time so many rounds, of `calls` calls each, that a sample takes sampling.batchSeconds, until there
/// are samples enough or a signal comes (base/interrupt.h); the times of a call.
SampledTime sampled(const std::function<Timing(int rounds)>& timeRounds, int calls, const Sampling& sampling);

/// Rounds on the host's clock.
std::function<Timing(int rounds)> onHostClock(std::function<void()> round);
/// Rounds on the device's clock where it has one.
std::function<Timing(int rounds)> onDeviceClock(Device& device, std::function<void()> round);

} // namespace gaugegl
