#include "gaugegl/fermion/measure/correlators.h"

#include "core/names_in.h"
#include "fermion/measure/gamma.h"
#include "fermion/measure/momenta.h"
#include "gaugegl/base/error.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <iterator>

namespace gaugegl {
namespace {

using Complex = std::complex<double>;

/// C = factor sum tr[ left S right S'^dagger ].
struct Term {
    double factor;
    Monomial left, right;
};

/// From Gamma: left = gamma_5 Gamma, right = GammaBar gamma_5, and the sign is -1.
Term termOf(const Monomial& matrix, int direction, double weight)
{
    const Monomial &along = gammas[std::size_t(direction)], bar = along * adjoint(matrix) * along;
    return {-weight, gamma5 * matrix, bar * gamma5};
}

struct Meson {
    std::string name;
    std::vector<Term> terms;
};

/// Those of the default.
std::vector<Meson> mesons(int direction)
{
    Meson rho{"rho", {}}, axial{"axial", {}};
    for (int mu = 0; mu < 4; ++mu) {
        if (mu == direction) continue;
        const Monomial& vector = gammas[std::size_t(mu)];
        rho.terms.push_back(termOf(vector, direction, 1.0 / 3));
        axial.terms.push_back(termOf(vector * gamma5, direction, 1.0 / 3));
    }
    return {{"pion", {termOf(gamma5, direction, 1)}},
            std::move(rho),
            {"scalar", {termOf(unitSpin, direction, 1)}},
            std::move(axial)};
}

/// Those with these names, in their order.
std::vector<Meson> mesons(int direction, const std::vector<std::string>& names)
{
    std::vector<Meson> result;
    const std::vector<Meson> usual = mesons(direction);
    const auto every = everyGamma();
    for (const std::string& name : names) {
        const auto among = std::ranges::find(usual, name, &Meson::name);
        const auto matrix = std::ranges::find(every, name, &std::pair<std::string, Monomial>::first);
        if (among != usual.end())
            result.push_back(*among);
        else
            result.push_back({name, {termOf(matrix->second, direction, 1)}});
    }
    return result;
}

/// S(x)_(alpha a)(beta b) of one site.
class SitePropagator {
public:
    SitePropagator(const Propagator& propagator, std::int64_t site, int n)
        : propagator_(&propagator), first_(std::size_t(site * 4 * n)), n_(std::size_t(n))
    {}
    Complex operator()(std::size_t alpha, std::size_t a, std::size_t beta, std::size_t b) const
    {
        return (*propagator_)[beta * n_ + b][first_ + alpha * n_ + a];
    }
    /// Re tr[ left S right S'^dagger ] = Re sum left_(alpha alpha') S_(alpha' beta') right_(beta' beta) conj S'_(alpha
    /// beta).
    double trace(const Term& term, const SitePropagator& antiquark) const
    {
        double sum = 0;
        for (std::size_t alpha = 0; alpha < 4; ++alpha)
            for (std::size_t inner = 0; inner < 4; ++inner) {
                const auto from = std::size_t(term.left.column[alpha]), beta = std::size_t(term.right.column[inner]);
                Complex colours = 0;
                for (std::size_t a = 0; a < n_; ++a)
                    for (std::size_t b = 0; b < n_; ++b)
                        colours += (*this)(from, a, inner, b) * std::conj(antiquark(alpha, a, beta, b));
                sum += (term.left.value[alpha] * term.right.value[inner] * colours).real();
            }
        return term.factor * sum;
    }

private:
    const Propagator* propagator_;
    std::size_t first_, n_;
};

/// Re tr[ S S'^dagger ] of a site: |S|^2 of two equal quarks.
double squareAt(const MesonQuarks& quarks, std::int64_t site)
{
    double sum = 0;
    const std::size_t components = quarks.quark.size(), first = std::size_t(site) * components;
    for (std::size_t column = 0; column < components; ++column)
        for (std::size_t k = first; k < first + components; ++k) {
            const Complex &a = quarks.quark[column][k], &b = quarks.antiquark[column][k];
            sum += a.real() * b.real() + a.imag() * b.imag();
        }
    return sum;
}

} // namespace

std::vector<std::pair<std::string, Monomial>> everyGamma()
{
    std::vector<std::pair<std::string, Monomial>> all = {{"scalar", unitSpin}, {"pseudoscalar", gamma5}};
    for (std::size_t mu = 0; mu < 4; ++mu)
        all.emplace_back(fmt::format("vector-{}", directionNames[mu]), gammas[mu]);
    for (std::size_t mu = 0; mu < 4; ++mu)
        all.emplace_back(fmt::format("axial-{}", directionNames[mu]), gammas[mu] * gamma5);
    for (std::size_t mu = 0; mu < 4; ++mu)
        for (std::size_t nu = mu + 1; nu < 4; ++nu)
            all.emplace_back(fmt::format("tensor-{}{}", directionNames[mu], directionNames[nu]),
                             std::complex<double>(0, 1) * (gammas[mu] * gammas[nu]));
    return all;
}

void validate(const Propagator& propagator, const CorrelatorGeometry& geometry)
{
    const auto columns = std::size_t(fermionComponents(geometry.kind, geometry.group));
    if (propagator.size() != columns)
        throw InputError(fmt::format("a propagator of {} columns was given, {} has {}", propagator.size(),
                                     name(geometry.group), columns));
    for (const FermionVector& column : propagator)
        if (column.size() != std::size_t(geometry.lattice.local().volume()) * columns)
            throw InputError(fmt::format("a column of a propagator has {} numbers, {} needs {}", column.size(),
                                         geometry.lattice.local().name(),
                                         std::size_t(geometry.lattice.local().volume()) * columns));
}

std::vector<std::string> mesonNames(FermionKind kind)
{
    if (!hasSpin(kind)) return {"pion"};
    return {"pion", "rho", "scalar", "axial"};
}

std::vector<std::string> everyMesonName()
{
    std::vector<std::string> names;
    for (const auto& [name, matrix] : everyGamma())
        names.push_back(name);
    return names;
}

std::vector<std::string> parseGammas(std::string_view text)
{
    return text == "all" ? everyMesonName() : namesIn(text, "gamma", "all", everyMesonName());
}

std::vector<std::string> parseChannels(std::string_view text)
{
    if (text == "all") return everyMesonName();
    std::vector<std::string> known = mesonNames(FermionKind::Wilson);
    for (std::string& name : everyMesonName())
        if (std::ranges::find(known, name) == known.end()) known.push_back(std::move(name));
    return namesIn(text, "channel", "all", known);
}

std::vector<MesonCorrelator> mesonCorrelators(const MesonQuarks& quarks, const CorrelatorGeometry& geometry,
                                              const std::vector<std::string>& channels)
{
    validate(quarks.quark, geometry);
    validate(quarks.antiquark, geometry);
    const MomentumWeights weights(geometry);
    std::vector<std::vector<MesonCorrelator>> byMomentum(1 + weights.count());
    const auto add = [&](const std::string& meson, const auto& density) {
        const std::vector<std::vector<double>> sums = sumsOfMomenta(geometry, weights, density);
        for (std::size_t k = 0; k < sums.size(); ++k)
            byMomentum[k].push_back(
                {meson + quarks.flavours + (k == 0 ? std::string() : momentumName(geometry.momenta.momenta[k - 1])),
                 sums[k]});
    };
    if (!hasSpin(geometry.kind))
        add("pion", [&](std::int64_t site) { return squareAt(quarks, site); });
    else
        for (const Meson& meson : channels.empty() ? mesons(geometry.direction) : mesons(geometry.direction, channels))
            add(meson.name, [&](std::int64_t site) {
                const int n = colours(geometry.group);
                const SitePropagator s(quarks.quark, site, n), antiquark(quarks.antiquark, site, n);
                double sum = 0;
                for (const Term& term : meson.terms)
                    sum += s.trace(term, antiquark);
                return sum;
            });
    std::vector<MesonCorrelator> result;
    for (auto& ofOne : byMomentum)
        std::move(ofOne.begin(), ofOne.end(), std::back_inserter(result));
    return result;
}

} // namespace gaugegl
