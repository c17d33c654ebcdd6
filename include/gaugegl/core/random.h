// Random numbers as pure functions of (seed, stream, sweep, site, draw): CONVENTIONS.md, "Random numbers".
#pragma once

#include "gaugegl/core/group.h"

#include <array>
#include <cstdint>
#include <functional>

namespace gaugegl {

/// What a random number is for.  The stream word of the counter is 16 * purpose + mu.
enum class Purpose : std::uint32_t {
    HotStart = 1,
    HeatBath = 2,
    GaugeTransformation = 3,
    GeneratorStart = 4,
    FermionSource = 5,
    StochasticRelaxation = 6,
    Annealing = 7,
    Momentum = 8,
    Pseudofermion = 9,
    Metropolis = 10,
    Noise = 11,
    Test = 15
};

/// Identifies the draws of one site: the Philox key, and the counter without its draw word.
struct RandomSite {
    std::uint64_t seed = 0;          ///< of the run
    Purpose purpose = Purpose::Test; ///< what the numbers are for
    int mu = 0;                      ///< direction of the link, 0 where there is none
    std::uint32_t sweep = 0;         ///< number of the sweep
    std::uint32_t site = 0;          ///< lexicographic number of the site
};

/// Four uniform numbers in (0, 1).  Single: (b + 1/2) 2^-23 with the upper 23 bits b of a word.  Double: 29 bits of a
/// second block (draw + 65536) follow, (b 2^29 + c + 1/2) 2^-52, so both precisions share their leading bits.
std::array<double, 4> uniforms(const RandomSite& at, std::uint32_t draw, Precision precision);

/// Four uniform numbers in (0, 1) as a function of the draw number at one site, from any generator.
using SiteDraws = std::function<std::array<double, 4>(std::uint32_t draw)>;
/// Four uniform numbers in (0, 1) as a function of site and draw number.
using Draws = std::function<std::array<double, 4>(std::uint32_t site, std::uint32_t draw)>;

/// Four uniform numbers in (0, 1) as a function of the link (mu, site) and the draw number.
using LinkDraws = std::function<std::array<double, 4>(int mu, std::uint32_t site, std::uint32_t draw)>;

/// The Philox numbers of a site.
SiteDraws philoxDraws(const RandomSite& at, Precision precision);

/// Four independent Gaussians of mean 0 and variance 1 from four uniform numbers: Box and Muller,
/// sqrt(-2 ln u0) (cos, sin)(2 pi u1), sqrt(-2 ln u2) (cos, sin)(2 pi u3).
std::array<double, 4> gaussians(const std::array<double, 4>& u);
/// Four Gaussians from the Philox block `draw` of a site.
std::array<double, 4> gaussians(const RandomSite& at, std::uint32_t draw, Precision precision);

} // namespace gaugegl
