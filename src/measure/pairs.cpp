// [pairs]: correlators of Polyakov loops of configurations, the free energy of a static pair.
#include "measure/quarks.h"

#include "analysis/pair_correlator.h"
#include "gaugegl/analysis/autocorrelation.h"
#include "report/table.h"
#include "report/warnings.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numbers>

namespace gaugegl::measure {
namespace {

using analysis::Separation;

analysis::Space spaceOf(const Lattice& lattice) { return {lattice.extent(0), lattice.extent(1), lattice.extent(2)}; }

std::vector<Separation> separationsOf(const RunConfig& run)
{
    const analysis::Space space = spaceOf(Lattice(run.lattice.extents));
    return analysis::separations(space, run.pairs->rMost.value_or(*std::ranges::min_element(space) / 2),
                                 run.pairs->onAxis);
}

Layout pairsLayout(const std::vector<Separation>& separations)
{
    Axis axis{.name = "separation", .unit = "a"};
    for (const Separation& one : separations)
        axis.labels.push_back(one.name());
    return {.measurement = "pairs", .axes = {axis}, .arrays = {{"correlator", {"separation"}}}};
}

/// (1/N) tr of the product of the links in t from each point in space; collective.
std::vector<std::complex<double>> polyakovLoops(const HostLinks& on)
{
    using Complex = std::complex<double>;
    const Lattice& whole = on.shared.lattice();
    const Lattice local = on.shared.local();
    const auto n = std::size_t(colours(on.links.group)), size = n * n;
    const auto plane = std::size_t(whole.extent(0)) * std::size_t(whole.extent(1)); // points of a row (z, t)
    std::vector<Complex> own(std::size_t(local.volume()) * size);
    for (std::int64_t site = 0; site < local.volume(); ++site)
        std::ranges::copy(on.links.link(3, site), own.begin() + std::ptrdiff_t(std::size_t(site) * size));
    const std::vector<Complex> all = on.shared.rowsOfAll(own, plane * size);
    const std::size_t space = plane * std::size_t(whole.extent(2));
    std::vector<Complex> loops(space);
#pragma omp parallel for schedule(static)
    for (std::int64_t point = 0; point < std::int64_t(space); ++point) {
        const auto link = [&](int t) { return &all[(std::size_t(t) * space + std::size_t(point)) * size]; };
        std::vector<Complex> product(link(0), link(0) + size), next(size);
        for (int t = 1; t < whole.extent(3); ++t) {
            const Complex* const u = link(t);
            for (std::size_t i = 0; i < n; ++i)
                for (std::size_t j = 0; j < n; ++j) {
                    next[i * n + j] = 0;
                    for (std::size_t k = 0; k < n; ++k)
                        next[i * n + j] += product[i * n + k] * u[k * n + j];
                }
            std::swap(product, next);
        }
        Complex trace = 0;
        for (std::size_t i = 0; i < n; ++i)
            trace += product[i * n + i];
        loops[std::size_t(point)] = trace / double(n);
    }
    return loops;
}

class Pairs : public Measurement {
public:
    explicit Pairs(const RunConfig& run) : Pairs(run, separationsOf(run)) {}

    std::optional<Record> measure(const Configuration& configuration) override
    {
        Record record = emptyRecord(configuration.sweep);
        record.arrays[0] = analysis::pairCorrelator(
            spaceOf(lattice_), polyakovLoops(hostLinks(configuration.links, /*tuning=*/false)), separations_);
        return record;
    }

    Json results(const Records& records) const override
    {
        const auto series = records.series("correlator");
        const analysis::Replicas energies = analysis::freeEnergies(series, lattice_.extent(3));
        Json pairs = Json::array();
        for (std::size_t k = 0; k < separations_.size(); ++k)
            pairs.push_back({{"separation", separations_[k].steps},
                             {"distance", separations_[k].distance},
                             {"correlator", report::toJson(mean(series, k))},
                             {"free_energy", report::toJson(analysis::estimateOf(energies, k))}});
        Json result = {{"configurations", records.size()}, {"pairs", pairs}};
        if (!section_.fitFrom) return result;
        const auto fit = fitOf(energies);
        result["string_fit"] = fit ? Json{{"from", *section_.fitFrom},
                                          {"separations", fit->points},
                                          {"string_tension", report::toJson(fit->tension)},
                                          {"constant", report::toJson(fit->constant)},
                                          {"probability", report::toJson(fit->probability)}}
                                   : Json(nullptr);
        return result;
    }

