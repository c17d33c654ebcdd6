#include "device/program_precompiler.h"

#include <cassert>

namespace gaugegl {
namespace {

thread_local ProgramPrecompiler* underWay = nullptr;

} // namespace

ProgramPrecompiler::ProgramPrecompiler(const Device& device, std::size_t most, KnownKernels known)
    : outer_(underWay), device_(&device), most_(most), skipsKnown_(known == KnownKernels::Skip)
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
    return precompiler && (precompiler->dry_ || precompiler->skipsKnown_);
}

bool ProgramPrecompiler::skips(const Device& device, bool known)
{
    const ProgramPrecompiler* precompiler = of(device);
    return precompiler && (precompiler->dry_ || (known && precompiler->skipsKnown_));
}

void ProgramPrecompiler::see(const Device& device, const std::string& key, const std::string& label)
{
    if (ProgramPrecompiler* precompiler = of(device)) precompiler->needed_.emplace(key, label);
}

void ProgramPrecompiler::admit(const Device& device, const std::string& key, const std::string& label)
{
    ProgramPrecompiler* precompiler = of(device);
    if (!precompiler) return;
    if (precompiler->compiled_ < precompiler->most_) {
        ++precompiler->compiled_;
        return;
    }
    precompiler->miss(key, label);
}

void ProgramPrecompiler::postpone(const Device& device, const std::string& key, const std::string& label)
{
    if (ProgramPrecompiler* precompiler = of(device)) precompiler->miss(key, label);
}

void ProgramPrecompiler::miss(const std::string& key, const std::string& label)
{
    if (keys_.insert(key).second) missing_.push_back(label);
    throw ProgramMissing();
}

} // namespace gaugegl
