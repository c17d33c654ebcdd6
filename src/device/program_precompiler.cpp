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
    ProgramPrecompiler* rehearsal = underWay;
    while (rehearsal && rehearsal->device_ != &device)
        rehearsal = rehearsal->outer_;
    return rehearsal;
}

bool ProgramPrecompiler::isDry(const Device& device)
{
    const ProgramPrecompiler* rehearsal = of(device);
    return rehearsal && rehearsal->dry_;
}

void ProgramPrecompiler::admit(const Device& device, const std::string& key, const std::string& label)
{
    ProgramPrecompiler* rehearsal = of(device);
    if (!rehearsal) return;
    if (rehearsal->compiled_ < rehearsal->most_) {
        ++rehearsal->compiled_;
        return;
    }
    if (rehearsal->keys_.insert(key).second) rehearsal->missing_.push_back(label);
    throw ProgramMissing();
}

} // namespace gaugegl
