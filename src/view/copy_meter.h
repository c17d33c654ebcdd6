// How fast the device copies as much memory as the links of a lattice take.
#pragma once

#include "gaugegl/fields/gauge_field.h"

#include <optional>

namespace gaugegl::view {

/// Times passes that read half as many bytes as the links take and write the other half: they use the caches and the
/// processors as an update does, which reads nearly all links and writes an eighth of them.
class CopyMeter {
public:
    /// Takes no memory yet.  The device must outlive the object.
    CopyMeter(Device& device, const Lattice& lattice, Group group);

    /// Another sample, as long as some are missing: a device has other things to do now and then.
    void sample();
    /// Bytes read and written per second, the best of the samples; 0: too few yet, or there is no memory for it.
    double bytesPerSecond() const;

private:
    Device* device_;
    TextureShape shape_;
    std::optional<PlaneTexture> there_, back_;
    int samples_ = 0;
    double best_ = 0;
};

} // namespace gaugegl::view
