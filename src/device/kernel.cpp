#include "gaugegl/device/kernel.h"

#include "device/ghosts.h"
#include "device/program_precompiler.h"
#include "gaugegl/base/interrupt.h"
#include "gaugegl/device/profile.h"
#include "gl/end_of_pass.h"

#include <algorithm>
#include <cassert>
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
    [[maybe_unused]] const std::vector<Target> targets = spec_->fields();
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
        GhostFill ghosts(missing, spec_->reach);
        const std::vector<Piece> pieces = edgesAndInterior(outs[0]->shape());
        if (pieces.size() > 1) runPieces(outs, std::span(pieces).first(1));
        ghosts.finish();
        if (!pieces.empty()) ran = runPieces(outs, std::span(pieces).subspan(pieces.size() > 1 ? 1 : 0));
    }
    if (Profile* profile = device_->profile(); profile && ran) profile->called(spec_->label);
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
    for (const LayerRange& layers : device_->passesOf(*spec_)) {
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
    if (ProgramPrecompiler::isDry(*device_) || !spec_->defines.contains("SHARED_LATTICE")) return missing;
    for (const Input& input : inputs_) {
        if (spec_->ownSite.contains(input.uniform)) continue;
        for (const PlaneTexture* texture : input.textures) {
            if (!lacksGhosts(*texture, spec_->reach)) continue;
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
    const int inZ = g.rows > 0 ? spec_->reach : 0,
              inT = g.slices > 0 ? (spec_->reach + g.sitesOfSlice - 1) / g.sitesOfSlice : 0;
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
    const TextureShape& shape = outs[0]->shape();
    std::shared_ptr<FileLock> turn; // many drivers compile at the first run: other ranks wait until that is over
    KernelProgram& built = device_->kernelProgram(
        *kernel_, layers, {readsImages(), device_->path() == Path::Compute && shape.ghosts.rows > 0}, &turn);
    if (ProgramPrecompiler::skips(*device_, built.hasRun)) throw ProgramPrecompiler::ProgramMissing();
    const gl::Program& program = built.program;
    const bool isFirst = !std::exchange(built.hasRun, true);
    const Stopwatch watch;
    program.use();
    bind(built);
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
    const int columns = columns_ >= 0 ? columns_ : shape.width;
    const auto give = [&](const PassRunner::Submit& submit) {
        const BlockingCall translating; // the driver may compile at the first run
        Profile* profile = device_->profile();
        if (!profile) return device_->passRunner().run(built.cost, columns, piece.count, submit);
        device_->passRunner().run(built.cost, columns, piece.count, [&](int first, int rows) {
            profile->time(isFirst ? nullptr : &spec_->label, [&] { submit(first, rows); });
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
            gl.DispatchCompute(groups(columns, spec_->tree ? 1 : spec_->group.x), groups(rows, spec_->group.y), 1);
        });
        return;
    }
    give([&](int first, int rows) {
        const int last = piece.first + first + rows, slice = strided ? piece.rowsOfSlice : last;
        for (int row = piece.first + first, end = 0; row < last; row = end) {
            end = std::min(last, (row / slice + 1) * slice);
            const int stored = strided ? shape.storedRow(row / slice * shape.ghosts.sliceRows) + piece.z + row % slice
                                       : shape.storedRow(row);
            gl.Viewport(0, stored, columns,
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

} // namespace gaugegl
