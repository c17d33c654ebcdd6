#include "gaugegl/core/source.h"

#include "core/fermion_source.h"
#include "gaugegl/base/error.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>
#include <span>
#include <vector>

namespace gaugegl {
namespace {

[[noreturn]] void refuseSource(std::string_view text)
{
    throw InputError(fmt::format("source '{}' is none of point:x,y,z,t, wall:t, z2:t, z3:t, z4:t (each with "
                                 ":spin:colour behind it or not), random:SEED, ones",
                                 text));
}

std::vector<std::string_view> split(std::string_view text, char separator)
{
    std::vector<std::string_view> parts;
    for (;;) {
        const auto end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

template<class Number>
std::optional<Number> number(std::string_view text)
{
    Number value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

/// The integers of the text, as many as there is room for.
bool readIntegers(std::span<int> values, std::string_view text)
{
    const auto parts = split(text, ',');
    if (parts.size() != values.size()) return false;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto value = number<int>(parts[i]);
        if (!value) return false;
        values[i] = *value;
    }
    return true;
}

/// The roots of 1 of that name.
std::optional<NoiseType> rootsNamed(std::string_view name)
{
    for (const auto& [type, text] : choiceTexts<NoiseType>)
        if (type != NoiseType::Gaussian && name == text) return type;
    return std::nullopt;
}

void checkRange(const Source& source, const char* what, int value, int end)
{
    if (value < 0 || value >= end)
        throw InputError(
            fmt::format("source '{}': {} {} is not there, expected 0 to {}", source.name(), what, value, end - 1));
}

} // namespace

Source Source::parse(std::string_view text)
{
    const auto parts = split(text, ':');
    Source source;
    if (text == "ones") {
        source.type = Type::Ones;
        return source;
    }
    if (parts[0] == "random" && parts.size() == 2) {
        const auto seed = number<std::uint64_t>(parts[1]);
        if (!seed) refuseSource(text);
        source.type = Type::Random;
        source.seed = *seed;
        return source;
    }
    const std::optional<NoiseType> noise = rootsNamed(parts[0]);
    if ((parts[0] != "point" && parts[0] != "wall" && !noise) || (parts.size() != 2 && parts.size() != 4))
        refuseSource(text);
    source.type = noise ? Type::Noise : parts[0] == "point" ? Type::Point : Type::Wall;
    std::string_view at = parts[1];
    if (noise) {
        source.noise = *noise;
        if (const auto comma = at.find(','); comma != std::string_view::npos) {
            const auto seed = number<std::uint64_t>(at.substr(comma + 1));
            if (!seed) refuseSource(text);
            source.seed = *seed;
            at = at.substr(0, comma);
        }
    }
    const std::span<int> place = source.type == Type::Point ? std::span(source.at) : std::span(source.at).last(1);
    if (!readIntegers(place, at)) refuseSource(text);
    source.oneComponent = parts.size() == 4;
    if (source.oneComponent &&
        (!readIntegers({&source.spin, 1}, parts[2]) || !readIntegers({&source.colour, 1}, parts[3])))
        refuseSource(text);
    return source;
}

std::string Source::name() const
{
    if (type == Type::Ones) return "ones";
    if (type == Type::Random) return fmt::format("random:{}", seed);
    const std::string component = oneComponent ? fmt::format(":{}:{}", spin, colour) : "";
    if (type == Type::Noise)
        return fmt::format("{}:{}{}{}", choiceName(noise), at[3], seed == 0 ? "" : fmt::format(",{}", seed), component);
    return type == Type::Wall ? fmt::format("wall:{}{}", at[3], component)
                              : fmt::format("point:{}{}", fmt::join(at, ","), component);
}

void validate(const Source& source, const Lattice& lattice, FermionKind kind, Group group)
{
    if (!source.hasComponents()) return;
    for (int mu = source.type == Source::Type::Point ? 0 : 3; mu < 4; ++mu) {
        const int x = source.at[std::size_t(mu)];
        if (x < 0 || x >= lattice.extent(mu))
            throw InputError(fmt::format("source '{}' lies outside the lattice {}: {} = {}, expected 0 to {}",
                                         source.name(), lattice.name(), directionNames[std::size_t(mu)], x,
                                         lattice.extent(mu) - 1));
    }
    checkRange(source, "spin", source.spin, spins(kind));
    checkRange(source, "colour", source.colour, colours(group));
}

FermionVector sourceVector(const Source& source, const Lattice& lattice, FermionKind kind, Group group)
{
    validate(source, lattice, kind, group);
    if (source.type == Source::Type::Random) return gaussianSource(lattice, kind, group, source.seed);
    const auto components = std::size_t(fermionComponents(kind, group));
    FermionVector b(std::size_t(lattice.local().volume()) * components);
    if (source.type == Source::Type::Ones) {
        std::ranges::fill(b, 1.0);
        return b;
    }
    const auto component = std::size_t(source.spin * colours(group) + source.colour);
    const bool wall = source.isWall(), noise = source.type == Source::Type::Noise;
    const std::int64_t first = wall ? lattice.index({0, 0, 0, source.at[3]}) : lattice.index(source.at);
    const std::int64_t count = wall ? lattice.spatialVolume() : 1;
    for (std::int64_t site = first; site < first + count; ++site)
        if (const std::int64_t here = lattice.localSite(site); here >= 0)
            b[std::size_t(here) * components + component] =
                noise ? rootOfSite(source.noise, source.seed, std::uint32_t(site)) : 1.0;
    return b;
}

} // namespace gaugegl
