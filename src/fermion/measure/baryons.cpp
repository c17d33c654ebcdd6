#include "gaugegl/fermion/measure/baryons.h"

#include "fermion/measure/gamma.h"
#include "fermion/measure/momenta.h"
#include "gaugegl/base/error.h"
#include "host/matrix.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numbers>
#include <string_view>

namespace gaugegl {
namespace {

using Complex = std::complex<double>;
using host::times;
using Spins = host::Matrix<4>; ///< of one pair of colours
constexpr std::size_t colours3 = 3;
using QuarkAtSite = std::array<std::array<Spins, colours3>, colours3>; ///< [sink colour][source colour]

QuarkAtSite at(const Propagator& propagator, std::int64_t site)
{
    QuarkAtSite s;
    for (std::size_t beta = 0; beta < 4; ++beta)
        for (std::size_t b = 0; b < colours3; ++b) {
            const Complex* const column = &propagator[beta * colours3 + b][std::size_t(site) * 4 * colours3];
            for (std::size_t alpha = 0; alpha < 4; ++alpha)
                for (std::size_t a = 0; a < colours3; ++a)
                    s[a][b][4 * alpha + beta] = column[alpha * colours3 + a];
        }
    return s;
}

/// left m right.
Spins between(const Monomial& left, const Spins& m, const Monomial& right)
{
    Spins result;
    for (std::size_t row = 0; row < 4; ++row)
        for (std::size_t inner = 0; inner < 4; ++inner)
            result[4 * row + std::size_t(right.column[inner])] =
                times(left.value[row] * right.value[inner], m[4 * std::size_t(left.column[row]) + inner]);
    return result;
}

/// sum += sign a^T b.
void addTransposedTimes(Spins& sum, double sign, const Spins& a, const Spins& b)
{
    for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t k = 0; k < 4; ++k)
            for (std::size_t j = 0; j < 4; ++j)
                sum[4 * i + j] += sign * times(a[4 * k + i], b[4 * k + j]);
}

/// The colours other than c, in the order in which eps is positive.
constexpr std::array<std::array<std::size_t, 2>, colours3> others = {{{1, 2}, {2, 0}, {0, 1}}};

/// What the Wick contractions of three quarks (x y)z count: those with (x y)z at both ends, and those with (z y)x at the source.
struct Contraction {
    std::string_view quarks; ///< x, y and z: l or s
    double direct, exchange;
};

struct BaryonFacts {
    const char* name;
    bool vector;                             ///< whether its pairs of quarks are C gamma_i, else C gamma_5
    std::array<Contraction, 3> contractions; ///< those of no quarks are none
};

/// In the order of Baryon.  Terms of an interpolator (baryons.h) that differ in x and z are made so by (x y)z = -(y x)z in the octet, and by
/// (x y)z = (y x)z in the decuplet, where u and d count as different quarks with one propagator.
constexpr std::array<BaryonFacts, 8> baryonFacts = {
    {{"nucleon", false, {{{"lll", 1, 1}}}},
     {"lambda", false, {{{"lls", 2.0 / 3, 2.0 / 3}, {"lsl", 1.0 / 3, -1.0 / 3}, {"sll", 0, 2.0 / 3}}}},
     {"sigma", false, {{{"lsl", 1, 1}}}},
     {"xi", false, {{{"sls", 1, 1}}}},
     {"delta", true, {{{"lll", 2, 4}}}},
     {"sigma-star", true, {{{"lls", 2.0 / 3, 4.0 / 3}, {"lsl", 4.0 / 3, 4.0 / 3}, {"sll", 0, 4.0 / 3}}}},
     {"xi-star", true, {{{"ssl", 2.0 / 3, 4.0 / 3}, {"sls", 4.0 / 3, 4.0 / 3}, {"lss", 0, 4.0 / 3}}}},
     {"omega", true, {{{"sss", 2, 4}}}}}};

const BaryonFacts& factsOf(Baryon baryon) { return baryonFacts[std::size_t(baryon)]; }

/// The vertices X and Xbar of a pair of quarks.
struct Diquark {
    Monomial vertex, bar;
};

/// C.
Monomial conjugation() { return gammas[1] * gammas[3]; }

/// Those of a baryon, over which the mean is taken.
std::vector<Diquark> diquarksOf(const BaryonFacts& baryon, int direction)
{
    const Monomial scalar = conjugation() * gamma5;
    if (!baryon.vector) return {{scalar, gammas[3] * adjoint(scalar) * gammas[3]}};
    std::vector<Diquark> vectors;
    for (int i = 0; i < 4; ++i)
        if (const Monomial& gamma = gammas[std::size_t(i)]; i != direction)
            vectors.push_back({conjugation() * gamma, gamma * adjoint(conjugation())});
    return vectors;
}

/// Adds tr G and tr gamma_d G, G the two-point function without projection of quarks x, y and z among light and strange ones:
///   G = sum eps_abc eps_a'b'c' [ direct z_cc' tr V_cc' + exchange z_cc' V_cc' ],   V = Q_bb'^T x_aa',   Q = X y Xbar.
void contract(std::array<Complex, 2>& sum, const std::array<QuarkAtSite, 2>& quarks, const Contraction& count,
              const Diquark& diquark, double weight, const Monomial& along)
{
    const auto quark = [&](std::size_t k) -> const QuarkAtSite& { return quarks[count.quarks[k] == 's' ? 1 : 0]; };
    const QuarkAtSite &x = quark(0), &y = quark(1), &z = quark(2);
    const double direct = count.direct * weight, exchange = count.exchange * weight;
    QuarkAtSite q;
    for (std::size_t a = 0; a < colours3; ++a)
        for (std::size_t b = 0; b < colours3; ++b)
            q[a][b] = between(diquark.vertex, y[a][b], diquark.bar);
    for (std::size_t sink = 0; sink < colours3; ++sink)
        for (std::size_t source = 0; source < colours3; ++source) {
            Spins v{};
            for (const std::size_t i : {0, 1})
                for (const std::size_t j : {0, 1})
                    addTransposedTimes(v, i == j ? 1 : -1, q[others[sink][1 - i]][others[source][1 - j]],
                                       x[others[sink][i]][others[source][j]]);
            const Spins &here = z[sink][source], product = host::product<4>(here, v);
            const Complex ofV = direct * host::trace<4>(v);
            for (std::size_t row = 0; row < 4; ++row) {
                const std::size_t column = std::size_t(along.column[row]); // (gamma G)_(row row)
                sum[0] += times(here[5 * row], ofV) + exchange * product[5 * row];
                sum[1] +=
                    times(along.value[row], times(here[4 * column + row], ofV) + exchange * product[4 * column + row]);
            }
        }
}

/// tr G and tr gamma_d G of a baryon of light and strange quarks.
std::array<Complex, 2> tracesOf(const BaryonFacts& baryon, const std::vector<Diquark>& diquarks,
                                const std::array<QuarkAtSite, 2>& quarks, const Monomial& along)
{
    std::array<Complex, 2> traces{};
    for (const Contraction& count : baryon.contractions)
        for (const Diquark& diquark : diquarks)
            if (!count.quarks.empty()) contract(traces, quarks, count, diquark, 1.0 / double(diquarks.size()), along);
    return traces;
}

/// What undoes the phase of three quarks along the correlator, so that it begins at the source, and across it gives them the momentum of the
/// smallest phase, theta of (-1, 1] in units of pi.
Complex phaseOf(const BaryonGeometry& geometry, const Coordinates& x)
{
    const Lattice& lattice = geometry.correlator.lattice.lattice();
    double turns = 0; // in units of pi
    for (int mu = 0; mu < 4; ++mu) {
        const auto k = std::size_t(mu);
        const double all = 3 * geometry.boundary.theta[k], theta = all - 2 * std::ceil((all - 1) / 2),
                     extent = lattice.extent(mu), way = x[k] - geometry.correlator.source[k];
        if (mu != geometry.correlator.direction)
            turns += (geometry.boundary.spread ? all - theta : -theta) * way / extent;
        else if (geometry.boundary.spread)
            turns += all * (way + (way < 0 ? extent : 0)) / extent;
        else
            turns += way < 0 ? all : 0;
    }
    return turns == 0 ? Complex(1) : std::polar(1.0, std::numbers::pi * turns);
}

} // namespace