    std::string title() const override { return "correlators of Polyakov loops"; }

    std::string summary(const Records& records) const override
    {
        const auto series = records.series("correlator");
        const analysis::Replicas energies = analysis::freeEnergies(series, lattice_.extent(3));
        Table table({"separation", "R / a", "C", "a F"});
        for (std::size_t k = 0; k < separations_.size(); ++k)
            table.add({separations_[k].name(), fmt::format("{:.4f}", separations_[k].distance),
                       analysis::formatEstimate(mean(series, k)),
                       analysis::formatEstimate(analysis::estimateOf(energies, k))});
        return fmt::format("{}, of {}; F = -ln C / Lt\n\n{}{}{}", title(), records.counted(), table.text(),
                           fitText(energies), warningLines(warningsIn(results(records))));
    }

    /// NAME-energy, with the fit.
    std::vector<std::string> figures(const Records& records, const Figure& figure) const override
    {
        const analysis::Replicas energies = analysis::freeEnergies(records.series("correlator"), lattice_.extent(3));
        Curve points{.label = "-ln C / Lt", .style = CurveStyle::Points};
        for (std::size_t k = 0; k < separations_.size(); ++k) {
            const analysis::Estimate one = analysis::estimateOf(energies, k);
            if (!std::isfinite(one.mean)) continue;
            points.x.push_back(separations_[k].distance);
            points.y.push_back(one.mean);
            points.error.push_back(one.error);
        }
        if (points.x.empty()) return {};
        std::vector<Curve> curves = {points};
        if (const auto fit = section_.fitFrom ? fitOf(energies) : std::nullopt) {
            Curve line{.label = "V0 + sigma R - pi/(12 R)", .style = CurveStyle::Line};
            constexpr int steps = 100;
            for (int k = 0; k <= steps; ++k) {
                const double r = *section_.fitFrom + (points.x.back() - *section_.fitFrom) * k / steps;
                line.x.push_back(r);
                line.y.push_back(fit->constant.mean + fit->tension.mean * r - std::numbers::pi / (12 * r));
            }
            curves.push_back(line);
        }
        return plotLines({figure.path + "-energy", figure.title, "R / a", "a F"}, curves, {});
    }

private:
    Pairs(const RunConfig& run, std::vector<Separation> separations)
        : Measurement(pairsLayout(separations)), separations_(std::move(separations)), section_(*run.pairs),
          lattice_(run.lattice.extents)
    {}

    static analysis::Estimate mean(const std::vector<std::vector<double>>& series, std::size_t k)
    {
        std::vector<double> values;
        values.reserve(series.size());
        for (const std::vector<double>& one : series)
            values.push_back(one[k]);
        return analysis::gammaMethod(values);
    }
    std::optional<analysis::StringFit> fitOf(const analysis::Replicas& energies) const
    {
        return analysis::fitString(energies, separations_, *section_.fitFrom);
    }
    std::string fitText(const analysis::Replicas& energies) const
    {
        if (!section_.fitFrom) return "";
        const auto fit = fitOf(energies);
        if (!fit)
            return fmt::format("no fit from R = {}: fewer than three separations with a known F, or too few "
                               "configurations for their covariance\n",
                               *section_.fitFrom);
        return fmt::format(
            "V0 + sigma R - pi/(12 R) from R = {}, {} separations: a^2 sigma = {}, a V0 = {}, p = {:.2g}\n",
            *section_.fitFrom, fit->points, analysis::formatEstimate(fit->tension),
            analysis::formatEstimate(fit->constant), fit->probability);
    }

    std::vector<Separation> separations_;
    PairsSection section_;
    Lattice lattice_;
};

} // namespace

std::unique_ptr<Measurement> makePairs(const RunConfig& run) { return std::make_unique<Pairs>(run); }

} // namespace gaugegl::measure
