// [smearing]: plaquettes, energy and topological charge of configurations along stout smearing.
#include "measure/measurement.h"

#include "analysis/histogram.h"
#include "gauge/observables/link_meter.h"
#include "gaugegl/analysis/autocorrelation.h"
#include "gaugegl/analysis/susceptibility.h"
#include "gaugegl/base/interrupt.h"
#include "gaugegl/gauge/smearing/smearing.h"
#include "report/table.h"
#include "report/warnings.h"

#include <algorithm>
#include <fmt/format.h>

namespace gaugegl::measure {
namespace {

Layout smearingLayout(const SmearingSection& section)
{
    Axis steps{.name = "steps"};
    for (int k = 0; k < section.steps; k += section.record)
        steps.points.push_back(k);
    steps.points.push_back(section.steps);
    Layout layout{.measurement = "smearing",
                  .axes = {steps},
                  .arrays = {{"plaquette", {"steps"}}, {"energy", {"steps"}, "a^-4"}, {"Q", {"steps"}}}};
    if (section.improved) layout.arrays.push_back({"Q_improved"});
    return layout;
}

class Smearing : public Measurement {
public:
    explicit Smearing(const RunConfig& run)
        : Measurement(smearingLayout(*run.smearing)), section_(*run.smearing),
          volume_(double(Lattice(run.lattice.extents).volume()))
    {}

    std::optional<Record> measure(const Configuration& configuration) override
    {
        return onLinks(configuration.links, [&](const auto& u) { return measureAlong(u, configuration.sweep); });
    }

private:
    template<class Links>
    std::optional<Record> measureAlong(Links u, std::int64_t sweep)
    {
        Record record = emptyRecord(sweep);
        int done = 0;
        for (const double steps : layout().axis("steps").points) {
            while (done < int(steps)) {
                if (interrupted()) return std::nullopt;
                smear(u, StoutSmearing{.rho = section_.rho});
                ++done;
            }
            const bool improved = section_.improved && done == section_.steps;
            const TopologyObservables values = meter_.topology(u, improved);
            arrayOf(record, "plaquette").push_back(meter_.plaquettes(u).plaquette);
            arrayOf(record, "energy").push_back(values.energyClover);
            arrayOf(record, "Q").push_back(values.chargeClover);
            if (improved) arrayOf(record, "Q_improved").push_back(values.chargeImproved);
        }
        return record;
    }

public:
    Json results(const Records& records) const override
    {
        Json along = Json::array();
        const std::vector<double>& steps = layout().axis("steps").points;
        for (std::size_t k = 0; k < steps.size(); ++k)
            along.push_back({{"steps", int(steps[k])},
                             {"plaquette", report::toJson(mean(records, "plaquette", k))},
                             {"energy", report::toJson(mean(records, "energy", k))}});
        const std::vector<double> charges = chargesOf(records);
        return {{"configurations", records.size()},
                {"rho", section_.rho},
                {"smearing", along},
                {"charge_definition", section_.improved ? "improved" : "clover"},
                {"charges", charges},
                {"charge", report::toJson(analysis::gammaMethod(charges))},
                {"topological_susceptibility", report::toJson(analysis::secondMoment(charges, volume_))}};
    }

    std::string title() const override { return fmt::format("stout smearing, rho = {}", section_.rho); }

    std::string summary(const Records& records) const override
    {
        Table table({"steps", "plaquette", "a^4 E (clover)"});
        const std::vector<double>& steps = layout().axis("steps").points;
        for (std::size_t k = 0; k < steps.size(); ++k)
            table.add({fmt::format("{}", steps[k]), analysis::formatEstimate(mean(records, "plaquette", k)),
                       analysis::formatEstimate(mean(records, "energy", k))});
        const std::vector<double> charges = chargesOf(records);
        return fmt::format("{}, of {}\n\n{}\ncharge ({}, after {} steps): mean {}, a^4 <Q^2>/V = {}\n{}", title(),
                           records.counted(), table.text(), section_.improved ? "improved" : "clover", section_.steps,
                           analysis::formatEstimate(analysis::gammaMethod(charges)),
                           analysis::formatEstimate(analysis::secondMoment(charges, volume_)),
                           warningLines(warningsIn(results(records))));
    }

    /// NAME-energy; of several configurations also NAME-charges, their histogram.
    std::vector<std::string> figures(const Records& records, const Figure& figure) const override
    {
        Curve energy{.label = "clover", .x = layout().axis("steps").points};
        for (std::size_t k = 0; k < energy.x.size(); ++k) {
            const analysis::Estimate one = mean(records, "energy", k);
            energy.y.push_back(one.mean);
            energy.error.push_back(one.error);
        }
        auto files = plotLines({figure.path + "-energy", figure.title, "steps of stout smearing", "a^4 E"}, {energy},
                               {.logY = true});
        const std::vector<double> charges = chargesOf(records);
        if (charges.size() < 2) return files;
        const auto more = plotHistogram({figure.path + "-charges", figure.title,
                                         fmt::format("charge after {} steps", section_.steps), "configurations"},
                                        analysis::histogramAroundIntegers(charges), analysis::gammaMethod(charges));
        files.insert(files.end(), more.begin(), more.end());
        return files;
    }

private:
    static analysis::Estimate mean(const Records& records, std::string_view array, std::size_t point)
    {
        std::vector<double> values;
        for (const std::vector<double>& one : records.series(array))
            values.push_back(one[point]);
        return analysis::gammaMethod(values);
    }

    /// After the last step, improved where that was measured.
    std::vector<double> chargesOf(const Records& records) const
    {
        std::vector<double> charges;
        for (const std::vector<double>& one : records.series(section_.improved ? "Q_improved" : "Q"))
            charges.push_back(one.back());
        return charges;
    }

    SmearingSection section_;
    double volume_;
    LinkMeter meter_;
};

} // namespace

std::unique_ptr<Measurement> makeSmearing(const RunConfig& run) { return std::make_unique<Smearing>(run); }

} // namespace gaugegl::measure
