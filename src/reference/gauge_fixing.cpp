#include "reference/gauge_fixing.h"

#include "reference/every_group.h"
#include "reference/symmetric.h"
#include "reference/update.h"

#include <numbers>

namespace gaugegl::reference {

namespace {

/// Below this a form is constant, and a vector has no direction; CONVENTIONS.md fixes the number.
constexpr double smallest = 1e-12;
constexpr std::uint32_t metropolisTrials = 4;

/// U_mu(x) and U_mu(x-mu)^dagger.
template<int N>
std::vector<Matrix<N>> linksOf(const GaugeField<N>& u, std::int64_t site, int count)
{
    const Coordinates x = u.lattice().coordinates(site);
    std::vector<Matrix<N>> links;
    links.reserve(2 * std::size_t(count));
    for (int mu = 0; mu < count; ++mu) {
        links.push_back(u(mu, site));
        links.push_back(adj(u(mu, u.lattice().shifted(x, mu, -1))));
    }
    return links;
}

/// (M - M^dagger)/(2i) without its trace.
template<int N>
Matrix<N> hermitianPart(const Matrix<N>& m)
{
    Matrix<N> h;
    const double mean = trace(m).imag() / N;
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < N; ++j)
            h(i, j) = (m(i, j) - std::conj(m(j, i))) / std::complex<double>(0, 2) - (i == j ? mean : 0.0);
    return h;
}

/// W with d phi(e^{ih} V) = -(1/N) Im tr(h W).
template<int N>
Matrix<N> derivative(const Matrix<N>& v, Gauge gauge)
{
    if (gauge == Gauge::Landau || gauge == Gauge::Coulomb) return v;
    Matrix<N> w;
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < N; ++j)
            if (gauge == Gauge::Centre)
                w(i, j) = (2.0 / N) * std::conj(trace(v)) * v(i, j);
            else
                w(i, j) = (N == 2 ? 4.0 : 2.0) * v(i, j) * std::conj(v(j, j));
    return w;
}

double dot(const Quaternion& a, const Quaternion& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]; }

double squared(const Quaternion& a) { return a[0] * a[0] + a[1] * a[1] + a[2] * a[2] + a[3] * a[3]; }

Quaternion normalised(const Quaternion& a)
{
    const double length = std::sqrt(squared(a));
    return {a[0] / length, a[1] / length, a[2] / length, a[3] / length};
}

/// The k-th eigenvector.
Quaternion column(const SymmetricEigen& eigen, std::size_t k)
{
    return {eigen.vectors[k], eigen.vectors[4 + k], eigen.vectors[8 + k], eigen.vectors[12 + k]};
}

/// The unit vector of the space of the last eigenvectors that is nearest to 1, or, if 1 is orthogonal to it, to i sigma_1, ...
Quaternion nearestToOne(const SymmetricEigen& eigen, std::size_t first)
{
    for (std::size_t axis = 0; axis < 4; ++axis) {
        Quaternion projection{};
        for (std::size_t k = first; k < 4; ++k) {
            const Quaternion vector = column(eigen, k);
            for (std::size_t i = 0; i < 4; ++i)
                projection[i] += vector[axis] * vector[i];
        }
        if (squared(projection) >= smallest) return normalised(projection);
    }
    return {};
}

/// What a sweep does at a site in a subgroup: the rotation for a form.
class Rule {
public:
    Rule(const FixingSweep& sweep, std::int64_t site)
        : sweep_(sweep), step_(sweep.step),
          draws_(philoxDraws({.seed = sweep.seed,
                              .purpose = step_.kind == FixingStep::Kind::Stochastic ? Purpose::StochasticRelaxation
                                                                                    : Purpose::Annealing,
                              .mu = 0,
                              .sweep = step_.sweep,
                              .site = static_cast<std::uint32_t>(site)},
                             sweep.randomPrecision))
    {}

