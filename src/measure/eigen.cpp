// [eigen]: low modes of Dirac operators on configurations.
#include "measure/eigen.h"

#include "measure/quarks.h"

#include "gaugegl/analysis/autocorrelation.h"
#include "gaugegl/base/error.h"
#include "report/table.h"
#include "report/warnings.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace gaugegl::measure {
namespace {

Json listOf(const std::vector<double>& values)
{
    Json list = Json::array();
    for (const double value : values)
        list.push_back(report::toJson(value));
    return list;
}

/// "24", or "256 or more" where the search for more of them was ended.
std::string multiplicityOf(const LowModes& modes, std::size_t k)
{
    const std::string text = std::to_string(modes.multiplicities[k]);
    const double below = std::abs(modes.eigenvalues.back()) - std::abs(modes.eigenvalues[k]);
    const bool last = std::abs(below) <= modes.residuals.back() + modes.residuals[k];
    return modes.lastLevelComplete || !last ? text : text + " or more";
}

Layout eigenLayout(const EigenSection& section)
{
    Axis modes{.name = "mode"};
    for (int k = 1; k <= section.count; ++k)
        modes.points.push_back(k);
    const SpectralTraits& matrix = traits(section.type);
    Layout layout{.measurement = "eigen", .axes = {modes}, .arrays = {{"eigenvalues", {"mode"}}}};
    if (matrix.complexPlane) layout.arrays.push_back({"imaginary", {"mode"}});
    layout.arrays.push_back({"residuals", {"mode"}});
    layout.arrays.push_back({"multiplicities", {"mode"}});
    if (matrix.wholeLattice) layout.arrays.push_back({"chiralities", {"mode"}});
    if (matrix.complexPlane) layout.arrays.push_back({"index"});
    return layout;
}

class EigenMeasurement : public HostMeasurement {
public:
    explicit EigenMeasurement(const RunConfig& run)
        : HostMeasurement(eigenLayout(*run.eigen), run, run.eigen->path, run.eigen->precision), section_(*run.eigen),
          matrix_(section_.matrix()), updateName_(updateName(run))
    {}

    /// The means of the moduli, and of overlap quarks the index of each configuration with the mean of its square.
    Json results(const Records& records) const override
    {
        Json result = {{"configurations", records.size()},
                       {"operator", choiceName<SpectralType>(section_.type)},
                       {"matrix", matrixOf(matrix_)},
                       {"largest", section_.largest},
                       {"modulus", Json::array()}};
        for (const analysis::Estimate& one : moduli(records))
            result["modulus"].push_back(report::toJson(one));
        if (layout().has("index")) {
            result["index"] = listOf(indices(records));
            result["index_squared"] = report::toJson(squaredIndex(records));
        }
        return result;
    }

    std::string title() const override { return fmt::format("modes of {}", describe(matrix_)); }

    std::string summary(const Records& records) const override
    {
        Table table({"mode", "|eigenvalue|"});
        const auto all = moduli(records);
        for (std::size_t k = 0; k < all.size(); ++k)
            table.add({std::to_string(k + 1), text(all[k])});
        std::string index;
        if (layout().has("index")) index = fmt::format("\nsquare of the index: {}\n", text(squaredIndex(records)));
        return fmt::format("{}, the {} of {} modulus, of {}\n\n{}{}", title(), section_.count,
                           section_.largest ? "largest" : "smallest", records.counted(), table.text(), index);
    }

    /// The history of the moduli.
    std::vector<std::string> figures(const Records& records, const Figure& figure) const override
    {
        std::vector<Curve> curves;
        for (std::size_t k = 0; k < layout().axis("mode").size(); ++k) {
            Curve& curve = curves.emplace_back(Curve{.style = CurveStyle::Points});
            for (const Record& one : records.all)
                curve.x.push_back(double(one.sweep));
            curve.y = modulus(records, k);
        }
        return plotLines({figure.path + "-values", figure.title, updateName_, "modulus of the eigenvalue"}, curves, {});
    }

private:
    std::optional<Record> measureHost(const HostConfiguration& on) override
    {
        SolveLog& log = *on.log;
        const auto finder = on.backend.modeFinder(on.links, matrix_, on.shared);
        log.place = finder->place();
        LowModes& modes = log.modes.emplace(finder->find(section_.choice(), [&log](const ModeProgress& seen) {
            if (log.line) log.line->update(seen.applications, describe(seen));
        }));
        if (modes.status == SolverStatus::Interrupted) return std::nullopt;
        if (modes.status != SolverStatus::Converged)
            throw UnsolvedError(fmt::format("{}: {}; the tolerance is {:.1e} of |A|, which is below {:.4g}",
                                            describe(matrix_), whyNone(modes, section_.choice()),
                                            section_.choice().goal(), modes.norm));
        Record record = emptyRecord(on.sweep);
        for (const auto& [name, values] : {std::pair("eigenvalues", &modes.eigenvalues),
                                           {"imaginary", &modes.imaginary},
                                           {"residuals", &modes.residuals},
                                           {"chiralities", &modes.chiralities}})
            if (layout().has(name)) arrayOf(record, name) = *values;
        arrayOf(record, "multiplicities").assign(modes.multiplicities.begin(), modes.multiplicities.end());
        if (layout().has("index")) arrayOf(record, "index") = {double(modes.index.value())};
        return record;
    }

