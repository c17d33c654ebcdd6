// The copy bandwidth of every texel format and of buffers, from cache to memory.
#include "checks/copy.h"
#include "checks/suites.h"

#include "gaugegl/base/interrupt.h"

#include <algorithm>
#include <cmath>

namespace gaugegl {
namespace {

constexpr double mebibyte = 1 << 20;

/// One format on one path.
struct CopySeries {
    std::string format;
    Path path;
    std::vector<CopyTiming> timings; ///< one for each size, fewer where a signal came

    std::string label() const { return fmt::format("{}, {}", format, name(path)); }
};

double gigabytesPerSecond(const CopyTiming& t) { return 1e-9 * t.bytesPerSecond(); }

/// Null where it was not measured.
template<class Value>
report::Json ifMeasured(const CopyTiming& t, const Value& value)
{
    return t.failure.empty() ? report::Json(value) : report::Json();
}

const report::Columns<CopyTiming>& copyColumns()
{
    using Row = const CopyTiming&;
    static const report::Columns<CopyTiming> columns = [] {
        report::Columns<CopyTiming> all;
        const auto none = [](Row) { return ""; };
        all.add("", "format", &CopyTiming::format);
        all.add("", "path", [](Row t) { return name(t.path); });
        all.add("", "bytes", &CopyTiming::size);
        all.add("", "gb_s", gigabytesPerSecond);
        all.add(
            "", "seconds", [](Row t) { return ifMeasured(t, t.time.seconds); }, none);
        all.add(
            "", "fastest", [](Row t) { return ifMeasured(t, t.time.fastest); }, none);
        all.add(
            "", "spread", [](Row t) { return ifMeasured(t, report::toJson(t.time.spread)); }, none);
        all.add("", "samples", [](Row t) { return t.time.samples; });
        all.add(
            "", "clock", [](Row t) { return ifMeasured(t, t.time.clock); }, none);
        all.add(
            "", "failure", [](Row t) { return t.failure.empty() ? report::Json() : report::Json(t.failure); }, none);
        return all;
    }();
    return columns;
}

class CopySuite final : public Suite {
public:
    explicit CopySuite(const SuiteRequest& wanted) : Suite(wanted), sizes_(wanted.sizes)
    {
        if (sizes_.empty()) sizes_ = {0.0625, 0.25, 1, 4, 16, 64};
        std::ranges::sort(sizes_);
    }

    void measure(const std::shared_ptr<gl::Context>& context) override
    {
        std::vector<BenchTarget> targets = request().targets(context->capabilities(), "single");
        std::erase_if(targets,
                      [](const BenchTarget& one) { return one.storage == Storage::Buffer; }); // formats of compute
        std::size_t total = 0, done = 0;
        for (const BenchTarget& target : targets)
            total += sizes_.size() * std::size_t(std::ranges::count_if(formats(), [&](const CopyFormat& format) {
                         return copies(format, target.path);
                     }));
        for (const BenchTarget& target : targets) {
            Device device(context, {.path = target.path});
            for (const CopyFormat& format : formats())
                if (copies(format, target.path) && !measure(device, format, total, done)) return;
        }
    }

    std::string text(const Machine& machine, bool markdown) const override
    {
        return fmt::format("Copies on {}, load average {:.2f} before the start; GB/s read and written, by the size of "
                           "one texture or buffer\n\n{}{}",
                           machine.text(), machine.loadAverage, table(markdown), remarks(failures(), markdown));
    }

    report::Json json() const override
    {
        report::Json copies = report::Json::array();
        for (const CopySeries& series : all_)
            for (const CopyTiming& timing : series.timings)
                copies.push_back(copyColumns().object(timing));
        return {{"copies", copies}};
    }

    std::vector<std::string> draw(const Machine& machine) const override
    {
        std::vector<std::string> files;
        for (const Path path : {Path::Fragment, Path::Compute}) {
            std::vector<report::Curve> curves;
            for (const CopySeries& series : all_)
                for (const CopyTiming& timing : series.timings)
                    if (series.path == path)
                        addPoint(curves, series.format, double(timing.size) / mebibyte, gigabytesPerSecond(timing));
            drawCurves(files,
                       figure(fmt::format("bench_copy_{}", name(path)),
                              fmt::format("Copies on the {} path of {}", name(path), machine.device),
                              "size of one texture or buffer / MiB", "GB/s, read and written"),
                       curves, {.logX = true, .logY = true});
        }
        return files;
    }

    bool empty() const override { return all_.empty(); }

private:
    std::vector<CopyFormat> formats() const { return request().structs ? allCopyFormats() : copyFormats(); }

    /// All sizes of a format; false after a signal: what it cut short is no result.
    bool measure(Device& device, const CopyFormat& format, std::size_t total, std::size_t& done)
    {
        const Sampling sampling = {.seconds = request().seconds.value_or(0.2)};
        for (const double size : sizes_) {
            const CopyTiming timing = [&] {
                const BlockingCall measuring; // does not touch the series
                return measureCopy(device, format, std::size_t(std::llround(size * mebibyte)), sampling);
            }();
            if (interrupted()) return false;
            if (size == sizes_.front()) all_.push_back({format.name, device.path(), {}});
            all_.back().timings.push_back(timing);
            if (!request().line) continue;
            request().line(fmt::format("[{}/{}] {} {} {:.4g} MiB: {}\n", ++done, total, timing.format,
                                       name(timing.path), double(timing.size) / mebibyte,
                                       timing.failure.empty() ? fmt::format("{:.4g} GB/s", gigabytesPerSecond(timing))
                                                              : timing.failure));
        }
        return true;
    }

    std::string table(bool markdown) const
    {
        std::vector<std::string> header = {"format", "path"};
        for (const double size : sizes_)
            header.push_back(fmt::format("{:.4g} MiB", size));
        std::vector<std::vector<std::string>> rows;
        for (const CopySeries& series : all_) {
            std::vector<std::string>& row =
                rows.emplace_back(std::vector<std::string>{series.format, name(series.path)});
            for (const CopyTiming& timing : series.timings)
                row.push_back(digits(gigabytesPerSecond(timing)));
            row.resize(header.size());
        }
        return tableText(header, rows, markdown, 2);
    }

    /// Why cells are empty, a line for each reason.
    std::string failures() const
    {
        std::string text;
        for (const CopySeries& series : all_)
            for (const CopyTiming& t : series.timings)
                if (!t.failure.empty())
                    text += fmt::format("{}, {:.4g} MiB: {}\n", series.label(), double(t.size) / mebibyte, t.failure);
        return text;
    }

    std::vector<double> sizes_;
    std::vector<CopySeries> all_;
};

} // namespace

std::unique_ptr<Suite> copySuite(const SuiteRequest& request) { return std::make_unique<CopySuite>(request); }

} // namespace gaugegl
