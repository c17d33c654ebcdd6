#include "fermion/overlap/overlap_modes.h"

#include "host/stout_links.h"

#include <algorithm>
#include <complex>

namespace gaugegl {
namespace {

using Field = FullField<host::Field<double>>;
using Complex = std::complex<double>;

/// A mode of D = D(0), and where it comes from.
struct Found {
    Complex lambda;
    const Field* v = nullptr; ///< of one chirality
    int chirality = 0;        ///< 0: of a pair
    int multiplicity = 1;
};

/// Of the modes of the chiralities which are neither 0 nor 2 rho those that both have must be the same.
void requirePairs(const std::array<ChiralModes, 2>& of)
{
    const auto &plus = of[0], &minus = of[1];
    const std::size_t common = std::min(plus.pairs.values.size() - std::size_t(plus.zeros),
                                        minus.pairs.values.size() - std::size_t(minus.zeros));
    for (std::size_t k = 0; k < common; ++k) {
        const double a = plus.pairs.values[k + std::size_t(plus.zeros)],
                     b = minus.pairs.values[k + std::size_t(minus.zeros)],
                     error =
                         1e-8 * plus.pairs.spectrum.upper + 10 * (plus.pairs.residuals[k + std::size_t(plus.zeros)] +
                                                                  minus.pairs.residuals[k + std::size_t(minus.zeros)]);
        if (std::abs(a - b) > error)
            throw UnsolvedError(
                fmt::format("the modes of both chiralities do not belong together: after {} and {} zero "
                            "modes number {} has |lambda|^2 = {:.10g} and {:.10g}",
                            plus.zeros, minus.zeros, k + 1, a, b));
    }
}

/// All modes in rising order of the modulus.
std::vector<Found> sortedModes(const std::array<ChiralModes, 2>& of, double diameter)
{
    std::vector<Found> all;
    for (const ChiralModes& one : of)
        for (std::size_t k = 0; k < std::size_t(one.zeros); ++k)
            all.push_back(
                {one.pairs.values[k] / diameter, &one.pairs.vectors[k], one.chirality, of[0].zeros + of[1].zeros});
    // Pairs follow from the chirality that has more of them.
    const auto others = [](const ChiralModes& one) { return int(one.pairs.values.size()) - one.zeros; };
    const std::size_t longer = others(of[0]) >= others(of[1]) ? 0 : 1;
    const ChiralModes &more = of[longer], &fewer = of[1 - longer];
    for (auto k = std::size_t(more.zeros); k < more.pairs.values.size(); ++k) {
        const double a = more.pairs.values[k], real = a / diameter, square = a - real * real;
        const double imaginary = std::sqrt(std::max(square, 0.0));
        const int multiplicity = occurrences(more.pairs, more.pairs, k);
        const Field& v = more.pairs.vectors[k];
        if (imaginary < 1e-6 * diameter)
            all.push_back({real, &v, more.chirality, multiplicity + occurrences(fewer.pairs, more.pairs, k)});
        else
            for (const double sign : {1.0, -1.0})
                all.push_back({{real, sign * imaginary}, &v, 0, multiplicity});
    }
    return all;
}

} // namespace

void addOverlapModes(LowModes& modes, const OverlapOnHost& host, const std::array<ChiralModes, 2>& of, int count)
{
    const OverlapParameters quark = host.dirac().overlap();
    const double diameter = 2 * quark.rho;
    requirePairs(of);
    modes.index = of[0].zeros - of[1].zeros;
    modes.lastLevelComplete = of[0].pairs.lastLevelComplete && of[1].pairs.lastLevelComplete;
    std::vector<Found> all = sortedModes(of, diameter);
    if (int(all.size()) > count) all.resize(std::size_t(count));

    OverlapParameters massless = quark;
    massless.mass = 0;
    const OverlapOperator d(host.op().sign(), massless);
    auto image = std::optional<Field>();
    for (const Found& one : all) {
        if (!image) image.emplace(zeroLike(*one.v));
        Field x = *one.v;
        if (one.chirality == 0) {
            d.apply(*image, *one.v);
            axpy(-one.lambda.real(), *one.v, *image); // |Im lambda| w
            axpy(Complex(0, -1 / one.lambda.imag()), *image, x);
            x = normalised(x, std::sqrt(norm2(x)));
        }
        host.op().apply(*image, x); // of D(m)
        const Complex lambda = (1 - quark.mass / diameter) * one.lambda + quark.mass;
        axpy(-lambda, x, *image);
        modes.eigenvalues.push_back(lambda.real());
        modes.imaginary.push_back(lambda.imag());
        modes.residuals.push_back(std::sqrt(norm2(*image)));
        modes.multiplicities.push_back(one.multiplicity);
        modes.vectors.push_back(vectorOf(host.domain(), x));
        modes.chiralities.push_back(chiralityOf(host.lattice(), host.domain(), modes.vectors.back()));
        if (interrupted()) break;
    }
}

std::unique_ptr<ModeFinder> hostOverlapModes(const HostGaugeField& links, const SpectralParameters& of,
                                             const SharedLattice& shared)
{
    return std::make_unique<OverlapModeFinder<HostOverlapBackend>>(
        HostOverlapBackend(), host::stoutSmeared(links, of.dirac.stout, shared), of, shared);
}

} // namespace gaugegl
