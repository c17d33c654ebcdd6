#include "gaugegl/core/fermion.h"

#include "gaugegl/base/error.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <numbers>

namespace gaugegl {
namespace {

[[noreturn]] void refuseBoundary(std::string_view text)
{
    throw InputError(fmt::format(
        "boundary '{}' is none of periodic, antiperiodic, or four numbers tx,ty,tz,tt (phases exp(i pi theta)), "
        "with :spread behind it or not",
        text));
}

std::array<double, 4> parseThetas(std::string_view numbers, std::string_view text)
{
    std::array<double, 4> theta{};
    const char* at = numbers.data();
    const char* const end = at + numbers.size();
    for (std::size_t mu = 0; mu < 4; ++mu) {
        if (mu > 0 && (at == end || *at++ != ',')) refuseBoundary(text);
        const auto [next, error] = std::from_chars(at, end, theta[mu]);
        if (error != std::errc() || !std::isfinite(theta[mu])) refuseBoundary(text);
        at = next;
    }
    if (at != end) refuseBoundary(text);
    return theta;
}

} // namespace

std::complex<double> BoundaryPhases::ofStep(const Lattice& lattice, int mu, int x) const
{
    const double angle = theta[std::size_t(mu)];
    if (angle == 0 || (!spread && x != lattice.extent(mu) - 1)) return 1;
    if (!spread && angle == 1) return -1;
    return std::polar(1.0, std::numbers::pi * (spread ? angle / lattice.extent(mu) : angle));
}

BoundaryPhases BoundaryPhases::parse(std::string_view text)
{
    BoundaryPhases phases;
    std::string_view numbers = text;
    constexpr std::string_view suffix = ":spread";
    if (numbers.ends_with(suffix)) {
        phases.spread = true;
        numbers.remove_suffix(suffix.size());
    }
    if (numbers == "periodic")
        phases.theta = {};
    else if (numbers == "antiperiodic")
        phases.theta = {0, 0, 0, 1};
    else
        phases.theta = parseThetas(numbers, text);
    return phases;
}

std::int64_t siteOfHalf(const Lattice& lattice, int parity, std::int64_t half)
{
    const int halfX = lattice.extent(0) / 2;
    Coordinates x = lattice.coordinates(2 * half);
    x[0] = 2 * int(half % halfX) + ((x[1] + x[2] + x[3] + parity) & 1);
    return lattice.index(x);
}

HalfVector halfOf(const Lattice& lattice, const FermionVector& full, int parity, int components)
{
    const auto n = std::size_t(components);
    assert(full.size() == std::size_t(lattice.volume()) * n);
    HalfVector half(full.size() / 2);
    for (std::int64_t i = 0; i < lattice.halfVolume(); ++i)
        std::copy_n(full.begin() + std::ptrdiff_t(std::size_t(siteOfHalf(lattice, parity, i)) * n), n,
                    half.begin() + std::ptrdiff_t(std::size_t(i) * n));
    return half;
}

void setHalf(const Lattice& lattice, FermionVector& full, const HalfVector& half, int parity, int components)
{
    const auto n = std::size_t(components);
    assert(full.size() == std::size_t(lattice.volume()) * n && half.size() * 2 == full.size());
    for (std::int64_t i = 0; i < lattice.halfVolume(); ++i)
        std::copy_n(half.begin() + std::ptrdiff_t(std::size_t(i) * n), n,
                    full.begin() + std::ptrdiff_t(std::size_t(siteOfHalf(lattice, parity, i)) * n));
}

} // namespace gaugegl
