#include "gaugegl/gauge/update/generator.h"

#include "gauge/field_sections.h"

#include "core/lcg.h"
#include "fields/lattice_fit.h"
#include "gaugegl/base/error.h"
#include "gaugegl/core/random.h"
#include "gaugegl/fields/transfer.h"
#include "io/sections.h"

#include <algorithm>
#include <fmt/format.h>

namespace gaugegl {
namespace {

/// The draws of all subgroups in the order in which generators make them: each subgroup's direction, then its trials.
std::size_t drawNumber(std::uint32_t draw, int trials)
{
    constexpr std::uint32_t direction = 255;
    const std::uint32_t subgroup = draw / 256, r = draw % 256;
    return subgroup * std::size_t(drawsPerSubgroup(trials)) + (r == direction ? 0 : r + 1);
}

/// The number of a draw among those of a site.
std::size_t drawNumber(const Drawing& drawing, std::uint32_t draw, int trials)
{
    return drawing.purpose == Purpose::HeatBath ? drawNumber(draw, trials) : draw;
}

/// Calls visit(texel, site) for every texel of a parity.
template<class Visit>
void forEveryTexel(const Lattice& lattice, int parity, const Visit& visit)
{
    const Lattice local = lattice.local();
    for (std::size_t texel = 0; texel < std::size_t(local.halfVolume()); ++texel)
        visit(texel, static_cast<std::uint32_t>(lattice.wholeSite(siteOfTexel(lattice, parity, texel))));
}

class PhiloxGenerator : public Generator {
public:
    PhiloxGenerator(Precision precision, const GeneratorOptions& options) : Generator(precision, options) {}

    DrawSource source(const Drawing&) const override { return {GeneratorType::Philox}; }

    void prepare(const Drawing& drawing) override
    {
        stream_ = 16 * static_cast<unsigned>(drawing.purpose) + static_cast<unsigned>(drawing.set.mu);
        sweep_ = drawing.sweep;
    }

    void bind(Kernel& kernel) const override
    {
        kernel.set("uSeed", options().seed).set("uSweep", sweep_).set("uStream", stream_);
    }

    Draws draw(const Drawing& drawing) override { return computed(drawing, Precision::Double); }

    Draws computed(const Drawing& drawing, Precision precision) const override
    {
        const RandomSite of{options().seed, drawing.purpose, drawing.set.mu, drawing.sweep};
        return [of, precision](std::uint32_t site, std::uint32_t draw) {
            RandomSite at = of;
            at.site = site;
            return uniforms(at, draw, precision);
        };
    }

private:
    unsigned stream_ = 0, sweep_ = 0;
};

/// The numbers follow from the start values and the number of heat baths before: there is no state.
class LcgGenerator : public Generator {
public:
    LcgGenerator(Device& device, const Lattice& lattice, const GeneratorOptions& options)
        : Generator(device.precision(), options), others_(device.precision(), options),
          lattice_(lattice), starts_{PlaneTexture(device, halfFieldShape(lattice, 1)),
                                     PlaneTexture(device, halfFieldShape(lattice, 1))}
    {
        begin();
    }

    void restart(std::uint64_t seed, std::uint32_t first) override
    {
        Generator::restart(seed, first);
        others_.restart(seed, first);
        begin();
    }

    DrawSource source(const Drawing& drawing) const override
    {
        return {drawing.purpose == Purpose::HeatBath ? GeneratorType::Lcg : GeneratorType::Philox};
    }

    void prepare(const Drawing& drawing) override
    {
        heats_ = drawing.purpose == Purpose::HeatBath;
        parity_ = drawing.set.parity;
        position_ = positionOf(drawing);
        others_.prepare(drawing);
    }

