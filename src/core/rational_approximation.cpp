#include "core/rational_approximation.h"

#include "core/many_digits.h"
#include "gaugegl/base/error.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numbers>
#include <numeric>
#include <utility>

namespace gaugegl {
namespace {

constexpr int mostPoles = 40;

// The coefficients of P and Q cancel in all but the first few digits.
using Real = ManyDigits;
using Reals = std::vector<Real>;

Real polynomial(const Reals& coefficients, const Real& x)
{
    return std::accumulate(coefficients.rbegin(), coefficients.rend(), Real(0),
                           [&x](const Real& sum, const Real& c) -> Real { return sum * x + c; });
}

Reals derivative(const Reals& p)
{
    Reals d;
    d.reserve(p.size());
    for (std::size_t k = 1; k < p.size(); ++k)
        d.push_back(Real(k) * p[k]);
    return d;
}

/// Solves a x = b by the elimination of Gauss with row pivots.
Reals solve(std::vector<Reals> a, Reals b)
{
    const std::size_t n = b.size();
    for (std::size_t column = 0; column < n; ++column) {
        std::size_t pivot = column;
        for (std::size_t row = column + 1; row < n; ++row)
            if (abs(a[row][column]) > abs(a[pivot][column])) pivot = row;
        if (a[pivot][column] == 0)
            throw UnsolvedError(
                "the equations of a rational approximation are singular: another degree or range is needed");
        std::swap(a[column], a[pivot]);
        std::swap(b[column], b[pivot]);
        for (std::size_t row = column + 1; row < n; ++row) {
            const Real factor = a[row][column] / a[column][column];
            for (std::size_t k = column; k < n; ++k)
                a[row][k] -= factor * a[column][k];
            b[row] -= factor * b[column];
        }
    }
    for (std::size_t row = n; row-- > 0;) {
        for (std::size_t k = row + 1; k < n; ++k)
            b[row] -= a[row][k] * b[k];
        b[row] /= a[row][row];
    }
    return b;
}

/// P(x)/Q(x) = x^power (1 + e(x)), P and Q of the same degree, Q with highest coefficient 1.
class Remez {
public:
    Remez(double power, double lower, double upper, int degree)
        : power_(power), low_(std::log((long double)(lower))), high_(std::log((long double)(upper))),
          degree_(std::size_t(degree))
    {
        interpolate();
    }

    /// Until the error has the same size at all its extrema.
    void iterate()
    {
        constexpr int mostSteps = 200;
        for (int step = 0; step < mostSteps; ++step) {
            if (exchange()) return;
            level();
        }
        throw UnsolvedError(fmt::format("the rational approximation of x^{} of degree {} on [{:.4g}, {:.4g}] has not "
                                        "converged after {} steps of Remez: another degree or range is needed",
                                        power_, degree_, double(std::exp(low_)), double(std::exp(high_)), mostSteps));
    }

    RationalApproximation result() const
    {
        RationalApproximation r;
        r.constant = double(p_.back());
        r.error = double(largest_);
        Reals rest = q_;
        const Reals slope = derivative(q_);
        for (std::size_t k = 0; k < degree_; ++k) {
            const Real root = largestRoot(rest);
            rest = divided(rest, root);
            r.shifts.push_back(double(-root));
            r.residues.push_back(double(polynomial(p_, root) / polynomial(slope, root)));
        }
        return r;
    }

private:
    std::size_t points() const { return 2 * degree_ + 2; }

    /// x^power as the equations need it.
    Real exactPower(long double x) const { return exp(power_ * log(Real(x))); }

    /// Searches need e to a few digits only, so that x^power may have 19.
    long double error(long double logarithm) const
    {
        const long double x = std::exp(logarithm);
        return (long double)(polynomial(p_, Real(x)) / polynomial(q_, Real(x))) / std::pow(x, (long double)(power_)) -
               1;
    }