    Quaternion rotation(const SubgroupForm& f, int subgroup) const
    {
        if (step_.kind == FixingStep::Kind::HeatBath)
            return sweep_.gauge == Gauge::Landau || sweep_.gauge == Gauge::Coulomb ? heatBath(f, subgroup)
                                                                                   : metropolis(f, subgroup);
        const Quaternion a = maximum(f);
        if (step_.kind == FixingStep::Kind::Power) return power(a, step_.omega, step_.power);
        return draws_(0)[std::size_t(subgroup)] < step_.probability ? mul(a, a) : a;
    }

private:
    /// Density exp(2 b.a / T).
    Quaternion heatBath(const SubgroupForm& f, int subgroup) const
    {
        const double length = norm(f.b);
        if (length < smallest) return {1, 0, 0, 0};
        const auto x = drawSubgroup(2 * length / step_.temperature, HeatBath{}, draws_, subgroup);
        return x ? mul(*x, scaled(1 / length, f.b)) : Quaternion{1, 0, 0, 0};
    }

    Quaternion metropolis(const SubgroupForm& f, int subgroup) const
    {
        Quaternion a = {1, 0, 0, 0};
        for (std::uint32_t trial = 0; trial < metropolisTrials; ++trial) {
            const auto u = draws_(blocksPerSubgroup * std::uint32_t(subgroup) + trial);
            a = metropolisTrial(f, a, step_.temperature, u);
        }
        return a;
    }

    const FixingSweep& sweep_;
    const FixingStep& step_;
    SiteDraws draws_;
};

/// g(x) of one site whose neighbours stay.
template<int N>
Matrix<N> siteTransformation(const GaugeField<N>& u, const FixingSweep& sweep, std::int64_t site)
{
    std::vector<Matrix<N>> links = linksOf(u, site, fixedDirections(sweep.gauge));
    const Rule rule(sweep, site);
    Matrix<N> g = Matrix<N>::identity();
    for (std::size_t s = 0; s < subgroups<N>.size(); ++s) {
        const Rows rows = subgroups<N>[s];
        const Quaternion a = rule.rotation(subgroupForm(links, sweep.gauge, rows), int(s));
        multiplyRows(g, a, rows);
        for (Matrix<N>& v : links)
            multiplyRows(v, a, rows);
    }
    return g;
}

} // namespace

template<int N>
Matrix<N> gluonField(const Matrix<N>& link)
{
    return hermitianPart(link);
}

template<int N>
double linkFunctional(const Matrix<N>& link, Gauge gauge)
{
    if (gauge == Gauge::Landau || gauge == Gauge::Coulomb) return trace(link).real() / N;
    if (gauge == Gauge::Centre) return std::norm(trace(link) / double(N));
    double diagonal = 0, rest = 0;
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < N; ++j)
            (i == j ? diagonal : rest) += std::norm(link(i, j));
    return N == 2 ? (diagonal - rest) / 2 : diagonal / 3;
}

template<int N>
Matrix<N> gaugeGradient(const GaugeField<N>& u, Gauge gauge, std::int64_t site)
{
    Matrix<N> sum;
    for (const Matrix<N>& v : linksOf(u, site, fixedDirections(gauge)))
        sum += hermitianPart(derivative(v, gauge));
    return sum;
}

template<int N>
std::vector<SiteGauge> siteGauge(const GaugeField<N>& u, Gauge gauge)
{
    const std::int64_t volume = u.lattice().volume();
    std::vector<SiteGauge> result(static_cast<std::size_t>(volume));
#pragma omp parallel for
    for (std::int64_t site = 0; site < volume; ++site) {
        SiteGauge& here = result[std::size_t(site)];
        const std::vector<Matrix<N>> links = linksOf(u, site, fixedDirections(gauge));
        here.functional = 0;
        for (const Matrix<N>& v : links)
            here.functional += linkFunctional(v, gauge) / double(links.size());
        const Matrix<N> delta = gaugeGradient(u, gauge, site);
        here.theta = trace(delta * adj(delta)).real() / N;
    }
    return result;
}

