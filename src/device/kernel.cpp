#include "gaugegl/device/kernel.h"

#include "device/ghosts.h"
#include "device/program_precompiler.h"
#include "gaugegl/base/clock.h"
#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"
#include "gaugegl/device/profile.h"
#include "gl/end_of_pass.h"

#include <algorithm>
#include <cassert>
#include <fmt/format.h>
#include <stdexcept>
#include <utility>

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

void Kernel::run(const std::vector<PlaneTexture*>& outs)
{
    [[maybe_unused]] const std::vector<Target> targets = spec_.fields();
    assert(outs.size() == targets.size());
    for (std::size_t i = 0; i < outs.size(); ++i) {
        assert(outs[i]->shape().planes == targets[i].planes && outs[i]->format() == targets[i].format);
        for ([[maybe_unused]] const Input& input : inputs_)
            for ([[maybe_unused]] const PlaneTexture* texture : input.textures)
                assert(texture != outs[i]);
    }
    device_->context().makeCurrent();
    const std::vector<GhostSource> missing = inputsWithoutGhosts();
    bool ran = false;
    if (missing.empty()) {
        const Piece all = allRows(outs[0]->shape());
        ran = rows_ != 0 && runPieces(outs, std::span(&all, 1));
    } else { // rows that need no ghosts run while ranks exchange these
        GhostFill ghosts(missing, spec_.reach);
        const std::vector<Piece> pieces = edgesAndInterior(outs[0]->shape());
        if (pieces.size() > 1) runPieces(outs, std::span(pieces).first(1));
        ghosts.finish();
        if (!pieces.empty()) ran = runPieces(outs, std::span(pieces).subspan(pieces.size() > 1 ? 1 : 0));
    }
    if (Profile* profile = device_->profile(); profile && ran) profile->called(spec_.label);
    for (PlaneTexture* out : outs) {
        out->setValidGhosts(0);
        out->checkFirstUse();
    }
    device_->check();
}

/// False where a program is missing, or ran for the first time.
bool Kernel::runPieces(const std::vector<PlaneTexture*>& outs, std::span<const Piece> pieces)
{
    bool isFirst = false, hasRun = true;
    for (const LayerRange& layers : device_->passesOf(spec_)) {
        try {
            isFirst = runPass(outs, layers, pieces) || isFirst;
        } catch (const ProgramPrecompiler::ProgramMissing&) { // nothing was begun
            hasRun = false;
        }
    }
    return hasRun && !isFirst;
}

/// What the kernel reads at other sites than its own and neighbouring ranks have.
std::vector<GhostSource> Kernel::inputsWithoutGhosts() const
{
    std::vector<GhostSource> missing;
    if (ProgramPrecompiler::isDry(*device_) || !spec_.defines.contains("SHARED_LATTICE")) return missing;
    for (const Input& input : inputs_) {
        if (spec_.ownSite.contains(input.uniform)) continue;
        for (const PlaneTexture* texture : input.textures) {
            if (!lacksGhosts(*texture, spec_.reach)) continue;
            if (std::ranges::find(missing, texture, &GhostSource::field) != missing.end()) continue;
            const auto source = std::ranges::find(sources_, texture, &GhostSource::field);
            missing.push_back(source == sources_.end() ? GhostSource{.field = texture} : *source);
        }
    }
    return missing;
}

Kernel::Piece Kernel::allRows(const TextureShape& shape) const
{
    if (edge_) return edgeOf(shape);
    const int count = rows_ >= 0 ? rows_ : shape.height;
    assert(firstRow_ + count <= shape.height);
    return {firstRow_, count, 0, shape.ghosts.rows > 0 ? shape.ghosts.sliceRows : shape.height};
}

Kernel::Piece Kernel::edgeOf(const TextureShape& shape) const
{
    const auto [mu, last] = *edge_;
    const int rows = shape.ghosts.sliceRows, slices = shape.height / rows;
    if (mu == 2) return {0, slices, last ? rows - 1 : 0, 1};
    return {last ? (slices - 1) * rows : 0, rows, 0, shape.ghosts.rows > 0 ? rows : shape.height};
}

/// First the rows that read no ghosts, if there are some, and then the others; all at once where a part was chosen.
std::vector<Kernel::Piece> Kernel::edgesAndInterior(const TextureShape& shape) const
{
    if (rows_ == 0) return {};
    const GhostRows& g = shape.ghosts;
    const int rows = g.sliceRows, slices = rows > 0 ? shape.height / rows : 0;
    const int inZ = g.rows > 0 ? spec_.reach : 0,
              inT = g.slices > 0 ? (spec_.reach + g.sitesOfSlice - 1) / g.sitesOfSlice : 0;
    if (rows_ > 0 || 2 * inZ >= rows || 2 * inT >= slices) return {allRows(shape)};
    if (g.rows == 0)
        return {{inT * rows, (slices - 2 * inT) * rows, 0, shape.height},
                {0, inT * rows, 0, shape.height},
                {(slices - inT) * rows, inT * rows, 0, shape.height}};
    const int inner = rows - 2 * inZ;
    std::vector<Piece> pieces = {{inT * inner, (slices - 2 * inT) * inner, inZ, inner},
                                 {0, slices * inZ, 0, inZ},
                                 {0, slices * inZ, rows - inZ, inZ}};
    if (inT > 0) {
        pieces.push_back({0, inT * inner, inZ, inner});
        pieces.push_back({(slices - inT) * inner, inT * inner, inZ, inner});
    }
    return pieces;
}

