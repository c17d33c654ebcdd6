// [fixing]: gauge fixing of configurations where their links are, and what is measured in a fixed gauge.
#include "measure/fixing.h"

#include "measure/measurement.h"

#include "gaugegl/analysis/autocorrelation.h"
#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"
#include "gaugegl/fields/transfer.h"
#include "gaugegl/gauge/fixing/gauge_fixing.h"
#include "gaugegl/gauge/projection/projection.h"
#include "host/gauge_fixing.h"
#include "host/link_field.h"
#include "report/table.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace gaugegl::measure {
namespace {

/// Arrays of one number, in the order of numbersOf().
std::vector<const char*> numbersIn(const FixingSection& section)
{
    std::vector<const char*> names = {"functional", "theta", "iterations"};
    if (section.propagator) names.push_back("longitudinal");
    if (section.abelian) names.insert(names.end(), {"monopole_density", "monopole_density_time", "abelian_plaquette"});
    if (section.vortices)
        names.insert(names.end(),
                     {"vortex_density", "vortex_density_space", "vortex_density_time", "centre_plaquette"});
    return names;
}

Layout fixingLayout(const RunConfig& run)
{
    const FixingSection& section = *run.fixing;
    Layout layout{.measurement = "fixing"};
    for (const char* name : numbersIn(section))
        layout.arrays.push_back({name});
    if (!section.propagator) return layout;
    Axis p2{.name = "p2", .unit = "1/a^2"};
    for (const analysis::MomentumClass& one :
         analysis::momentumClasses(Lattice(run.lattice.extents), {section.cylinder, section.cone}))
        p2.points.push_back(one.p2);
    layout.axes.push_back(std::move(p2));
    layout.arrays.push_back({"propagator", {"p2"}});
    return layout;
}

class Fixing : public Measurement {
public:
    explicit Fixing(const RunConfig& run)
        : Measurement(fixingLayout(run)), section_(*run.fixing), updateName_(updateName(run))
    {
        if (section_.propagator)
            classes_ = analysis::momentumClasses(Lattice(run.lattice.extents), {section_.cylinder, section_.cone});
    }

    std::optional<Record> measure(const Configuration& configuration) override
    {
        const auto watch = [](const FixingState&) { return !interrupted(); };
        if (const auto* field = std::get_if<const GaugeField*>(&configuration.links)) {
            const GaugeField& u = **field;
            if (!fixer_) fixer_.emplace(u.device(), u.lattice(), u.group());
            return fixed(u, u.device().sharedBy(u.lattice()), configuration.sweep,
                         [&](GaugeField& copy, const GaugeFixing& fixing) { return fixer_->fix(copy, fixing, watch); });
        }
        const host::LinkField& u = *std::get<1>(configuration.links);
        const SharedLattice& shared = u.layout()->shared();
        return fixed(HostGaugeField{shared.local(), u.group(), u.links()}, shared, configuration.sweep,
                     [&](HostGaugeField& copy, const GaugeFixing& fixing) {
                         return host::fix(copy, fixing, FixingPrecision::Double, watch, shared);
                     });
    }

private:
    /// The record of links that `fix` fixes, a copy after the other.
    template<class Links, class Fix>
    std::optional<Record> fixed(const Links& u, const SharedLattice& shared, std::int64_t sweep, const Fix& fix)
    {
        std::optional<Links> fixed;
        FixingResult best;
        int iterations = 0;
        for (int k = 0; k < section_.copies; ++k) {
            Links copy = u;
            GaugeFixing fixing = section_.fixing;
            fixing.seed += std::uint64_t(k);
            fixing.randomStart = k > 0 || fixing.randomStart;
            const FixingResult result = fix(copy, fixing);
            if (interrupted()) return std::nullopt;
            iterations += result.iterations;
            if (fixed && !isBetter(result, best)) continue;
            best = result;
            fixed.emplace(std::move(copy));
        }
        if (!best.converged)
            throw UnsolvedError(fmt::format("not fixed: theta is {:.3e} after {} iterations, the tolerance is {:g}",
                                            best.thetaJudged, best.iterations, section_.fixing.tolerance));
        return recordOf(sweep, {best.functional, best.theta, double(iterations)}, *fixed, shared);
    }

public:
    Json results(const Records& records) const override
    {
        Json result = {{"configurations", records.size()},
                       {"gauge", choiceName<Gauge>(section_.fixing.gauge)},
                       {"method", choiceName<FixingMethod>(section_.fixing.method)},
                       {"copies", section_.copies},
                       {"tolerance", section_.fixing.tolerance}};
        for (const char* name : numbersIn(section_))
            result[name] = report::toJson(mean(records, name));
        if (section_.propagator) result["propagator"] = measure::toJson(propagator(records));
        return result;
    }