    static std::string text(const analysis::Estimate& estimate)
    {
        return analysis::known(estimate) ? analysis::formatEstimate(estimate) : fmt::format("{:.12g}", estimate.mean);
    }

    std::vector<double> modulus(const Records& records, std::size_t mode) const
    {
        std::vector<double> all;
        for (const Record& one : records.all) {
            const double real = one.arrays[layout().index("eigenvalues")][mode];
            const double imaginary = layout().has("imaginary") ? one.arrays[layout().index("imaginary")][mode] : 0.0;
            all.push_back(std::hypot(real, imaginary));
        }
        return all;
    }

    std::vector<analysis::Estimate> moduli(const Records& records) const
    {
        std::vector<analysis::Estimate> all;
        for (std::size_t k = 0; k < layout().axis("mode").size(); ++k)
            all.push_back(analysis::gammaMethod(modulus(records, k)));
        return all;
    }

    std::vector<double> indices(const Records& records) const
    {
        std::vector<double> all;
        for (const Record& one : records.all)
            all.push_back(one.arrays[layout().index("index")].front());
        return all;
    }

    analysis::Estimate squaredIndex(const Records& records) const
    {
        std::vector<double> squares = indices(records);
        for (double& one : squares)
            one *= one;
        return analysis::gammaMethod(squares);
    }

    EigenSection section_;
    SpectralParameters matrix_;
    std::string updateName_;
};

} // namespace

void addModes(Json& json, const LowModes& modes)
{
    for (const char* key : {"eigenvalues", "residuals", "multiplicities", "last_level_complete", "chiralities"})
        json[key] = nullptr;
    if (modes.status != SolverStatus::Converged) return;
    if (modes.imaginary.empty())
        json["eigenvalues"] = listOf(modes.eigenvalues);
    else
        for (std::size_t k = 0; k < modes.eigenvalues.size(); ++k)
            json["eigenvalues"].push_back(
                Json::array({report::toJson(modes.eigenvalues[k]), report::toJson(modes.imaginary[k])}));
    json["residuals"] = listOf(modes.residuals);
    json["multiplicities"] = modes.multiplicities;
    json["last_level_complete"] = modes.lastLevelComplete;
    if (!modes.chiralities.empty()) json["chiralities"] = listOf(modes.chiralities);
    if (modes.index) json["index"] = *modes.index;
}

std::string modeTable(const LowModes& modes)
{
    if (modes.status != SolverStatus::Converged) return {};
    const bool chiral = !modes.chiralities.empty();
    std::vector<std::string> header = {"mode", "eigenvalue", "multiplicity", "|A v - lambda v|"};
    if (chiral) header.emplace_back("(v, gamma_5 v)");
    Table table(header);
    for (std::size_t k = 0; k < modes.eigenvalues.size(); ++k) {
        std::vector<std::string> row = {
            std::to_string(k + 1),
            modes.imaginary.empty() ? fmt::format("{:.12g}", modes.eigenvalues[k])
                                    : fmt::format("{:.12g} {} {:.12g} i", modes.eigenvalues[k],
                                                  modes.imaginary[k] < 0 ? '-' : '+', std::abs(modes.imaginary[k])),
            multiplicityOf(modes, k), fmt::format("{:.1e}", modes.residuals[k])};
        if (chiral) row.push_back(fmt::format("{:.6f}", modes.chiralities[k]));
        table.add(std::move(row));
    }
    if (!modes.index) return table.text();
    return table.text() +
           fmt::format(
               "\nindex {}: zero modes of chirality +1 less those of -1; by the index theorem -Q of the gauge field\n",
               *modes.index);
}

std::vector<std::string> plotModes(const Figure& figure, const LowModes& modes)
{
    const DiracParameters& dirac = modes.of.dirac;
    Curve zero{.label = "zero modes", .style = CurveStyle::OpenPoints},
        pairs{.label = "pairs", .style = CurveStyle::Points},
        circle{.label = "|lambda - c| = r", .style = CurveStyle::Line, .shapesAxes = false};
    double largest = 0;
    for (std::size_t k = 0; k < modes.eigenvalues.size(); ++k) {
        Curve& to = modes.imaginary[k] == 0 ? zero : pairs;
        to.x.push_back(modes.eigenvalues[k]);
        to.y.push_back(modes.imaginary[k]);
        largest = std::max(largest, std::abs(modes.imaginary[k]));
    }
    const double radius = dirac.rho - dirac.mass / 2, end = std::min(1.2 * largest / radius, 1.0);
    constexpr int points = 200;
    for (int k = -points; k <= points; ++k) {
        const double sine = end * k / points;
        circle.x.push_back(dirac.mass + radius * (1 - std::sqrt(1 - sine * sine)));
        circle.y.push_back(radius * sine);
    }
    std::vector<Curve> curves = {pairs, circle};
    if (!zero.x.empty()) curves.push_back(zero);
    return plotLines({figure.path, figure.title, "Re lambda", "Im lambda"}, curves, {});
}

std::unique_ptr<Measurement> makeEigen(const RunConfig& run) { return std::make_unique<EigenMeasurement>(run); }

} // namespace gaugegl::measure
