// A texture of planes, each with four numbers per texel: the operands of kernels.
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
    /// Contents are undefined until written.  Throws InputError for 16 bits in buffers or on a device of double
    /// precision, and DeviceError, naming the size and the limit, if the driver's limits or memory do not suffice.  The
    /// device must outlive the texture.
    PlaneTexture(Device& device, const TextureShape& shape, FieldFormat format = FieldFormat::Real);

    /// Extents.
    const TextureShape& shape() const { return shape_; }
    /// Layers of the texture array: in double precision two for each plane.  In a buffer a plane is a layer.
    int layers() const;
    /// The OpenGL internal format.
    GLenum internalFormat() const;
    /// How its numbers are stored.
    FieldFormat format() const { return format_; }
    /// The device that holds it.
    Device& device() const { return *device_; }
    /// The name of the OpenGL texture; only where fields lie in textures.
    GLuint id() const { return texture_.id(); }
    /// The name of the field in shaders, (offset, width, height, chunk); only where fields lie in buffers.
    std::array<GLint, 4> bufferName() const;
    /// The chunk of the heap in which it lies; only where fields lie in buffers.
    int chunk() const { return range_.chunk(); }
    /// Memory on the device, ghosts included.
    std::size_t bytes() const { return rowBytes() * std::size_t(shape_.storedHeight()); }
    /// Of a row of all layers.
    std::size_t rowBytes() const;

    /// values[((plane * height + y) * width + x) * 4 + component]; rounded to the precision of the device.
    void upload(std::span<const double> values);
    /// The rows y = first, ..., first + count - 1 alone: values[((plane * count + y - first) * width + x) * 4 +
    /// component].
    void uploadRows(int first, int count, std::span<const double> values);
    /// All values in the order of upload(); waits for the device.
    std::vector<double> download() const;
    /// download() through a pixel buffer, into which the driver may copy asynchronously.
    std::vector<double> downloadThroughBuffer() const;

    /// Starts a copy of the contents into a buffer, which is resized to fit; planeValues() decodes them.
    void copyTo(const gl::Buffer& buffer) const;

    /// All layers as the texture stores them, without ghosts.  uploadBits(downloadBits()) restores them bit for bit.
    std::vector<std::byte> downloadBits() const;
    /// The inverse of downloadBits().
    void uploadBits(std::span<const std::byte> bits);

    /// Stored rows, ghosts included, as the texture stores them: for each range layer after layer, rowBytes() a row; for
    /// messages between ranks.
    /// Starts a copy to the buffer that is bound to GL_PIXEL_PACK_BUFFER, from that byte on; returns where it ends.
    std::size_t copyStoredRows(std::span<const RowRange> ranges, std::size_t offset) const;
    /// Overwrites stored rows with what was copied, in the layers first .. first + count - 1; -1: all.  Ghosts are copies: to
    /// fill them does not change the field.
    void writeStoredRows(std::span<const RowRange> ranges, const std::byte* in, const LayerRange& of = {0, -1}) const;
    /// The slices of ghosts on either side that hold what the neighbours have; kernels that write the field make it 0.
    int validGhosts() const { return validGhosts_; }
    /// After ghosts were filled, or the field was written.
    void setValidGhosts(int slices) const { validGhosts_ = slices; }
    /// Whether the ghosts of the second half of the layers are 0 (GhostSource).
    bool halfGhosts() const { return halfGhosts_; }
    /// After ghosts were filled.
    void setHalfGhosts(bool half) const { halfGhosts_ = half; }

    /// A framebuffer with the given layers as its targets; made on first use.
    const gl::Framebuffer& framebuffer(const LayerRange& layers);
    /// Attaches a layer to the bound framebuffer as its colour target of that number.
    void attach(int target, int layer) const;

    /// Call after the first write: drivers that allocate lazily report only then that they are out of memory.  Throws
    /// DeviceError with the size.
    void checkFirstUse() const;

private:
    bool inTexture() const { return device_->storage() == Storage::Texture; }
    bool layered() const { return device_->layersPerPlane() == 2; }
    void allocate();
    void send(int first, int count, const void* data) const;
    void sendStored(int first, int count, const void* data, const LayerRange& of = {0, -1}) const;
    std::vector<std::byte> withoutGhosts(std::vector<std::byte> stored) const;
    void receive(void* data) const;
    void receiveTexture(void* data) const;
    [[noreturn]] void throwOutOfMemory(const char* when) const;
    GLenum pixelFormat() const;
    GLenum pixelType() const;

    Device* device_;
    TextureShape shape_;
    FieldFormat format_;
    gl::Texture texture_; // one of these two
    BufferRange range_;
    mutable gl::Framebuffer rowReader_; // made when rows are read
    mutable bool used_ = false;
    mutable int validGhosts_ = 0;
    mutable bool halfGhosts_ = false;
    std::map<std::pair<int, int>, gl::Framebuffer> framebuffers_; // by first layer and count
};

/// The numbers of a texture of the format Real in the order of PlaneTexture::download(), decoded from its contents as
/// OpenGL returns them, ghosts included.
std::vector<double> planeValues(const Device& device, const TextureShape& shape, const void* data);

/// What neighbouring ranks get as ghosts of a field.
struct GhostSource {
    const PlaneTexture* field = nullptr; ///< whose ghosts are filled
    /// Instead of the field's own edges in z: of half the planes and else the same shape.  They become the first half of the
    /// planes of the ghosts, the others 0, and corners remain unfilled.
    const PlaneTexture* z = nullptr;
    const PlaneTexture* t = nullptr; ///< Instead of the field's own edges in t, as `z`.

    /// Whether this is so.
    bool half() const { return z != nullptr || t != nullptr; }
};

} // namespace gaugegl
