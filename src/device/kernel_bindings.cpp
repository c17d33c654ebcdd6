// What a kernel gives its program before it runs: results, textures, images, buffers and uniforms.
#include "gaugegl/device/kernel.h"

#include "gaugegl/base/error.h"

#include <fmt/format.h>
#include <stdexcept>
#include <utility>

namespace gaugegl {

void Kernel::attachResults(const std::vector<PlaneTexture*>& outs, const LayerRange& layers) const
{
    const gl::Functions& gl = device_->gl();
    if (outs.size() == 1) {
        gl.BindFramebuffer(GL_FRAMEBUFFER, outs[0]->framebuffer(layers).id());
        return;
    }
    gl.BindFramebuffer(GL_FRAMEBUFFER, device_->sharedFramebuffer().id());
    std::vector<GLenum> targets;
    int first = 0; // layer of this field among those of all
    for (const PlaneTexture* out : outs) {
        for (int layer = 0; layer < out->layers(); ++layer) {
            const int target = first + layer - layers.first;
            if (target < 0 || target >= layers.count) continue;
            out->attach(target, layer);
            targets.push_back(GL_COLOR_ATTACHMENT0 + GLenum(target));
        }
        first += out->layers();
    }
    for (int target = layers.count; target < device_->targetsOfPass(); ++target) // left by an earlier kernel
        gl.FramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0 + GLenum(target), 0, 0, 0);
    gl.DrawBuffers(GLsizei(targets.size()), targets.data());
    if (const GLenum status = gl.CheckFramebufferStatus(GL_FRAMEBUFFER); status != GL_FRAMEBUFFER_COMPLETE)
        throw DeviceError(fmt::format("kernel {}: the driver cannot render to {} fields at once (status {:#x})",
                                      spec_->label, outs.size(), status));
}

