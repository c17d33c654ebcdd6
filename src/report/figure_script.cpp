#include "report/figure_script.h"

#include "base/output_file.h"
#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"
#include "report/gnuplot.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <regex>
#include <utility>

namespace gaugegl::report {
namespace {

bool missing = false; // a figure

thread_local FigureCollector* collector = nullptr;

/// The title; one too long for its line stands in two smaller ones, broken nearest its middle: behind a comma or semicolon that is not
/// within parentheses, or before these.
std::string titleLabels(const std::string& title)
{
    constexpr std::size_t mostOfALine = 66;
    const auto label = [](int number, const std::string& text, double height, int size) {
        return fmt::format("set label {} {} at screen 0.545,{} center noenhanced font ',{}'\n", number,
                           gnuplotString(text), height, size);
    };
    std::size_t end = std::string::npos; // of the first line
    int depth = 0;
    for (std::size_t at = 0; at + 1 < title.size(); ++at) {
        depth += int(title[at] == '(') - int(title[at] == ')');
        const bool isBehind = (title[at] == ',' || title[at] == ';') && title[at + 1] == ' ',
                   isBefore = title[at] == ' ' && title[at + 1] == '(';
        if (depth > 0 || !(isBehind || isBefore)) continue;
        const std::size_t here = isBehind ? at + 1 : at;
        const auto unevenness = [&](std::size_t e) { return std::abs(double(e) - double(title.size()) / 2); };
        if (end == std::string::npos || unevenness(here) < unevenness(end)) end = here;
    }
    if (title.size() <= mostOfALine || end == std::string::npos) return label(1, title, 0.955, 20);
    return label(1, title.substr(0, end), 0.98, 17) + label(2, title.substr(end + 1), 0.95, 17);
}

/// Frame, fonts and labels of every figure.
std::string style(const Figure& figure)
{
    return fmt::format("{}"
                       "set xlabel {} noenhanced font ',18' offset 0,-0.4\n"
                       "set ylabel {} noenhanced font ',18' offset -1.5,0\n"
                       "set border 3 lw 1.4 lc rgb '#404040'\n"
                       "set tics nomirror out scale 0.7 font ',16' textcolor rgb '#202020'\n"
                       "set grid back lt 1 lw 0.8 lc rgb '#e2e2e2'\n"
                       "set key at screen 0.545,0.93 center top horizontal Left reverse noenhanced font ',15'\n"
                       "set key samplen 2 spacing 0.95 maxrows 2\n"
                       "set lmargin 13\nset rmargin 5\nset bmargin 4.6\nset tmargin at screen 0.84\n",
                       titleLabels(typeset(figure.title)), gnuplotString(typeset(figure.xLabel)),
                       gnuplotString(typeset(figure.yLabel)));
}

/// The commands that draw both pictures.
std::string scriptOf(const Figure& figure, const std::string& settings, const std::string& plot, const char* size,
                     const std::string& png, const std::string& svg)
{
    return fmt::format(
        "{style}{settings}\n"
        "if (strstrt(GPVAL_TERMINALS, 'pngcairo') > 0) {{ set terminal pngcairo size {size} font 'Sans,16' }}"
        " else {{ set terminal png size {size} font 'Sans,16' }}\n"
        "set output {png}\n{plot}\nset output\n"
        "set terminal svg size {size} dynamic font 'DejaVu Sans,Helvetica,Arial,sans-serif,16' background '#ffffff'\n"
        "set output {svg}\n{plot}\nset output\n",
        fmt::arg("style", style(figure)), fmt::arg("settings", settings), fmt::arg("plot", plot),
        fmt::arg("size", size), fmt::arg("png", gnuplotName(png)), fmt::arg("svg", gnuplotName(svg)));
}

} // namespace

FigureCollector::FigureCollector() { collector = this; }

FigureCollector::~FigureCollector() { collector = nullptr; }

bool plotsAvailable() { return keepsScripts() || gnuplotAvailable(); }

bool timeForFigures()
{
    if (secondsSinceInterrupt() < 1) return true;
    missing = true;
    return false;
}

bool figuresAreMissing() { return missing; }

bool finite(std::initializer_list<double> numbers)
{
    return std::all_of(numbers.begin(), numbers.end(), [](double number) { return std::isfinite(number); });
}

std::string row(std::initializer_list<double> numbers) { return fmt::format("{:.15g}\n", fmt::join(numbers, " ")); }

std::string dataBlock(const std::string& name, const std::string& rows)
{
    return fmt::format("${} << EOD\n{}EOD\n", name, rows);
}

std::string typeset(std::string text)
{
    static const auto signs = [] {
        constexpr std::pair<const char*, const char*> words[] = {
            {"alpha", "α"}, {"beta", "β"}, {"kappa", "κ"}, {"lambda", "λ"}, {"mu", "μ"},
            {"omega", "ω"}, {"rho", "ρ"},  {"theta", "θ"}, {"dH", "ΔH"},    {"SU([234])", "SU($2)"}};
        const std::string begin = R"((^|[^\w/]))", end = R"((?![\w/]))";
        std::vector<std::pair<std::regex, std::string>> all;
        for (const auto& [word, sign] : words)
            all.emplace_back(fmt::format("{}{}{}", begin, word, end), fmt::format("$1{}", sign));
        for (const auto& [digit, sign] : {std::pair("2", "²"), std::pair("3", "³"), std::pair("4", "⁴")})
            all.emplace_back(R"(\^)" + (digit + end), sign);
        return all;
    }();
    for (const auto& [expression, sign] : signs)
        text = std::regex_replace(text, expression, sign);
    return text;
}

bool collected(const Figure& figure, FigureData data)
{
    if (collector == nullptr) return false;
    data.title = typeset(figure.title);
    data.xLabel = typeset(figure.xLabel);
    data.yLabel = typeset(figure.yLabel);
    for (Curve& curve : data.curves)
        curve.label = typeset(curve.label);
    collector->all.push_back(std::move(data));
    return true;
}

std::string keyBeside(std::size_t entries, std::size_t longestEntry)
{
    constexpr std::size_t mostAbove = 8, mostRows = 3;
    constexpr double plotWidth = 947, ofSample = 62, ofLetter = 12.5; // of the pictures, in pixels
    const double columns = std::max(1.0, std::floor(plotWidth / (ofSample + ofLetter * double(longestEntry))));
    if (entries <= mostAbove && double(entries - 1) <= mostRows * columns) return {};
    // As wide as gnuplot takes it to be, in a smaller font: of the whole picture.
    constexpr double most = 0.45, samples = 0.055, letter = 0.0092;
    const double width = std::min(most, samples + letter * double(longestEntry));
    return fmt::format(
        "set key at screen 0.99,0.84 right top vertical maxrows 40 font ',13'\nset rmargin at screen {:.3f}\n",
        0.98 - width);
}

std::vector<std::string> draw(const Figure& figure, const std::string& settings, const std::string& plot,
                              const char* size)
{
    const FilePlace png = figure.path + ".png", svg = figure.path + ".svg";
    if (keepsScripts()) {
        const FilePlace script = figure.path + ".gnuplot";
        writeTextFile(script, scriptOf(figure, settings, plot, size, png.fileName(), svg.fileName()));
        return {script.path()};
    }
    std::vector<std::string> names = {png.path(), svg.path()};
    if (!writesFiles()) return names;
    std::optional<Pictures> pictures;
    try {
        pictures = picturesOf(scriptOf(figure, settings, plot, size, pngFile, svgFile));
    } catch (const DiskError& error) {
        throw DiskError(png.path(), fmt::format("is drawn in a folder for temporary files (TMPDIR): {}", error.what()));
    } catch (const FileError& error) {
        throw FileError(png.path(), fmt::format("is drawn in a folder for temporary files (TMPDIR): {}", error.what()));
    } catch (const Error& error) {
        throw Error(figure.path.path() + ": " + error.what());
    }
    if (!pictures) {
        missing = true;
        return {};
    }
    OutputFile first(png), second(svg);
    first.write(pictures->png);
    second.write(pictures->svg);
    first.flush();
    second.flush();
    first.commit();
    second.commit();
    return names;
}

} // namespace gaugegl::report
