#include "gaugegl/device/plane_texture.h"

#include "device/program_precompiler.h"
#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"
#include "gaugegl/device/profile.h"
#include "gaugegl/device/readback.h"

#include <cassert>
#include <cstdint>
#include <cstring>
#include <fmt/format.h>
#include <utility>

namespace gaugegl {
namespace {

/// Where number i of the planes lies in the layers: (x, y) of a double plane's texels in one, (z, w) in the next.
std::size_t layeredIndex(std::size_t i, std::size_t texels)
{
    const std::size_t plane = i / (4 * texels), texel = i / 4 % texels, component = i % 4;
    return ((2 * plane + component / 2) * texels + texel) * 2 + component % 2;
}

std::vector<double> layeredFromPlanes(std::span<const double> values, std::size_t texels)
{
    std::vector<double> layered(values.size());
    for (std::size_t i = 0; i < values.size(); ++i)
        layered[layeredIndex(i, texels)] = values[i];
    return layered;
}

std::vector<double> planesFromLayered(std::span<const double> layered, std::size_t texels)
{
    std::vector<double> values(layered.size());
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = layered[layeredIndex(i, texels)];
    return values;
}

/// The last pending OpenGL error, with precedence for GL_OUT_OF_MEMORY; a lost context reports errors endlessly.
GLenum lastError(const gl::Functions& gl)
{
    GLenum last = GL_NO_ERROR;
    for (int i = 0; i < 16; ++i) {
        const GLenum error = gl.GetError();
        if (error == GL_NO_ERROR) break;
        if (last != GL_OUT_OF_MEMORY) last = error;
    }
    return last;
}

/// Call before a texture is read back: llvmpipe (Mesa 22.3) may return the contents from before passes that are still
/// being drawn, unless the texture is the target of the last one.
void finishDrawing(const Device& device)
{
    const BlockingCall drawing;
    const gl::Capabilities& driver = device.context().capabilities();
    if (driver.software && !driver.embedded) device.gl().Finish();
}

} // namespace

PlaneTexture::PlaneTexture(Device& device, const TextureShape& shape, FieldFormat format)
    : device_(&device), shape_(shape), format_(format)
{
    if (format != FieldFormat::Real && (!inTexture() || device.precision() == Precision::Double))
        throw InputError("fields of 16 bits need textures and a device of single precision; not buffers, and not "
                         "double precision");
    if (!inTexture()) {
        range_ = BufferRange(device.heap(), std::int64_t(shape.storedTexels()) * shape.planes);
        return;
    }
    const gl::Capabilities& c = device.context().capabilities();
    if (shape.width > c.maxTextureSize || shape.storedHeight() > c.maxTextureSize)
        throw DeviceError(fmt::format("a field needs a texture of {} x {} texels; this driver ({}) allows {} in each "
                                      "direction: choose smaller extents ((Lx/2) Ly and Lz Lt must fit)",
                                      shape.width, shape.storedHeight(), c.renderer, c.maxTextureSize));
    if (layers() > c.maxLayers)
        throw DeviceError(fmt::format("a field needs {} texture layers; this driver allows {}", layers(), c.maxLayers));
    allocate();
}

void PlaneTexture::allocate()
{
    const gl::Functions& gl = device_->gl();
    lastError(gl);                               // what happened before is not this allocation's
    const auto format = GLint(internalFormat()); // before binding: asking the driver what it renders to binds others
    texture_ = gl::Texture(device_->context());
    gl.BindTexture(GL_TEXTURE_2D_ARRAY, texture_.id());
    gl.TexImage3D(GL_TEXTURE_2D_ARRAY, 0, format, shape_.width, shape_.storedHeight(), layers(), 0, pixelFormat(),
                  pixelType(), nullptr);
    gl.TexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MAX_LEVEL, 0);
    gl.TexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    gl.TexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    gl.BindTexture(GL_TEXTURE_2D_ARRAY, 0);
    if (lastError(gl) == GL_OUT_OF_MEMORY) throwOutOfMemory("when it was made");
}

