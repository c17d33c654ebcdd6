#include "gaugegl/core/lattice.h"

#include "gaugegl/base/error.h"

#include <charconv>
#include <fmt/format.h>

namespace gaugegl {

const std::array<const char*, 4> directionNames = {"x", "y", "z", "t"};

Lattice::Lattice(const std::array<int, 4>& extents) : extents_(extents), share_{.extents = extents}
{
    for (int mu = 0; mu < 4; ++mu) {
        if (extent(mu) < 2)
            throw InputError(fmt::format("lattice extent {} in direction {} is too small; extents must be at least 2",
                                         extent(mu), directionNames[std::size_t(mu)]));
        if (extent(mu) % 2 != 0)
            throw InputError(fmt::format("lattice extent {} in direction {} is odd; extents must be even", extent(mu),
                                         directionNames[std::size_t(mu)]));
    }
    double sites = 1;
    for (int length : extents_)
        sites *= length;
    if (sites >= 4294967296.0)
        throw InputError(fmt::format("lattice {} has {:.0f} sites; at most 2^32 - 1 are supported", name(), sites));
}

Lattice Lattice::parse(std::string_view text)
{
    const InputError wrong(fmt::format("lattice '{}' is not of the form LxLyLzLt such as 8x8x8x16", text));
    std::array<int, 4> extents{};
    const char* at = text.data();
    const char* end = at + text.size();
    for (std::size_t mu = 0; mu < 4; ++mu) {
        if (mu > 0) {
            if (at == end || *at != 'x') throw wrong;
            ++at;
        }
        const auto [next, error] = std::from_chars(at, end, extents[mu]);
        if (error == std::errc::result_out_of_range)
            throw InputError(fmt::format("lattice '{}': the extent {} in direction {} is too large", text,
                                         std::string_view(at, std::size_t(next - at)), directionNames[mu]));
        if (error != std::errc() || next == at) throw wrong;
        at = next;
    }
    if (at != end) throw wrong;
    return Lattice(extents);
}

Lattice Lattice::shared(const Share& share) const
{
    Lattice result = *this;
    result.share_ = share;
    return result;
}

std::int64_t Lattice::wholeSite(std::int64_t localSite) const
{
    if (!isShared()) return localSite;
    Coordinates x = local().coordinates(localSite);
    for (std::size_t mu = 0; mu < 4; ++mu)
        x[mu] += share_.origin[mu];
    return index(x);
}

std::int64_t Lattice::localSite(std::int64_t site) const
{
    if (!isShared()) return site;
    Coordinates x = coordinates(site);
    for (std::size_t mu = 0; mu < 4; ++mu) {
        x[mu] -= share_.origin[mu];
        if (x[mu] < 0 || x[mu] >= share_.extents[mu]) return -1;
    }
    return local().index(x);
}

std::int64_t Lattice::volume() const
{
    return static_cast<std::int64_t>(extents_[0]) * extents_[1] * extents_[2] * extents_[3];
}

Coordinates Lattice::coordinates(std::int64_t index) const
{
    Coordinates x{};
    for (std::size_t mu = 0; mu < 4; ++mu) {
        x[mu] = static_cast<int>(index % extents_[mu]);
        index /= extents_[mu];
    }
    return x;
}

Coordinates Lattice::shifted(Coordinates x, int mu, int steps) const
{
    int& component = x[static_cast<std::size_t>(mu)];
    component = (component + steps) % extent(mu);
    if (component < 0) component += extent(mu);
    return x;
}

std::string Lattice::name() const
{
    return fmt::format("{}x{}x{}x{}", extents_[0], extents_[1], extents_[2], extents_[3]);
}

} // namespace gaugegl
