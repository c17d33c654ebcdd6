// The links of SU(2) in one texture, or in one per direction, instead of eight, to measure the cost.
#pragma once

#include "gaugegl/gauge/update/update.h"

namespace gaugegl {

/// Links in 1 or 4 textures (kernels.h, linkArrayChoices) on the compute path.  A heat bath writes in place: no thread
/// reads a link that another one changes, since those of one direction and parity share no plaquette.
class LinkArrays {
public:
    /// The links of u.  Throws InputError unless the group is SU(2), the path compute with textures and the number of
    /// textures known.
    LinkArrays(const GaugeField& u, int textures);

    /// Makes u, a field on the same device and lattice, equal to this one.
    void copyTo(GaugeField& u) const;

    /// Every link once, by Kennedy and Pendleton's algorithm: the same links, bit for bit, as those of
    /// gaugegl::heatBathSweep.  Throws InputError for parameters that ask for something else.
    void heatBathSweep(const HeatBath& parameters, std::uint64_t seed, std::uint32_t sweep);

    /// The sums over the lattice of plaquette.glsl; density is a texture of one plane on one parity.
    std::array<double, 4> plaquetteSums(PlaneTexture& density, Reduction& reduction);

private:
    void heatBath(int mu, int parity, const HeatBath& parameters, std::uint64_t seed, std::uint32_t sweep);
    void setUniforms(const gl::Program& program, const HeatBath& parameters, std::uint64_t seed) const;
    int planesEach() const { return 8 / int(textures_.size()); }

    Device* device_;
    Lattice lattice_;
    std::vector<std::unique_ptr<PlaneTexture>> textures_;
};

} // namespace gaugegl
