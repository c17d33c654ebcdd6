#include "drawing.h"

#include "gaugegl/base/error.h"
#include "gl/end_of_pass.h"

#include <algorithm>
#include <fmt/format.h>

namespace gaugegl::view {
namespace {

struct Format {
    GLenum internal, pixels, type;
};

Format formatOf(DrawTarget::Kind kind)
{
    switch (kind) {
    case DrawTarget::Kind::Picture:
        return {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE};
    case DrawTarget::Kind::Numbers:
        return {GL_RGBA32F, GL_RGBA, GL_FLOAT};
    default:
        return {GL_RG32F, GL_RG, GL_FLOAT};
    }
}

void setFilter(const gl::Functions& gl, GLenum kind, bool linear, bool periodic)
{
    const GLint filter = linear ? GL_LINEAR : GL_NEAREST, wrap = periodic ? GL_REPEAT : GL_CLAMP_TO_EDGE;
    gl.TexParameteri(kind, GL_TEXTURE_MIN_FILTER, filter);
    gl.TexParameteri(kind, GL_TEXTURE_MAG_FILTER, filter);
    gl.TexParameteri(kind, GL_TEXTURE_MAX_LEVEL, 0);
    for (const GLenum direction : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T, GL_TEXTURE_WRAP_R})
        gl.TexParameteri(kind, direction, wrap);
}

gl::ShaderSource source(const std::string& file) { return gl::ShaderSource::assemble("330", {}, {file}); }

} // namespace

DrawTarget::DrawTarget(const gl::Context& context, Kind kind, const std::array<int, 3>& size)
    : context_(&context), kind_(kind), size_(size), texture_(context), framebuffer_(context)
{
    const gl::Functions& gl = context.gl();
    const Format format = formatOf(kind);
    gl.BindTexture(kindOfTexture(), texture_.id());
    gl.TexImage3D(kindOfTexture(), 0, GLint(format.internal), size[0], size[1], size[2], 0, format.pixels, format.type,
                  nullptr);
    setFilter(gl, kindOfTexture(), false, kind == Kind::Volume);
    gl.BindTexture(kindOfTexture(), 0);
    bind();
    if (const GLenum status = gl.CheckFramebufferStatus(GL_FRAMEBUFFER); status != GL_FRAMEBUFFER_COMPLETE)
        throw DeviceError(fmt::format("the driver cannot draw to a target of {} x {} x {} texels (status {:#x})",
                                      size[0], size[1], size[2], status));
}

void DrawTarget::bind(int layer) const
{
    const gl::Functions& gl = context_->gl();
    gl.BindFramebuffer(GL_FRAMEBUFFER, framebuffer_.id());
    gl.FramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture_.id(), 0, layer);
    gl.Viewport(0, 0, size_[0], size_[1]);
}

void DrawTarget::bind(const Viewport& part) const
{
    bind();
    context_->gl().Viewport(part.x, part.y, part.width, part.height);
}

void DrawTarget::read(int unit, bool linear) const
{
    const gl::Functions& gl = context_->gl();
    gl.ActiveTexture(GL_TEXTURE0 + GLenum(unit));
    gl.BindTexture(kindOfTexture(), texture_.id());
    const bool possible = kind_ == Kind::Picture || context_->capabilities().floatFilters;
    setFilter(gl, kindOfTexture(), linear && possible, kind_ == Kind::Volume);
}