std::vector<std::string> baryonNames(Baryon baryon)
{
    const std::string name = factsOf(baryon).name;
    return {name, name + "-negative"};
}

std::vector<std::string> everyBaryonName()
{
    std::vector<std::string> all;
    for (std::size_t k = 0; k < baryonFacts.size(); ++k)
        for (std::string& name : baryonNames(Baryon(k)))
            all.push_back(std::move(name));
    return all;
}

void validateBaryons(FermionKind kind, Group group)
{
    if (colours(group) != 3)
        throw InputError(
            fmt::format("nucleon and delta are made of three quarks of SU3, but the links are of {}, whose "
                        "baryons have {} quarks",
                        name(group), colours(group)));
    if (!hasSpin(kind))
        throw InputError("nucleon and delta are made of wilson quarks here; there are none of staggered ones");
}

std::vector<MesonCorrelator> baryonCorrelators(Baryon baryon, const Propagator& light, const BaryonGeometry& geometry,
                                               const Propagator* strange)
{
    const CorrelatorGeometry& g = geometry.correlator;
    validateBaryons(g.kind, g.group);
    validate(light, g);
    if (strange != nullptr) validate(*strange, g);
    const BaryonFacts& facts = factsOf(baryon);
    const Monomial& along = gammas[std::size_t(g.direction)];
    const std::vector<Diquark> diquarks = diquarksOf(facts, g.direction);
    const Lattice local = g.lattice.local();
    const auto sums = sumsOfMomenta(g, MomentumWeights(g), [&](std::int64_t site) {
        const QuarkAtSite s = at(light, site);
        const auto traces = tracesOf(facts, diquarks, {s, strange == nullptr ? s : at(*strange, site)}, along);
        const Complex phase = phaseOf(geometry, g.lattice.wholeCoordinates(local.coordinates(site)));
        return std::array{times(phase, traces[0]).real() / 2, times(phase, traces[1]).real() / 2};
    });
    std::vector<MesonCorrelator> result;
    for (std::size_t k = 0; k < sums.size(); ++k) {
        const std::string momentum = k == 0 ? "" : momentumName(g.momenta.momenta[k - 1]);
        MesonCorrelator positive{baryonNames(baryon)[0] + momentum, {}, /*symmetric=*/false},
            negative{baryonNames(baryon)[1] + momentum, {}, /*symmetric=*/false};
        for (const auto& [one, turned] : sums[k]) {
            positive.values.push_back(one + turned);
            negative.values.push_back(turned - one);
        }
        result.push_back(std::move(positive));
        result.push_back(std::move(negative));
    }
    return result;
}

} // namespace gaugegl