    void bind(Kernel& kernel) const override
    {
        if (!heats_) {
            others_.bind(kernel);
            return;
        }
        kernel.read("uStart", starts_[std::size_t(parity_)]);
        for (int s = 0; s < subgroupCount(options().group); ++s) {
            const Lcg jump = Lcg().power(position_ + std::uint64_t(s) * numbersPerSubgroup());
            kernel.set(fmt::format("uJumps[{}]", s), jump.multiplier | std::uint64_t(jump.increment) << 32);
        }
    }

    Draws draw(const Drawing& drawing) override { return others_.draw(drawing); }

    Draws computed(const Drawing& drawing, Precision precision) const override
    {
        if (drawing.purpose != Purpose::HeatBath) return others_.computed(drawing, precision);
        return [=, position = positionOf(drawing), seed = options().seed, trials = options().trials,
                isDouble = precision == Precision::Double](std::uint32_t site, std::uint32_t draw) {
            const Lcg next;
            const std::uint64_t before = position + drawNumber(draw, trials) * (isDouble ? 8 : 4);
            std::uint32_t x = next.power(before)(lcgStart(seed, site));
            std::array<double, 4> u{};
            for (double& one : u) {
                x = next(x);
                const std::uint32_t high = x >> 9;
                if (isDouble) x = next(x);
                one = isDouble ? (high * 0x1p29 + (x >> 3) + 0.5) * 0x1p-52 : (high + 0.5) * 0x1p-23;
            }
            return u;
        };
    }

private:
    /// The start values.
    void begin()
    {
        for (int parity = 0; parity < 2; ++parity) {
            std::vector<double> halves(4 * std::size_t(lattice_.local().halfVolume()));
            forEveryTexel(lattice_, parity, [&](std::size_t texel, std::uint32_t site) {
                const std::uint32_t start = lcgStart(options().seed, site);
                halves[4 * texel] = start >> 16;
                halves[4 * texel + 1] = start & 0xffff;
            });
            starts_[std::size_t(parity)].upload(halves);
        }
    }

    std::uint64_t numbersPerSubgroup() const
    {
        return std::uint64_t(drawsPerSubgroup(options().trials)) * (precision() == Precision::Double ? 8 : 4);
    }

    /// Numbers that the sites of a parity have used before a heat bath.
    std::uint64_t positionOf(const Drawing& drawing) const
    {
        const LinkSet& set = drawing.set;
        const bool coloured = set.sublattice != LinkSet::everySublattice;
        const int setsOfMu = coloured ? Sublattices(lattice_).count() : 1;
        const auto index = std::uint64_t(set.mu * setsOfMu + (coloured ? set.sublattice : 0));
        return (4 * std::uint64_t(setsOfMu) * drawing.sweep + index) * std::uint64_t(subgroupCount(options().group)) *
               numbersPerSubgroup();
    }

    PhiloxGenerator others_; // for all but the heat bath
    bool heats_ = true;
    Lattice lattice_;
    std::array<PlaneTexture, 2> starts_; // of each parity
    int parity_ = 0;
    std::uint64_t position_ = 0;
};

/// The state of a parity is the last block that was made for it.  Every pass makes new blocks at all sites of its
/// parity: the state goes on from texture to texture, and the blocks stay until the next pass has its own.
class RanluxGenerator : public Generator {
public:
    RanluxGenerator(Device& device, const Lattice& lattice, const GeneratorOptions& options)
        : Generator(device.precision(), options), device_(&device), lattice_(lattice),
          period_(ranluxPeriod(options.choice.luxury))
    {
        const int textures = 2 + std::max(Generator::source().blocks - 1, 1);
        const TextureShape shape = halfFieldShape(lattice, ranluxPlanes(precision()));
        requireMemory(shape, textures);
        for (int i = 0; i < textures; ++i)
            textures_.push_back(std::make_unique<PlaneTexture>(device, shape));
        for (std::size_t parity = 0; parity < 2; ++parity)
            state_[parity] = textures_[parity].get();
        for (std::size_t i = 2; i < textures_.size(); ++i)
            free_.push_back(textures_[i].get());
        begin();
    }

