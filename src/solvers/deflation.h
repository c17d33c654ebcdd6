// Deflation: what a residual has in the space of known eigenvectors is solved for at once, before each pass of a solver.
// With A^dagger A v_i = lambda_i v_i, or A v_i = lambda_i v_i where A is positive,
//   e = sum_i v_i (v_i, A^dagger r) / lambda_i   or   sum_i v_i (v_i, r) / lambda_i,   x += e,  r -= A e.
// A solver then sees the rest of the spectrum.  Rounding brings the space back slowly; so it is done again with each
// replacement of the residual.
#pragma once

#include "solvers/passes.h"

#include <vector>

namespace gaugegl {

/// Known eigenvectors; none: nothing is deflated.
template<VectorField V>
struct Deflation {
    std::vector<double> values = {}; ///< lambda_i, above 0
    std::vector<V> vectors = {};     ///< v_i, orthonormal
};

/// Passes of a solver of A after the deflation, with modes V: of a bundle single fields.
template<LinearOperator A, SolverPass P, VectorField V>
class DeflatedPass {
public:
    using Field = typename A::Field; ///< what A acts on
    /// Of the solver.
    static constexpr bool approximate = requires { P::approximate; };

    /// All must outlive the object.
    DeflatedPass(const A& a, P& pass, const Deflation<V>& known) : a_(&a), pass_(&pass), known_(&known) {}

    /// Iterates from r = b - A x until a limit is met.
    PassReports advance(Field& x, Field& r, const Limits& limits)
    {
        if (known_->vectors.empty()) return pass_->advance(x, r, limits);
        if (!e_) {
            e_.emplace(zeroLike(x));
            image_.emplace(zeroLike(x));
        }
        const Field* from = &r;
        if constexpr (!A::positive) {
            a_->applyAdjoint(*image_, r);
            from = &*image_;
        }
        setZero(*e_);
        for (std::size_t i = 0; i < known_->vectors.size(); ++i)
            axpy((1 / known_->values[i]) * dot(known_->vectors[i], *from), known_->vectors[i], *e_);
        axpy(1.0, *e_, x);
        a_->apply(*image_, *e_);
        axpy(-1.0, *image_, r);
        PassReports reports = pass_->advance(x, r, limits);
        for (PassReport& report : reports)
            report.applications += A::positive ? 1 : 2;
        return reports;
    }
    /// Changes the units of right-hand sides and solutions: the old r is factor * r in the new units.
    void rescale(const Factors& factors) { pass_->rescale(factors); }

private:
    const A* a_;
    P* pass_;
    const Deflation<V>* known_;
    std::optional<Field> e_, image_;
};

} // namespace gaugegl
