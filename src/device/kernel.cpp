#include "gaugegl/device/kernel.h"

#include <cassert>

namespace gaugegl {

Kernel& Kernel::read(const std::string& uniform, const std::vector<const PlaneTexture*>& textures)
{
    for (Input& input : inputs_)
        if (input.uniform == uniform) {
            input.textures = textures;
            return *this;
        }
    inputs_.push_back({uniform, textures});
    return *this;
}

void Kernel::run(PlaneTexture& out)
{
    assert(out.shape().planes == spec_.resultPlanes);
    for ([[maybe_unused]] const Input& input : inputs_)
        for ([[maybe_unused]] const PlaneTexture* texture : input.textures)
            assert(texture != &out);
    device_->context().makeCurrent();
    for (const LayerRange& layers : passes(spec_, device_->path(), device_->precision(), device_->storage()))
        runPass(out, layers);
    out.checkFirstUse();
    device_->check();
}

void Kernel::runPass(PlaneTexture& out, const LayerRange& layers)
{
    const gl::Functions& gl = device_->gl();
    auto& [program, cost] = device_->kernelProgram(spec_, layers);
    program.use();
    bind(program);
    const TextureShape& shape = out.shape();
    if (device_->path() == Path::Compute) {
        bindResult(program, out);
        const GLint firstRow = program.location("uFirstRow"), endRow = program.location("uEndRow");
        const auto groups = [&](int texels) {
            return GLuint(spec_.tree ? texels : (texels + groupEdge - 1) / groupEdge);
        };
        device_->passRunner().run(cost, shape.width, shape.height, [&](int first, int rows) {
            gl.Uniform1i(firstRow, first);
            gl.Uniform1i(endRow, first + rows);
            gl.DispatchCompute(groups(shape.width), groups(rows), 1);
        });
        if (device_->storage() == Storage::Buffer)
            gl.MemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
        else
            gl.MemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT | GL_TEXTURE_UPDATE_BARRIER_BIT |
                             GL_PIXEL_BUFFER_BARRIER_BIT | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT |
                             GL_FRAMEBUFFER_BARRIER_BIT);
    } else {
        gl.BindFramebuffer(GL_FRAMEBUFFER, out.framebuffer(layers).id());
        device_->passRunner().run(cost, shape.width, shape.height, [&](int first, int rows) {
            gl.Viewport(0, first, shape.width, rows); // gl_FragCoord counts from the target's corner, not from this one
            device_->drawFullScreen();
        });
        gl.BindFramebuffer(GL_FRAMEBUFFER, 0);
    }
    unbind();
    gl.UseProgram(0);
}

void Kernel::bindResult(const gl::Program& program, const PlaneTexture& out) const
{
    const gl::Functions& gl = device_->gl();
    if (device_->storage() == Storage::Buffer) {
        const BufferHeap& heap = device_->heap();
        gl.BindBufferBase(GL_SHADER_STORAGE_BUFFER, GLuint(heap.chunks()), heap.id(out.chunk()));
        gl.Uniform4iv(program.location("uResult"), 1, out.bufferName().data());
    } else {
        gl.BindImageTexture(0, out.id(), 0, GL_TRUE, 0, GL_WRITE_ONLY,
                            device_->precision() == Precision::Double ? GL_RGBA32UI : GL_RGBA32F);
    }
}

void Kernel::bindBuffers(const gl::Program& program) const
{
    const gl::Functions& gl = device_->gl();
    const BufferHeap& heap = device_->heap();
    for (int chunk = 0; chunk < heap.chunks(); ++chunk)
        gl.BindBufferBase(GL_SHADER_STORAGE_BUFFER, GLuint(chunk), heap.id(chunk));
    for (const Input& input : inputs_) {
        std::vector<GLint> names;
        for (const PlaneTexture* texture : input.textures) {
            const auto name = texture->bufferName();
            names.insert(names.end(), name.begin(), name.end());
        }
        if (const GLint location = program.location(input.uniform); location >= 0)
            gl.Uniform4iv(location, GLsizei(input.textures.size()), names.data());
    }
}

void Kernel::bindTextures(const gl::Program& program) const
{
    const gl::Functions& gl = device_->gl();
    GLint unit = 0;
    for (const Input& input : inputs_) {
        std::vector<GLint> units;
        for (const PlaneTexture* texture : input.textures) {
            gl.ActiveTexture(GL_TEXTURE0 + GLenum(unit));
            gl.BindTexture(GL_TEXTURE_2D_ARRAY, texture->id());
            units.push_back(unit++);
        }
        if (const GLint location = program.location(input.uniform); location >= 0)
            gl.Uniform1iv(location, GLsizei(units.size()), units.data());
    }
}

void Kernel::bind(const gl::Program& program) const
{
    const gl::Functions& gl = device_->gl();
    if (device_->storage() == Storage::Buffer)
        bindBuffers(program);
    else
        bindTextures(program);
    for (const auto& [uniform, value] : values_)
        if (const GLint location = program.location(uniform); location >= 0) setValue(location, value);
    if (const GLint one = program.location("uOne"); one >= 0) gl.Uniform1f(one, 1.0f);
}

void Kernel::unbind() const
{
    const gl::Functions& gl = device_->gl();
    if (device_->storage() == Storage::Buffer) {
        for (int binding = 0; binding <= device_->heap().chunks(); ++binding)
            gl.BindBufferBase(GL_SHADER_STORAGE_BUFFER, GLuint(binding), 0);
        return;
    }
    GLenum unit = GL_TEXTURE0;
    for (const Input& input : inputs_)
        for (std::size_t i = 0; i < input.textures.size(); ++i) {
            gl.ActiveTexture(unit++);
            gl.BindTexture(GL_TEXTURE_2D_ARRAY, 0);
        }
    gl.ActiveTexture(GL_TEXTURE0);
}

void Kernel::setValue(GLint location, const Value& value) const
{
    const gl::Functions& gl = device_->gl();
    if (const int* i = std::get_if<int>(&value))
        gl.Uniform1i(location, *i);
    else if (const unsigned* u = std::get_if<unsigned>(&value))
        gl.Uniform1ui(location, *u);
    else if (const auto* w = std::get_if<std::uint64_t>(&value))
        gl.Uniform2ui(location, GLuint(*w), GLuint(*w >> 32));
    else if (device_->precision() == Precision::Double)
        gl.Uniform1d(location, std::get<double>(value));
    else
        gl.Uniform1f(location, float(std::get<double>(value)));
}

} // namespace gaugegl