    void restart(std::uint64_t seed, std::uint32_t first) override
    {
        Generator::restart(seed, first);
        begin();
    }

    DrawSource source(const Drawing& drawing) const override
    {
        return drawSource(GeneratorType::Ranlux, precision(), drawing.draws);
    }

    void prepare(const Drawing& drawing) override
    {
        for (PlaneTexture* block : blocks_) // all but the last are done with; that is the state of its parity
            if (block != state_[0] && block != state_[1]) free_.push_back(block);
        blocks_.clear();
        PlaneTexture*& state = state_[std::size_t(drawing.set.parity)];
        for (int b = 0; b < source(drawing).blocks; ++b) {
            PlaneTexture* const next = free_.back();
            free_.pop_back();
            Kernel(*device_, ranluxSpec(options().choice.luxury, precision()))
                .read("uState", *state)
                .set("uRounds", period_ / 24)
                .run(*next);
            if (b == 0) free_.push_back(state);
            state = next;
            blocks_.push_back(next);
        }
        heats_ = drawing.purpose == Purpose::HeatBath;
    }

    void bind(Kernel& kernel) const override
    {
        kernel.read("uNumbers", std::vector<const PlaneTexture*>(blocks_.begin(), blocks_.end()));
        if (heats_) kernel.set("uDraws", drawsPerSubgroup(options().trials));
    }

    Draws draw(const Drawing& drawing) override
    {
        std::vector<RanluxState> states = statesOf(drawing.set.parity);
        Draws draws = drawn(drawing, Precision::Double, states);
        state_[std::size_t(drawing.set.parity)]->upload(planesFromRanlux(states, precision()));
        return draws;
    }

    Draws computed(const Drawing& drawing, Precision precision) const override
    {
        std::vector<RanluxState> states = statesOf(drawing.set.parity);
        return drawn(drawing, precision, states);
    }

    void mark() override
    {
        for (std::size_t parity = 0; parity < 2; ++parity)
            marked_[parity] = state_[parity]->downloadBits();
    }

    void rewind() override
    {
        for (std::size_t parity = 0; parity < 2; ++parity)
            state_[parity]->uploadBits(marked_[parity]);
    }

    void save(SectionWriter& to) const override
    {
        for (std::size_t parity = 0; parity < 2; ++parity)
            saveField(to, sectionOf(parity), *state_[parity]);
    }

    void restore(SectionReader& from) override
    {
        for (std::size_t parity = 0; parity < 2; ++parity) {
            restoreField(from, sectionOf(parity), *state_[parity]);
            try {
                ranluxFromPlanes(state_[parity]->download(), precision());
            } catch (const InputError& error) {
                throw FileError(from.path(), fmt::format("section {}: {}", sectionOf(parity), error.what()));
            }
        }
    }

private:
    /// The states before the first blocks.
    void begin()
    {
        for (std::size_t parity = 0; parity < 2; ++parity) {
            std::vector<RanluxState> states(std::size_t(lattice_.local().halfVolume()));
            forEveryTexel(lattice_, int(parity), [&](std::size_t texel, std::uint32_t site) {
                states[texel] = ranluxStart(options().seed, site, options().first);
            });
            state_[parity]->upload(planesFromRanlux(states, precision()));
        }
    }

    std::vector<RanluxState> statesOf(int parity) const
    {
        return ranluxFromPlanes(state_[std::size_t(parity)]->download(), precision());
    }