/// Submits the pass to the device in pieces; true if it is the first run of its program.
bool Kernel::runPass(const std::vector<PlaneTexture*>& outs, const LayerRange& layers, std::span<const Piece> pieces)
{
    const gl::Functions& gl = device_->gl();
    KernelSpec spec = spec_;
    const TextureShape& shape = outs[0]->shape();
    if (device_->path() == Path::Compute && shape.ghosts.rows > 0) spec.defines["STRIDED_ROWS"] = "1";
    std::shared_ptr<FileLock> turn; // many drivers compile at the first run: other ranks wait until that is over
    KernelProgram& built = device_->kernelProgram(spec, layers, readsImages(), &turn);
    if (ProgramPrecompiler::skips(*device_, built.hasRun)) throw ProgramPrecompiler::ProgramMissing();
    const gl::Program& program = built.program;
    const bool isFirst = !std::exchange(built.hasRun, true);
    const Stopwatch watch;
    program.use();
    bind(program);
    bindRows(program, shape.ghosts);
    if (device_->path() == Path::Compute)
        bindResults(program, outs);
    else
        attachResults(outs, layers);
    for (const Piece& piece : pieces)
        runPiece(built, isFirst, outs, piece);
    if (device_->path() == Path::Compute) {
        memoryBarrier();
    } else {
        gl.BindFramebuffer(GL_FRAMEBUFFER, 0);
        gl::endPass(device_->context());
    }
    unbind();
    gl.UseProgram(0);
    if (isFirst && device_->compilation_.ends) device_->compilation_.ends(built.seconds + watch.seconds());
    return isFirst;
}

void Kernel::runPiece(KernelProgram& built, bool isFirst, const std::vector<PlaneTexture*>& outs, const Piece& piece)
{
    const gl::Functions& gl = device_->gl();
    const gl::Program& program = built.program;
    const TextureShape& shape = outs[0]->shape();
    const bool strided = shape.ghosts.rows > 0; // rows of different t do not follow each other
    const auto give = [&](const PassRunner::Submit& submit) {
        const BlockingCall translating; // the driver may compile at the first run
        Profile* profile = device_->profile();
        if (!profile) return device_->passRunner().run(built.cost, shape.width, piece.count, submit);
        device_->passRunner().run(built.cost, shape.width, piece.count, [&](int first, int rows) {
            profile->time(isFirst ? nullptr : &spec_.label, [&] { submit(first, rows); });
        });
    };
    if (device_->path() == Path::Compute) {
        const GLint firstRow = program.location("uFirstRow"), endRow = program.location("uEndRow");
        for (const auto& [name, value] : {std::pair("uPieceZ", piece.z), {"uPieceRows", piece.rowsOfSlice}})
            if (const GLint location = program.location(name); location >= 0) gl.Uniform1i(location, value);
        const auto groups = [](int texels, int ofGroup) { return GLuint((texels + ofGroup - 1) / ofGroup); };
        const int before = strided ? 0 : shape.storedRow(0);
        give([&](int first, int rows) {
            gl.Uniform1i(firstRow, before + piece.first + first);
            gl.Uniform1i(endRow, before + piece.first + first + rows);
            gl.DispatchCompute(groups(shape.width, spec_.tree ? 1 : spec_.group.x), groups(rows, spec_.group.y), 1);
        });
        return;
    }
    give([&](int first, int rows) {
        const int last = piece.first + first + rows, slice = strided ? piece.rowsOfSlice : last;
        for (int row = piece.first + first, end = 0; row < last; row = end) {
            end = std::min(last, (row / slice + 1) * slice);
            const int stored = strided ? shape.storedRow(row / slice * shape.ghosts.sliceRows) + piece.z + row % slice
                                       : shape.storedRow(row);
            gl.Viewport(0, stored, shape.width,
                        end - row); // gl_FragCoord counts from the target's corner, not from this one
            device_->drawFullScreen();
        }
    });
}

/// A memory barrier after a dispatch, for all later uses of its results.
void Kernel::memoryBarrier() const
{
    if (device_->storage() == Storage::Buffer)
        device_->gl().MemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
    else
        device_->gl().MemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT | GL_TEXTURE_UPDATE_BARRIER_BIT |
                                    GL_PIXEL_BUFFER_BARRIER_BIT | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT |
                                    GL_FRAMEBUFFER_BARRIER_BIT);
}

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
                                      spec_.label, outs.size(), status));
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
    if (!device_->images() || !spec_.text.empty()) return false;
    const gl::Capabilities& c = device_->context().capabilities();
    const bool compute = device_->path() == Path::Compute; // a fragment shader's results are no images
    std::size_t units = compute ? spec_.fields().size() : 0;
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
    auto unit = GLint(spec_.fields().size()); // behind the results
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
        throw std::logic_error(fmt::format("kernel {}: {} {}", spec_.label, uniform, what));
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

void Kernel::bind(const gl::Program& program) const
{
    requireUniforms(program);
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
        for (int binding = 0; binding < device_->heap().chunks() + int(spec_.fields().size()); ++binding)
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