void PlaneTexture::throwOutOfMemory(const char* when) const
{
    throw DeviceError(
        fmt::format("{} has no memory for a texture of {:.1f} MiB ({} x {} texels, {} layers; it says so {}): "
                    "choose a smaller lattice",
                    device_->context().capabilities().renderer, double(bytes()) / (1 << 20), shape_.width,
                    shape_.storedHeight(), layers(), when));
}

void PlaneTexture::checkFirstUse() const
{
    if (std::exchange(used_, true)) return;
    const GLenum error = lastError(device_->gl());
    if (error == GL_OUT_OF_MEMORY) throwOutOfMemory("at its first use");
    device_->context().throwOnReset();
    if (error != GL_NO_ERROR)
        throw DeviceError(fmt::format("OpenGL reports error {:#06x} at the first use of a texture", error));
}

GLenum PlaneTexture::internalFormat() const
{
    switch (format_) {
    case FieldFormat::Half:
        return GL_RGBA16F;
    case FieldFormat::Fixed:
    case FieldFormat::BlockFloat16:
        return device_->biasedNorms() ? GL_RGBA16 : GL_RGBA16_SNORM;
    case FieldFormat::Real:
        break;
    }
    return device_->precision() == Precision::Double ? GL_RGBA32UI : GL_RGBA32F;
}

int PlaneTexture::layers() const
{
    return layersOf(Target{shape_.planes, format_}, device_->precision(), device_->storage());
}

std::size_t PlaneTexture::rowBytes() const
{
    const std::size_t texelBytes =
        format_ == FieldFormat::Real ? device_->planeBytes() / std::size_t(device_->layersPerPlane()) : 8;
    return std::size_t(shape_.width) * std::size_t(layers()) * texelBytes;
}

GLenum PlaneTexture::pixelFormat() const
{
    return device_->precision() == Precision::Double ? GL_RGBA_INTEGER : GL_RGBA;
}

GLenum PlaneTexture::pixelType() const
{
    switch (format_) {
    case FieldFormat::Half:
        return GL_HALF_FLOAT;
    case FieldFormat::Fixed:
    case FieldFormat::BlockFloat16:
        return device_->biasedNorms() ? GL_UNSIGNED_SHORT : GL_SHORT;
    case FieldFormat::Real:
        break;
    }
    return device_->precision() == Precision::Double ? GL_UNSIGNED_INT : GL_FLOAT;
}

void PlaneTexture::upload(std::span<const double> values) { uploadRows(0, shape_.height, values); }

void PlaneTexture::uploadRows(int first, int count, std::span<const double> values)
{
    assert(format_ == FieldFormat::Real);
    assert(first >= 0 && count > 0 && first + count <= shape_.height);
    const std::size_t texels = std::size_t(shape_.width) * std::size_t(count);
    assert(values.size() == texels * std::size_t(shape_.planes) * 4);
    const ProfiledWork uploading(*device_, DeviceWork::Upload);
    if (layered())
        send(first, count, layeredFromPlanes(values, texels).data());
    else if (device_->precision() == Precision::Double)
        send(first, count, values.data());
    else
        send(first, count, std::vector<float>(values.begin(), values.end()).data());
}

void PlaneTexture::uploadBits(std::span<const std::byte> bits)
{
    assert(bits.size() == rowBytes() * std::size_t(shape_.height));
    const ProfiledWork uploading(*device_, DeviceWork::Upload);
    if (device_->precision() == Precision::Single || layered()) return send(0, shape_.height, bits.data());
    std::vector<double> values(bits.size() / sizeof(double));
    std::memcpy(values.data(), bits.data(), bits.size());
    send(0, shape_.height, planesFromLayered(values, shape_.texels()).data());
}

/// Layer after layer of so many rows.
void PlaneTexture::send(int first, int count, const void* data) const
{
    validGhosts_ = 0;
    if (shape_.ghosts.rows == 0) return sendStored(shape_.storedRow(first), count, data);
    const std::size_t row = rowBytes() / std::size_t(layers());
    const auto* from = static_cast<const std::byte*>(data);
    std::vector<std::byte> piece;
    for (int begin = first, end = 0; begin < first + count; begin = end) { // what lies in one slice
        end = std::min(first + count, (begin / shape_.ghosts.sliceRows + 1) * shape_.ghosts.sliceRows);
        piece.clear();
        for (int layer = 0; layer < layers(); ++layer) {
            const std::byte* at = from + std::size_t(layer * count + begin - first) * row;
            piece.insert(piece.end(), at, at + std::size_t(end - begin) * row);
        }
        sendStored(shape_.storedRow(begin), end - begin, piece.data());
    }
}

