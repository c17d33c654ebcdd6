// The numbers of `gaugegl measure` over all files: a table, and means with errors.
#pragma once

#include "measure_extras.h"

#include "gaugegl/analysis/jackknife.h"
#include "gaugegl/io/gauge_file.h"

namespace gaugegl::cli {

/// Named numbers of each configuration of one group and lattice.
class MeasuredNumbers {
public:
    /// Adds those of a configuration from its JSON: its numbers, real and imaginary part and absolute value of pairs of them, and at the
    /// last flow time energy and charge.  From the first of another group or lattice on there are no means.
    void add(const Json& configuration);

    /// A line with the names, then one for each configuration: its file and its numbers with 12 digits.
    std::string csv() const;
    /// The means, by the Gamma method or, with bins of so many configurations, by the jackknife; empty with less than 2 configurations and
    /// of several ensembles.
    std::vector<std::pair<std::string, analysis::Estimate>> means(std::optional<std::size_t> bin) const;

private:
    std::vector<std::string> files_, names_;
    std::vector<std::vector<double>> values_; ///< [name][configuration]
    std::string kind_;                        ///< group and lattice
    bool one_ = true;
};

/// V_s (<|L|^2> - <|L|>^2) of the Polyakov loops of configurations, with its jackknife error.
class PolyakovSusceptibility {
public:
    /// Throws InputError for a configuration that differs from the earlier ones in group or lattice.
    void add(const std::string& file, const io::GaugeFileHeader& header, std::complex<double> loop);
    analysis::Estimate estimate() const;

private:
    std::optional<io::GaugeFileHeader> header_;
    std::vector<double> magnitude_, squared_;
};

/// {NAME: {"mean", "error", "tau_int"}, ..}.
Json meansJson(const std::vector<std::pair<std::string, analysis::Estimate>>& means);
/// For people, with what is to be said of them.
std::string meansTable(const std::vector<std::pair<std::string, analysis::Estimate>>& means,
                       std::size_t configurations);

} // namespace gaugegl::cli
