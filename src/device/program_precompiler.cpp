#include "device/program_precompiler.h"

#include <cassert>

namespace gaugegl {
namespace {

thread_local ProgramPrecompiler* underWay = nullptr;

} // namespace

ProgramPrecompiler::ProgramPrecompiler(const Device& device, std::size_t most)
    : outer_(underWay), device_(&device), most_(most)
{
    assert(!of(device));
    underWay = this;
}

ProgramPrecompiler::ProgramPrecompiler(const Device& device) : ProgramPrecompiler(device, 0) { dry_ = true; }

ProgramPrecompiler::~ProgramPrecompiler()
{
    assert(underWay == this);
    underWay = outer_;
}

/// That of the device, or null.
ProgramPrecompiler* ProgramPrecompiler::of(const Device& device)
{
    ProgramPrecompiler* precompiler = underWay;
    while (precompiler && precompiler->device_ != &device)
        precompiler = precompiler->outer_;
    return precompiler;
}

bool ProgramPrecompiler::isDry(const Device& device)
{
    const ProgramPrecompiler* precompiler = of(device);
    return precompiler && precompiler->dry_;
}

void ProgramPrecompiler::admit(const Device& device, const std::string& key, const std::string& label)
{
    ProgramPrecompiler* precompiler = of(device);
    if (!precompiler) return;
    if (precompiler->compiled_ < precompiler->most_) {
        ++precompiler->compiled_;
        return;
    }
    if (precompiler->keys_.insert(key).second) precompiler->missing_.push_back(label);
    throw ProgramMissing();
}

} // namespace gaugegl
