#include "copy_meter.h"

#include "device/timer.h"
#include "gaugegl/base/error.h"
#include "gl/context_lost.h"

#include <algorithm>

namespace gaugegl::view {
namespace {

constexpr int fewest = 4, most = 40;

TextureShape halfOfLinks(const Lattice& lattice, Group group)
{
    const TextureShape links = halfFieldShape(lattice, linkPlanes(group)); // an eighth
    return {2 * links.width, 2 * links.height, links.planes};
}

} // namespace

CopyMeter::CopyMeter(Device& device, const Lattice& lattice, Group group)
    : device_(&device), shape_(halfOfLinks(lattice, group))
{}

double CopyMeter::bytesPerSecond() const { return samples_ < fewest ? 0 : best_; }

void CopyMeter::sample()
{
    if (samples_ == most || shape_.width > device_->context().capabilities().maxTextureSize) return;
    try {
        const bool first = !there_;
        if (first) there_.emplace(*device_, shape_);
        if (first) back_.emplace(*device_, shape_);
        const auto thereAndBack = [&] {
            Kernel(*device_, copySpec(shape_.planes)).read("uSource", *there_).run(*back_);
            Kernel(*device_, copySpec(shape_.planes)).read("uSource", *back_).run(*there_);
        };
        if (first) thereAndBack(); // compiles the program, and touches the memory
        const Timing timing = timeBatch(*device_, thereAndBack);
        best_ = std::max(best_, 4.0 * double(there_->bytes()) / timing.seconds);
        ++samples_;
    } catch (const gl::ContextLost&) {
        throw;
    } catch (const DeviceError&) { // no memory
        samples_ = most;
        best_ = 0;
    }
    if (samples_ < most) return;
    there_.reset();
    back_.reset();
}

} // namespace gaugegl::view
