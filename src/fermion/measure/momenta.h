// Sums over the sites at every distance from a source, with the phases of momenta.
#pragma once

#include "fermion/measure/distances.h"

namespace gaugegl {

/// The real factor of each site for each momentum beside 0: cos p (x - y), or its mean over what permutations and signs make of p.
class MomentumWeights {
public:
    explicit MomentumWeights(const CorrelatorGeometry& geometry);

    /// Momenta.
    std::size_t count() const { return tables_.size(); }
    /// At a site of this rank.
    double operator()(std::size_t momentum, std::int64_t site) const { return tables_[momentum][across(site)]; }

private:
    /// Where a site is in a table.
    std::size_t across(std::int64_t site) const;

    SharedLattice lattice_;
    Lattice local_;
    std::array<std::size_t, 3> directions_{};
    std::vector<std::vector<double>> tables_; ///< [momentum][site across the direction, of the whole lattice]
};

inline double scaled(double factor, double value) { return factor * value; }
template<std::size_t n>
std::array<double, n> scaled(double factor, std::array<double, n> values)
{
    for (double& value : values)
        value *= factor;
    return values;
}

/// The sums of f(site) for momentum 0 and for each of the weights, [momentum][distance]; collective.
template<class F>
auto sumsOfMomenta(const CorrelatorGeometry& geometry, const MomentumWeights& weights, const F& f)
{
    using Value = std::remove_cvref_t<decltype(f(std::int64_t{}))>;
    std::vector<std::vector<Value>> all = {sumsOfDistances(geometry, f)};
    if (weights.count() == 0) return all;
    std::vector<Value> values(std::size_t(geometry.lattice.local().volume()));
#pragma omp parallel for schedule(static)
    for (std::int64_t site = 0; site < std::int64_t(values.size()); ++site)
        values[std::size_t(site)] = f(site);
    for (std::size_t momentum = 0; momentum < weights.count(); ++momentum)
        all.push_back(sumsOfDistances(
            geometry, [&](std::int64_t site) { return scaled(weights(momentum, site), values[std::size_t(site)]); }));
    return all;
}

} // namespace gaugegl