Picture8 DrawTarget::picture() const
{
    const gl::Functions& gl = context_->gl();
    const auto width = std::size_t(size_[0]), height = std::size_t(size_[1]);
    std::vector<std::uint8_t> pixels(4 * width * height);
    bind();
    gl.ReadPixels(0, 0, size_[0], size_[1], GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
    Picture8 picture{size_[0], size_[1], std::vector<std::uint8_t>(3 * width * height)};
    for (std::size_t y = 0; y < height; ++y)
        for (std::size_t x = 0; x < width; ++x)
            std::copy_n(&pixels[4 * ((height - 1 - y) * width + x)], 3, &picture.bytes[3 * (y * width + x)]);
    return picture;
}

std::vector<float> DrawTarget::numbers() const
{
    const gl::Functions& gl = context_->gl();
    const std::size_t layer = std::size_t(size_[0]) * std::size_t(size_[1]), numbers = kind_ == Kind::Volume ? 2 : 4;
    std::vector<float> values, four(4 * layer); // OpenGL ES reads all four
    values.reserve(numbers * layer * std::size_t(size_[2]));
    for (int z = 0; z < size_[2]; ++z) {
        bind(z);
        gl.ReadPixels(0, 0, size_[0], size_[1], GL_RGBA, GL_FLOAT, four.data());
        for (std::size_t i = 0; i < layer; ++i)
            values.insert(values.end(), &four[4 * i], &four[4 * i] + numbers);
    }
    return values;
}

HostTexture::HostTexture(const gl::Context& context, const std::array<int, 2>& size, GLenum type, const void* data)
    : context_(&context), texture_(context)
{
    const gl::Functions& gl = context.gl();
    gl.ActiveTexture(GL_TEXTURE0);
    gl.BindTexture(GL_TEXTURE_2D_ARRAY, texture_.id());
    gl.TexImage3D(GL_TEXTURE_2D_ARRAY, 0, type == GL_FLOAT ? GL_RGBA32F : GL_RGBA8, size[0], size[1], 1, 0, GL_RGBA,
                  type, data);
    setFilter(gl, GL_TEXTURE_2D_ARRAY, type != GL_FLOAT || context.capabilities().floatFilters, false);
}

HostTexture::HostTexture(const gl::Context& context, int width, int height, std::span<const std::uint8_t> bytes)
    : HostTexture(context, {width, height}, GL_UNSIGNED_BYTE, bytes.data())
{}

HostTexture::HostTexture(const gl::Context& context, int width, int height, std::span<const float> values)
    : HostTexture(context, {width, height}, GL_FLOAT, values.data())
{}

void HostTexture::read(int unit) const
{
    context_->gl().ActiveTexture(GL_TEXTURE0 + GLenum(unit));
    context_->gl().BindTexture(GL_TEXTURE_2D_ARRAY, texture_.id());
}

DrawProgram::DrawProgram(const DrawContext& drawing, const std::string& fragment, const std::string& vertex)
    : drawing_(&drawing), context_(drawing.context),
      program_(gl::Program::fragment(*drawing.context, source(fragment), source(vertex)))
{}

const DrawProgram& DrawProgram::use() const
{
    program_.use();
    return *this;
}

const DrawProgram& DrawProgram::set(const char* uniform, int value) const
{
    context_->gl().Uniform1i(program_.location(uniform), value);
    return *this;
}

const DrawProgram& DrawProgram::set(const char* uniform, float value) const
{
    context_->gl().Uniform1f(program_.location(uniform), value);
    return *this;
}

const DrawProgram& DrawProgram::set(const char* uniform, const std::array<int, 4>& value) const
{
    context_->gl().Uniform4iv(program_.location(uniform), 1, value.data());
    return *this;
}

const DrawProgram& DrawProgram::set(const char* uniform, std::span<const float> values) const
{
    drawing_->draw.Uniform4fv(program_.location(uniform), GLsizei(values.size() / 4), values.data());
    return *this;
}

void DrawProgram::fill(const gl::VertexArray& none) const
{
    context_->gl().BindVertexArray(none.id());
    context_->gl().DrawArrays(GL_TRIANGLES, 0, 3);
    gl::endPass(*context_);
}

void present(const DrawContext& drawing, const DrawTarget& picture, int width, int height)
{
    const gl::Functions& gl = drawing.context->gl();
    const auto& size = picture.size();
    gl.BindFramebuffer(GL_READ_FRAMEBUFFER, picture.framebuffer());
    gl.BindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    drawing.draw.BlitFramebuffer(0, 0, size[0], size[1], 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    gl.BindFramebuffer(GL_FRAMEBUFFER, 0);
    gl::endPass(*drawing.context);
}

} // namespace gaugegl::view
