#include "gaugegl/device/device.h"

#include "device/program_precompiler.h"
#include "device/tuner.h"
#include "gaugegl/base/clock.h"
#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"
#include "gaugegl/device/profile.h"
#include "gl/end_of_pass.h"
#include "gl/program_cache.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace gaugegl {
namespace {

Path choosePath(const gl::Capabilities& capabilities, std::optional<Path> wanted)
{
    if (!wanted) return capabilities.compute() ? Path::Compute : Path::Fragment;
    if (*wanted == Path::Compute && !capabilities.compute())
        throw DeviceError(
            fmt::format("the compute path needs OpenGL 4.3; this context has {}.{} ({}): use --path fragment",
                        capabilities.glVersion / 10, capabilities.glVersion % 10, capabilities.renderer));
    return *wanted;
}

/// Whether a pass can write numbers of both signs in a format of whole numbers.  OpenGL does not require every format that can be sampled to
/// be a target, and Mesa's softpipe makes negative ones 0 where a pass has several targets.
bool rendersSigns(const Device& device, GLenum format)
{
    gl::Context& context = device.context();
    context.makeCurrent();
    const gl::Functions& gl = context.gl();
    const gl::Texture texture(context);
    const gl::Framebuffer framebuffer(context);
    constexpr GLsizei side = 8, targets = 2;
    gl.BindTexture(GL_TEXTURE_2D_ARRAY, texture.id());
    gl.TexImage3D(GL_TEXTURE_2D_ARRAY, 0, GLint(format), side, side, targets, 0, GL_RGBA, GL_FLOAT, nullptr);
    gl.TexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MAX_LEVEL, 0);
    gl.BindFramebuffer(GL_FRAMEBUFFER, framebuffer.id());
    for (int k = 0; k < targets; ++k)
        gl.FramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0 + GLenum(k), texture.id(), 0, k);
    constexpr GLenum attachments[targets] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT0 + 1};
    gl.DrawBuffers(targets, attachments);
    std::array<GLshort, 4 * side * side * targets> written{};
    const bool complete = gl.CheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
    if (complete) {
        const gl::Program program = gl::Program::fragment(
            context,
            gl::ShaderSource::assembleWith(
                {"signs.glsl", "layout(location = 0) out vec4 oFirst;\nlayout(location = 1) out vec4 oSecond;\n"
                               "void main() { oFirst = oSecond = vec4(-0.5, 0.5, -0.25, 0.25); }\n"},
                "330", {}, {"signs.glsl"}),
            vertexSource());
        program.use();
        gl.Viewport(0, 0, side, side);
        device.drawFullScreen();
        gl::endPass(context);
        gl.GetTexImage(GL_TEXTURE_2D_ARRAY, 0, GL_RGBA, GL_SHORT, written.data());
    }
    gl.BindFramebuffer(GL_FRAMEBUFFER, 0);
    gl.BindTexture(GL_TEXTURE_2D_ARRAY, 0);
    const auto isWritten = [&](std::size_t at) {
        return written[at] < 0 && written[at + 1] > 0 && written[at + 2] < 0;
    };
    return isWritten(0) && isWritten(written.size() / targets);
}

} // namespace

Device::Device(std::shared_ptr<gl::Context> context, const DeviceOptions& options)
    : context_(std::move(context)), options_(options), path_(choosePath(context_->capabilities(), options.path)),
      noAttributes_(*context_), heap_(*context_, options.precision == Precision::Single ? 16 : 32),
      passRunner_(*context_, options.passes)
{
    const gl::Capabilities& c = context_->capabilities();
    if (options_.precision == Precision::Double && !c.doubles())
        throw DeviceError(
            fmt::format("double precision needs OpenGL 4.0 and GL_ARB_gpu_shader_fp64; this context ({}.{}, "
                        "{}) has single precision only",
                        c.glVersion / 10, c.glVersion % 10, c.renderer));
    if (options_.storage == Storage::Buffer && path_ != Path::Compute)
        throw InputError("fields lie in buffers on the compute path only; the fragment path has textures");
}

Registers Device::registers() const
{
    const bool few = context_->capabilities().fewRegisters;
    return options_.registers.value_or(few ? Registers::Few : Registers::Many);
}

Registers Device::registersOfLongKernels() const
{
    const bool spills = precision() == Precision::Double && !context_->capabilities().software;
    return options_.registers.value_or(spills ? Registers::Few : registers());
}

const gl::Framebuffer& Device::sharedFramebuffer()
{
    if (!sharedFramebuffer_) sharedFramebuffer_.emplace(*context_);
    return *sharedFramebuffer_;
}

const gl::Buffer& Device::edgeBuffer()
{
    if (!edgeBuffer_) edgeBuffer_.emplace(*context_);
    return *edgeBuffer_;
}

bool Device::images() const
{
    const gl::Capabilities& c = context_->capabilities();
    return c.compute() && options_.storage == Storage::Texture && options_.images.value_or(c.software);
}

