#include "checks/suite.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>

namespace gaugegl {
namespace {

std::string markdownRow(const std::vector<std::string>& row)
{
    std::string line = "|";
    for (const std::string& cell : row)
        line += " " + cell + " |";
    return line + "\n";
}

} // namespace

std::vector<Lattice> SuiteRequest::latticesOr(const std::vector<std::string>& standard) const
{
    if (!lattices.empty()) return lattices;
    std::vector<Lattice> all;
    std::ranges::transform(standard, std::back_inserter(all), Lattice::parse);
    return all;
}

std::vector<BenchTarget> SuiteRequest::targets(const gl::Capabilities& c, const std::string& defaultPrecision) const
{
    const std::string& wantedPrecision = precision.empty() ? defaultPrecision : precision;
    std::vector<BenchTarget> result;
    for (const auto& [kind, storage] : {std::pair(Path::Fragment, Storage::Texture),
                                        {Path::Compute, Storage::Texture},
                                        {Path::Compute, Storage::Buffer}})
        for (const Precision p : {Precision::Single, Precision::Double}) {
            const bool thisPath = path == name(kind, storage), thisPrecision = wantedPrecision == name(p);
            const bool among = path == "all" || (path == "textures" && storage == Storage::Texture);
            const bool wanted = (among || thisPath) && (wantedPrecision == "all" || thisPrecision);
            const bool noPath = kind == Path::Compute && !c.compute(),
                       noPrecision = p == Precision::Double && !c.doubles();
            const bool offered = !noPath && !noPrecision;
            // What is named but missing is an error of Device.
            if (wanted && (offered || (thisPath && noPath) || (thisPrecision && noPrecision)))
                result.push_back({kind, p, storage});
        }
    return result;
}

DeviceOptions SuiteRequest::deviceOf(const BenchTarget& target) const
{
    DeviceOptions options = device;
    options.path = target.path;
    options.precision = target.precision;
    options.storage = target.storage;
    return options;
}

report::Figure Suite::figure(const std::string& name, std::string title, std::string xLabel, std::string yLabel) const
{
    return {.path = (std::filesystem::path(request_.folder) / name).string(),
            .title = std::move(title),
            .xLabel = std::move(xLabel),
            .yLabel = std::move(yLabel)};
}

BenchTarget standardTarget(const gl::Capabilities& c)
{
    return {c.compute() ? Path::Compute : Path::Fragment, Precision::Single};
}

std::string digits(double value) { return std::isfinite(value) ? fmt::format("{:.4g}", value) : ""; }

std::string percent(double fraction)
{
    return std::isfinite(fraction) ? fmt::format("{:.{}f}", 100 * fraction, fraction < 0.1 ? 1 : 0) : "";
}

std::string tableText(const std::vector<std::string>& header, const std::vector<std::vector<std::string>>& rows,
                      bool markdown, std::size_t words)
{
    if (markdown) {
        std::string text = markdownRow(header) + "|";
        for (std::size_t column = 0; column < header.size(); ++column)
            text += column < words ? " --- |" : " ---: |";
        text += "\n";
        for (const auto& row : rows)
            text += markdownRow(row);
        return text;
    }
    report::Table table(header);
    for (const auto& row : rows)
        table.add(row);
    return table.text();
}

std::string remarks(const std::string& lines, bool markdown)
{
    std::string text = lines.empty() ? "" : "\n";
    bool begins = markdown;
    for (const char c : lines) {
        if (begins) text += "- ";
        text += c;
        begins = markdown && c == '\n';
    }
    return text;
}

report::Axes volumeAxes(bool logarithmic) { return {.logX = true, .logY = logarithmic, .xBase = 2, .zeroY = true}; }

void addPoint(std::vector<report::Curve>& curves, const std::string& label, double x, double y,
              std::optional<double> error)
{
    if (!std::isfinite(x) || !std::isfinite(y)) return;
    auto curve = std::ranges::find(curves, label, &report::Curve::label);
    if (curve == curves.end()) curve = curves.insert(curves.end(), {.label = label});
    curve->x.push_back(x);
    curve->y.push_back(y);
    if (error) curve->error.push_back(*error);
}

void drawCurves(std::vector<std::string>& files, const report::Figure& figure, const std::vector<report::Curve>& curves,
                const report::Axes& axes)
{
    if (!curves.empty()) std::ranges::move(plotLines(figure, curves, axes), std::back_inserter(files));
}

} // namespace gaugegl
