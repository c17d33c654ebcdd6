#include "checks/loop_checks.h"

#include "checks/check_list.h"
#include "checks/oracle_field.h"
#include "gauge/observables/densities.h"
#include "gaugegl/gauge/observables/topology.h"
#include "gaugegl/gauge/observables/wilson_loops.h"
#include "reference/observables.h"
#include "reference/smearing.h"
#include "reference/topology.h"
#include "reference/update.h"
#include "reference/wilson_loops.h"

#include <algorithm>
#include <fmt/format.h>

namespace gaugegl {
namespace {

class LoopVerifier {
public:
    LoopVerifier(const GaugeField& u, const CheckObserver& observer, const CheckPlan& plan)
        : u_(u), checks_(u.device(), u.group(), observer, plan), host_(oracleField(u)), e_(u.lattice().extents()),
          meter_(u.device(), u.lattice(), u.group())
    {}

    std::vector<Check> run()
    {
        checks_.make(int(observableTraits.size()), [&] { checkDensities(); });
        checkReduction();
        const int rMax = std::min({2, e_[0] / 2, e_[1] / 2, e_[2] / 2}), tMax = std::min(5, e_[3] / 2);
        checks_.make(1, [&] { checkLoops("wilson-loops", {.rMax = rMax, .tMax = tMax, .offAxis = true}, host_); });
        if (rMax == 2 && has(u_.group(), Feature::MeanLinks)) // loops of R = 1 have no multihit
            checks_.make(1, [&] {
                checkLoops("wilson-loops-multihit", {.rMax = 2, .tMax = tMax, .multihit = true, .beta = beta()},
                           withMeanLinks());
            });
        checks_.make(2, [&] { checkTopology(); });
        return checks_.done();
    }

private:
    double beta() const { return traits(u_.group()).beta.crossover; }

    /// Every observable of the catalogue, at every site or line.
    void checkDensities()
    {
        meter_.measure(u_);
        checkDensityOf(traits(Observable::Plaquette));
        for (const ObservablePart& part : observableParts())
            if (part.index == firstPartOf(part.of->observable)) checkDensityOf(*part.of);
    }

    void checkDensityOf(const ObservableTraits& one)
    {
        double deviation = 0;
        for (std::size_t part = 0; part < partsOf(one); ++part)
            for (int parity = 0; parity < 2; ++parity)
                deviation = reference::larger(deviation, densityDeviation(one, part, parity));
        checks_.report(one.check.name, deviation, checks_.either(one.check.single, one.check.inDouble));
    }

    double densityDeviation(const ObservableTraits& one, std::size_t part, int parity) const
    {
        const DensityVariant variant = densityOf(one.observable, part);
        const std::vector<double> values = meter_.density(one.observable, part).of(parity).download();
        std::vector<Coordinates> sites(values.size() / 4);
        for (std::size_t texel = 0; texel < sites.size(); ++texel)
            sites[texel] = siteOfDensity(variant, u_.lattice(), parity, texel);
        const std::vector<std::vector<double>> expected =
            std::visit([&](const auto& u) { return reference::densityOf(one.name, u, sites, variant.mu); }, host_);
        double deviation = 0;
        for (std::size_t texel = 0; texel < sites.size(); ++texel) {
            const double* found = &values[4 * texel + one.component];
            std::vector<double> difference = expected[texel];
            for (std::size_t k = 0; k < difference.size(); ++k)
                difference[k] = std::abs(difference[k] - found[k]);
            if (one.complex) difference = {std::abs(std::complex(difference[0], difference[1]))};
            for (const double d : difference)
                deviation = reference::larger(deviation, d);
        }
        return deviation;
    }

