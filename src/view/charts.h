// The charts beside the picture: history, histogram and autocorrelation of the plaquette, the Polyakov loops in the
// complex plane, the mean with its error, and the speed.
#pragma once

#include "session.h"

#include "analysis/literature.h"
#include "gaugegl/analysis/estimate.h"
#include "gaugegl/analysis/histogram.h"

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

/// How charts are drawn.
struct ChartOptions {
    bool known = true;   ///< with what is known at the coupling, which was chosen
    bool waited = false; ///< averages are those of this moment
};

/// Keeps the data, which are averaged anew twice a second at most, and draws them.
class Charts {
public:
    /// Draws all at ImGui's cursor.
    void draw(const Session& session, const std::string& path, const ChartOptions& options);

private:
    void refresh(const SteeredChain& chain, const ChartOptions& options);
    void history() const;
    void loops(Group group) const;
    void histogram() const;
    void correlation() const;

    ChartData data_;
    std::chrono::steady_clock::time_point refreshed_;
    int refreshedSweep_ = -1, refreshedSince_ = -1;
    bool refreshedKnown_ = true;
    const SteeredChain* refreshedChain_ = nullptr;
};

/// "mean 0.6303(6) of 48 sweeps".
std::string meanText(const ChartData& data);

/// "1.25 million/s".
std::string rateText(double perSecond, const char* unit);

} // namespace gaugegl::view