void PlaneTexture::sendStored(int first, int count, const void* data, const LayerRange& of) const
{
    const int end = of.count < 0 ? layers() : of.first + of.count;
    device_->context().makeCurrent();
    const gl::Functions& gl = device_->gl();
    if (inTexture()) {
        gl.BindTexture(GL_TEXTURE_2D_ARRAY, texture_.id());
        gl.TexSubImage3D(GL_TEXTURE_2D_ARRAY, 0, 0, first, of.first, shape_.width, count, end - of.first, pixelFormat(),
                         pixelType(), data);
        gl.BindTexture(GL_TEXTURE_2D_ARRAY, 0);
    } else {
        const std::size_t unit = device_->planeBytes(), row = std::size_t(shape_.width) * unit;
        const std::size_t length = std::size_t(count) * row;
        gl.BindBuffer(GL_SHADER_STORAGE_BUFFER, device_->heap().id(range_.chunk()));
        for (int plane = of.first; plane < end; ++plane) {
            const std::size_t at =
                std::size_t(range_.offset()) * unit + std::size_t(plane * shape_.storedHeight() + first) * row;
            gl.BufferSubData(GL_SHADER_STORAGE_BUFFER, GLintptr(at), GLsizeiptr(length),
                             static_cast<const std::byte*>(data) + std::size_t(plane - of.first) * length);
        }
        gl.BindBuffer(GL_SHADER_STORAGE_BUFFER, 0);
    }
    checkFirstUse();
    device_->check();
}

std::vector<double> PlaneTexture::download() const
{
    assert(format_ == FieldFormat::Real);
    if (ProgramPrecompiler::isDry(*device_))
        return std::vector<double>(shape_.texels() * std::size_t(shape_.planes) * 4, 1.0);
    const ProfiledWork reading(*device_, DeviceWork::Readback);
    std::vector<std::uint64_t> raw(bytes() / 8);
    receive(raw.data());
    return planeValues(*device_, shape_, raw.data());
}

namespace {

/// The rows of all layers that are no ghosts.
std::vector<std::byte> rowsOf(const TextureShape& shape, const std::byte* stored, std::size_t layers, std::size_t row)
{
    std::vector<std::byte> result;
    result.reserve(layers * std::size_t(shape.height) * row);
    for (std::size_t layer = 0; layer < layers; ++layer)
        for (int y = 0; y < shape.height; ++y) {
            const std::byte* at =
                stored + (layer * std::size_t(shape.storedHeight()) + std::size_t(shape.storedRow(y))) * row;
            result.insert(result.end(), at, at + row);
        }
    return result;
}

} // namespace

std::vector<std::byte> PlaneTexture::withoutGhosts(std::vector<std::byte> stored) const
{
    if (!shape_.ghosts.any()) return stored;
    return rowsOf(shape_, stored.data(), std::size_t(layers()), rowBytes() / std::size_t(layers()));
}

std::vector<double> planeValues(const Device& device, const TextureShape& shape, const void* data)
{
    std::vector<std::byte> rows;
    if (shape.ghosts.any()) {
        const std::size_t layers = std::size_t(shape.planes * device.layersPerPlane());
        const std::size_t row = std::size_t(shape.width * shape.planes) * device.planeBytes() / layers;
        rows = rowsOf(shape, static_cast<const std::byte*>(data), layers, row);
        data = rows.data();
    }
    const std::size_t count = shape.texels() * std::size_t(shape.planes) * 4;
    if (device.precision() == Precision::Single) {
        const auto* floats = static_cast<const float*>(data);
        return {floats, floats + count};
    }
    const std::span doubles(static_cast<const double*>(data), count);
    return device.layersPerPlane() == 2 ? planesFromLayered(doubles, shape.texels())
                                        : std::vector<double>(doubles.begin(), doubles.end());
}

