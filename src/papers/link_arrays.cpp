#include "papers/link_arrays.h"

#include "gaugegl/base/error.h"

#include <algorithm>
#include <cassert>
#include <fmt/format.h>

namespace gaugegl {

LinkArrays::LinkArrays(const GaugeField& u, int textures) : device_(&u.device()), lattice_(u.lattice())
{
    if (!traits(u.group()).quaternions || device_->path() != Path::Compute || device_->storage() != Storage::Texture ||
        std::ranges::count(linkArrayChoices, textures) == 0)
        throw InputError(fmt::format("links of {} in {} textures do not exist on the {} path", name(u.group()),
                                     textures, name(device_->path(), device_->storage())));
    textures_.resize(std::size_t(textures));
    for (std::size_t i = 0; i < textures_.size(); ++i) {
        std::vector<std::byte> bits;
        for (int plane = 0; plane < planesEach(); ++plane) {
            const int number = int(i) * planesEach() + plane; // 2 mu + parity
            const std::vector<std::byte> links = u.links(number / 2, number % 2).downloadBits();
            bits.insert(bits.end(), links.begin(), links.end());
        }
        textures_[i] = std::make_unique<PlaneTexture>(*device_, halfFieldShape(lattice_, planesEach()));
        textures_[i]->uploadBits(bits);
    }
}

void LinkArrays::copyTo(GaugeField& u) const
{
    assert(u.lattice() == lattice_ && traits(u.group()).quaternions && &u.device() == device_);
    for (std::size_t i = 0; i < textures_.size(); ++i) {
        const std::vector<std::byte> bits = textures_[i]->downloadBits();
        const std::size_t size = bits.size() / std::size_t(planesEach());
        for (int plane = 0; plane < planesEach(); ++plane) {
            const int number = int(i) * planesEach() + plane;
            u.links(number / 2, number % 2).uploadBits(std::span(bits).subspan(std::size_t(plane) * size, size));
        }
    }
}

void LinkArrays::heatBathSweep(const HeatBath& parameters, std::uint64_t seed, std::uint32_t sweep)
{
    if (parameters.algorithm != HeatBathAlgorithm::KennedyPendleton || parameters.action != actions::wilson)
        throw InputError("links in few textures have no other heat bath than Kennedy and Pendleton's for the Wilson "
                         "action");
    for (int mu = 0; mu < 4; ++mu)
        for (int parity = 0; parity < 2; ++parity)
            heatBath(mu, parity, parameters, seed, sweep);
}

// Like Kernel::run, except that one texture is both read and written.
void LinkArrays::heatBath(int mu, int parity, const HeatBath& parameters, std::uint64_t seed, std::uint32_t sweep)
{
    const KernelSpec spec =
        withLinkArrays(heatBathSpec(lattice_, {.group = Group::SU2, .mu = mu}, {.algorithm = parameters.algorithm}),
                       int(textures_.size()));
    const int layers = device_->layersPerPlane(), number = 2 * mu + parity;
    const bool isDouble = device_->precision() == Precision::Double;
    device_->context().makeCurrent();
    const gl::Functions& gl = device_->gl();
    KernelProgram& built = device_->kernelProgram(spec, {0, layers});
    const gl::Program& program = built.program;
    program.use();
    setUniforms(program, parameters, seed);
    gl.Uniform1ui(program.location("uSweep"), sweep);
    gl.Uniform1ui(program.location("uStream"), 16 * unsigned(Purpose::HeatBath) + unsigned(mu));
    gl.Uniform1i(program.location("uParity"), parity);
    gl.Uniform1i(program.location("uFirstLayer"), number % planesEach() * layers);
    const PlaneTexture& out = *textures_[std::size_t(number / planesEach())];
    gl.BindImageTexture(0, out.id(), 0, GL_TRUE, 0, GL_WRITE_ONLY, isDouble ? GL_RGBA32UI : GL_RGBA32F);
    const GLint firstRow = program.location("uFirstRow"), endRow = program.location("uEndRow");
    const auto groups = [](int texels) { return GLuint((texels + groupEdge - 1) / groupEdge); };
    device_->passRunner().run(built.cost, out.shape().width, out.shape().height, [&](int first, int rows) {
        gl.Uniform1i(firstRow, first);
        gl.Uniform1i(endRow, first + rows);
        gl.DispatchCompute(groups(out.shape().width), groups(rows), 1);
    });
    gl.MemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT | GL_TEXTURE_UPDATE_BARRIER_BIT | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
    for (std::size_t i = textures_.size(); i-- > 0;) {
        gl.ActiveTexture(GL_TEXTURE0 + GLenum(i));
        gl.BindTexture(GL_TEXTURE_2D_ARRAY, 0);
    }
    gl.UseProgram(0);
    device_->check();
}

void LinkArrays::setUniforms(const gl::Program& program, const HeatBath& parameters, std::uint64_t seed) const
{
    const gl::Functions& gl = device_->gl();
    std::vector<GLint> units;
    units.reserve(textures_.size());
    for (const auto& texture : textures_) {
        gl.ActiveTexture(GL_TEXTURE0 + GLenum(units.size()));
        gl.BindTexture(GL_TEXTURE_2D_ARRAY, texture->id());
        units.push_back(GLint(units.size()));
    }
    gl.Uniform1iv(program.location("uLinks"), GLsizei(units.size()), units.data());
    gl.Uniform1i(program.location("uTrials"), parameters.trials);
    gl.Uniform2ui(program.location("uSeed"), GLuint(seed), GLuint(seed >> 32));
    if (device_->precision() == Precision::Double)
        gl.Uniform1d(program.location("uBeta"), parameters.beta);
    else
        gl.Uniform1f(program.location("uBeta"), float(parameters.beta));
}

std::array<double, 4> LinkArrays::plaquetteSums(PlaneTexture& density, Reduction& reduction)
{
    const KernelSpec spec =
        withLinkArrays(plaquetteSpec(Group::SU2, lattice_, device_->precision()), int(textures_.size()));
    std::vector<const PlaneTexture*> links;
    links.reserve(textures_.size());
    for (const auto& texture : textures_)
        links.push_back(texture.get());
    std::array<double, 4> total{};
    for (int parity = 0; parity < 2; ++parity) {
        Kernel(*device_, spec).read("uLinks", links).set("uParity", parity).run(density);
        const auto sums = reduction.sum(density);
        for (std::size_t i = 0; i < 4; ++i)
            total[i] += sums[i];
    }
    return total;
}

} // namespace gaugegl