    std::string title() const override { return fmt::format("{} gauge", choiceName<Gauge>(section_.fixing.gauge)); }

    std::string summary(const Records& records) const override
    {
        Table table({"", "mean"});
        for (const char* name : numbersIn(section_)) {
            const analysis::Estimate one = mean(records, name);
            table.add({name, analysis::known(one) ? analysis::formatEstimate(one) : fmt::format("{:.8g}", one.mean)});
        }
        return fmt::format("{} of {}\n\n{}{}", title(), records.counted(), table.text(),
                           section_.propagator ? "\n" + propagatorTable(propagator(records)) : "");
    }

    /// The history of the functional, or the propagator.
    std::vector<std::string> figures(const Records& records, const Figure& figure) const override
    {
        if (section_.propagator) return plotPropagator(figure, propagator(records));
        Curve curve{.style = CurveStyle::Points};
        for (const Record& one : records.all)
            curve.x.push_back(double(one.sweep));
        curve.y = numbers(records, "functional");
        return plotLines({figure.path + "-functional", figure.title, updateName_, "functional"}, {curve}, {});
    }

private:
    /// With what is measured of the fixed links.
    template<class Links>
    Record recordOf(std::int64_t sweep, std::vector<double> all, const Links& u, const SharedLattice& shared)
    {
        Record record = emptyRecord(sweep);
        if (section_.propagator) {
            analysis::GluonSpectrum gluons = sharedGluonSpectrum(onHost(u), shared, classes_);
            all.push_back(gluons.longitudinal);
            arrayOf(record, "propagator") = std::move(gluons.propagator);
        }
        if constexpr (std::is_same_v<Links, GaugeField>) addProjections(all, u); // which the CPU does not have
        for (std::size_t k = 0; k < all.size(); ++k)
            record.arrays[k] = {all[k]};
        return record;
    }

    static HostGaugeField onHost(const GaugeField& u) { return download(u); }
    static const HostGaugeField& onHost(const HostGaugeField& u) { return u; }

    void addProjections(std::vector<double>& all, const GaugeField& u) const
    {
        if (section_.abelian) {
            const AbelianObservables o = ProjectionMeter(u.device(), u.lattice(), u.group()).abelian(u);
            all.insert(all.end(), {o.monopoleDensity, o.monopoleDensityTime, o.plaquette});
        }
        if (section_.vortices) {
            const CentreObservables o = ProjectionMeter(u.device(), u.lattice(), u.group()).centre(u);
            all.insert(all.end(), {o.vortexDensity, o.vortexDensitySpace, o.vortexDensityTime, o.plaquette});
        }
    }

    std::vector<double> numbers(const Records& records, const char* name) const
    {
        std::vector<double> all;
        for (const std::vector<double>& one : records.series(name))
            all.push_back(one.front());
        return all;
    }
    analysis::Estimate mean(const Records& records, const char* name) const
    {
        return analysis::gammaMethod(numbers(records, name));
    }

    std::vector<analysis::GluonPoint> propagator(const Records& records) const
    {
        std::vector<analysis::GluonSpectrum> all;
        for (std::vector<double>& one : records.series("propagator"))
            all.push_back({.propagator = std::move(one)});
        return analysis::gluonPropagator(classes_, all);
    }

