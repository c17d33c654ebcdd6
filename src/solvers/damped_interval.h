// Which interval of a spectrum a Chebyshev polynomial damps, as Ritz values tell more of what lies below it.
#pragma once

#include "solvers/chebyshev.h"

#include <algorithm>
#include <span>

namespace gaugegl {

/// What is known of a spectrum.
struct SpectrumKnown {
    double lower = 0;    ///< about where it begins; 0 unless it is narrow
    double upper = 0;    ///< a bound
    double cut = 0;      ///< where the damped interval begins; not below the upper half: nothing is damped
    double leastCut = 0; ///< below it rounding errors of the polynomial were too large
};

/// The interval and its polynomial.  What is wanted must lie below it: where that may be more than the lower half of the
/// spectrum the polynomial is linear and damps nothing.
class DampedInterval {
public:
    /// From a first guess of where it begins.
    DampedInterval(const SpectrumKnown& known, double growth) : known_(known), growth_(growth)
    {
        linear_ = known.cut > most();
        begin(known.cut);
    }

    /// The polynomial.
    const ChebyshevFilter& filter() const { return filter_; }
    /// What is known, with where it begins.
    const SpectrumKnown& known() const { return known_; }
    /// Whether larger values of the polynomial belong to smaller eigenvalues, up to this one.
    bool orders(double x) const { return linear_ || x < known_.cut; }

    /// Follows Ritz values in rising order, of which so many are wanted; those closer than `same` are not told apart.
    /// True if the polynomial is another one.
    bool follow(std::span<const double> values, std::size_t wanted, double same)
    {
        const double first = values.front(), last = values.back();
        DampedInterval next = *this;
        SpectrumKnown& known = next.known_;
        if (last > known.upper) known.upper = known.lower + 1.1 * (last - known.lower);
        if (known.lower > 0) known.lower = std::min(known.lower, first);
        double cut = known.cut;
        if (!linear_) {
            // No Ritz value is below its eigenvalue.  Where all belong to one level nothing is known of the next.
            if (next.above(last) < 0.5 * next.above(cut) && last - first > same) {
                const double least = leastChebyshevCut(growth_) * next.above(known.upper);
                cut = std::max(known.lower + std::max(1.05 * next.above(last), least), known.leastCut);
                next.lowered_ = true;
            } else if (values[wanted - 1] > cut && !lowered_)
                cut = next.raised(2); // perhaps there are too few below
        }
        next.begin(cut);
        if (next.known_.cut == known_.cut && next.linear_ == linear_ && known.upper == known_.upper) return false;
        *this = next;
        return true;
    }
    /// Damps less, and not so much again, with a polynomial of lower degree and so of smaller rounding errors.  False if it is linear.
    bool relax()
    {
        if (linear_) return false;
        begin(raised(4));
        known_.leastCut = known_.cut;
        return true;
    }

private:
    double above(double x) const { return x - known_.lower; }
    /// No polynomial of even degree tells the eigenvalues above from each other.
    double most() const { return known_.lower + 0.5 * above(known_.upper); }

    double raised(double factor)
    {
        if (known_.cut == most()) linear_ = true;
        return known_.lower + factor * above(known_.cut);
    }
    void begin(double cut)
    {
        const double end = std::min(cut, most());
        known_.cut = linear_ ? known_.upper : end;
        filter_ = {end, known_.upper, 1, known_.lower};
        if (!linear_) filter_.degree = chebyshevDegree(end, known_.upper, growth_, known_.lower);
    }

    SpectrumKnown known_;
    double growth_;
    bool lowered_ = false; ///< it has followed the Ritz values
    bool linear_ = false;  ///< the polynomial is of degree 1
    ChebyshevFilter filter_;
};

} // namespace gaugegl