    /// The start: no error at the zeros of a Chebyshev polynomial in log x.
    void interpolate()
    {
        const std::size_t n = 2 * degree_ + 1;
        std::vector<Reals> a(n, Reals(n, Real(0)));
        Reals b(n, Real(0));
        for (std::size_t row = 0; row < n; ++row) {
            const long double angle = std::numbers::pi_v<long double> * ((long double)(row) + 0.5L) / (long double)(n);
            zeros_.push_back((low_ + high_ - (high_ - low_) * std::cos(angle)) / 2);
            const long double x = std::exp(zeros_[row]);
            fillRow(a[row], b[row], x, exactPower(x));
        }
        keep(solve(std::move(a), std::move(b)));
    }

    /// A row of the equations P(x) - f Q(x) = 0 for the coefficients of P, then those of Q but the last, which is 1.
    void fillRow(Reals& row, Real& right, long double x, const Real& f) const
    {
        Real power = 1;
        for (std::size_t k = 0; k <= degree_; ++k, power *= x) {
            row[k] = power;
            if (k < degree_)
                row[degree_ + 1 + k] = -f * power;
            else
                right = f * power;
        }
    }

    void keep(const Reals& solution)
    {
        const auto middle = solution.begin() + std::ptrdiff_t(degree_) + 1;
        p_.assign(solution.begin(), middle);
        q_.assign(middle, middle + std::ptrdiff_t(degree_));
        q_.emplace_back(1);
    }

    /// P, Q and E with P(x) = x^power (1 + s E) Q(x) at the points of reference, s = 1, -1, 1, ..., by Newton's steps
    /// for the product E Q.
    void level()
    {
        const std::size_t n = points();
        Real e = error(reference_[0]);
        Reals powers;
        for (const long double logarithm : reference_)
            powers.push_back(exactPower(std::exp(logarithm)));
        constexpr int mostSteps = 50;
        for (int step = 0; step < mostSteps; ++step) {
            std::vector<Reals> a(n, Reals(n, Real(0)));
            Reals b(n, Real(0));
            for (std::size_t row = 0; row < n; ++row) {
                const Real s = row % 2 == 0 ? 1 : -1;
                const long double x = std::exp(reference_[row]);
                fillRow(a[row], b[row], x, (1 + s * e) * powers[row]);
                a[row][n - 1] = -s * powers[row] * polynomial(q_, Real(x));
                b[row] += e * a[row][n - 1];
            }
            const Reals solution = solve(std::move(a), std::move(b));
            keep(solution);
            const Real before = e;
            e = solution.back();
            if (abs(e - before) <= abs(e) * Real(1e-20)) return;
        }
        throw UnsolvedError(fmt::format(
            "the error of the rational approximation of degree {} is not level after {} steps of Newton: another "
            "degree or range is needed",
            degree_, mostSteps));
    }

    /// Moves the points of reference to where the error is largest between its zeros.  Whether they were there.
    bool exchange()
    {
        for (std::size_t k = 0; k + 1 < reference_.size(); ++k)
            zeros_[k] = zeroBetween(reference_[k], reference_[k + 1]);
        reference_.resize(points());
        long double least = 0;
        largest_ = 0;
        for (std::size_t k = 0; k < points(); ++k) {
            reference_[k] = extremumBetween(k == 0 ? low_ : zeros_[k - 1], k == zeros_.size() ? high_ : zeros_[k]);
            const long double size = std::abs(error(reference_[k]));
            if (k == 0 || size < least) least = size;
            if (size > largest_) largest_ = size;
        }
        return largest_ - least <= 1e-5L * largest_ + 1e-18L;
    }

    long double zeroBetween(long double a, long double b) const
    {
        const bool rises = error(a) < 0;
        for (int step = 0; step < 30; ++step) {
            const long double middle = (a + b) / 2;
            ((error(middle) < 0) == rises ? a : b) = middle;
        }
        return (a + b) / 2;
    }

    /// Where |e| is largest, by golden sections.
    long double extremumBetween(long double a, long double b) const
    {
        constexpr long double golden = std::numbers::phi_v<long double> - 1;
        const long double ends[] = {a, b};
        const auto size = [this](long double x) { return std::abs(error(x)); };
        long double x = b - golden * (b - a), y = a + golden * (b - a), atX = size(x), atY = size(y);
        for (int step = 0; step < 24; ++step) {
            if (atX > atY) {
                b = std::exchange(y, x);
                atY = atX;
                x = b - golden * (b - a);
                atX = size(x);
            } else {
                a = std::exchange(x, y);
                atX = atY;
                y = a + golden * (b - a);
                atY = size(y);
            }
        }
        return std::max({(a + b) / 2, ends[0], ends[1]},
                        [&](long double one, long double other) { return size(one) < size(other); });
    }

