// What the charts show of a chain: averages with errors, and what is known at its coupling.
#pragma once

#include "steered_chain.h"

#include "analysis/histogram.h"
#include "analysis/literature.h"
#include "gaugegl/analysis/estimate.h"

#include <span>

namespace gaugegl::view {

/// The autocorrelation function at distances 0 .. most, 1 at 0; empty for a constant series or fewer than ten values.
std::vector<double> autocorrelation(std::span<const double> series, std::size_t most);

/// What the charts show of a chain.
struct ChartData {
    std::vector<Sample> samples;         ///< since the chain was steered
    std::size_t leftOut = 0;             ///< of them at the beginning, not averaged: the chain comes to equilibrium
    analysis::Estimate plaquette;        ///< mean of the rest
    analysis::Histogram histogram;       ///< of the rest
    std::vector<double> autocorrelation; ///< of the rest
    std::optional<analysis::PublishedPlaquette> published; ///< where known
    std::optional<double> expansion;                       ///< of strong or weak coupling, where one of them holds
    std::string expansionName;                             ///< which
};

/// Averages what there is.  `known`: with what is known at the coupling of the chain.
ChartData chartData(const SteeredChain& chain, bool known);

/// "mean 0.6303(6) of 48 sweeps".
std::string meanText(const ChartData& data);

/// "1.25 million/s".
std::string rateText(double perSecond, const char* unit);

} // namespace gaugegl::view
