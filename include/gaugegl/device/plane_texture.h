// A texture of planes, each four numbers per texel: what kernels read and write.
#pragma once

#include "gaugegl/device/device.h"
#include "gaugegl/device/layout.h"

#include <cstddef>
#include <span>
#include <vector>

namespace gaugegl {

/// Planes of four numbers per texel on the device, in its precision or in 16 bits.  Those of 16 bits are written and
/// read by kernels alone: what moves numbers to and from the host is for fields of the format Real.
class PlaneTexture {
public:
    /// Contents are undefined until written.  Throws InputError for 16 bits in buffers or beside double precision,
    /// DeviceError when the driver's limits or memory do not suffice, naming the size and the limit.  The device must
    /// outlive the texture.
    PlaneTexture(Device& device, const TextureShape& shape, FieldFormat format = FieldFormat::Real);

    /// Extents.
    const TextureShape& shape() const { return shape_; }
    /// Layers of the texture array: in double precision two for each plane.  In a buffer a plane is a layer.
    int layers() const;
    /// The name of the format in OpenGL.
    GLenum internalFormat() const;
    /// How its numbers are stored.
    FieldFormat format() const { return format_; }
    /// Where it lies.
    Device& device() const { return *device_; }
    /// The name of the OpenGL texture; only where fields lie in textures.
    GLuint id() const { return texture_.id(); }
    /// The name of the field in shaders, (offset, width, height, chunk); only where fields lie in buffers.
    std::array<GLint, 4> bufferName() const;
    /// The chunk of the heap in which it lies; only where fields lie in buffers.
    int chunk() const { return range_.chunk(); }
    /// Memory on the device.
    std::size_t bytes() const;

    /// values[((plane * height + y) * width + x) * 4 + component]; rounded to the precision of the device.
    void upload(std::span<const double> values);
    /// The rows y = first, ..., first + count - 1 alone: values[((plane * count + y - first) * width + x) * 4 +
    /// component].
    void uploadRows(int first, int count, std::span<const double> values);
    /// The same order; waits for the device.
    std::vector<double> download() const;
    /// The same through a pixel buffer, into which the driver may copy while it works on.
    std::vector<double> downloadThroughBuffer() const;

    /// Asks the driver to copy the contents into a buffer, which gets their size; planeValues() reads them.
    void copyTo(const gl::Buffer& buffer) const;

    /// All layers as a texture stores them, bytes() of them: what is uploaded is what was downloaded, bit for bit.
    std::vector<std::byte> downloadBits() const;
    /// The inverse of downloadBits().
    void uploadBits(std::span<const std::byte> bits);

    /// A framebuffer with the given layers as its targets; made on first use.
    const gl::Framebuffer& framebuffer(const LayerRange& layers);
    /// Makes a layer the target of that number of the bound framebuffer.
    void attach(int target, int layer) const;

    /// To be called after the first write: drivers that allocate late report only then that memory is out.  Throws
    /// DeviceError with the size.
    void checkFirstUse();

private:
    bool inTexture() const { return device_->storage() == Storage::Texture; }
    bool layered() const { return device_->layersPerPlane() == 2; }
    void allocate();
    void send(int first, int count, const void* data);
    void receive(void* data) const;
    [[noreturn]] void throwOutOfMemory(const char* when) const;
    GLenum pixelFormat() const;
    GLenum pixelType() const;

    Device* device_;
    TextureShape shape_;
    FieldFormat format_;
    gl::Texture texture_; // one of these two
    BufferRange range_;
    bool used_ = false;
    std::map<std::pair<int, int>, gl::Framebuffer> framebuffers_; // by first layer and count
};

/// The numbers of a texture of the format Real in the order of PlaneTexture::download(), from its contents as OpenGL
/// hands them over.
std::vector<double> planeValues(const Device& device, const TextureShape& shape, const void* data);

} // namespace gaugegl