bool Device::biasedNorms()
{
    if (!biasedNorms_)
        biasedNorms_ =
            options_.biasedNorms.value_or(!context_->capabilities().embedded && !rendersSigns(*this, GL_RGBA16_SNORM));
    return *biasedNorms_;
}

Tuner& Device::tuner()
{
    if (!tuner_) tuner_ = std::make_shared<Tuner>(*this, options_.tuningFile);
    return *tuner_;
}

KernelProgram& Device::kernelProgram(const KernelSpec& spec, const LayerRange& layers, bool images,
                                     std::shared_ptr<FileLock>* turn)
{
    std::string key = fmt::format("{}|{}|{}+{}", spec.kernel, spec.resultPlanes, layers.first, layers.count);
    for (const Target& target : spec.targets)
        key += fmt::format("|{}{}", target.planes, name(target.format));
    key += fmt::format("|{}x{}x{}", spec.group.x, spec.group.y, spec.group.threads);
    for (const auto& [name, value] : spec.defines) {
        key += '|';
        key += name;
        key += '=';
        key += value;
    }
    const Layout layout{storage(), std::max(heap_.chunks(), 1), images, biasedNorms()};
    key += fmt::format("|{} chunks|{}|", layout.chunks, images ? "images" : "");
    key += spec.text;
    ProgramPrecompiler::see(*this, key, spec.label);
    const auto found = programs_.find(key);
    if (found != programs_.end()) {
        if (!found->second.program.ready()) ProgramPrecompiler::postpone(*this, key, spec.label);
        return found->second;
    }
    ProgramPrecompiler::admit(*this, key, spec.label);
    if (compilation_.begins) compilation_.begins(spec.label);
    context_->makeCurrent();
    const ProfiledWork compiling(*this, DeviceWork::Compiling);
    if (gl::ProgramCache* cache = context_->programCache(); turn && cache && ranks().nodeSize() > 1)
        *turn = cache->turn(key + name(path_) + name(precision()));
    const Stopwatch watch;
    const gl::ShaderSource source = kernelSource(spec, path_, precision(), layers, layout);
    try {
        gl::Program program = path_ == Path::Compute ? gl::Program::compute(*context_, source)
                                                     : gl::Program::fragment(*context_, source, vertexSource());
        KernelProgram& made =
            programs_.emplace(key, KernelProgram{std::move(program), spec.kernel, watch.seconds()}).first->second;
        if (!made.program.ready()) ProgramPrecompiler::postpone(*this, key, spec.label);
        return made;
    } catch (const DeviceError& error) {
        throw DeviceError(
            fmt::format("kernel {} ({}, {}): {}", spec.label, name(path_), name(precision()), error.what()));
    }
}

KernelProgram& Device::kernelProgram(PreparedKernel& kernel, const LayerRange& layers, const ProgramFields& fields,
                                     std::shared_ptr<FileLock>* turn)
{
    const auto find = [&]() -> KernelProgram& {
        if (!fields.stridedRows) return kernelProgram(kernel.spec_, layers, fields.images, turn);
        KernelSpec spec = kernel.spec_;
        spec.defines["STRIDED_ROWS"] = "1";
        return kernelProgram(spec, layers, fields.images, turn);
    };
    if (ProgramPrecompiler::isActive(*this)) return find(); // it hears of every program
    if (std::exchange(kernel.generation_, generation_) != generation_) kernel.made_.clear();
    for (const PreparedKernel::Made& made : kernel.made_)
        if (made.firstLayer == layers.first && made.images == fields.images && made.stridedRows == fields.stridedRows &&
            made.chunks == heap_.chunks())
            return *made.program;
    KernelProgram& program = find();
    kernel.made_.push_back({layers.first, fields.images, fields.stridedRows, heap_.chunks(), &program});
    return program;
}

void Device::freePrograms()
{
    ++generation_;
    ran_ = kernelsThatRan();
    programs_.clear();
}

std::set<std::string> Device::kernelsThatRan() const
{
    std::set<std::string> kernels = ran_;
    for (const auto& [key, program] : programs_)
        if (program.hasRun) kernels.insert(program.kernel);
    return kernels;
}

int Device::targetsOfPass() const { return std::min(maximumTargets, context_->capabilities().maxDrawBuffers); }

std::vector<LayerRange> Device::passesOf(const KernelSpec& spec) const
{
    return passes(spec, path_, precision(), storage(), targetsOfPass());
}

void Device::drawFullScreen() const
{
    gl().BindVertexArray(noAttributes_.id());
    gl().DrawArrays(GL_TRIANGLES, 0, 3);
    gl().BindVertexArray(0);
}

void Device::finish() const
{
    context_->makeCurrent();
    const BlockingCall waiting;
    gl().Finish();
    context_->throwOnReset();
}

void Device::check() const
{
    if (options_.checkErrors) context_->throwOnError();
}

void Device::checkResults() const
{
    context_->throwOnReset();
    check();
}

} // namespace gaugegl
