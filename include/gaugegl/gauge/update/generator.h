// The random numbers of a chain, on the device and on the host: where they come from, and what of them is kept between
// two passes; CONVENTIONS.md, "Random numbers", defines them.
#pragma once

#include "gaugegl/core/link_set.h"
#include "gaugegl/core/ranlux.h"
#include "gaugegl/device/kernel.h"
#include "gaugegl/gauge/kernels.h"

#include <functional>
#include <memory>
#include <span>

namespace gaugegl {

class SectionReader;
class SectionWriter;

/// What a generator is made for.
struct GeneratorOptions {
    GeneratorChoice choice = {};                       ///< which one
    Group group = Group::SU3;                          ///< says how many subgroups a heat bath has
    std::uint64_t seed = 1;                            ///< of the Philox numbers that all follows from
    int trials = defaultTrials(GeneratorType::Philox); ///< a heat bath may make fewer, not more
};

/// Numbers that every site of a parity draws together, for one pass of a kernel or for the host.
struct Drawing {
    Purpose purpose = Purpose::HeatBath; ///< what for
    LinkSet set = {};                    ///< direction and parity; the sublattice of a heat bath
    std::uint32_t sweep = 0;             ///< number of the sweep or trajectory
    int draws = 0;                       ///< at each site, of four numbers each; a heat bath has its own number
};

/// The numbers of one chain on one lattice.  A state, where there is one, moves on with every Drawing, so that their
/// order matters; the linear congruential generator has numbers for the heat bath, and Philox serves the rest.
class Generator {
public:
    /// The device must outlive the generator.  Throws InputError for a luxury level or a number of trials that does not
    /// exist, DeviceError when a state does not fit the device.
    static std::unique_ptr<Generator> create(Device& device, const Lattice& lattice, const GeneratorOptions& options);

    /// Frees the state.
    virtual ~Generator() = default;
    /// The state on the device is not copied.
    Generator(const Generator&) = delete;
    /// Nor is it assigned.
    Generator& operator=(const Generator&) = delete;

    /// What it was made for.
    const GeneratorOptions& options() const { return options_; }

    /// What a kernel with these numbers is compiled for.
    virtual DrawSource source(const Drawing& drawing) const = 0;
    /// The same of a heat bath kernel.
    DrawSource source() const { return source(heatBathDrawing({}, 0)); }

    /// Makes the numbers ready for a kernel; a state moves on.
    virtual void prepare(const Drawing& drawing) = 0;
    /// Those of a heat bath of a set of links.  The sweep counts heat-bath sweeps.
    void prepare(const LinkSet& set, std::uint32_t sweep) { prepare(heatBathDrawing(set, sweep)); }
    /// Gives what was prepared last to a kernel; to that of a heat bath with whichever subgroups it has.
    virtual void bind(Kernel& kernel) const = 0;

    /// What prepare(drawing) would make ready now, computed by the generators of the host in the precision of the
    /// device: draw 0, 1, ..; in a heat bath trial r of subgroup s is draw 256 s + r, its direction draw 256 s + 255.
    Draws hostDraws(const Drawing& drawing) const;
    /// Those of a heat bath.
    Draws hostDraws(const LinkSet& set, std::uint32_t sweep) const { return hostDraws(heatBathDrawing(set, sweep)); }
    /// Numbers for the host, in double precision whatever the device has; a state moves on.
    virtual Draws draw(const Drawing& drawing) = 0;

    /// Remembers the state; rewind() goes back to it.
    virtual void mark() {}
    /// The numbers after the last mark() come again.
    virtual void rewind() {}

    /// Writes the state, if there is one, as sections of a checkpoint.  Throws FileError.
    virtual void save(SectionWriter&) const {}
    /// Takes the state of a checkpoint.  Throws FileError when that holds none for this lattice and precision.
    virtual void restore(SectionReader&) {}

protected:
    /// Keeps the options.
    Generator(Precision precision, const GeneratorOptions& options) : precision_(precision), options_(options) {}

    /// Of the device.
    Precision precision() const { return precision_; }
    /// Numbers of the host without moving on.
    virtual Draws computed(const Drawing& drawing, Precision precision) const = 0;

private:
    Drawing heatBathDrawing(const LinkSet& set, std::uint32_t sweep) const;

    Precision precision_;
    GeneratorOptions options_;
};

/// Draws of one subgroup of one link: the direction and every trial.
constexpr int drawsPerSubgroup(int trials) { return trials + 1; }

/// RANLUX states as the planes of a texture, in the order of its texels.
std::vector<double> planesFromRanlux(std::span<const RanluxState> states, Precision precision);
/// The states again.  Throws InputError for planes that are none.
std::vector<RanluxState> ranluxFromPlanes(std::span<const double> planes, Precision precision);

} // namespace gaugegl
