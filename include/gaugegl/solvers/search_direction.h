// The search direction of conjugate gradients, p = r + (|r|^2 / |r_old|^2) p_old, and how it outlives a replacement of
// r.
#pragma once

#include "gaugegl/algebra/concepts.h"

#include <optional>

namespace gaugegl {

/// Holds p between passes.  A pass ends because r, which a recursion carried along, is to be replaced by the true
/// residual; r and the right-hand side may then also change their units.  To begin with p = r again would throw away
/// what the search knows of the spectrum; instead
///   p = r + (|r|^2 / |r_old|^2) (p_old - (r, p_old) / |r|^2 r)
/// where the projection makes (r, p) = |r|^2 as CG supposes, which replacing r has violated.  That helps as long as the
/// recursion's residual was close to the true one, and does harm where it was not: then p = r.  On a quenched SU(3)
/// configuration, beta = 6 on 8x8x8x16, solves to 1e-12 with the reductions of refine.h took so many times the
/// iterations of double precision when p was kept, and when it was not:
///                                          single         16 bit in single
///   Wilson kappa = 0.156 (290 iterations)  1.00 (1.40)    1.08 (2.12)
///   staggered m = 0.02 (651)               1.05 (1.42)    1.10 (1.55)
///   staggered m = 0.005 (698)              1.07 (1.55)    1.19 (1.77)
template<VectorField V>
class SearchDirection {
public:
    using Real = RealOf<V>; ///< its numbers

    /// Sets p for the residual r with norm2 rr; from what was kept by end(), if told so and there is anything.  Waits
    /// for rr.
    void begin(const V& r, const Real& rr, bool keep)
    {
        if (!keep || !kept_ || !isClose(value(rr))) {
            p_ = r;
        } else {
            // Kept is D = (|r_old|^2 / |r_older|^2) p_older in units in which r would be r / unit_.
            const Real along = quotient(realPart(dot(r, *p_)), rr);
            axpy(-along, r, *p_);
            xpay(r, (1 / (unit_ * oldNorm2_)) * rr, *p_);
        }
        kept_ = false;
    }
    /// Keeps what the next pass needs: p as iterations left it, for the residual r with norm2 rr that goes with it.
    /// Waits for rr.
    void end(const V& r, const Real& rr)
    {
        oldNorm2_ = value(rr);
        axpy(-1.0, r, *p_);
        unit_ = 1;
        kept_ = true;
    }
    /// Nothing is kept.
    void forget() { kept_ = false; }
    /// What was r in the old units will be factor * r in the new ones.
    void rescale(double factor) { unit_ *= factor; }
    /// p itself, once begun.
    V& operator*() { return *p_; }

private:
    // Whether the true |r|^2 is that of the recursion but for 1/10.
    bool isClose(double rr) const
    {
        const double recursion = unit_ * unit_ * oldNorm2_;
        return recursion > 0 && rr <= 1.1 * recursion;
    }

    std::optional<V> p_;
    double oldNorm2_ = 0, unit_ = 1;
    bool kept_ = false;
};

} // namespace gaugegl