void Kernel::bindResults(const gl::Program& program, const std::vector<PlaneTexture*>& outs) const
{
    const gl::Functions& gl = device_->gl();
    for (std::size_t i = 0; i < outs.size(); ++i) {
        const std::string uniform = "uResult" + std::to_string(i);
        if (device_->storage() == Storage::Buffer) {
            const BufferHeap& heap = device_->heap();
            gl.BindBufferBase(GL_SHADER_STORAGE_BUFFER, GLuint(heap.chunks()) + GLuint(i), heap.id(outs[i]->chunk()));
            gl.Uniform4iv(program.location(uniform), 1, outs[i]->bufferName().data());
        } else {
            gl.Uniform1i(program.location(uniform), GLint(i));
            gl.BindImageTexture(GLuint(i), outs[i]->id(), 0, GL_TRUE, 0, GL_WRITE_ONLY, outs[i]->internalFormat());
        }
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

/// Whether the kernel reads fields as images: if there are enough image units, and the format is the one that the
/// source declares.  A caller's own kernel may fetch texels instead.
bool Kernel::readsImages() const
{
    if (!device_->images() || !spec_->text.empty()) return false;
    const gl::Capabilities& c = device_->context().capabilities();
    const bool compute = device_->path() == Path::Compute; // a fragment shader's results are no images
    std::size_t units = compute ? spec_->fields().size() : 0;
    for (const Input& input : inputs_)
        for (const PlaneTexture* texture : input.textures) {
            if (texture->format() != FieldFormat::Real) return false;
            ++units;
        }
    return units <= std::size_t(compute ? c.maxImageUniforms : c.maxFragmentImages);
}

void Kernel::bindImages(const gl::Program& program) const
{
    const gl::Functions& gl = device_->gl();
    auto unit = GLint(spec_->fields().size()); // behind the results
    for (const Input& input : inputs_) {
        std::vector<GLint> units;
        for (const PlaneTexture* texture : input.textures) {
            gl.BindImageTexture(GLuint(unit), texture->id(), 0, GL_TRUE, 0, GL_READ_ONLY, texture->internalFormat());
            units.push_back(unit++);
        }
        if (const GLint location = program.location(input.uniform); location >= 0)
            gl.Uniform1iv(location, GLsizei(units.size()), units.data());
    }
}

bool Kernel::isField(GLenum type)
{
    return type == GL_SAMPLER_2D_ARRAY || type == GL_UNSIGNED_INT_SAMPLER_2D_ARRAY || type == GL_IMAGE_2D_ARRAY ||
           type == GL_UNSIGNED_INT_IMAGE_2D_ARRAY || type == GL_INT_VEC4; // the last in buffers: where it lies
}

bool Kernel::setsItself(const std::string& uniform)
{
    static const std::set<std::string> own = {"uNoBits",      "uOpaqueZero", "uFirstRow",  "uEndRow",
                                              "uOriginZ",     "uOriginT",    "uSliceRows", "uGhostRows",
                                              "uGhostSlices", "uPieceZ",     "uPieceRows"};
    return own.contains(uniform) || uniform.starts_with("uResult");
}

namespace {

std::string withoutIndex(const std::string& uniform) { return uniform.substr(0, uniform.find('[')); }

} // namespace

bool Kernel::fits(GLenum type, const Value& value) const
{
    const GLenum real = device_->precision() == Precision::Double ? GL_DOUBLE : GL_FLOAT;
    const GLenum types[] = {GL_INT, GL_UNSIGNED_INT, real, GL_UNSIGNED_INT_VEC2, GL_INT_VEC4, real};
    return type == types[value.index()];
}

/// Throws std::logic_error, a mistake of the caller, unless every uniform that the program uses is given, with its type,
/// and every one that is given is declared.
void Kernel::requireUniforms(const gl::Program& program) const
{
    const auto fail = [&](const std::string& uniform, const char* what) {
        throw std::logic_error(fmt::format("kernel {}: {} {}", spec_->label, uniform, what));
    };
    std::map<std::string, const Input*> fields;
    for (const Input& input : inputs_) {
        if (!program.declares(input.uniform)) fail(input.uniform, "is no uniform of its text");
        fields.emplace(input.uniform, &input);
    }
    std::map<std::string, const Value*> values;
    for (const auto& [uniform, value] : values_) {
        const std::string name = withoutIndex(uniform);
        if (!program.declares(name)) fail(uniform, "is no uniform of its text");
        values.emplace(name, &value);
    }
    for (const auto& [name, type, size] : program.uniforms()) {
        if (setsItself(name)) continue;
        if (const auto field = fields.find(name); field != fields.end()) {
            if (!isField(type)) fail(name, "is no field");
            if (GLint(field->second->textures.size()) < size) fail(name, "has more fields than are given");
        } else if (const auto value = values.find(name); value != values.end()) {
            if (!fits(type, *value->second)) fail(name, "has another type");
        } else {
            fail(name, "is not set");
        }
    }
}

/// The names and types of all that is given: what requireUniforms() looks at.
std::string Kernel::given() const
{
    std::string all;
    for (const Input& input : inputs_) {
        all += input.uniform;
        all += char('0' + input.textures.size());
    }
    for (const auto& [uniform, value] : values_) {
        all += uniform;
        all += char('a' + value.index());
    }
    return all;
}

void Kernel::bind(KernelProgram& built) const
{
    const gl::Program& program = built.program;
    if (std::string all = given(); all != built.given) {
        requireUniforms(program);
        built.given = std::move(all);
    }
    const gl::Functions& gl = device_->gl();
    if (device_->storage() == Storage::Buffer)
        bindBuffers(program);
    else if (readsImages())
        bindImages(program);
    else
        bindTextures(program);
    for (const auto& [uniform, value] : values_)
        if (const GLint location = program.location(uniform); location >= 0) setValue(location, value);
    if (const GLint zero = program.location("uNoBits"); zero >= 0) gl.Uniform1i(zero, 0);
    if (const GLint zero = program.location("uOpaqueZero"); zero >= 0) gl.Uniform1i(zero, 0);
}

/// Where the results lie in the whole lattice, and where their rows are stored.
void Kernel::bindRows(const gl::Program& program, const GhostRows& ghosts) const
{
    const std::pair<const char*, int> values[] = {{"uOriginZ", ghosts.origin[0]},
                                                  {"uOriginT", ghosts.origin[1]},
                                                  {"uSliceRows", ghosts.sliceRows},
                                                  {"uGhostRows", ghosts.rows},
                                                  {"uGhostSlices", ghosts.slices}};
    for (const auto& [name, value] : values)
        if (const GLint location = program.location(name); location >= 0) device_->gl().Uniform1i(location, value);
}

void Kernel::unbind() const
{
    const gl::Functions& gl = device_->gl();
    if (device_->storage() == Storage::Buffer) {
        for (int binding = 0; binding < device_->heap().chunks() + int(spec_->fields().size()); ++binding)
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

void Kernel::setValues(GLint location, const std::vector<double>& values) const
{
    const gl::Functions& gl = device_->gl();
    if (device_->precision() == Precision::Double)
        return gl.Uniform1dv(location, GLsizei(values.size()), values.data());
    const std::vector<float> rounded(values.begin(), values.end());
    gl.Uniform1fv(location, GLsizei(rounded.size()), rounded.data());
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
    else if (const auto* four = std::get_if<std::array<int, 4>>(&value))
        gl.Uniform4iv(location, 1, four->data());
    else if (const auto* many = std::get_if<std::vector<double>>(&value))
        setValues(location, *many);
    else if (device_->precision() == Precision::Double)
        gl.Uniform1d(location, std::get<double>(value));
    else
        gl.Uniform1f(location, float(std::get<double>(value)));
}

} // namespace gaugegl
