#include "checks/kernel_entry.h"

#include "gaugegl/base/error.h"

#include <fmt/format.h>

namespace gaugegl {
namespace {

SampledTime timeOf(const Work& work, const std::function<Timing(int rounds)>& timeRounds, const Sampling& sampling)
{
    if (work.sample) return work.sample(sampling);
    work.round();
    return sampled(timeRounds, work.calls, sampling);
}

} // namespace

const KernelEntry& kernelEntry(const std::string& name)
{
    for (const KernelEntry& entry : kernelEntries())
        if (entry.name == name) return entry;
    throw InputError("no benchmark is called " + name);
}

KernelTiming timingOf(const KernelEntry& entry, Rig& rig, const Sampling& sampling)
{
    const Setting setting = rig.setting();
    const std::string path = name(setting.path, setting.storage);
    if (!entry.existsOn(setting))
        throw InputError(fmt::format("there is no benchmark {} for {} in {} precision on {}, path {}", entry.name,
                                     name(setting.group), name(setting.precision), setting.lattice.name(), path));
    const Work work = entry.work(rig);
    KernelTiming result{.name = entry.name,
                        .nameOnHost = entry.nameOnHost(),
                        .group = entry.perGroup ? std::optional(setting.group) : std::nullopt,
                        .path = path,
                        .precision = setting.precision,
                        .lattice = setting.lattice,
                        .kind = classOf(entry.kernels.front())};
    result.set(work);
    result.time = timeOf(work, onDeviceClock(rig.device(), work.round), sampling);
    return result;
}

KernelTiming timingOf(const KernelEntry& entry, const HostSetting& setting, const Sampling& sampling)
{
    if (!entry.host.work) throw InputError("the CPU has no benchmark " + entry.name);
    const ThreadLimit limit(setting.threads);
    const Work work = entry.host.work(setting);
    KernelTiming result{.name = entry.nameOnHost(),
                        .nameOnHost = entry.nameOnHost(),
                        .group = entry.perGroup ? std::optional(setting.group) : std::nullopt,
                        .path = entry.host.path,
                        .precision = setting.precision,
                        .lattice = setting.lattice,
                        .threads = setting.threads};
    result.set(work);
    result.time = timeOf(work, onHostClock(work.round), sampling);
    return result;
}

} // namespace gaugegl
