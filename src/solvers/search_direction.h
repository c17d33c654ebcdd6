// The search direction of conjugate gradients, p = r + (|r|^2 / |r_old|^2) p_old, and how it is kept when r is
// replaced.
#pragma once

#include "algebra/concepts.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace gaugegl {

/// Keeps p between passes.  At the end of a pass the r of the recursion is replaced by the true residual; r and the
/// right-hand side may then also change their units.  A restart with p = r would discard the information on the
/// spectrum; instead
///   p = r + (|r|^2 / |r_old|^2) (p_old - (r, p_old) / |r|^2 r)
/// The projection restores (r, p) = |r|^2, which CG assumes and the replacement of r violates.  This helps if the
/// residual of the recursion was close to the true one, and is harmful otherwise: then p = r.  The table shows, for
/// solves to 1e-12 with the reductions of refine.h on a quenched SU(3) configuration, beta = 6 on 8x8x8x16, the number
/// of iterations relative to double precision with p kept, and in brackets with p = r:
///                                          single         16 bit in single
///   Wilson kappa = 0.156 (290 iterations)  1.00 (1.40)    1.08 (2.12)
///   staggered m = 0.02 (651)               1.05 (1.42)    1.10 (1.55)
///   staggered m = 0.005 (698)              1.07 (1.55)    1.19 (1.77)
template<VectorField V>
class SearchDirection {
public:
    using Real = RealOf<V>; ///< its numbers

    /// Sets p for the residual r with norm2 rr; with `keep`, from the direction that end() kept, if any.  Waits for rr.
    void begin(const V& r, const Real& rr, bool keep)
    {
        if (!p_) p_.emplace(zeroLike(r));
        state_.resize(std::size_t(vectorsOf(r)));
        const bool any = keep && std::ranges::any_of(state_, [](const State& one) { return one.kept; });
        const Factors now = any ? values(rr) : Factors();
        VectorSet anew, kept;
        Factors scale(state_.size(), 1);
        inUse(r).forEach([&](int v) {
            State& one = state_[std::size_t(v)];
            if (any && one.kept && one.isClose(now[std::size_t(v)])) {
                kept.add(v);
                scale[std::size_t(v)] = 1 / (one.unit * one.oldNorm2);
            } else
                anew.add(v);
            one.kept = false;
        });
        if (!anew.empty()) {
            const Using only(r, anew);
            assign(*p_, r);
        }
        if (!kept.empty()) {
            const Using only(r, kept);
            // The kept direction is D = (|r_old|^2 / |r_older|^2) p_older in units in which r would be r / unit.
            const Real along = quotient(realPart(dot(r, *p_)), rr);
            axpy(-along, r, *p_);
            xpay(r, factorsFor(r, scale) * rr, *p_);
        }
    }
    /// Keeps p of these vectors after their last iterations for the next pass, with the residual r of norm2 rr that belongs
    /// to it.  Waits for rr.
    void end(const V& r, const Real& rr, const VectorSet& which)
    {
        if (which.empty()) return;
        const Factors last = values(rr);
        const Using only(r, which);
        axpy(-1.0, r, *p_);
        which.forEach([&](int v) { state_[std::size_t(v)] = {last[std::size_t(v)], 1, true}; });
    }
    /// Changes the units: the old r is factor * r in the new units.
    void rescale(const Factors& factors)
    {
        for (std::size_t v = 0; v < state_.size(); ++v)
            state_[v].unit *= factors[v];
    }
    /// The search direction p, after begin().
    V& operator*() { return *p_; }

private:
    /// What is kept of a vector.
    struct State {
        double oldNorm2 = 0, unit = 1;
        bool kept = false;

        // Whether the true |r|^2 agrees with that of the recursion to 1/10.
        bool isClose(double rr) const
        {
            const double recursion = unit * unit * oldNorm2;
            return recursion > 0 && rr <= 1.1 * recursion;
        }
    };

    std::optional<V> p_;
    std::vector<State> state_;
};

} // namespace gaugegl
