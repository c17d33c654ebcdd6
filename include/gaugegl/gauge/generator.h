// The random numbers of the heat bath on the device: where they come from, and what of them is kept between two heat
// baths; CONVENTIONS.md, "Random numbers", defines them.
#pragma once

#include "gaugegl/core/link_set.h"
#include "gaugegl/core/ranlux.h"
#include "gaugegl/device/kernel.h"
#include "gaugegl/gauge/kernels.h"

#include <functional>
#include <memory>
#include <span>

namespace gaugegl {

class CheckpointReader;
class CheckpointWriter;

/// What a generator is made for.
struct GeneratorOptions {
    GeneratorChoice choice = {};                       ///< which one
    Group group = Group::SU3;                          ///< says how many subgroups a heat bath has
    std::uint64_t seed = 1;                            ///< of the Philox numbers that all follows from
    int trials = defaultTrials(GeneratorType::Philox); ///< a heat bath may make fewer, not more
};

/// The numbers of the heat baths of one chain on one lattice.
class Generator {
public:
    /// The device must outlive the generator.  Throws InputError for a luxury level or a number of trials that does not
    /// exist, DeviceError when a state does not fit the device.
    static std::unique_ptr<Generator> create(Device& device, const Lattice& lattice, const GeneratorOptions& options);

    /// Frees the state.
    virtual ~Generator() = default;
    /// The state on the device is not copied.
    Generator(const Generator&) = delete;
    /// Nor here.
    Generator& operator=(const Generator&) = delete;

    /// What a heat bath kernel is compiled for.
    virtual DrawSource source() const = 0;
    /// What it was made for.
    const GeneratorOptions& options() const { return options_; }

    /// Makes the numbers ready for the heat bath of a set of links; a state moves on.  The sweep counts heat-bath
    /// sweeps.
    virtual void prepare(const LinkSet& set, std::uint32_t sweep) = 0;
    /// Gives them to a heat bath kernel, with whichever subgroups it has.
    virtual void bind(Kernel& kernel) const = 0;

    /// Four uniform numbers in (0, 1) for the number of a draw at a site: trial r of subgroup s is draw 256 s + r, its
    /// direction draw 256 s + 255.
    using HostDraws = std::function<std::array<double, 4>(std::uint32_t site, std::uint32_t draw)>;
    /// What prepare(set, sweep) would make ready now, computed by the generators of the host.
    virtual HostDraws hostDraws(const LinkSet& set, std::uint32_t sweep) const = 0;

    /// Writes the state, if there is one, as sections of a checkpoint.  Throws FileError.
    virtual void save(CheckpointWriter&) const {}
    /// Takes the state of a checkpoint.  Throws FileError when that holds none for this lattice and precision.
    virtual void restore(CheckpointReader&) {}

protected:
    /// Keeps the options.
    explicit Generator(const GeneratorOptions& options) : options_(options) {}

private:
    GeneratorOptions options_;
};

/// Draws of one subgroup of one link: the direction and every trial.
constexpr int drawsPerSubgroup(int trials) { return trials + 1; }

/// The state of a site before its first block: the upper 24 bits of 24 words of Philox, no carry.
RanluxState ranluxStart(std::uint64_t seed, std::uint32_t site);
/// The number of a site before its first one: a word of Philox.
std::uint32_t lcgStart(std::uint64_t seed, std::uint32_t site);

/// RANLUX states as the planes of a texture, in the order of its texels.
std::vector<double> planesFromRanlux(std::span<const RanluxState> states, Precision precision);
/// The states again.  Throws InputError for planes that are none.
std::vector<RanluxState> ranluxFromPlanes(std::span<const double> planes, Precision precision);

} // namespace gaugegl