    /// The sum of the device against one of the same texels in extended precision, relative to the sum of magnitudes;
    /// whatever a thread adds, it has the same bits.
    void checkReduction()
    {
        checks_.make(1, [&] {
            const PlaneTexture& terms = meter_.density(Observable::Plaquette).even;
            const std::vector<double> values = terms.download();
            std::array<long double, 4> exact{}, magnitude{};
            for (std::size_t i = 0; i < values.size(); ++i) {
                exact[i % 4] += values[i];
                magnitude[i % 4] += std::abs(values[i]);
            }
            const auto found = Reduction(u_.device()).sum(terms);
            double deviation = 0;
            for (std::size_t c = 0; c < 4; ++c)
                deviation =
                    reference::larger(deviation, double(std::abs((long double)(found[c]) - exact[c]) / magnitude[c]));
            checks_.report("reduction", deviation, checks_.either(1e-12, 1e-15));
        });
        checks_.makeOfVariants(1, [&] {
            const PlaneTexture& terms = meter_.density(Observable::Plaquette).even;
            const auto expected = Reduction(u_.device()).sum(terms);
            double deviation = 0;
            for (const int fold : {2, 4, 8, 16, 32}) {
                const auto found = Reduction(u_.device(), fold).sum(terms);
                for (std::size_t c = 0; c < 4; ++c)
                    deviation = reference::larger(deviation, std::abs(found[c] - expected[c]));
            }
            checks_.report("reduction-folds", deviation, 0);
        });
    }

    /// The field with its temporal links replaced by their means.
    OracleField withMeanLinks() const
    {
        OracleField means = host_;
        std::visit(
            [&](auto& u) {
                const auto& from = std::get<std::decay_t<decltype(u)>>(host_);
                for (std::int64_t site = 0; site < u.lattice().volume(); ++site)
                    u(3, site) = reference::meanLink(reference::staple(from, 3, site), beta());
            },
            means);
        return means;
    }

    /// On the axes the shortest, off them the longest loops; with multihit the longest that it changes.
    void checkLoops(const std::string& name, const WilsonLoopRequest& request, const OracleField& temporal)
    {
        double deviation = 0;
        int compared = 0;
        for (const WilsonLoop& loop : WilsonLoopMeter(u_.device(), u_.lattice(), u_.group()).measure(u_, u_, request)) {
            if (request.multihit && loop.r[0] == 1) continue;
            if (loop.t != (request.multihit || loop.r[1] > 0 ? request.tMax : 1)) continue;
            ++compared;
            std::visit(
                [&](const auto& spatial) {
                    const auto& mean = std::get<std::decay_t<decltype(spatial)>>(temporal);
                    deviation = reference::larger(
                        deviation, std::abs(loop.value - reference::wilsonLoop(mean, spatial, loop.r, loop.t)));
                },
                host_);
        }
        checks_.report(name, deviation, checks_.either(1e-7, 1e-14),
                       {.note = std::to_string(compared) + " means over the lattice"});
    }

    void checkTopology()
    {
        TopologyMeter meter(u_.device(), u_.lattice(), u_.group());
        meter.measure(u_, /*improved=*/true);
        checkDensity("clover", meter.density(), false, checks_.either(5e-6, 1e-13));
        checkDensity("clover-improved", meter.improvedDensity(), true, checks_.either(2e-5, 1e-12));
    }

    /// E and q at every site.
    void checkDensity(const std::string& name, const Density& density, bool improved, double allowed)
    {
        const auto found = downloadDensity(u_.lattice(), density.even, density.odd);
        const auto expected = std::visit([&](const auto& u) { return reference::topologyDensity(u, improved); }, host_);
        double deviation = 0;
        for (std::size_t i = 0; i < found.size(); ++i) {
            deviation = reference::larger(deviation, std::abs(found[i][0] - expected[i].energy));
            deviation = reference::larger(deviation, std::abs(found[i][1] - expected[i].charge));
        }
        checks_.report(name, deviation, allowed);
    }

    const GaugeField& u_;
    CheckList checks_;
    OracleField host_;
    std::array<int, 4> e_;
    ObservableMeter meter_;
};

} // namespace

std::vector<Check> verifyLoops(const GaugeField& u, const CheckObserver& observer, const CheckPlan& plan)
{
    return LoopVerifier(u, observer, plan).run();
}

} // namespace gaugegl
