#include "reference/smearing.h"
#include "reference/every_group.h"
#include "reference/symmetric.h"

#include <stdexcept>

namespace gaugegl::reference {
namespace {

/// Those of the planes of space.
PlaneWeights spatialWeights()
{
    PlaneWeights weights;
    for (std::size_t mu = 0; mu < 4; ++mu)
        weights.w[mu][3] = weights.w[3][mu] = 0;
    return weights;
}

/// s1 + s2 + s3 of the singular values whose squares have the sums e1, e2 and w^2 of products: the largest root of (u^2
/// - e1)^2 = 4 e2 + 8 w u, which has no other than +-s1 +-s2 +-s3; Newton's method comes down to it from sqrt(3 e1).
double sumOfSingularValues(double e1, double e2, double w)
{
    double u = std::sqrt(3 * e1);
    for (int i = 0; i < 100; ++i) {
        const double excess = u * u - e1;
        const double next = u - (excess * excess - 4 * e2 - 8 * w * u) / (4 * u * excess - 8 * w);
        if (!(next < u)) break;
        u = next;
    }
    return u;
}

Matrix<3> polarPart(const Matrix<3>& x)
{
    const Matrix<3> h = adj(x) * x, h2 = h * h;
    const double e1 = trace(h).real(), e2 = (e1 * e1 - trace(h2).real()) / 2, w = std::abs(determinant(x));
    const double u = sumOfSingularValues(e1, e2, w), v = (u * u - e1) / 2, scale = 1 / (w * (u * v - w));
    const double f0 = u * v * v - w * (u * u + v), f1 = 2 * u * v - w - u * u * u, f2 = u;
    return x * ((scale * f0) * Matrix<3>::identity() + (scale * f1) * h + (scale * f2) * h2);
}

/// x (x^dagger x)^(-1/2) by the eigenvalues of x^dagger x, whose real and imaginary parts are a real symmetric matrix
/// ((R, -I), (I, R)) that has each of them twice.
template<int N>
Matrix<N> polarPart(const Matrix<N>& x)
{
    const Matrix<N> h = adj(x) * x;
    std::vector<double> real(std::size_t(4 * N * N));
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < N; ++j) {
            const auto at = [&](int row, int column) -> double& { return real[std::size_t(2 * N * row + column)]; };
            at(i, j) = at(N + i, N + j) = h(i, j).real();
            at(N + i, j) = h(i, j).imag();
            at(i, N + j) = -h(i, j).imag();
        }
    const SymmetricEigen eigen = symmetricEigen(real);
    Matrix<N> root; // (x^dagger x)^(-1/2): its real and imaginary part stand in the first N columns
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < N; ++j)
            for (int k = 0; k < 2 * N; ++k) {
                const auto component = [&](int row) { return eigen.vectors[std::size_t(2 * N * row + k)]; };
                root(i, j) += std::complex<double>(component(i), component(N + i)) *
                              (component(j) / std::sqrt(eigen.values[std::size_t(k)]));
            }
    return x * root;
}

template<int N, class Smear>
GaugeField<N> smeared(const GaugeField<N>& u, bool spatial, const Smear& smear)
{
    GaugeField<N> result = u;
    for (std::int64_t site = 0; site < u.lattice().volume(); ++site)
        for (int mu = 0; mu < (spatial ? 3 : 4); ++mu)
            result(mu, site) = smear(u(mu, site), staple(u, mu, site, {}, spatial ? spatialWeights() : PlaneWeights()));
    return result;
}

/// Proj[(1 - alpha) U + alpha / (2 k) sum over k planes of the staples parallel to the link].
template<int N>
Matrix<N> decorated(const Matrix<N>& u, double alpha, const std::vector<Matrix<N>>& staples)
{
    Matrix<N> sum = (1 - alpha) * u;
    for (const Matrix<N>& one : staples)
        sum += (alpha / double(staples.size())) * one;
    return projected(sum);
}

/// The links of one direction, site by site.
template<int N>
using Links = std::vector<Matrix<N>>;

/// The two staples parallel to the link (mu, x) in the plane (mu, nu), with the links of these fields.
template<int N>
std::array<Matrix<N>, 2> parallelStaples(const Lattice& lattice, std::int64_t site, int mu, int nu, const Links<N>& top,
                                         const Links<N>& side)
{
    const auto at = [&](const Coordinates& x) { return std::size_t(lattice.index(x)); };
    const Coordinates x = lattice.coordinates(site), front = lattice.shifted(x, mu, +1),
                      up = lattice.shifted(x, nu, +1), down = lattice.shifted(x, nu, -1),
                      corner = lattice.shifted(front, nu, -1);
    return {side[at(x)] * top[at(up)] * adj(side[at(front)]), adj(side[at(down)]) * top[at(down)] * side[at(corner)]};
}