    /// The numbers, and the states after them.
    Draws drawn(const Drawing& drawing, Precision precision, std::vector<RanluxState>& states) const
    {
        const int perBlock = ranluxDrawsPerBlock(precision), blocks = (drawing.draws + perBlock - 1) / perBlock;
        const std::size_t size = states.front().words.size() * std::size_t(blocks);
        const auto words = std::make_shared<std::vector<std::uint32_t>>(size * states.size());
        const Lattice lattice = lattice_;
        forEveryTexel(lattice, drawing.set.parity, [&](std::size_t texel, std::uint32_t site) {
            Ranlux ranlux(options().choice.luxury, states[texel]);
            auto at = words->begin() + std::ptrdiff_t(std::size_t(lattice.localSite(site)) / 2 *
                                                      size); // of two sites one has the parity
            for (int b = 0; b < blocks; ++b) {
                ranlux.advance();
                at = std::ranges::copy(ranlux.block(), at).out;
            }
            states[texel] = ranlux.state();
        });
        return [=, trials = options().trials](std::uint32_t site, std::uint32_t draw) {
            const auto perDraw = std::size_t(ranluxWordsPerDraw(precision));
            const std::size_t first =
                std::size_t(lattice.localSite(site)) / 2 * size + drawNumber(drawing, draw, trials) * perDraw;
            return ranluxUniforms(std::span(*words).subspan(first, perDraw), precision);
        };
    }

    static std::string sectionOf(std::size_t parity) { return fmt::format("ranlux-{}", parity); }

    void requireMemory(const TextureShape& shape, int textures) const
    {
        const FitLimits limits = fitLimits(device_->context().capabilities());
        const std::uint64_t field = simulationBytes(lattice_.extents(), options().group, precision());
        const std::uint64_t own =
            std::uint64_t(textures) * shape.texels() * std::uint64_t(shape.planes) * device_->planeBytes();
        if (limits.memoryBytes == 0 || field + own <= limits.memoryBytes) return;
        constexpr double gibibyte = 1 << 30;
        throw DeviceError(fmt::format("RANLUX for {} trials needs {:.1f} GiB beside the {:.1f} GiB of the {} lattice; "
                                      "{} has {:.1f} GiB: choose fewer trials, the generator philox or a smaller "
                                      "lattice",
                                      options().trials, double(own) / gibibyte, double(field) / gibibyte,
                                      lattice_.name(), limits.device, double(limits.memoryBytes) / gibibyte));
    }

    Device* device_;
    Lattice lattice_;
    int period_;
    bool heats_ = true;
    std::array<std::vector<std::byte>, 2> marked_; // the states of mark()
    std::vector<std::unique_ptr<PlaneTexture>> textures_;
    std::array<PlaneTexture*, 2> state_{}; // of each parity
    std::vector<PlaneTexture*> free_;
    std::vector<PlaneTexture*> blocks_; // of the next heat bath, the oldest first
};

} // namespace

Drawing Generator::heatBathDrawing(const LinkSet& set, std::uint32_t sweep) const
{
    return {Purpose::HeatBath, set, sweep, subgroupCount(options_.group) * drawsPerSubgroup(options_.trials)};
}

Draws Generator::hostDraws(const Drawing& drawing) const { return computed(drawing, precision_); }

std::unique_ptr<Generator> Generator::create(Device& device, const Lattice& lattice, const GeneratorOptions& options)
{
    requireTrials(options.choice.type, options.group, device.precision(), options.trials);
    switch (options.choice.type) {
    case GeneratorType::Philox:
        break;
    case GeneratorType::Ranlux:
        return std::make_unique<RanluxGenerator>(device, lattice, options);
    case GeneratorType::Lcg:
        return std::make_unique<LcgGenerator>(device, lattice, options);
    }
    return std::make_unique<PhiloxGenerator>(device.precision(), options);
}

std::unique_ptr<Generator> Generator::onHost(Precision precision, const GeneratorOptions& options)
{
    if (options.choice.type != GeneratorType::Philox)
        throw InputError(
            fmt::format("the generator {} needs a device; the CPU has philox", choiceName(options.choice.type)));
    requireTrials(options.choice.type, options.group, precision, options.trials);
    return std::make_unique<PhiloxGenerator>(precision, options);
}

} // namespace gaugegl