template<int N>
FixingState gaugeState(const GaugeField<N>& u, Gauge gauge)
{
    FixingState state;
    const auto volume = double(u.lattice().volume());
    const std::vector<SiteGauge> sites = siteGauge(u, gauge);
    std::vector<double> slices(gauge == Gauge::Coulomb ? std::size_t(u.lattice().extents()[3]) : 1);
    for (std::size_t site = 0; site < sites.size(); ++site) {
        const SiteGauge& here = sites[site];
        state.functional += here.functional / volume;
        state.theta += here.theta / volume;
        state.thetaMax = larger(here.theta, state.thetaMax);
        slices[slices.size() == 1 ? 0 : std::size_t(u.lattice().coordinates(std::int64_t(site))[3])] += here.theta;
    }
    for (const double slice : slices)
        state.thetaJudged = larger(slice / (volume / double(slices.size())), state.thetaJudged);
    return state;
}

template<int N>
void randomTransformation(GaugeField<N>& u, std::uint64_t seed, Precision precision)
{
    u = transformed(u, randomGaugeTransformation<N>(u.lattice(), seed, precision));
}

double SubgroupForm::operator()(const Quaternion& a) const
{
    double value = constant + 2 * dot(b, a);
    for (std::size_t i = 0; i < 4; ++i)
        value += a[i] * dot(q[i], a);
    return value;
}

template<int N>
SubgroupForm subgroupForm(const std::vector<Matrix<N>>& links, Gauge gauge, Rows rows)
{
    const auto value = [&](const Quaternion& a) {
        double sum = 0;
        for (Matrix<N> v : links) {
            multiplyRows(v, a, rows);
            sum += linkFunctional(v, gauge);
        }
        return sum;
    };
    SubgroupForm f;
    f.constant = value({0, 0, 0, 0});
    std::array<double, 4> plus{}, minus{};
    for (std::size_t i = 0; i < 4; ++i) {
        Quaternion e{};
        e[i] = 1;
        plus[i] = value(e);
        minus[i] = value(scaled(-1, e));
        f.q[i][i] = (plus[i] + minus[i]) / 2 - f.constant;
        f.b[i] = (plus[i] - minus[i]) / 4;
    }
    for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t j = 0; j < i; ++j) {
            Quaternion both{};
            both[i] = both[j] = 1;
            f.q[i][j] = f.q[j][i] = (value(both) - plus[i] - plus[j] + f.constant) / 2;
        }
    return f;
}

// A maximum has (lambda - Q) a = b with lambda at least the largest eigenvalue of Q, and |a| falls with lambda.
Quaternion maximum(const SubgroupForm& f)
{
    std::vector<double> q;
    for (const auto& row : f.q)
        q.insert(q.end(), row.begin(), row.end());
    const SymmetricEigen eigen = symmetricEigen(q);
    const std::vector<double>& values = eigen.values;
    const double length = norm(f.b), top = values[3], spread = top - values[0];
    if (length < smallest) {
        if (spread < smallest) return {1, 0, 0, 0};
        std::size_t first = 3;
        while (first > 0 && top - values[first - 1] < 1e-9 * spread)
            --first;
        return nearestToOne(eigen, first);
    }
    Quaternion beta{};
    for (std::size_t k = 0; k < 4; ++k) {
        const Quaternion vector = column(eigen, k);
        for (std::size_t i = 0; i < 4; ++i)
            beta[k] += vector[i] * f.b[i];
    }
    const auto solution = [&](double shift) { // at lambda = top + shift
        Quaternion a;
        for (std::size_t i = 0; i < 4; ++i)
            a[i] = beta[i] / std::max(shift + top - values[i], 1e-300);
        return a;
    };
    double low = 0, high = length;
    for (int step = 0; step < 200; ++step) {
        const double middle = (low + high) / 2;
        (squared(solution(middle)) > 1 ? low : high) = middle;
    }
    Quaternion a = solution(high);
    const double rest = a[0] * a[0] + a[1] * a[1] + a[2] * a[2]; // where b has no part along the highest eigenvector
    if (squared(a) < 1 - 1e-6) a[3] = std::copysign(std::sqrt(1 - rest), eigen.vectors[3]);
    Quaternion best{};
    for (std::size_t k = 0; k < 4; ++k) {
        const Quaternion vector = column(eigen, k);
        for (std::size_t i = 0; i < 4; ++i)
            best[i] += vector[i] * a[k];
    }
    return normalised(best);
}

