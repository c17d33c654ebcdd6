#include "gaugegl/device/plane_texture.h"

#include "gaugegl/base/error.h"

#include <cassert>
#include <fmt/format.h>
#include <utility>

namespace gaugegl {
namespace {

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
