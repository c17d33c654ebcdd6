// The random number generators of a chain on the device and on the host, with their state.  CONVENTIONS.md, "Random
// numbers", defines the numbers.
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

/// The options of a generator.
struct GeneratorOptions {
    GeneratorChoice choice = {};                       ///< which one
    Group group = Group::SU3;                          ///< determines the number of subgroups of a heat bath
    std::uint64_t seed = 1;                            ///< of the Philox numbers from which everything is derived
    int trials = defaultTrials(GeneratorType::Philox); ///< the most that a heat bath may make
    std::uint32_t first = 0; ///< sweep with which the chain begins, from which a state is made
};

/// The random numbers of all sites of a parity, for one pass of a kernel or for the host.
struct Drawing {
    Purpose purpose = Purpose::HeatBath; ///< purpose of the numbers
    LinkSet set = {};                    ///< direction and parity; the sublattice of a heat bath
    std::uint32_t sweep = 0;             ///< number of the sweep or trajectory
    int draws = 0;                       ///< at each site, of four numbers each; a heat bath has its own number
};

/// The random numbers of one chain on one lattice.  A generator with a state advances with every Drawing, so their
/// order matters.  The linear congruential generator serves only the heat bath; everything else then uses Philox.
class Generator {
public:
    /// The device must outlive the generator.  Throws InputError for an invalid luxury level or number of trials, and
    /// DeviceError if the state does not fit the device.
    static std::unique_ptr<Generator> create(Device& device, const Lattice& lattice, const GeneratorOptions& options);
    /// Philox for the host alone, without a device.  Throws InputError for another choice.
    static std::unique_ptr<Generator> onHost(Precision precision, const GeneratorOptions& options);

    /// Frees the state.
    virtual ~Generator() = default;
    /// Not copyable: the state on the device has one owner.
    Generator(const Generator&) = delete;
    /// Not assignable: the state on the device has one owner.
    Generator& operator=(const Generator&) = delete;

    /// The options it was created with.
    const GeneratorOptions& options() const { return options_; }

    /// Begins anew with another seed and first sweep.
    virtual void restart(std::uint64_t seed, std::uint32_t first)
    {
        options_.seed = seed;
        options_.first = first;
    }

    /// The source of random numbers that a kernel must be compiled for.
    virtual DrawSource source(const Drawing& drawing) const = 0;
    /// The source for a heat bath kernel.
    DrawSource source() const { return source(heatBathDrawing({}, 0)); }

    /// Prepares the numbers for a kernel; advances the state, if there is one.
    virtual void prepare(const Drawing& drawing) = 0;
    /// Prepares the numbers for the heat bath of a set of links.  The sweep counts heat-bath sweeps.
    void prepare(const LinkSet& set, std::uint32_t sweep) { prepare(heatBathDrawing(set, sweep)); }
    /// Binds the numbers that were prepared last to a kernel; to a heat bath kernel of all subgroups or of one.
    virtual void bind(Kernel& kernel) const = 0;

    /// The numbers that prepare(drawing) would prepare now, computed by the host's generators in the precision of the
    /// device: draw 0, 1, ..; in a heat bath trial r of subgroup s is draw 256 s + r, its direction draw 256 s + 255.
    Draws hostDraws(const Drawing& drawing) const;
    /// The numbers that prepare(set, sweep) would prepare now, on the host.
    Draws hostDraws(const LinkSet& set, std::uint32_t sweep) const { return hostDraws(heatBathDrawing(set, sweep)); }
    /// Numbers for the host, in double precision whatever that of the device; advances the state, if there is one.
    virtual Draws draw(const Drawing& drawing) = 0;

    /// Saves the state for rewind().
    virtual void mark() {}
    /// Restores the state of the last mark(), so that the same numbers follow.
    virtual void rewind() {}

    /// Writes the state, if there is one, as sections of a checkpoint.  Throws FileError.
    virtual void save(SectionWriter&) const {}
    /// Restores the state from a checkpoint.  Throws FileError if that has none for this lattice and precision.
    virtual void restore(SectionReader&) {}

protected:
    /// Stores the precision of the device and the options.
    Generator(Precision precision, const GeneratorOptions& options) : precision_(precision), options_(options) {}

    /// The precision of the device.
    Precision precision() const { return precision_; }
    /// The numbers on the host, without advancing the state.
    virtual Draws computed(const Drawing& drawing, Precision precision) const = 0;

private:
    Drawing heatBathDrawing(const LinkSet& set, std::uint32_t sweep) const;

    Precision precision_;
    GeneratorOptions options_;
};

/// The draws of one subgroup of one link: the direction and every trial.
constexpr int drawsPerSubgroup(int trials) { return trials + 1; }

/// Encodes RANLUX states as the planes of a texture, in the order of its texels.
std::vector<double> planesFromRanlux(std::span<const RanluxState> states, Precision precision);
/// Decodes the states.  Throws InputError for planes that do not hold RANLUX states.
std::vector<RanluxState> ranluxFromPlanes(std::span<const double> planes, Precision precision);

} // namespace gaugegl
