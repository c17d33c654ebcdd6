#include "gaugegl/device/rehearsal.h"

#include <cassert>

namespace gaugegl {
namespace {

thread_local Rehearsal* underWay = nullptr;

} // namespace

Rehearsal::Rehearsal(const Device& device, std::size_t most) : device_(&device), most_(most)
{
    assert(!underWay);
    underWay = this;
}

Rehearsal::Rehearsal(const Device& device) : Rehearsal(device, 0) { dry_ = true; }

bool Rehearsal::isDry(const Device& device) { return underWay && underWay->dry_ && underWay->device_ == &device; }

Rehearsal::~Rehearsal() { underWay = nullptr; }

void Rehearsal::admit(const Device& device, const std::string& key, const std::string& label)
{
    Rehearsal* rehearsal = underWay;
    if (!rehearsal || rehearsal->device_ != &device) return;
    if (rehearsal->compiled_ < rehearsal->most_) {
        ++rehearsal->compiled_;
        return;
    }
    if (rehearsal->keys_.insert(key).second) rehearsal->missing_.push_back(label);
    throw ProgramMissing();
}

} // namespace gaugegl
