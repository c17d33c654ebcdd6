#include "device/rehearsal.h"

#include <cassert>

namespace gaugegl {
namespace {

thread_local Rehearsal* underWay = nullptr;

} // namespace

Rehearsal::Rehearsal(const Device& device, std::size_t most) : outer_(underWay), device_(&device), most_(most)
{
    assert(!of(device));
    underWay = this;
}

Rehearsal::Rehearsal(const Device& device) : Rehearsal(device, 0) { dry_ = true; }

Rehearsal::~Rehearsal()
{
    assert(underWay == this);
    underWay = outer_;
}

/// That of the device, or null.
Rehearsal* Rehearsal::of(const Device& device)
{
    Rehearsal* rehearsal = underWay;
    while (rehearsal && rehearsal->device_ != &device)
        rehearsal = rehearsal->outer_;
    return rehearsal;
}

bool Rehearsal::isDry(const Device& device)
{
    const Rehearsal* rehearsal = of(device);
    return rehearsal && rehearsal->dry_;
}

void Rehearsal::admit(const Device& device, const std::string& key, const std::string& label)
{
    Rehearsal* rehearsal = of(device);
    if (!rehearsal) return;
    if (rehearsal->compiled_ < rehearsal->most_) {
        ++rehearsal->compiled_;
        return;
    }
    if (rehearsal->keys_.insert(key).second) rehearsal->missing_.push_back(label);
    throw ProgramMissing();
}

} // namespace gaugegl