/// Links of a level of HYP smearing: [mu][nu], decorated or not in direction nu.
template<int N>
using Level = std::array<std::array<Links<N>, 4>, 4>;

/// A link of a level: staples in the planes (mu, nu) of `directions`, whose sides and links opposite fields(mu, nu)
/// names.
template<int N, class Fields>
Links<N> level(const GaugeField<N>& u, int mu, const std::vector<int>& directions, double alpha, const Fields& fields)
{
    Links<N> result;
    for (std::int64_t site = 0; site < u.lattice().volume(); ++site) {
        std::vector<Matrix<N>> staples;
        for (const int nu : directions) {
            const auto& [top, side] = fields(nu);
            for (const Matrix<N>& one : parallelStaples<N>(u.lattice(), site, mu, nu, *top, *side))
                staples.push_back(one);
        }
        result.push_back(decorated(u(mu, site), alpha, staples));
    }
    return result;
}

/// Two fields: those of the links opposite and of the sides.
template<int N>
using TopAndSide = std::pair<const Links<N>*, const Links<N>*>;

/// F and its derivatives by X, Y, Z and D (shaders/kernels/multihit_coefficients.glsl names them), of
///   F = sum 2 X^j Y^k Z^l D^n / (j! k! l! n! (j + 2k + 3l + n + 2)! (k + 2l + n + 1)!).
struct OneLinkIntegral {
    double f = 0, x = 0, y = 0, z = 0, d = 0;
};

/// base^n / n!, n = 0, 1, ...
std::vector<double> exponentialTerms(double base, int count)
{
    std::vector<double> terms = {1};
    for (int n = 1; n < count; ++n)
        terms.push_back(terms.back() * base / n);
    return terms;
}

OneLinkIntegral oneLinkIntegral(double x, double y, double z, double d)
{
    constexpr std::size_t terms = 45;
    const auto inverse = exponentialTerms(1, 4 * terms), xs = exponentialTerms(x, 4 * terms),
               ys = exponentialTerms(y, terms), zs = exponentialTerms(z, terms), ds = exponentialTerms(d, terms);
    std::vector<double> sums(3 * terms); // over j: sum of X^j / (j! (j + p + 2)!)
    for (std::size_t p = 0; p < sums.size(); ++p)
        for (std::size_t j = 0; j + p + 2 < inverse.size(); ++j)
            sums[p] += xs[j] * inverse[j + p + 2];
    OneLinkIntegral result;
    for (std::size_t k = 0; k < terms; ++k)
        for (std::size_t l = 0; k + 2 * l < terms; ++l)
            for (std::size_t n = 0; k + 2 * l + n < terms; ++n) {
                const double power = 2 * ys[k] * zs[l] * ds[n];
                const std::size_t p = 2 * k + 3 * l + n, q = k + 2 * l + n + 1;
                result.f += power * sums[p] * inverse[q];
                result.x += power * sums[p + 1] * inverse[q];
                result.y += power * sums[p + 2] * inverse[q + 1];
                result.z += power * sums[p + 3] * inverse[q + 2];
                result.d += power * sums[p + 1] * inverse[q + 1];
            }
    return result;
}

/// Element (i, j): the cofactor of a's.
Matrix<3> cofactors(const Matrix<3>& a)
{
    Matrix<3> c;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            const int k = (i + 1) % 3, l = (i + 2) % 3, m = (j + 1) % 3, n = (j + 2) % 3;
            c(i, j) = a(k, m) * a(l, n) - a(k, n) * a(l, m);
        }
    return c;
}

template<int N>
Matrix<N> scaledBy(std::complex<double> factor, Matrix<N> m)
{
    for (auto& element : m.e)
        element *= factor;
    return m;
}

} // namespace

template<int N>
Matrix<N> projected(const Matrix<N>& x)
{
    if constexpr (N == 2) {
        return reunitarised(x);
    } else {
        const Matrix<N> polar = polarPart(x);
        return scaledBy(std::polar(1.0, -std::arg(determinant(polar)) / N), polar);
    }
}

template<int N>
Matrix<N> algebraPart(const Matrix<N>& m)
{
    Matrix<N> part = 0.5 * (m - adj(m));
    const std::complex<double> mean = trace(part) / double(N);
    for (int i = 0; i < N; ++i)
        part(i, i) -= mean;
    return part;
}

template<int N>
Matrix<N> exponential(Matrix<N> a)
{
    double size = 0;
    for (const auto& element : a.e)
        size += std::norm(element);
    const int squarings = size > 0.25 ? std::ilogb(size) / 2 + 2 : 0;
    a = std::ldexp(1.0, -squarings) * a;
    Matrix<N> result = Matrix<N>::identity(), term = result;
    for (int n = 1; n <= 20; ++n) {
        term = (1.0 / n) * (term * a);
        result += term;
    }
    for (int i = 0; i < squarings; ++i)
        result = result * result;
    return result;
}

