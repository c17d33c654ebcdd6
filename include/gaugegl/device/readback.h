// Asynchronous readback of small textures.
#pragma once

#include "gaugegl/device/plane_texture.h"

namespace gaugegl {

/// An asynchronous copy of a small texture to the host, by a pixel buffer and a fence.  Move-only.
class Readback {
public:
    /// Starts a copy of the contents as they are after all work submitted so far.  The device must outlive the object.
    explicit Readback(const PlaneTexture& texture);

    /// Whether the copy is complete; does not wait.
    bool ready() const;
    /// The contents in the order of PlaneTexture::download(); waits until the copy is complete.
    std::vector<double> values() const;

private:
    Device* device_;
    TextureShape shape_;
    std::size_t bytes_;
    gl::Buffer buffer_;
    gl::Fence fence_;
};

} // namespace gaugegl
