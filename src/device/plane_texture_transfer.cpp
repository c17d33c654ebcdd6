// What crosses between the host and a field on the device.
#include "gaugegl/device/plane_texture.h"

#include "device/program_precompiler.h"
#include "gaugegl/base/interrupt.h"
#include "gaugegl/device/profile.h"
#include "gaugegl/device/readback.h"

#include <cassert>
#include <cstdint>
#include <cstring>
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

/// Call before a texture is read back: llvmpipe (Mesa 22.3) may return the contents from before passes that are still
/// being drawn, unless the texture is the target of the last one.
void finishDrawing(const Device& device)
{
    const BlockingCall drawing;
    const gl::Capabilities& driver = device.context().capabilities();
    if (driver.software && !driver.embedded) device.gl().Finish();
}

} // namespace

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

} // namespace gaugegl
