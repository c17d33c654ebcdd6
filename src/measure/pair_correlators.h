// What the measurements of correlators of Polyakov loops share: one array, "correlator" of each separation, and what follows from it.
#pragma once

#include "analysis/pair_correlator.h"
#include "measure/measurement.h"

namespace gaugegl::measure {

/// The extents in space of the lattice of a run.
analysis::Space spaceOf(const RunConfig& run);
/// The separations on the axes, or all, up to a length: by default half the smallest extent in space.
std::vector<analysis::Separation> separationsOf(const RunConfig& run, std::optional<int> largest, bool onAxis);

/// C of each separation, the free energy F = -ln C / Lt of a static pair, and a fit of a string to it.
class PairCorrelators : public Measurement {
public:
    Json results(const Records& records) const override;
    std::string summary(const Records& records) const override;
    /// NAME-energy, with the fit.
    std::vector<std::string> figures(const Records& records, const Figure& figure) const override;

protected:
    /// `fitFrom`: the smallest distance of the fit; not given: there is none.
    PairCorrelators(const char* name, const RunConfig& run, std::vector<analysis::Separation> separations,
                    std::optional<int> fitFrom);

    const std::vector<analysis::Separation>& separations() const { return separations_; }

private:
    std::optional<analysis::StringFit> fitOf(const analysis::Replicas& energies) const;
    std::string fitText(const analysis::Replicas& energies) const;

    std::vector<analysis::Separation> separations_;
    std::optional<int> fitFrom_;
    analysis::PairLattice lattice_;
};

} // namespace gaugegl::measure
