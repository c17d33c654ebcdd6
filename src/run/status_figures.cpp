#include "run/status_figures.h"

#include "base/working_folder.h"
#include "chain/ensemble_report.h"
#include "gaugegl/analysis/autocorrelation.h"
#include "gaugegl/base/error.h"
#include "report/gnuplot.h"
#include "report/plot.h"

#include <fmt/format.h>

namespace gaugegl {
namespace {

/// rho(t) of the plaquette and of the absolute values of what is measured beside it; no figure where there is none.
std::vector<std::string> drawAutocorrelation(const RunStatus& status, const FilePlace& path)
{
    std::vector<report::Curve> curves;
    const auto add = [&](const std::string& label, const std::vector<double>& values) {
        const analysis::Autocorrelation found = analysis::autocorrelation(values);
        if (found.rho.empty()) return;
        report::Curve curve{.label = label, .y = found.rho, .error = found.error};
        for (std::size_t t = 0; t < found.rho.size(); ++t)
            curve.x.push_back(double(t));
        curves.push_back(std::move(curve));
    };
    add("plaquette", series(status.history, &GaugeObservables::plaquette));
    for (const ObservablePart& one : measuredOthers(*status.run))
        add(one.of->complex ? fmt::format("|{}|", one.symbol) : one.title,
            series(status.history, one, numbersOf(one).back()));
    if (curves.empty()) return {};
    return report::plotLines({path, runTitle(*status.run), "distance in measurements", "autocorrelation"}, curves, {});
}

/// Of a run with its own folder in the files alone.
struct Further {
    explicit Further(const RunStatus& status)
        : folder(status.folder, RunFolder::Access::Read), all(measurementsOf(*status.run, folder))
    {
        for (const auto& one : all) {
            std::string& failure = failures.emplace_back();
            try {
                one->read(status.history.sweeps);
            } catch (const FileError& error) { // the rest is reported nevertheless
                failure = error.what();
            }
        }
    }
    RunFolder folder;
    Measurements all;
    std::vector<std::string> failures; ///< of each, empty if there is none
};

} // namespace

std::vector<FurtherMeasurement> furtherMeasurements(const RunStatus& status)
{
    std::vector<FurtherMeasurement> found;
    if (!status.run) return found;
    const Further further(status);
    for (std::size_t k = 0; k < further.all.size(); ++k)
        found.push_back({further.all[k]->key(), further.all[k]->records().size(), further.failures[k]});
    return found;
}

void addFigures(report::HtmlPage& page, const RunStatus& status, int level)
{
    const Further further(status);
    for (std::size_t k = 0; k < further.all.size(); ++k) {
        const std::string text = further.failures[k].empty() ? further.all[k]->summary() : further.failures[k];
        if (text.empty()) continue;
        page.heading(further.all[k]->key(), level);
        page.preformatted(text);
    }
    page.heading("figures", level);
    if (!report::gnuplotAvailable()) {
        page.paragraph("None: gnuplot is not installed.");
        return;
    }
    const WorkingFolder working;
    const auto folder = std::make_shared<const OpenFolder>(working.path());
    std::vector<std::string> files = drawFigures(*status.run, status.history, further.all, folder);
    const std::vector<std::string> correlation = drawAutocorrelation(status, FilePlace(folder, "autocorrelation"));
    files.insert(files.end(), correlation.begin(), correlation.end());
    for (const std::string& file : files)
        if (file.ends_with(".svg")) page.figure(file);
    if (report::keepsScripts()) page.paragraph("None: GAUGEGL_PLOTS asks for scripts.");
}

} // namespace gaugegl