Quaternion power(const Quaternion& a, double omega, PowerOrder order)
{
    if (order == PowerOrder::Exact) {
        const double sine = std::sqrt(a[1] * a[1] + a[2] * a[2] + a[3] * a[3]);
        if (sine < 1e-300) return a;
        const double phi = omega * std::atan2(sine, a[0]), factor = std::sin(phi) / sine;
        return {std::cos(phi), factor * a[1], factor * a[2], factor * a[3]};
    }
    // (a - 1)^2 = 2 (a0 - 1) a.
    const double one = 1 - omega;
    double linear = omega;
    if (order == PowerOrder::Second) linear += omega * (omega - 1) * (a[0] - 1);
    const Quaternion sum = {one + linear * a[0], linear * a[1], linear * a[2], linear * a[3]};
    return scaled(1 / norm(sum), sum);
}

Quaternion metropolisTrial(const SubgroupForm& f, const Quaternion& a, double temperature,
                           const std::array<double, 4>& u)
{
    const double phi = std::min(std::numbers::pi / 2, std::sqrt(temperature)) * u[2];
    const double angle = 2 * std::numbers::pi * u[1], r = 2 * std::sqrt(u[0] * (1 - u[0])), s = std::sin(phi);
    const Quaternion x = {std::cos(phi), s * r * std::cos(angle), s * r * std::sin(angle), s * (1 - 2 * u[0])};
    const Quaternion proposal = mul(x, a);
    return f(proposal) - f(a) >= temperature * std::log(u[3]) ? proposal : a;
}

template<int N>
void fixingSweep(GaugeField<N>& u, const FixingSweep& sweep)
{
    const Lattice& lattice = u.lattice();
    const std::int64_t volume = lattice.volume();
    for (const int parity : {0, 1}) {
        std::vector<Matrix<N>> g(static_cast<std::size_t>(volume), Matrix<N>::identity());
#pragma omp parallel for
        for (std::int64_t site = 0; site < volume; ++site)
            if (Lattice::parity(lattice.coordinates(site)) == parity)
                g[std::size_t(site)] = siteTransformation(u, sweep, site);
        u = transformed(u, g);
    }
}

#define GAUGEGL_INSTANTIATE(N)                                                                                         \
    template Matrix<N> gluonField<N>(const Matrix<N>&);                                                                \
    template double linkFunctional<N>(const Matrix<N>&, Gauge);                                                        \
    template Matrix<N> gaugeGradient<N>(const GaugeField<N>&, Gauge, std::int64_t);                                    \
    template std::vector<SiteGauge> siteGauge<N>(const GaugeField<N>&, Gauge);                                         \
    template FixingState gaugeState<N>(const GaugeField<N>&, Gauge);                                                   \
    template void randomTransformation<N>(GaugeField<N>&, std::uint64_t, Precision);                                   \
    template SubgroupForm subgroupForm<N>(const std::vector<Matrix<N>>&, Gauge, Rows);                                 \
    template void fixingSweep<N>(GaugeField<N>&, const FixingSweep&);
GAUGEGL_FOR_EVERY_N(GAUGEGL_INSTANTIATE)
#undef GAUGEGL_INSTANTIATE

} // namespace gaugegl::reference
