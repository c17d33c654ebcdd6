#include "fixing_draws.h"

#include "fixing_kernels.h"

#include "gaugegl/core/random.h"
#include "host/matrix.h"

#include <array>
#include <cmath>
#include <numbers>
#include <optional>

namespace gaugegl::host {
namespace {

using Number = std::complex<double>;
using Quaternion = std::array<double, 4>;

constexpr std::uint32_t blocksPerSubgroup = 256, trials = 16;

/// (a0 b0 - a.b, a0 b + b0 a - a x b)
Quaternion quaternionProduct(const Quaternion& a, const Quaternion& b)
{
    return {a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
            a[0] * b[1] + a[1] * b[0] - (a[2] * b[3] - a[3] * b[2]),
            a[0] * b[2] + a[2] * b[0] - (a[3] * b[1] - a[1] * b[3]),
            a[0] * b[3] + a[3] * b[0] - (a[1] * b[2] - a[2] * b[1])};
}

template<int N>
Quaternion quaternionPart(const Number* m, int i, int j)
{
    const Number a = m[N * i + i] + m[N * j + j], b = m[N * i + j], c = m[N * j + i];
    return {a.real() / 2, (b + c).imag() / 2, (b - c).real() / 2, (m[N * i + i] - m[N * j + j]).imag() / 2};
}

template<int N>
void multiplyRows(Number* m, const Quaternion& q, int i, int j)
{
    const Number a(q[0], q[3]), b(q[2], q[1]);
    for (int c = 0; c < N; ++c) {
        const Number top = m[N * i + c], bottom = m[N * j + c];
        m[N * i + c] = times(a, top) + times(b, bottom);
        m[N * j + c] = times(std::conj(a), bottom) - times(std::conj(b), top);
    }
}

/// Below this alpha proposals are flat.
constexpr double flatBelow = 0x1p-8;

/// 1 - x0 of one proposal, by Kennedy and Pendleton or flat; none if it is rejected.
std::optional<double> proposed(double alpha, const std::array<double, 4>& u)
{
    if (alpha < flatBelow) {
        const double d = 2 * u[0];
        if (u[3] * u[3] <= d * (2 - d) && u[1] <= std::exp(-alpha * d)) return d;
        return std::nullopt;
    }
    const double cosine = std::cos(2 * std::numbers::pi * u[1]);
    const double d = -(std::log(u[0]) + cosine * cosine * std::log(u[2])) / alpha;
    if (u[3] * u[3] <= 1 - d / 2) return d;
    return std::nullopt;
}

/// X of the heat bath at alpha; none if every trial fails.
std::optional<Quaternion> heatBath(double alpha, const RandomSite& at, Precision precision, std::uint32_t subgroup)
{
    const std::uint32_t first = blocksPerSubgroup * subgroup;
    std::optional<double> delta;
    for (std::uint32_t r = 0; r < trials && !delta; ++r)
        delta = proposed(alpha, uniforms(at, first + r, precision));
    if (!delta) return std::nullopt;
    const std::array<double, 4> u = uniforms(at, first + blocksPerSubgroup - 1, precision);
    const double phi = 2 * std::numbers::pi * u[1], r = 2 * std::sqrt(u[0] * (1 - u[0]));
    const double length = std::sqrt(*delta * (2 - *delta));
    return Quaternion{1 - *delta, length * r * std::cos(phi), length * r * std::sin(phi), length * (1 - 2 * u[0])};
}

} // namespace

template<int N>
void drawTransformation(Number* g, Number* k, const FixingStep& step, const DrawSite& at)
{
    for (int c = 0; c < N * N; ++c)
        g[c] = c % (N + 1) == 0 ? 1 : 0;
    const bool heats = step.kind == FixingStep::Kind::HeatBath;
    const RandomSite random{.seed = at.seed,
                            .purpose = heats ? Purpose::Annealing : Purpose::StochasticRelaxation,
                            .sweep = step.sweep,
                            .site = at.site};
    const std::array<double, 4> chance = heats ? std::array<double, 4>{} : uniforms(random, 0, at.precision);
    std::uint32_t subgroup = 0;
    for (int i = 0; i < N - 1; ++i) {
        for (int j = i + 1; j < N; ++j, ++subgroup) {
            const Quaternion q = quaternionPart<N>(k, i, j);
            const double length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
            if (length < smallestBlock) continue;
            const Quaternion best = {q[0] / length, -q[1] / length, -q[2] / length, -q[3] / length};
            std::optional<Quaternion> a = best;
            if (heats) {
                a = heatBath(2 * length / (N * step.temperature), random, at.precision, subgroup);
                if (a) a = quaternionProduct(*a, best);
            } else if (chance[subgroup] < step.probability) {
                a = quaternionProduct(best, best);
            }
            if (!a) continue;
            multiplyRows<N>(g, *a, i, j);
            multiplyRows<N>(k, *a, i, j);
        }
    }
}

template void drawTransformation<2>(Number*, Number*, const FixingStep&, const DrawSite&);
template void drawTransformation<3>(Number*, Number*, const FixingStep&, const DrawSite&);

} // namespace gaugegl::host
