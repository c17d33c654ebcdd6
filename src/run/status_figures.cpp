#include "run/status_figures.h"

#include "base/platform.h"
#include "gaugegl/analysis/autocorrelation.h"
#include "gaugegl/base/error.h"
#include "report/gnuplot.h"
#include "report/plot.h"
#include "run/ensemble_report.h"

#include <filesystem>
#include <fmt/format.h>

namespace gaugegl {
namespace {

namespace fs = std::filesystem;

/// A folder of this process alone, removed with all that is in it.
class TemporaryFolder {
public:
    TemporaryFolder() : path_(fs::temp_directory_path() / fmt::format("gaugegl-figures-{}", processId()))
    {
        std::error_code error;
        fs::remove_all(path_, error); // of a process long gone
        fs::create_directories(path_, error);
        if (error) throw FileError(path_.string(), "cannot make this folder: " + error.message());
        fs::permissions(path_, fs::perms::owner_all, error);
    }
    ~TemporaryFolder()
    {
        std::error_code none;
        fs::remove_all(path_, none);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    std::string file(const char* name) const { return (path_ / name).string(); }
    std::string path() const { return path_.string(); }

private:
    fs::path path_;
};

/// rho(t) of the plaquette and of the absolute values of what is measured beside it; no figure where there is none.
std::vector<std::string> drawAutocorrelation(const RunStatus& status, const std::string& path)
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
    add("plaquette", series(status.history, [](const Measurement& m) { return m.values.plaquette; }));
    for (const ObservableTraits& one : measuredOthers(*status.run))
        add(one.complex ? fmt::format("|{}|", one.symbol) : one.title,
            series(status.history, one, numbersOf(one).back()));
    if (curves.empty()) return {};
    return report::plotLines({path, runTitle(*status.run), "distance in measurements", "autocorrelation"}, curves, {});
}

/// Of a run with its own folder in the files alone.
struct Further {
    explicit Further(const RunStatus& status)
        : folder(status.folder, RunFolder::Access::Read), all(measurementsOf(*status.run, folder))
    {}
    RunFolder folder;
    Measurements all;
};

} // namespace

std::vector<std::pair<std::string, std::size_t>> furtherMeasurements(const RunStatus& status)
{
    std::vector<std::pair<std::string, std::size_t>> found;
    if (!status.run) return found;
    const Further further(status);
    for (const auto& one : further.all)
        found.emplace_back(one->key(), one->measuredUntil(status.history.sweeps));
    return found;
}

void addFigures(report::HtmlPage& page, const RunStatus& status, int level)
{
    const Further further(status);
    for (const auto& one : further.all)
        if (const std::string text = one->summary(status.history.sweeps); !text.empty()) {
            page.heading(one->key(), level);
            page.preformatted(text);
        }
    page.heading("figures", level);
    if (!report::gnuplotAvailable()) {
        page.paragraph("None: gnuplot is not installed.");
        return;
    }
    const TemporaryFolder folder;
    RunConfig run = *status.run;
    run.output.directory = folder.path();
    std::vector<std::string> files = drawFigures(run, status.history, further.all);
    const std::vector<std::string> correlation = drawAutocorrelation(status, folder.file("autocorrelation"));
    files.insert(files.end(), correlation.begin(), correlation.end());
    for (const std::string& file : files)
        if (file.ends_with(".svg")) page.figure(file);
    if (report::keepsScripts()) page.paragraph("None: GAUGEGL_PLOTS asks for scripts.");
}

} // namespace gaugegl
