#include "measure_means.h"

#include "gaugegl/analysis/autocorrelation.h"
#include "gaugegl/base/error.h"
#include "measure/export.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gaugegl::cli {
namespace {

/// Numbers by name from the JSON of a configuration.
std::vector<std::pair<std::string, double>> numbersIn(const Json& configuration)
{
    std::vector<std::pair<std::string, double>> all;
    for (const auto& [name, value] : configuration.items()) {
        if (name == "bits") continue;
        if (value.is_number()) all.emplace_back(name, value.get<double>());
        if (value.is_array() && value.size() == 2 && value[0].is_number()) {
            const std::complex<double> z(value[0].get<double>(), value[1].get<double>());
            all.insert(all.end(), {{name + "_re", z.real()}, {name + "_im", z.imag()}, {name + "_abs", std::abs(z)}});
        }
    }
    return all;
}

} // namespace

void MeasuredNumbers::add(const Json& configuration)
{
    const std::string kind = configuration.at("group").dump() + configuration.at("lattice").dump();
    if (files_.empty()) kind_ = kind;
    one_ = one_ && kind == kind_;
    for (const auto& [name, value] : numbersIn(configuration)) {
        auto at = std::ranges::find(names_, name);
        if (at == names_.end()) {
            at = names_.insert(names_.end(), name);
            values_.emplace_back(files_.size(), std::nan(""));
        }
        values_[std::size_t(at - names_.begin())].push_back(value);
    }
    files_.push_back(configuration.at("file").get<std::string>());
    for (std::vector<double>& values : values_)
        values.resize(files_.size(), std::nan(""));
}

std::string MeasuredNumbers::csv() const
{
    std::string text = fmt::format("file,{}\n", fmt::join(names_, ","));
    for (std::size_t k = 0; k < files_.size(); ++k) {
        text += measure::csvQuoted(files_[k]);
        for (const std::vector<double>& values : values_)
            text += "," + csvCell(values[k]);
        text += "\n";
    }
    return text;
}

std::vector<std::pair<std::string, analysis::Estimate>> MeasuredNumbers::means(std::optional<std::size_t> bin) const
{
    std::vector<std::pair<std::string, analysis::Estimate>> all;
    if (files_.size() < 2 || !one_) return all;
    for (std::size_t i = 0; i < names_.size(); ++i)
        all.emplace_back(names_[i], bin ? analysis::jackknife(
                                              {values_[i]}, [](std::span<const double> mean) { return mean[0]; },
                                              analysis::Binning{.size = *bin})
                                        : analysis::gammaMethod(values_[i]));
    return all;
}

void PolyakovSusceptibility::add(const std::string& file, const io::GaugeFileHeader& header, std::complex<double> loop)
{
    if (!header_) header_ = header;
    if (header.lattice != header_->lattice || header.group != header_->group)
        throw InputError(fmt::format("{}: {} {}, but the susceptibility is that of one ensemble, {} {} so far", file,
                                     name(header.group), header.lattice.name(), name(header_->group),
                                     header_->lattice.name()));
    magnitude_.push_back(std::abs(loop));
    squared_.push_back(std::norm(loop));
}

analysis::Estimate PolyakovSusceptibility::estimate() const
{
    const double space = double(header_->lattice.spatialVolume());
    return analysis::jackknife({magnitude_, squared_}, [space](std::span<const double> means) {
        return space * (means[1] - means[0] * means[0]);
    });
}

Json meansJson(const std::vector<std::pair<std::string, analysis::Estimate>>& means)
{
    Json json = Json::object();
    for (const auto& [name, estimate] : means)
        json[name] = toJson(estimate);
    return json;
}

std::string meansTable(const std::vector<std::pair<std::string, analysis::Estimate>>& means, std::size_t configurations)
{
    Table table({"mean of " + std::to_string(configurations), "", "tau_int"});
    for (const auto& [name, estimate] : means)
        table.add({name, formatEstimate(estimate),
                   std::isfinite(estimate.tauInt) ? fmt::format("{:.2f}", estimate.tauInt) : "unknown"});
    return "\n" + table.text() + warningLines(warningsIn(meansJson(means)));
}

} // namespace gaugegl::cli