std::vector<std::byte> PlaneTexture::downloadBits() const
{
    const ProfiledWork reading(*device_, DeviceWork::Readback);
    std::vector<std::byte> bits(bytes());
    receive(bits.data());
    bits = withoutGhosts(std::move(bits));
    if (device_->precision() == Precision::Single || layered()) return bits;
    std::vector<double> values(bits.size() / sizeof(double));
    std::memcpy(values.data(), bits.data(), bits.size());
    values = layeredFromPlanes(values, shape_.texels());
    std::memcpy(bits.data(), values.data(), bits.size());
    return bits;
}

std::array<GLint, 4> PlaneTexture::bufferName() const
{
    return {GLint(range_.offset()), shape_.width, shape_.storedHeight(), range_.chunk()};
}

void PlaneTexture::receive(void* data) const
{
    device_->context().makeCurrent();
    const gl::Functions& gl = device_->gl();
    const BlockingCall reading;
    if (inTexture()) {
        receiveTexture(data);
    } else {
        gl.BindBuffer(GL_SHADER_STORAGE_BUFFER, device_->heap().id(range_.chunk()));
        gl.GetBufferSubData(GL_SHADER_STORAGE_BUFFER, GLintptr(std::size_t(range_.offset()) * device_->planeBytes()),
                            GLsizeiptr(bytes()), data);
        gl.BindBuffer(GL_SHADER_STORAGE_BUFFER, 0);
    }
    device_->checkResults();
}

/// All layers, into memory or, if one is bound, into a buffer at this offset.
void PlaneTexture::receiveTexture(void* data) const
{
    const gl::Functions& gl = device_->gl();
    finishDrawing(*device_);
    if (gl.GetTexImage.loaded()) {
        gl.BindTexture(GL_TEXTURE_2D_ARRAY, texture_.id());
        gl.GetTexImage(GL_TEXTURE_2D_ARRAY, 0, pixelFormat(), pixelType(), data);
        gl.BindTexture(GL_TEXTURE_2D_ARRAY, 0);
        return;
    }
    const std::size_t layer = rowBytes() / std::size_t(layers()) * std::size_t(shape_.storedHeight());
    if (rowReader_.id() == 0) rowReader_ = gl::Framebuffer(device_->context());
    gl.BindFramebuffer(GL_FRAMEBUFFER, rowReader_.id());
    for (int i = 0; i < layers(); ++i) {
        attach(0, i);
        const auto at = reinterpret_cast<std::uintptr_t>(data) + std::size_t(i) * layer;
        gl.ReadPixels(0, 0, shape_.width, shape_.storedHeight(), pixelFormat(), pixelType(),
                      reinterpret_cast<void*>(at)); // NOLINT: of OpenGL
    }
    gl.BindFramebuffer(GL_FRAMEBUFFER, 0);
}

std::size_t PlaneTexture::copyStoredRows(std::span<const RowRange> ranges, std::size_t offset) const
{
    const gl::Functions& gl = device_->gl();
    const std::size_t row = rowBytes() / std::size_t(layers());
    if (inTexture()) {
        finishDrawing(*device_);
        if (rowReader_.id() == 0) rowReader_ = gl::Framebuffer(device_->context());
        gl.BindFramebuffer(GL_FRAMEBUFFER, rowReader_.id());
        for (int layer = 0; layer < layers(); ++layer) {
            attach(0, layer);
            std::size_t at = offset; // of the range
            for (const RowRange& range : ranges) {
                const std::size_t bytes = std::size_t(range.count) * row;
                gl.ReadPixels(0, range.first, shape_.width, range.count, pixelFormat(), pixelType(),
                              reinterpret_cast<void*>(at + std::size_t(layer) * bytes)); // NOLINT: of OpenGL
                at += bytes * std::size_t(layers());
            }
        }
        gl.BindFramebuffer(GL_FRAMEBUFFER, 0);
    } else {
        const std::size_t begin = std::size_t(range_.offset()) * device_->planeBytes();
        gl.BindBuffer(GL_SHADER_STORAGE_BUFFER, device_->heap().id(range_.chunk()));
        std::size_t at = offset;
        for (const RowRange& range : ranges)
            for (int plane = 0; plane < shape_.planes; ++plane) {
                const std::size_t bytes = std::size_t(range.count) * row;
                gl.CopyBufferSubData(GL_SHADER_STORAGE_BUFFER, GL_PIXEL_PACK_BUFFER,
                                     GLintptr(begin + std::size_t(plane * shape_.storedHeight() + range.first) * row),
                                     GLintptr(at), GLsizeiptr(bytes));
                at += bytes;
            }
        gl.BindBuffer(GL_SHADER_STORAGE_BUFFER, 0);
    }
    for (const RowRange& range : ranges)
        offset += std::size_t(range.count) * rowBytes();
    return offset;
}

