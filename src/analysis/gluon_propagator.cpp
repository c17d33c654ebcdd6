#include "gaugegl/analysis/gluon_propagator.h"

#include "analysis/fourier_transform.h"
#include "gaugegl/analysis/jackknife.h"
#include "gaugegl/base/error.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <numbers>
#include <numeric>

namespace gaugegl::analysis {
namespace {

using Complex = std::complex<double>;

/// p_mu = 2 sin(pi n_mu / L_mu).
double latticeMomentum(const Lattice& lattice, const Coordinates& n, int mu)
{
    return 2 * std::sin(std::numbers::pi * n[std::size_t(mu)] / lattice.extent(mu));
}

double square(const Lattice& lattice, const Coordinates& n)
{
    double sum = 0;
    for (int mu = 0; mu < 4; ++mu) {
        const double p = latticeMomentum(lattice, n, mu);
        sum += p * p;
    }
    return sum;
}

/// Whether a momentum other than 0 is near the diagonal.
bool passes(const Lattice& lattice, const Coordinates& n, const MomentumCut& cut)
{
    double k2 = 0, along = 0, smallest = std::numbers::pi;
    for (int mu = 0; mu < 4; ++mu) {
        const int extent = lattice.extent(mu), component = n[std::size_t(mu)];
        const double unit = 2 * std::numbers::pi / extent, k = unit * std::min(component, extent - component);
        smallest = std::min(smallest, unit);
        k2 += k * k;
        along += k / 2; // the diagonal has the components 1/2
    }
    constexpr double rounding = 1e-9;
    const double distance = std::sqrt(std::max(k2 - along * along, 0.0));
    if (cut.cylinder && distance > *cut.cylinder * smallest + rounding) return false;
    return !cut.cone || std::atan2(distance, along) * 180 / std::numbers::pi <= *cut.cone + rounding;
}

/// Element (i, j) of A_mu at all sites.
std::vector<Complex> component(std::span<const Complex> links, int n, int mu, const std::array<int, 2>& element)
{
    const auto [i, j] = element;
    const auto size = std::size_t(n) * std::size_t(n);
    std::vector<Complex> field(links.size() / (4 * size));
    for (std::size_t site = 0; site < field.size(); ++site) {
        const auto link = links.subspan((4 * site + std::size_t(mu)) * size, size);
        const auto at = [&](int row, int column) { return link[std::size_t(n * row + column)]; };
        field[site] = (at(i, j) - std::conj(at(j, i))) / Complex(0, 2);
        if (i != j) continue;
        for (int k = 0; k < n; ++k)
            field[site] -= at(k, k).imag() / n;
    }
    return field;
}

/// For each momentum sums over elements of sum_mu |A_mu|^2 and of |p.A|^2.
struct Sums {
    std::vector<double> field, divergence;
};

void addElement(Sums& sums, const Lattice& lattice, std::span<const Complex> links, int n,
                const std::array<int, 2>& element)
{
    const FourierTransform transform({lattice.extent(0), lattice.extent(1), lattice.extent(2), lattice.extent(3)});
    std::vector<Complex> divergence(sums.field.size());
    std::vector<double> squares(sums.field.size());
    for (int mu = 0; mu < 4; ++mu) {
        std::vector<Complex> field = component(links, n, mu, element);
        transform(field);
        for (std::size_t k = 0; k < field.size(); ++k) {
            const Coordinates at = lattice.coordinates(std::int64_t(k));
            const double half = std::numbers::pi * at[std::size_t(mu)] / lattice.extent(mu);
            squares[k] += std::norm(field[k]);
            divergence[k] += 2 * std::sin(half) * std::polar(1.0, -half) * field[k];
        }
    }
#pragma omp ordered // sums that are the same in every run
    for (std::size_t k = 0; k < squares.size(); ++k) {
        sums.field[k] += squares[k];
        sums.divergence[k] += std::norm(divergence[k]);
    }
}

void requireNotNegative(const char* what, const std::optional<double>& value)
{
    if (value && !(*value >= 0))
        throw InputError(fmt::format("the {} of a momentum cut is {}; it must be 0 or more", what, *value));
}

} // namespace

std::vector<MomentumClass> momentumClasses(const Lattice& lattice, const MomentumCut& cut)
{
    requireNotNegative("cylinder", cut.cylinder);
    requireNotNegative("cone", cut.cone);
    std::vector<std::pair<double, std::int64_t>> momenta;
    for (std::int64_t k = 0; k < lattice.volume(); ++k) {
        const Coordinates n = lattice.coordinates(k);
        if (k == 0 || passes(lattice, n, cut)) momenta.emplace_back(square(lattice, n), k);
    }
    std::ranges::sort(momenta);
    std::vector<MomentumClass> classes;
    for (const auto& [p2, k] : momenta) {
        constexpr double rounding = 1e-10; // sines that are equal by symmetry differ by less
        if (classes.empty() || p2 > classes.back().p2 + rounding) classes.push_back({p2, {}});
        classes.back().momenta.push_back(k);
    }
    return classes;
}

GluonSpectrum gluonSpectrum(const Lattice& lattice, Group group, std::span<const std::complex<double>> links,
                            const std::vector<MomentumClass>& classes)
{
    const int n = colours(group);
    const auto volume = std::size_t(lattice.volume());
    if (links.size() != 4 * volume * std::size_t(n * n))
        throw InputError(
            fmt::format("{} numbers are not the links of {} on {}", links.size(), name(group), lattice.name()));
    Sums sums{std::vector<double>(volume), std::vector<double>(volume)};
#pragma omp parallel for ordered schedule(static, 1)
    for (int element = 0; element < n * n; ++element)
        addElement(sums, lattice, links, n, {element / n, element % n});

    GluonSpectrum result;
    for (const MomentumClass& one : classes) {
        double sum = 0;
        for (const std::int64_t k : one.momenta)
            sum += sums.field[std::size_t(k)];
        const int components = one.momenta.front() == 0 ? 4 : 3;
        result.propagator.push_back(2 * sum / double(one.momenta.size()) / (components * (n * n - 1) * double(volume)));
    }
    double longitudinal = 0, all = 0;
    for (std::size_t k = 0; k < volume; ++k) {
        longitudinal += sums.divergence[k];
        all += square(lattice, lattice.coordinates(std::int64_t(k))) * sums.field[k];
    }
    result.longitudinal = all > 0 ? longitudinal / all : 0;
    return result;
}

std::vector<GluonPoint> gluonPropagator(const std::vector<MomentumClass>& classes,
                                        const std::vector<GluonSpectrum>& configurations)
{
    for (const GluonSpectrum& one : configurations)
        if (one.propagator.size() != classes.size())
            throw InputError(
                fmt::format("a propagator has {} values; there are {} momenta", one.propagator.size(), classes.size()));
    std::vector<GluonPoint> points;
    points.reserve(classes.size());
    for (std::size_t c = 0; c < classes.size(); ++c) {
        std::vector<double> series;
        series.reserve(configurations.size());
        for (const GluonSpectrum& one : configurations)
            series.push_back(one.propagator[c]);
        const auto mean = [](std::span<const double> means) { return means[0]; };
        points.push_back({classes[c].p2, classes[c].momenta.size(), jackknife({series}, mean)});
    }
    return points;
}

} // namespace gaugegl::analysis
