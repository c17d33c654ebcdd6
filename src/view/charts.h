// The charts beside the picture: history, histogram and autocorrelation of the plaquette, the Polyakov loops in the
// complex plane, the mean with its error, the figures of what else is measured, and the speed.
#pragma once

#include "chart_data.h"
#include "measuring.h"
#include "session.h"

namespace gaugegl::view {

/// How charts are drawn.
struct ChartOptions {
    bool known = true;   ///< with what is known at the coupling, which was chosen
    bool waited = false; ///< averages are those of this moment
};

/// Keeps the data, which are averaged anew twice a second at most, and draws them.
class Charts {
public:
    /// Draws all at ImGui's cursor.
    void draw(const Session& session, const AllMeasured& measured, const std::string& path,
              const ChartOptions& options);

private:
    void refresh(const SteeredChain& chain, const ChartOptions& options);
    void drawPlaquettes() const;
    void loops(Group group) const;

    ChartData data_;
    std::chrono::steady_clock::time_point refreshed_;
    std::string refreshedFor_; ///< which chain and sweep
};

/// Draws a figure at ImGui's cursor, so high: curves with error bars and their labels, or a histogram.
void drawFigure(const report::FigureData& figure, float height);

} // namespace gaugegl::view
