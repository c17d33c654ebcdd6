#include "core/zolotarev.h"

#include "core/many_digits.h"
#include "gaugegl/base/error.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <utility>
#include <vector>

namespace gaugegl {
namespace {

/// Moduli near 1 and deviations far below the rounding of doubles need the digits.
using Real = ManyDigits;

void validate(int order, const SignInterval& interval)
{
    if (order < 1) throw InputError(fmt::format("a rational approximation of order {}; at least 1 is expected", order));
    if (!(interval.lower > 0 && interval.lower < interval.upper && std::isfinite(interval.upper)))
        throw InputError(
            fmt::format("the sign cannot be approximated on [{:.6g}, {:.6g}]; bounds 0 < lower < upper are expected",
                        interval.lower, interval.upper));
}

/// The moduli after k = sqrt(1 - k'^2) of descending Landen transformations, k -> (1 - k') / (1 + k'), until none is left.
std::vector<Real> landenModuli(Real complementary)
{
    std::vector<Real> moduli;
    do {
        moduli.push_back((1 - complementary) / (1 + complementary));
        complementary = 2 * sqrt(complementary) / (1 + complementary);
    } while (moduli.back() > std::numeric_limits<Real>::epsilon());
    return moduli;
}

/// sn(part K; k): at modulus 0 it is the sine, and each transformation takes it to the modulus before (Abramowitz, Stegun, 16.12).
Real sineAmplitude(const Real& part, const std::vector<Real>& moduli)
{
    Real sn = sin(part * acos(Real(0)));
    for (auto k = moduli.rbegin(); k != moduli.rend(); ++k)
        sn = (1 + *k) * sn / (1 + *k * sn * sn);
    return sn;
}

/// R as a function of y = x / lower.
class Function {
public:
    Function(int order, const SignInterval& interval)
    {
        const Real ratio = Real(interval.lower) / interval.upper;
        const Real m = 1 - ratio * ratio; // k'^2
        const std::vector<Real> moduli = landenModuli(ratio);
        for (int l = 0; l <= order; ++l) {
            const Real sn = sineAmplitude(Real(l) / order, moduli), sn2 = sn * sn;
            extrema_.push_back(l == order ? Real(1 / ratio) : Real(1 / sqrt(1 - m * sn2)));
            if (l > 0 && l < order) c_.push_back(sn2 / (1 - sn2));
        }
        const Real first = (*this)(1), second = (*this)(extrema_[1]);
        d_ = 2 / (first + second);
    }

    Real operator()(const Real& y) const
    {
        Real value = d_ * y;
        for (std::size_t k = 0; k < c_.size(); ++k)
            value = k % 2 == 0 ? Real(value / (y * y + c_[k])) : Real(value * (y * y + c_[k]));
        return value;
    }
    /// 1 - R, which is largest there.
    Real error() const { return abs(1 - (*this)(1)); }

    /// y R -> d where y grows, if the order is odd; otherwise R falls as 1 / y.
    Real constant() const { return c_.size() % 2 == 0 ? d_ : Real(0); }
    /// The poles y^2 = -c, and the numerators there of R / y as a function of y^2.
    std::vector<std::pair<Real, Real>> poles() const
    {
        std::vector<std::pair<Real, Real>> all;
        for (std::size_t pole = 0; pole < c_.size(); pole += 2) {
            Real residue = d_;
            for (std::size_t k = 0; k < c_.size(); ++k) {
                if (k == pole) continue;
                const Real difference = c_[k] - c_[pole];
                residue = k % 2 == 0 ? Real(residue / difference) : Real(residue * difference);
            }
            all.emplace_back(c_[pole], residue);
        }
        return all;
    }
    /// Where R = 1: once between neighbouring extrema.
    std::vector<Real> ones() const
    {
        constexpr int halvings = 75; // beyond the digits of doubles
        std::vector<Real> all;
        for (std::size_t j = 0; j + 1 < extrema_.size(); ++j) {
            Real below = extrema_[j], above = extrema_[j + 1];
            const bool rises = (*this)(below) < 1;
            for (int step = 0; step < halvings; ++step) {
                const Real middle = (below + above) / 2;
                (((*this)(middle) < 1) == rises ? below : above) = middle;
            }
            all.push_back(below);
        }
        return all;
    }

private:
    std::vector<Real> c_, extrema_; ///< c_[k] is c_{k+1}
    Real d_ = 1;
};

} // namespace

double ZolotarevSign::operator()(double x) const
{
    double sum = constant;
    for (std::size_t l = 0; l < residues.size(); ++l)
        sum += residues[l] / (x * x + shifts[l]);
    return x * sum;
}

ZolotarevSign zolotarevSign(int order, const SignInterval& interval)
{
    validate(order, interval);
    const Function r(order, interval);
    const Real lower = interval.lower;
    ZolotarevSign sign{.interval = interval,
                       .constant = double(r.constant() / lower),
                       .residues = {},
                       .shifts = {},
                       .weights = {},
                       .error = double(r.error())};
    for (const auto& [c, residue] : r.poles()) {
        sign.shifts.push_back(double(c * lower * lower));
        sign.residues.push_back(double(residue * lower));
    }
    for (const Real& one : r.ones())
        sign.weights.push_back(double(1 / (one * lower)));
    return sign;
}

ZolotarevSign zolotarevSignWithin(double error, const SignInterval& interval)
{
    constexpr int highest = 128;
    if (!(error > 0))
        throw InputError(
            fmt::format("an approximation of the sign with error {:.3g}; a positive one is expected", error));
    validate(1, interval);
    const auto suffices = [&](int order) { return Function(order, interval).error() <= error; };
    int below = 0, order = 1; // the error falls with the order
    while (order < highest && !suffices(order))
        below = std::exchange(order, std::min(2 * order, highest));
    while (order - below > 1) {
        const int middle = (below + order) / 2;
        (suffices(middle) ? order : below) = middle;
    }
    if (order < highest || suffices(order)) return zolotarevSign(order, interval);
    throw InputError(fmt::format("the sign on [{:.6g}, {:.6g}] within {:.3g} needs an order above {}", interval.lower,
                                 interval.upper, error, highest));
}

} // namespace gaugegl