void PlaneTexture::writeStoredRows(std::span<const RowRange> ranges, const std::byte* in, const LayerRange& of) const
{
    const std::size_t row = rowBytes() / std::size_t(layers()) * std::size_t(of.count < 0 ? layers() : of.count);
    const ProfiledWork uploading(*device_, DeviceWork::Upload, DeviceState::Busy);
    for (const RowRange& range : ranges) {
        sendStored(range.first, range.count, in, of);
        in += std::size_t(range.count) * row;
    }
}

std::vector<double> PlaneTexture::downloadThroughBuffer() const
{
    if (!inTexture()) return download(); // it lies in a buffer
    return Readback(*this).values();
}

void PlaneTexture::copyTo(const gl::Buffer& buffer) const
{
    assert(format_ == FieldFormat::Real);
    const gl::Functions& gl = device_->gl();
    gl.BindBuffer(GL_PIXEL_PACK_BUFFER, buffer.id());
    gl.BufferData(GL_PIXEL_PACK_BUFFER, GLsizeiptr(bytes()), nullptr, GL_STREAM_READ);
    if (lastError(gl) == GL_OUT_OF_MEMORY) throwOutOfMemory("when it was read back");
    if (inTexture()) {
        receiveTexture(nullptr);
    } else {
        gl.BindBuffer(GL_SHADER_STORAGE_BUFFER, device_->heap().id(range_.chunk()));
        gl.CopyBufferSubData(GL_SHADER_STORAGE_BUFFER, GL_PIXEL_PACK_BUFFER,
                             GLintptr(std::size_t(range_.offset()) * device_->planeBytes()), 0, GLsizeiptr(bytes()));
        gl.BindBuffer(GL_SHADER_STORAGE_BUFFER, 0);
    }
    gl.BindBuffer(GL_PIXEL_PACK_BUFFER, 0);
}

void PlaneTexture::attach(int target, int layer) const
{
    device_->gl().FramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0 + GLenum(target), texture_.id(), 0,
                                          layer);
}

const gl::Framebuffer& PlaneTexture::framebuffer(const LayerRange& range)
{
    const auto found = framebuffers_.find({range.first, range.count});
    if (found != framebuffers_.end()) return found->second;
    const gl::Functions& gl = device_->gl();
    gl::Framebuffer framebuffer(device_->context());
    gl.BindFramebuffer(GL_FRAMEBUFFER, framebuffer.id());
    std::vector<GLenum> targets;
    for (int k = 0; k < range.count; ++k) {
        const GLenum target = GL_COLOR_ATTACHMENT0 + GLenum(k);
        gl.FramebufferTextureLayer(GL_FRAMEBUFFER, target, texture_.id(), 0, range.first + k);
        targets.push_back(target);
    }
    gl.DrawBuffers(GLsizei(targets.size()), targets.data());
    const GLenum status = gl.CheckFramebufferStatus(GL_FRAMEBUFFER);
    gl.BindFramebuffer(GL_FRAMEBUFFER, 0);
    if (status != GL_FRAMEBUFFER_COMPLETE)
        throw DeviceError(
            fmt::format("the driver cannot render to a texture of {} x {} texels and {} layers (status {:#x})",
                        shape_.width, shape_.storedHeight(), layers(), status));
    return framebuffers_.emplace(std::pair(range.first, range.count), std::move(framebuffer)).first->second;
}

} // namespace gaugegl
