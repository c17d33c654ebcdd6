// Defect correction: x += e where A e = b - A x is solved in lower precision, possibly on another processor, and the
// residual is that of the outer operator (Wilkinson; with 16-bit fields inside, Clark et al., Comput. Phys. Commun. 181
// (2010) 1517, "reliable updates").  Solvers nest.  Double <- single <- 16 bit is
//   ConjugateGradient bits16(a16);
//   InnerPass<SingleField, To16> inSingle(bits16, to16, bits16Reduction);
//   PassOfPasses single(aSingle, inSingle);
//   InnerPass<DoubleField, ToSingle> inDouble(single, toSingle, singleReduction);
//   refine(aDouble, x, b, inDouble, parameters);
// and double <- single leaves out the middle.  The search direction of the innermost solver outlives all replacements
// of its residual (search_direction.h).
#pragma once

#include "solvers/passes.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace gaugegl {

/// Conversion of fields Outer to fields Inner and back.
template<class C, class Outer, class Inner>
concept Conversion = requires(C& conversion, Outer& outer, Inner& inner, const Outer& fromOuter, const Inner& fromInner,
                              double factor)
{
    {
        conversion.makeField()
        } -> std::same_as<Inner>;
    conversion.send(inner, factor, fromOuter); // inner = factor * outer, rounded
    conversion.add(outer, factor, fromInner);  // outer += factor * inner
}
|| requires(C& conversion, Outer& outer, Inner& inner, const Outer& fromOuter, const Inner& fromInner,
            const Factors& factors)
{
    {
        conversion.makeField()
        } -> std::same_as<Inner>; // of bundles, which share their state, with a factor for each vector
    conversion.send(inner, factors, fromOuter);
    conversion.add(outer, factors, fromInner);
};

/// The default reduction of the residual by a pass in single precision.  The number of iterations hardly depends on it
/// from 0.1 to 0.01.  Below, the residual of the recursion drifts from the true one, and the kept search direction
/// loses its value.
constexpr double singleReduction = 0.03;
/// The default reduction for 16-bit fields with a norm per site: 0.1 is too small for ill-conditioned matrices.
constexpr double bits16Reduction = 0.3;

/// The fields of lower precision that a conversion makes.
template<class C>
using InnerFieldOf = decltype(std::declval<C&>().makeField());

/// A pass done by a solver on other fields, within their precision.
template<VectorField Outer, class C>
requires Conversion<C, Outer, InnerFieldOf<C>>
class InnerPass {
public:
    using Field = Outer;           ///< of the outer solver
    using Inner = InnerFieldOf<C>; ///< of the inner one
    /// A failed inner solve may still have improved the solution.
    static constexpr bool approximate = true;

    /// A pass ends when |r| has fallen to `reduction` times its initial value.  The solver must outlive the object.
    InnerPass(PassView<Inner> solver, C conversion, double reduction = singleReduction)
        : solver_(solver), conversion_(std::move(conversion)), reduction_(reduction)
    {}

    /// x += e with A e = r in lower precision; r is not changed.  The inner solver gets a residual of norm 1.
    PassReports advance(Outer& x, const Outer& r, const Limits& limits)
    {
        if (!e_) {
            e_.emplace(conversion_.makeField());
            r_.emplace(conversion_.makeField());
            norms_.resize(limits.size());
        }
        const VectorSet all = inUse(x);
        const Factors r2 = values(norm2(r));
        Factors units(limits.size(), 1), toOne(limits.size(), 1);
        Limits inside = limits;
        all.forEach([&](int vector) {
            const auto v = std::size_t(vector);
            const double norm = std::sqrt(r2[v]);
            if (norms_[v] > 0) units[v] = norms_[v] / norm;
            norms_[v] = norm;
            toOne[v] = 1 / norm;
            inside[v].target2 = std::max(limits[v].target2 / (norm * norm), reduction_ * reduction_);
            inside[v].watch = nullptr;
        });
        solver_.rescale(units);
        conversion_.send(*r_, factorsFor(r, toOne), r);
        setZero(*e_);
        PassReports reports = solver_.advance(*e_, *r_, inside);
        VectorSet numbers = all;
        endedWith(SolverStatus::NotANumber, reports, all).forEach([&](int v) { numbers.remove(v); });
        if (!numbers.empty()) {
            const Using only(x, numbers);
            conversion_.add(x, factorsFor(x, norms_), *e_);
        }
        return reports;
    }
    /// Changes the units of right-hand sides and solutions: the old r is factor * r in the new units.
    void rescale(const Factors& factors)
    {
        for (std::size_t v = 0; v < norms_.size(); ++v)
            norms_[v] *= factors[v];
    }

private:
    PassView<Inner> solver_;
    C conversion_;
    double reduction_;
    std::optional<Inner> e_, r_;
    Factors norms_; // of the last r, in the current units; 0 before
};

/// Solves A x = b; x holds the initial guess.  The residual is that of `a`; `inner` computes the corrections.  Status
/// Stagnation: the corrections no longer reduce that residual.
template<LinearOperator A, SolverPass P>
SolverResult refine(const A& a, typename A::Field& x, const typename A::Field& b, P& inner,
                    const SolverParameters& parameters = {})
{
    return solveByPasses(Passes(a, inner), x, b, parameters);
}

} // namespace gaugegl