    /// Of a polynomial whose roots are all negative: Newton's steps from 0 fall to it without passing it.
    static Real largestRoot(const Reals& polynomial_)
    {
        const Reals slope = derivative(polynomial_);
        Real x = 0;
        for (int step = 0; step < 10000; ++step) {
            const Real s = polynomial(slope, x), change = polynomial(polynomial_, x) / s;
            if (x != 0 && abs(change) <= abs(x) * Real(1e-60)) return x;
            if (!(s > 0) || !(change > 0)) break;
            x -= change;
        }
        throw UnsolvedError("a pole of the rational approximation is not on the negative axis: another degree or range "
                            "is needed");
    }

    /// The polynomial divided by x - root.
    static Reals divided(const Reals& p, const Real& root)
    {
        Reals quotient(p.size() - 1, Real(0));
        Real carry = 0;
        for (std::size_t k = p.size() - 1; k-- > 0;)
            quotient[k] = carry = carry * root + p[k + 1];
        return quotient;
    }

    double power_;
    long double low_, high_; // of log x
    std::size_t degree_;
    std::vector<long double> reference_, zeros_; // log x of the extrema of the error and of its zeros
    Reals p_, q_;                                // coefficients from that of 1 on
    long double largest_ = 0;
};

void check(double power, double lower, double upper)
{
    if (!(std::abs(power) > 0) || !(std::abs(power) < 1))
        throw InputError(fmt::format("the power {} of a rational approximation is not between -1 and 1, or 0", power));
    if (!(lower > 0) || !(upper > lower) || !std::isfinite(upper))
        throw InputError(
            fmt::format("a rational approximation needs a range 0 < lower < upper, not {} to {}", lower, upper));
}

} // namespace

double RationalApproximation::operator()(double x) const
{
    double sum = constant;
    for (std::size_t k = 0; k < shifts.size(); ++k)
        sum += residues[k] / (x + shifts[k]);
    return sum;
}

RationalApproximation bestPower(double power, double lower, double upper, int degree)
{
    check(power, lower, upper);
    if (degree < 1 || degree > mostPoles)
        throw InputError(
            fmt::format("a rational approximation of degree {} is not between 1 and {}", degree, mostPoles));
    Remez remez(power, lower, upper, degree);
    remez.iterate();
    RationalApproximation result = remez.result();
    result.power = power;
    result.lower = lower;
    result.upper = upper;
    return result;
}

RationalApproximation powerTo(double tolerance, double power, double lower, double upper)
{
    check(power, lower, upper);
    if (!(tolerance >= 1e-15) || !(tolerance <= 0.1))
        throw InputError(
            fmt::format("the error {} of a rational approximation is not between 1e-15 and 0.1", tolerance));
    // The logarithm of the error falls nearly linearly with the degree: two small ones tell about where to look.
    const double two = std::log(bestPower(power, lower, upper, 2).error);
    const double four = std::log(bestPower(power, lower, upper, 4).error);
    const double guess = 4 + 2 * (std::log(tolerance) - four) / (four - two);
    int degree = int(std::clamp(guess, 1.0, double(mostPoles)));
    RationalApproximation best = bestPower(power, lower, upper, degree);
    while (best.error > tolerance) {
        if (degree == mostPoles)
            throw InputError(fmt::format("{} poles approximate x^{} from {} to {} to {:.2g}, not to {:.2g}", mostPoles,
                                         power, lower, upper, best.error, tolerance));
        best = bestPower(power, lower, upper, ++degree);
        if (best.error <= tolerance) return best;
    }
    while (degree > 1) {
        RationalApproximation fewer = bestPower(power, lower, upper, --degree);
        if (fewer.error > tolerance) break;
        best = std::move(fewer);
    }
    return best;
}

} // namespace gaugegl
