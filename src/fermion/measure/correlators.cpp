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
        if (column.size() != std::size_t(geometry.lattice.local().volume()) * columns)
            throw InputError(fmt::format("a column of a propagator has {} numbers, {} needs {}", column.size(),
                                         geometry.lattice.local().name(),
                                         std::size_t(geometry.lattice.local().volume()) * columns));
}

/// Sums over the sites at every distance of f(site): trees over those of each row (z, t), then over rows.
template<class F>
std::vector<double> sumsOfDistances(const CorrelatorGeometry& geometry, const F& f)
{
    const Lattice local = geometry.lattice.local();
    const int extent = geometry.lattice.lattice().extent(geometry.direction);
    const auto direction = std::size_t(geometry.direction);
    const std::int64_t sites = std::int64_t(local.extent(0)) * local.extent(1);
    // A row has sites of all x and y, but of one z and t.
    const std::size_t classes = direction < 2 ? std::size_t(extent) : 1;
    std::vector<double> own; // [row][class]
    for (std::int64_t first = 0; first < local.volume(); first += sites) {
        std::vector<std::vector<double>> lines(classes);
        for (std::int64_t site = first; site < first + sites; ++site)
            lines[classes > 1 ? std::size_t(local.coordinates(site)[direction]) : 0].push_back(f(site));
        for (std::vector<double>& line : lines)
            own.push_back(treeSum(line));
    }
    const std::vector<double> all = geometry.lattice.rowsOfAll(own, classes);
    const auto lengthZ = std::size_t(geometry.lattice.lattice().extent(2));
    std::vector<double> values;
    for (int distance = 0; distance < extent; ++distance) {
        const auto x = std::size_t((distance + geometry.origin) % extent);
        std::vector<double> line;
        for (std::size_t row = 0; row < all.size() / classes; ++row)
            if (classes > 1 || (direction == 2 ? row % lengthZ : row / lengthZ) == x)
                line.push_back(all[row * classes + (classes > 1 ? x : 0)]);
        values.push_back(treeSum(line));
    }
    return values;
}

/// sum |S|^2 at every distance.
std::vector<double> squares(const Propagator& propagator, const CorrelatorGeometry& geometry)
{
    const auto components = std::size_t(fermionComponents(geometry.kind, geometry.group));
    return sumsOfDistances(geometry, [&](std::int64_t site) {
        double sum = 0;
        for (const FermionVector& column : propagator)
            for (std::size_t k = 0; k < components; ++k)
                sum += std::norm(column[std::size_t(site) * components + k]);
        return sum;
    });
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
    std::vector<MesonCorrelator> result;
    for (const Meson& meson : mesons(geometry.direction))
        result.push_back({meson.name, sumsOfDistances(geometry, [&](std::int64_t site) {
                              const SitePropagator s(propagator, site, colours(geometry.group));
                              double sum = 0;
                              for (const Term& term : meson.terms)
                                  sum += s.trace(term);
                              return sum;
                          })});
    return result;
}

} // namespace gaugegl
