// gaugegl bench --suite copy: the copy bandwidth of every texel format and of buffers, from cache to memory.
#include "bench.h"
#include "bench_figures.h"

#include "bench/copy.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>

namespace gaugegl::cli {
namespace {

constexpr double mebibyte = 1 << 20;

std::vector<double> sizesOf(const BenchOptions& options)
{
    std::vector<double> sizes = options.sizes;
    if (sizes.empty()) sizes = {0.0625, 0.25, 1, 4, 16, 64};
    std::ranges::sort(sizes);
    return sizes;
}

/// One format on one path.
struct Series {
    std::string format;
    Path path;
    std::vector<CopyTiming> timings; ///< one for each size, fewer where a signal came

    std::string label() const { return fmt::format("{}, {}", format, name(path)); }
    double gigabytesPerSecond(std::size_t i) const { return 1e-9 * timings[i].bytesPerSecond(); }
};

void showProgress(std::size_t done, std::size_t total, const CopyTiming& t)
{
    printError("[{}/{}] {} {} {:.4g} MiB: {}\n", done, total, t.format, name(t.path), double(t.size) / mebibyte,
               t.failure.empty() ? fmt::format("{:.4g} GB/s", 1e-9 * t.bytesPerSecond()) : t.failure);
}

/// Until a signal comes; what is complete is kept.
void measureCopies(const std::shared_ptr<gl::Context>& context, const BenchOptions& options, std::vector<Series>& all)
{
    const std::vector<double> sizes = sizesOf(options);
    const Sampling sampling = {.seconds = options.seconds.value_or(0.2)};
    std::vector<BenchTarget> where = benchTargets(context->capabilities(), options.common, "single");
    std::erase_if(where,
                  [](const BenchTarget& place) { return place.storage == Storage::Buffer; }); // formats of compute
    std::size_t total = 0, done = 0;
    for (const BenchTarget& place : where)
        total += sizes.size() * std::size_t(std::ranges::count_if(
                                    copyFormats(), [&](const CopyFormat& f) { return copies(f, place.path); }));
    for (const BenchTarget& place : where) {
        Device device(context, {.path = place.path});
        for (const CopyFormat& format : copyFormats()) {
            if (!copies(format, place.path)) continue;
            for (const double size : sizes) {
                const CopyTiming timing = [&] {
                    const BlockingCall measuring; // does not touch the series
                    return measureCopy(device, format, std::size_t(std::llround(size * mebibyte)), sampling);
                }();
                if (interrupted()) return; // what was cut short is no result
                if (size == sizes.front()) all.push_back({format.name, place.path, {}});
                all.back().timings.push_back(timing);
                if (!options.common.quiet) showProgress(++done, total, timing);
            }
        }
    }
}

std::string copyTable(const std::vector<Series>& all, const std::vector<double>& sizes, bool markdown)
{
    std::vector<std::string> header = {"format", "path"};
    for (const double size : sizes)
        header.push_back(fmt::format("{:.4g} MiB", size));
    std::vector<std::vector<std::string>> rows;
    rows.reserve(all.size());
    for (const Series& series : all) {
        std::vector<std::string> row = {series.format, name(series.path)};
        for (std::size_t i = 0; i < series.timings.size(); ++i)
            row.push_back(digits(series.gigabytesPerSecond(i)));
        row.resize(header.size());
        rows.push_back(row);
    }
    return tableText(header, rows, markdown, 2);
}

/// Why cells are empty, a line for each reason.
std::string failures(const std::vector<Series>& all)
{
    std::string text;
    for (const Series& series : all)
        for (const CopyTiming& t : series.timings)
            if (!t.failure.empty())
                text += fmt::format("{}, {:.4g} MiB: {}\n", series.label(), double(t.size) / mebibyte, t.failure);
    return text;
}

Json copyJson(const std::vector<Series>& all)
{
    Json copies = Json::array();
    for (const Series& series : all)
        for (const CopyTiming& t : series.timings) {
            const bool measured = t.failure.empty();
            copies.push_back({{"format", t.format},
                              {"path", name(t.path)},
                              {"bytes", t.size},
                              {"gb_s", toJson(1e-9 * t.bytesPerSecond())},
                              {"seconds", measured ? Json(t.time.seconds) : Json(nullptr)},
                              {"fastest", measured ? Json(t.time.fastest) : Json(nullptr)},
                              {"spread", measured ? toJson(t.time.spread) : Json(nullptr)},
                              {"samples", t.time.samples},
                              {"clock", measured ? Json(t.time.clock) : Json(nullptr)},
                              {"failure", measured ? Json(nullptr) : Json(t.failure)}});
        }
    return copies;
}

std::vector<std::string> drawCopies(const std::vector<Series>& all, const std::string& device,
                                    const std::string& folder)
{
    std::vector<std::string> files;
    for (const Path path : {Path::Fragment, Path::Compute}) {
        std::vector<Curve> curves;
        for (const Series& series : all) {
            if (series.path != path) continue;
            Curve curve{series.format, {}, {}, {}};
            for (std::size_t i = 0; i < series.timings.size(); ++i) {
                curve.x.push_back(double(series.timings[i].size) / mebibyte);
                curve.y.push_back(series.gigabytesPerSecond(i));
            }
            if (std::ranges::any_of(curve.y, [](double y) { return std::isfinite(y); }))
                curves.push_back(std::move(curve));
        }
        if (curves.empty()) continue;
        const auto file = std::filesystem::path(folder) / fmt::format("bench_copy_{}", name(path));
        const Figure figure = {.path = file.string(),
                               .title = fmt::format("Copies on the {} path of {}", name(path), device),
                               .xLabel = "size of one texture or buffer / MiB",
                               .yLabel = "GB/s, read and written"};
        for (std::string& f : plotLines(figure, curves, {.logX = true, .logY = true}))
            files.push_back(std::move(f));
    }
    return files;
}

} // namespace

int runCopySuite(const BenchOptions& options)
{
    requireFolder(options.output);
    const auto context = openContext(options.common);
    const gl::Capabilities& c = context->capabilities();
    const double load = loadAverageWithWarning(options.common.quiet);
    const InterruptGuard guard;
    std::vector<Series> all;
    const auto reportResults = [&](bool complete, bool draws) {
        const bool prints = printsText(options.common);
        if (prints) {
            printOut("Copies on {} ({}), load average {:.2f} before the start; GB/s read and written, by the size of "
                     "one texture or buffer\n\n{}",
                     c.renderer, c.version, load, copyTable(all, sizesOf(options), options.markdown));
            printOut("{}", remarks(failures(all), options.markdown));
        }
        Json json = {{"suite", "copy"},      {"device", c.renderer},
                     {"driver", c.version},  {"load_average", toJson(load)},
                     {"complete", complete}, {"copies", copyJson(all)}};
        json["figures"] = all.empty() || !draws ? Json::array()
                                                : figures([&] { return drawCopies(all, c.renderer, options.output); },
                                                          prints && !options.markdown);
        if (!options.common.json.empty()) writeJson(json, options.common.json);
    };
    const Rescue rescue([&] { reportResults(/*complete=*/false, /*draws=*/false); });
    measureCopies(context, options, all);
    const bool complete = !interrupted();
    reportResults(complete, /*draws=*/true);
    return complete ? success : interruptedExit;
}

} // namespace gaugegl::cli
