#include "gaugegl/chain/backend.h"

#include "base/host_threads.h"
#include "base/trimmed.h"
#include "chain/chain_links.h"
#include "device/tuner.h"
#include "gaugegl/base/error.h"
#include "gaugegl/config/run_config.h"
#include "host/instruction_set.h"

#include <fmt/format.h>

namespace gaugegl {
namespace {

std::string instructionSet() { return host::name(host::bestInstructionSet()); }

} // namespace

ChainBackend::ChainBackend(Device& device) : ChainBackend(&device, device.precision(), makeDeviceLinks) {}

ChainBackend ChainBackend::owning(Device device)
{
    const auto own = std::make_shared<Device>(std::move(device));
    ChainBackend backend(*own);
    backend.own_ = own;
    return backend;
}

ChainBackend ChainBackend::cpu(Precision precision) { return {nullptr, precision, makeHostLinks}; }

std::string ChainBackend::path() const { return device_ ? name(device_->path()) : "cpu"; }

std::string ChainBackend::renderer() const
{
    if (device_) return device_->context().capabilities().renderer;
    return fmt::format("CPU, {} thread{}, {}", hostThreads(), hostThreads() == 1 ? "" : "s", instructionSet());
}

std::string ChainBackend::driver() const
{
    if (!device_) return fmt::format("CPU, {}", instructionSet());
    const gl::Capabilities& c = device_->context().capabilities();
    return fmt::format("{}, {}, {}, {} shaders", c.vendor, c.renderer, c.version, path());
}

std::string ChainBackend::work() const { return device_ ? path() + " shaders" : "CPU"; }

std::string ChainBackend::work(const std::string& precisionName) const
{
    return fmt::format("{}{}, {}", device_ ? work() + ", " : "", precisionName, renderer());
}

std::vector<std::string> ChainBackend::variants() const
{
    return device_ ? device_->tuner().lines() : std::vector<std::string>();
}

const Communicator& ChainBackend::ranks() const { return device_ ? device_->ranks() : *singleRank(); }

std::unique_ptr<ChainLinks> ChainBackend::links(const Lattice& lattice, const GhostWidth& ghosts,
                                                const GeneratorOptions& options) const
{
    return makeLinks_(*this, lattice, ghosts, options);
}

ChainBackend openBackend(const BackendRequest& request)
{
    const bool alone = !request.ranks || request.ranks->size() == 1;
    if (request.path == PathChoice::Cpu && !alone)
        throw InputError(
            fmt::format("path = 'cpu' is for one process, which takes all processors, not for {} ranks; ranks "
                        "share a lattice on devices",
                        request.ranks->size()));
    if (request.path == PathChoice::Cpu) return ChainBackend::cpu(request.onCpu);
    try {
        return ChainBackend::owning(request.device());
    } catch (const NoDriverError& error) {
        if (request.path != PathChoice::Auto || request.needsDevice || !alone) throw;
        ChainBackend cpu = ChainBackend::cpu(request.onCpu);
        if (request.note)
            request.note(fmt::format("no driver of OpenGL 3.3 ({}): path = auto stands for the CPU ({})",
                                     trimmed(error.tried()), cpu.renderer()));
        return cpu;
    }
}

Precision precisionOnCpu(const RunConfig& run) { return run.hmc ? Precision::Double : run.device.precision; }

} // namespace gaugegl
