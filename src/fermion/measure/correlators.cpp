#include "gaugegl/fermion/measure/correlators.h"

#include "gaugegl/base/error.h"

#include <array>
#include <fmt/format.h>

namespace gaugegl {
namespace {

using Complex = std::complex<double>;

/// A product of gamma matrices: each row has one element that is not 0.
struct Monomial {
    std::array<int, 4> column{};
    std::array<Complex, 4> value{};
};

Monomial operator*(const Monomial& a, const Monomial& b)
{
    Monomial c;
    for (std::size_t row = 0; row < 4; ++row) {
        const auto inner = std::size_t(a.column[row]);
        c.column[row] = b.column[inner];
        c.value[row] = a.value[row] * b.value[inner];
    }
    return c;
}

Monomial adjoint(const Monomial& a)
{
    Monomial b;
    for (std::size_t row = 0; row < 4; ++row) {
        b.column[std::size_t(a.column[row])] = int(row);
        b.value[std::size_t(a.column[row])] = std::conj(a.value[row]);
    }
    return b;
}

using namespace std::complex_literals;

constexpr Monomial one = {{0, 1, 2, 3}, {1, 1, 1, 1}};
/// In the DeGrand-Rossi basis: CONVENTIONS.md, "Fermions".
constexpr std::array<Monomial, 4> gamma = {{{{3, 2, 1, 0}, {1i, 1i, -1i, -1i}},
                                            {{3, 2, 1, 0}, {-1, 1, 1, -1}},
                                            {{2, 3, 0, 1}, {1i, -1i, -1i, 1i}},
                                            {{2, 3, 0, 1}, {1, 1, 1, 1}}}};
constexpr Monomial gamma5 = {{0, 1, 2, 3}, {1, 1, -1, -1}};

/// C = factor sum tr[ left S right S^dagger ].
struct Term {
    double factor;
    Monomial left, right;
};

/// From Gamma: left = gamma_5 Gamma, right = GammaBar gamma_5, and the sign is -1.
Term termOf(const Monomial& matrix, int direction, double weight)
{
    const Monomial &along = gamma[std::size_t(direction)], bar = along * adjoint(matrix) * along;
    return {-weight, gamma5 * matrix, bar * gamma5};
}

struct Meson {
    std::string name;
    std::vector<Term> terms;
};

std::vector<Meson> mesons(int direction)
{
    Meson rho{"rho", {}}, axial{"axial", {}};
    for (int mu = 0; mu < 4; ++mu) {
        if (mu == direction) continue;
        const Monomial& vector = gamma[std::size_t(mu)];
        rho.terms.push_back(termOf(vector, direction, 1.0 / 3));
        axial.terms.push_back(termOf(vector * gamma5, direction, 1.0 / 3));
    }
    return {{"pion", {termOf(gamma5, direction, 1)}},
            std::move(rho),
            {"scalar", {termOf(one, direction, 1)}},
            std::move(axial)};
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
    /// Re tr[ left S right S^dagger ] = Re sum left_(alpha alpha') S_(alpha' beta') right_(beta' beta) conj S_(alpha
    /// beta).
    double trace(const Term& term) const
    {
        double sum = 0;
        for (std::size_t alpha = 0; alpha < 4; ++alpha)
            for (std::size_t inner = 0; inner < 4; ++inner) {
                const auto from = std::size_t(term.left.column[alpha]), beta = std::size_t(term.right.column[inner]);
                Complex colours = 0;
                for (std::size_t a = 0; a < n_; ++a)
                    for (std::size_t b = 0; b < n_; ++b)
                        colours += (*this)(from, a, inner, b) * std::conj((*this)(alpha, a, beta, b));
                sum += (term.left.value[alpha] * term.right.value[inner] * colours).real();
            }
        return term.factor * sum;
    }

private:
    const Propagator* propagator_;
    std::size_t first_, n_;
};

void check(const Propagator& propagator, const CorrelatorGeometry& geometry)
{
    const auto columns = std::size_t(fermionComponents(geometry.kind, geometry.group));
    if (propagator.size() != columns)
        throw InputError(fmt::format("a propagator of {} columns was given, {} has {}", propagator.size(),
                                     name(geometry.group), columns));
    for (const FermionVector& column : propagator)
        if (column.size() != std::size_t(geometry.lattice.volume()) * columns)
            throw InputError(fmt::format("a column of a propagator has {} numbers, {} needs {}", column.size(),
                                         geometry.lattice.name(), std::size_t(geometry.lattice.volume()) * columns));
}

/// sum |S|^2 at every distance.
std::vector<double> squares(const Propagator& propagator, const CorrelatorGeometry& geometry)
{
    const int extent = geometry.lattice.extent(geometry.direction);
    const auto components = std::size_t(fermionComponents(geometry.kind, geometry.group));
    std::vector<double> values(std::size_t(extent), 0.0);
    for (std::int64_t site = 0; site < geometry.lattice.volume(); ++site) {
        const int x = geometry.lattice.coordinates(site)[std::size_t(geometry.direction)];
        double& value = values[std::size_t((x - geometry.origin + extent) % extent)];
        for (const FermionVector& column : propagator)
            for (std::size_t k = 0; k < components; ++k)
                value += std::norm(column[std::size_t(site) * components + k]);
    }
    return values;
}

} // namespace

std::vector<std::string> mesonNames(FermionKind kind)
{
    if (!hasSpin(kind)) return {"pion"};
    return {"pion", "rho", "scalar", "axial"};
}

std::vector<MesonCorrelator> mesonCorrelators(const Propagator& propagator, const CorrelatorGeometry& geometry)
{
    check(propagator, geometry);
    if (!hasSpin(geometry.kind)) return {{"pion", squares(propagator, geometry)}};
    const int extent = geometry.lattice.extent(geometry.direction);
    std::vector<MesonCorrelator> result;
    for (const Meson& meson : mesons(geometry.direction)) {
        std::vector<double> values(std::size_t(extent), 0.0);
        for (std::int64_t site = 0; site < geometry.lattice.volume(); ++site) {
            const SitePropagator s(propagator, site, colours(geometry.group));
            const int x = geometry.lattice.coordinates(site)[std::size_t(geometry.direction)];
            for (const Term& term : meson.terms)
                values[std::size_t((x - geometry.origin + extent) % extent)] += s.trace(term);
        }
        result.push_back({meson.name, std::move(values)});
    }
    return result;
}

} // namespace gaugegl
