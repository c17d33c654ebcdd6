// Numbers that are read back while the device works on.
#pragma once

#include "gaugegl/device/plane_texture.h"

namespace gaugegl {

/// A copy of a small texture under way to the host, through a buffer and a fence.  Moves, never copies.
class Readback {
public:
    /// Asks for the contents as they are after all work given so far.  The device must outlive the object.
    explicit Readback(const PlaneTexture& texture);

    /// Whether they are there; does not wait.
    bool ready() const;
    /// The contents in the order of PlaneTexture::download(); waits until they are there.
    std::vector<double> values() const;

private:
    Device* device_;
    TextureShape shape_;
    std::size_t bytes_;
    gl::Buffer buffer_;
    gl::Fence fence_;
};

} // namespace gaugegl