    FixingSection section_;
    std::string updateName_;
    std::vector<analysis::MomentumClass> classes_;
    std::optional<GaugeFixer> fixer_; ///< made on first use
};

} // namespace

bool isBetter(const FixingResult& a, const FixingResult& b)
{
    return a.converged != b.converged ? a.converged : a.functional > b.functional;
}

analysis::GluonSpectrum sharedGluonSpectrum(const HostGaugeField& links, const SharedLattice& shared,
                                            const std::vector<analysis::MomentumClass>& classes)
{
    const Lattice whole = shared.lattice().whole();
    const auto numbers =
        links.links.size() / (std::size_t(links.lattice.extent(2)) * std::size_t(links.lattice.extent(3)));
    RowsForFirstRank<std::complex<double>> rows(shared, links.links, numbers);
    const Communicator& ranks = shared.ranks();
    analysis::GluonSpectrum gluons;
    gluons.propagator.resize(classes.size());
    if (ranks.rank() == 0) {
        LinkVector all;
        for (int row = 0; row < whole.extent(2) * whole.extent(3); ++row) {
            const auto next = rows.next();
            all.insert(all.end(), next.begin(), next.end());
        }
        gluons = analysis::gluonSpectrum(whole, links.group, all, classes);
    }
    ranks.broadcast(std::as_writable_bytes(std::span(gluons.propagator)));
    gluons.longitudinal = ofFirstRank(ranks, gluons.longitudinal);
    return gluons;
}

Json toJson(const AbelianObservables& o)
{
    return {{"monopole_density", o.monopoleDensity},
            {"monopole_density_time", o.monopoleDensityTime},
            {"plaquette", o.plaquette},
            {"plaquette_space", o.plaquetteSpace},
            {"plaquette_time", o.plaquetteTime}};
}

Json toJson(const CentreObservables& o)
{
    return {{"vortex_density", o.vortexDensity},
            {"vortex_density_space", o.vortexDensitySpace},
            {"vortex_density_time", o.vortexDensityTime},
            {"plaquette", o.plaquette}};
}

std::string propagatorTable(const std::vector<analysis::GluonPoint>& propagator)
{
    Table table({"p^2", "momenta", "D(p^2)"});
    for (const analysis::GluonPoint& point : propagator)
        table.add({fmt::format("{:.6f}", point.p2), std::to_string(point.size),
                   analysis::known(point.value) ? analysis::formatEstimate(point.value)
                                                : fmt::format("{:.8g}", point.value.mean)});
    return "gluon propagator\n" + table.text();
}

Json toJson(const std::vector<analysis::GluonPoint>& propagator)
{
    Json points = Json::array();
    for (const analysis::GluonPoint& point : propagator)
        points.push_back({{"p2", point.p2}, {"momenta", point.size}, {"value", report::toJson(point.value)}});
    return points;
}

std::vector<std::string> plotPropagator(const Figure& figure, const std::vector<analysis::GluonPoint>& propagator)
{
    Curve plain{.style = CurveStyle::Points}, dressing{.style = CurveStyle::Points};
    for (const analysis::GluonPoint& point : propagator) {
        const double p = std::sqrt(point.p2);
        for (auto& [curve, factor] : {std::pair(&plain, 1.0), std::pair(&dressing, point.p2)}) {
            curve->x.push_back(p);
            curve->y.push_back(factor * point.value.mean);
            curve->error.push_back(factor * point.value.error);
        }
    }
    const char* const momentum = "p (lattice units)";
    std::vector<std::string> files = plotLines(
        {figure.path + "-propagator", figure.title, momentum, "gluon propagator D(p²)"}, {plain}, {.logY = true});
    std::ranges::copy(plotLines({figure.path + "-dressing", figure.title, momentum, "p² D(p²)"}, {dressing}, {}),
                      std::back_inserter(files));
    return files;
}

std::unique_ptr<Measurement> makeFixing(const RunConfig& run) { return std::make_unique<Fixing>(run); }

} // namespace gaugegl::measure
