// [loops]: Wilson loops of configurations with smeared and with unsmeared spatial links, and the static potential.
#include "measure/measurement.h"
#include "measure/potential_report.h"

#include "gauge/observables/link_meter.h"
#include "gaugegl/base/interrupt.h"
#include "gaugegl/gauge/smearing/smearing.h"

#include <fmt/format.h>

namespace gaugegl::measure {
namespace {

WilsonLoopRequest requestOf(const RunConfig& run)
{
    const LoopsSection& section = *run.loops;
    const Lattice lattice(run.lattice.extents);
    return {.rMax = rMostOf(section.rMost, lattice),
            .tMax = tMostOf(section.tMost, lattice),
            .offAxis = section.offAxis,
            .multihit = section.multihit,
            .beta = section.multihit ? run.action.beta : 0};
}

/// Distances are named by their vectors, "1,0,0".
Layout layoutOf(const RunConfig& run)
{
    const WilsonLoopRequest request = requestOf(run);
    Axis r{.name = "r", .unit = "a"}, t{.name = "t", .unit = "a"};
    for (const std::array<int, 3>& vector : loopVectors(request))
        r.labels.push_back(fmt::format("{},{},{}", vector[0], vector[1], vector[2]));
    for (int k = 1; k <= request.tMax; ++k)
        t.points.push_back(k);
    Layout layout{.measurement = "loops", .axes = {r, t}, .arrays = {{"unsmeared", {"r", "t"}}}};
    if (run.loops->apeSteps > 0) layout.arrays.push_back({"smeared", {"r", "t"}});
    return layout;
}

class Loops : public Measurement {
public:
    explicit Loops(const RunConfig& run)
        : Measurement(layoutOf(run)), section_(*run.loops),
          request_(requestOf(run)), ape_{section_.apeAlpha, section_.apeSteps}, lattice_(run.lattice.extents)
    {}

    std::optional<Record> measure(const Configuration& configuration) override
    {
        return onLinks(configuration.links, [&](const auto& u) { return measureOn(u, configuration.sweep); });
    }

private:
    template<class Links>
    std::optional<Record> measureOn(const Links& u, std::int64_t sweep)
    {
        Record record = emptyRecord(sweep);
        if (!measure(record, "unsmeared", u, u)) return std::nullopt;
        if (ape_.steps == 0) return record;
        Links smooth = u;
        smear(smooth, ape_);
        if (!measure(record, "smeared", u, smooth)) return std::nullopt;
        return record;
    }

public:
    Json results(const Records& records) const override
    {
        Json json = {{"ape", {{"alpha", ape_.alpha}, {"steps", ape_.steps}}},
                     {"off_axis", request_.offAxis},
                     {"multihit", request_.multihit},
                     {"r_max", request_.rMax},
                     {"t_max", request_.tMax}};
        if (request_.multihit) json["beta"] = request_.beta;
        json.update(resultsOf(reportOf(records)));
        return json;
    }

    std::string title() const override
    {
        return fmt::format("static potential, APE smearing {}:{}", ape_.alpha, ape_.steps);
    }

    std::string summary(const Records& records) const override
    {
        return fmt::format("{}: {}", title(), potentialTable(reportOf(records)));
    }

    std::vector<std::string> figures(const Records& records, const Figure& figure) const override
    {
        return plotPotential(figure, reportOf(records));
    }

private:
    void addOldArrays(Record& record, const Json& json) const override
    {
        for (const ArrayFacts& one : layout().arrays)
            arrayOf(record, one.name) = json.at(one.name).get<std::vector<double>>();
    }

    /// False after an interrupt.
    template<class Links>
    bool measure(Record& record, std::string_view array, const Links& temporal, const Links& spatial)
    {
        const std::vector<WilsonLoop> loops = meter_.loops(temporal, spatial, request_, [] { return !interrupted(); });
        for (const WilsonLoop& loop : loops)
            arrayOf(record, array).push_back(loop.value);
        return !loops.empty();
    }

    PotentialReport reportOf(const Records& records) const
    {
        const auto series = [&](std::string_view array) {
            return analysis::LoopSeries{.r = loopVectors(request_),
                                        .tMost = request_.tMax,
                                        .values = records.layout.has(array) ? records.series(array)
                                                                            : std::vector<std::vector<double>>()};
        };
        PotentialTask task{.plateau = section_.plateau, .rootSigmaMeV = section_.rootSigmaMeV};
        if (!section_.fitRange.empty()) task.fitRange = {section_.fitRange[0], section_.fitRange[1]};
        return reportPotential(series("unsmeared"), series("smeared"), task, lattice_);
    }

    LoopsSection section_;
    WilsonLoopRequest request_;
    ApeSmearing ape_;
    Lattice lattice_;
    LinkMeter meter_;
};

} // namespace

std::unique_ptr<Measurement> makeLoops(const RunConfig& run) { return std::make_unique<Loops>(run); }

} // namespace gaugegl::measure