template<int N>
GaugeField<N> apeSmeared(const GaugeField<N>& u, double alpha, bool spatial)
{
    const double weight = alpha / (spatial ? 4 : 6);
    return smeared(u, spatial, [&](const Matrix<N>& link, const Matrix<N>& staples) {
        return projected((1 - alpha) * link + weight * adj(staples));
    });
}

template<int N>
GaugeField<N> stoutSmeared(const GaugeField<N>& u, double rho, bool spatial)
{
    return smeared(u, spatial, [&](const Matrix<N>& link, const Matrix<N>& staples) {
        return exponential(-rho * algebraPart(link * staples)) * link;
    });
}

template<int N>
GaugeField<N> hypSmeared(const GaugeField<N>& u, const std::array<double, 3>& alpha)
{
    std::array<Links<N>, 4> thin;
    for (std::int64_t site = 0; site < u.lattice().volume(); ++site)
        for (int mu = 0; mu < 4; ++mu)
            thin[std::size_t(mu)].push_back(u(mu, site));

    // [mu][eta]: decorated in direction eta alone.
    Level<N> inner, middle;
    for (std::size_t mu = 0; mu < 4; ++mu)
        for (std::size_t eta = 0; eta < 4; ++eta)
            if (eta != mu)
                inner[mu][eta] =
                    level(u, int(mu), {int(eta)}, alpha[2], [&](int) { return TopAndSide<N>(&thin[mu], &thin[eta]); });
    // [mu][nu]: decorated in the two directions rho other than nu, each with links that are decorated in the fourth
    // direction alone.
    for (std::size_t mu = 0; mu < 4; ++mu)
        for (std::size_t nu = 0; nu < 4; ++nu) {
            if (nu == mu) continue;
            std::vector<int> others;
            for (int rho = 0; rho < 4; ++rho)
                if (rho != int(mu) && rho != int(nu)) others.push_back(rho);
            middle[mu][nu] = level(u, int(mu), others, alpha[1], [&](int rho) {
                const auto fourth = std::size_t(others[0] == rho ? others[1] : others[0]);
                return TopAndSide<N>(&inner[mu][fourth], &inner[std::size_t(rho)][fourth]);
            });
        }
    GaugeField<N> result = u;
    for (std::size_t mu = 0; mu < 4; ++mu) {
        std::vector<int> others;
        for (int nu = 0; nu < 4; ++nu)
            if (nu != int(mu)) others.push_back(nu);
        const Links<N> links = level(u, int(mu), others, alpha[0], [&](int nu) {
            return TopAndSide<N>(&middle[mu][std::size_t(nu)], &middle[std::size_t(nu)][mu]);
        });
        for (std::int64_t site = 0; site < u.lattice().volume(); ++site)
            result(int(mu), site) = links[std::size_t(site)];
    }
    return result;
}

template<int N>
Matrix<N> meanLink(const Matrix<N>& staples, double beta)
{
    if constexpr (N == 2) {
        const double k = norm(quaternionPart(staples, subgroups<2>[0]));
        const double ratio = std::cyl_bessel_i(2.0, beta * k) / std::cyl_bessel_i(1.0, beta * k);
        return (ratio / k) * adj(staples);
    } else if constexpr (N > 3) {
        throw std::logic_error("mean links are known for SU(2) and SU(3) alone");
    } else {
        const Matrix<3> j = (beta / 6) * adj(staples), square = j * adj(j);
        const double x = trace(square).real(), y = (x * x - trace(square * square).real()) / 2;
        const std::complex<double> det = determinant(j);
        const OneLinkIntegral f = oneLinkIntegral(x, y, std::norm(det), 2 * det.real());
        Matrix<3> conjugates = cofactors(j);
        for (auto& element : conjugates.e)
            element = std::conj(element);
        return ((f.x + x * f.y) / f.f) * j - (f.y / f.f) * (square * j) + scaledBy((f.z * det + f.d) / f.f, conjugates);
    }
}

#define GAUGEGL_INSTANTIATE(N)                                                                                         \
    template Matrix<N> projected(const Matrix<N>&);                                                                    \
    template Matrix<N> algebraPart(const Matrix<N>&);                                                                  \
    template Matrix<N> exponential(Matrix<N>);                                                                         \
    template GaugeField<N> apeSmeared(const GaugeField<N>&, double, bool);                                             \
    template GaugeField<N> stoutSmeared(const GaugeField<N>&, double, bool);                                           \
    template GaugeField<N> hypSmeared(const GaugeField<N>&, const std::array<double, 3>&);                             \
    template Matrix<N> meanLink(const Matrix<N>&, double);

GAUGEGL_FOR_EVERY_N(GAUGEGL_INSTANTIATE)
#undef GAUGEGL_INSTANTIATE

} // namespace gaugegl::reference
