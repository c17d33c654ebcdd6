// The lowest eigenpairs of a Hermitian positive operator by the block Lanczos method with thick restarts (Wu and Simon,
// SIAM J. Matrix Anal. 22 (2000) 602), for a Chebyshev polynomial p(A) (solvers/chebyshev.h) that makes them the largest:
//   basis V = (kept Ritz vectors, block, p(A) block, p(A)^2 block, ..),   T = V^dagger p(A) V,
// orthogonalised against all before, so that T is known whatever the polynomial was.  At a restart the Ritz vectors of
// the largest eigenvalues of T are kept; Rayleigh quotients and residuals are those of A.  The damped interval follows the
// Ritz values down.  Then the method starts again from random vectors in the space orthogonal to what was found, until
// nothing is left there below the largest: so degenerate eigenvalues are all found, however many there are.
#pragma once

#include "gaugegl/solvers/result.h"
#include "solvers/basis.h"
#include "solvers/chebyshev.h"
#include "solvers/lanczos.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <span>

namespace gaugegl {

/// What a restart tells.
struct EigenPoint {
    int round = 0;        ///< 0: the first search; later ones look for degenerate eigenvalues
    int restart = 0;      ///< counted from 1 in each round
    int converged = 0;    ///< eigenpairs
    double residual = 0;  ///< |A v - lambda v| of the worst one wanted
    int applications = 0; ///< of A, in all
};

/// Which eigenpairs, how well, and how.
struct EigenParameters {
    std::size_t count = 1;                             ///< wanted
    std::size_t dimension = 0;                         ///< of the space, in complex numbers
    double tolerance = 1e-10;                          ///< for |A v - lambda v| / |A|
    std::size_t block = 4;                             ///< vectors that are multiplied together
    double growth = 20;                                ///< of the polynomial at 0
    int maxRestarts = 200;                             ///< in each round
    int maxRounds = 200;                               ///< of the search for degenerate ones
    std::size_t guards = 0;                            ///< kept beside those wanted; 0: a quarter of them, at least 4
    std::function<void(const EigenPoint&)> watch = {}; ///< called at every restart; may be empty
    /// Called in each step of a restart with the applications of A in all; may be empty.
    std::function<void(int)> step = {};
};

/// What is known of eigenpairs in rising order; those behind the first `count` may not have converged.
struct EigenReport {
    SolverStatus status = SolverStatus::TooManyIterations; ///< of the first `count`
    std::vector<double> values = {};                       ///< Rayleigh quotients of A
    std::vector<double> residuals = {};                    ///< |A v - lambda v|
    double upper = 0;                                      ///< a bound of the spectrum
    int restarts = 0;                                      ///< over all rounds
    int applications = 0;                                  ///< of A
};

/// They and their vectors.
template<VectorField V>
struct EigenPairs : EigenReport {
    std::vector<V> vectors = {}; ///< orthonormal
};

/// Makes the k-th random vector.
template<VectorField V>
using RandomVectors = std::function<V(int k)>;

/// Where a search starts, and what it must not find.
template<VectorField V>
struct EigenSearch {
    double upper = 0;               ///< the spectrum ends below
    double cut = 0;                 ///< the first guess of what bounds the wanted eigenvalues
    std::span<const V> locked = {}; ///< orthonormal eigenvectors
    int round = 0;                  ///< as in EigenPoint
    /// Of a search for what is missing: everything below this bound is wanted, and nothing else.
    std::optional<double> below = {};
};

/// One search.
template<LinearOperator A>
class ThickRestartLanczos {
public:
    using Field = typename A::Field; ///< what A acts on

    /// The operator must outlive the object.
    ThickRestartLanczos(const A& a, RandomVectors<Field> random, const EigenParameters& parameters)
        : a_(&a), power_(a), random_(std::move(random)), parameters_(parameters)
    {}

    /// Finds them.  `applications` of A were needed before.
    EigenPairs<Field> run(const EigenSearch<Field>& search, int applications)
    {
        search_ = search;
        before_ = applications;
        const std::size_t left = parameters_.dimension - search.locked.size();
        const std::size_t wanted = search.below ? std::min<std::size_t>(left, 4) : std::min(left, parameters_.count);
        const std::size_t guards = parameters_.guards ? parameters_.guards : std::max<std::size_t>(4, wanted / 4);
        keep_ = std::min(left, wanted + guards);
        most_ = std::min(left, keep_ + std::max(keep_, 8 * parameters_.block));
        filter(search.cut);
        for (std::size_t k = 0; k < parameters_.block; ++k)
            makePending(random_(randomVectors_++), 1);
        for (int restart = 1; restart <= parameters_.maxRestarts; ++restart) {
            ++found_.restarts;
            if (!expand() || !rayleighRitz()) return result(SolverStatus::Interrupted);
            const bool done = finished();
            tell(restart);
            if (done) return result(SolverStatus::Converged);
            if (exhausted()) return result(SolverStatus::Stagnation);
            if (restart < parameters_.maxRestarts) follow();
        }
        return result(SolverStatus::TooManyIterations);
    }

private:
    bool exhausted() const { return v_.size() + search_.locked.size() == parameters_.dimension || complete_; }
    double small() const { return parameters_.tolerance * search_.upper; }

    void filter(double cut)
    {
        cut_ = std::min(cut, 0.5 * search_.upper);
        filter_ = {cut_, search_.upper, chebyshevDegree(cut_, search_.upper, parameters_.growth)};
        scale_ = (filter_.degree % 4 == 0 ? 1 : -1) / filter_.growth();
    }

    /// Orthogonalises w to everything and adds what is left to the next block, if there is room in the space.  `before` is
    /// its norm to compare with.
    void makePending(Field w, double before)
    {
        if (v_.size() + pending_.size() + search_.locked.size() >= parameters_.dimension) return;
        constexpr int most = 8; // twice is enough, but for what is made of rounding errors or is 0
        double norm = before;
        for (int pass = 0; pass < most; ++pass) {
            removeParts(w, search_.locked);
            removeParts<Field>(w, v_);
            removeParts<Field>(w, pending_);
            const double left = std::sqrt(value(norm2(w)));
            if (!(left > 0)) {
                w = random_(randomVectors_++);
                norm = std::sqrt(value(norm2(w)));
                continue;
            }
            const bool stays = left > 0.7 * norm;
            w = normalised(w, left);
            norm = 1;
            if (stays && pass > 0) break;
        }
        pending_.push_back(std::move(w));
    }

    /// Column i of T; returns p(A) v_i without its parts in the basis, or nothing if it was interrupted.
    std::optional<Field> column(std::size_t i)
    {
        Field w = zeroLike(v_[i]);
        if (!power_.apply(w, v_[i], filter_)) return std::nullopt;
        if (parameters_.step) parameters_.step(applications());
        for (int pass = 0; pass < 2; ++pass) {
            removeParts(w, search_.locked);
            const auto parts = removeParts<Field>(w, v_);
            for (std::size_t j = 0; j < v_.size(); ++j) {
                const std::complex<double> old = pass == 0 ? 0 : t_(j, i);
                t_(j, i) = old + scale_ * value(parts[j]);
            }
        }
        for (std::size_t j = 0; j < v_.size(); ++j)
            t_(i, j) = std::conj(t_(j, i));
        t_(i, i) = t_(i, i).real();
        return w;
    }

    /// Adds blocks until the basis is full.
    bool expand()
    {
        while (!pending_.empty() && (v_.size() + pending_.size() <= most_ || v_.size() < keep_)) {
            const std::size_t first = v_.size();
            for (Field& v : pending_)
                v_.push_back(std::move(v));
            const std::size_t added = pending_.size();
            pending_.clear();
            t_.grow(v_.size());
            for (std::size_t i = first; i < first + added; ++i) {
                std::optional<Field> w = column(i);
                if (!w) return false;
                const double norm = std::sqrt(value(norm2(*w)));
                makePending(std::move(*w), norm);
            }
        }
        return true;
    }

    /// Keeps the best Ritz vectors; false if it was interrupted.
    bool rayleighRitz()
    {
        const bool all = exhausted();
        if (all) { // p oscillates where it damps: A itself tells all apart
            complete_ = true;
            project();
        }
        const DenseEigen ritz = eigenOf(t_);
        const std::size_t n = v_.size(), kept = std::min(keep_, n);
        std::vector<std::size_t> columns(kept);
        for (std::size_t k = 0; k < kept; ++k)
            columns[k] = all ? k : n - 1 - k;
        std::vector<Field> vectors = rotated(v_, ritz.vectors, columns);
        std::vector<double> values(kept), residuals(kept);
        Field image = zeroLike(vectors.front());
        for (std::size_t k = 0; k < kept; ++k) {
            if (interrupted()) return false;
            const double norm = std::sqrt(value(norm2(vectors[k])));
            vectors[k] = normalised(vectors[k], norm);
            a_->apply(image, vectors[k]);
            ++quotients_;
            values[k] = value(dot(vectors[k], image)).real();
            axpy(-values[k], vectors[k], image);
            residuals[k] = std::sqrt(value(norm2(image)));
        }
        std::vector<std::size_t> order(kept);
        std::iota(order.begin(), order.end(), std::size_t(0));
        std::ranges::stable_sort(order, {}, [&](std::size_t k) { return values[k]; });
        t_ = SmallMatrix(kept);
        v_.clear();
        found_.values.clear();
        found_.residuals.clear();
        for (std::size_t k = 0; k < kept; ++k) {
            t_(k, k) = ritz.values[columns[order[k]]];
            v_.push_back(std::move(vectors[order[k]]));
            found_.values.push_back(values[order[k]]);
            found_.residuals.push_back(residuals[order[k]]);
        }
        return true;
    }

    /// T = V^dagger A V.
    void project()
    {
        Field image = zeroLike(v_.front());
        for (std::size_t j = 0; j < v_.size(); ++j) {
            a_->apply(image, v_[j]);
            ++quotients_;
            for (std::size_t i = 0; i < v_.size(); ++i)
                t_(i, j) = value(dot(v_[i], image));
        }
    }

    bool finished()
    {
        const auto& [values, residuals] = std::tie(found_.values, found_.residuals);
        converged_ = 0;
        worst_ = 0;
        if (search_.below) {
            const double bound = *search_.below - 2 * small();
            while (converged_ < values.size() && values[converged_] < bound && residuals[converged_] <= small())
                ++converged_;
            if (complete_ || converged_ == values.size()) return true;
            worst_ = residuals[converged_];
            // Residuals bound the distance from an eigenvalue, their squares over the gap the error of the quotient.
            return values[converged_] >= bound && worst_ <= std::max(small(), 0.02 * values[converged_]);
        }
        const std::size_t wanted = std::min(parameters_.count, values.size());
        for (std::size_t k = 0; k < wanted; ++k) {
            worst_ = std::max(worst_, residuals[k]);
            if (residuals[k] <= small()) ++converged_;
        }
        return converged_ == wanted && values.size() >= std::min(parameters_.count, parameters_.dimension);
    }

    /// Moves the damped interval to the Ritz values, if that is worth while.
    void follow()
    {
        const double last = found_.values.back();
        if (last > search_.upper) search_.upper = 1.1 * last;
        double cut = cut_;
        const std::size_t wanted = search_.below ? 1 : std::min(parameters_.count, found_.values.size());
        if (last < 0.5 * cut_) { // no Ritz value is below its eigenvalue
            cut = std::max(1.05 * last, 1e-8 * search_.upper);
            lowered_ = true;
        } else if (found_.values[wanted - 1] > cut_ && !lowered_)
            cut = 2 * cut_; // perhaps there are too few below
        const double old = cut_;
        filter(cut);
        if (cut_ != old) beginAgain();
    }
    /// With another polynomial.  Ritz vectors of one are no Krylov space of the other, but for those that have converged:
    /// these are kept, and it begins again with sums of the others.
    void beginAgain()
    {
        std::vector<Field> ritz = std::exchange(v_, {});
        std::vector<Field> others;
        std::vector<double> kept;
        for (std::size_t k = 0; k < ritz.size(); ++k) {
            if (found_.residuals[k] <= small() && found_.values[k] < cut_) {
                v_.push_back(std::move(ritz[k]));
                kept.push_back(found_.values[k]);
            } else
                others.push_back(std::move(ritz[k]));
        }
        t_ = SmallMatrix(kept.size());
        for (std::size_t k = 0; k < kept.size(); ++k)
            t_(k, k) = filter_.at(kept[k]) / filter_.growth();
        pending_.clear();
        for (std::size_t k = 0; k < parameters_.block; ++k) {
            if (k >= others.size()) {
                makePending(random_(randomVectors_++), 1);
                continue;
            }
            for (std::size_t i = k + parameters_.block; i < others.size(); i += parameters_.block)
                axpy(1.0, others[i], others[k]);
            makePending(std::move(others[k]), 1);
        }
    }

    int applications() const { return before_ + power_.applications() + quotients_; }
    void tell(int restart) const
    {
        if (parameters_.watch) parameters_.watch({search_.round, restart, int(converged_), worst_, applications()});
    }

    EigenPairs<Field> result(SolverStatus status)
    {
        found_.status = status;
        found_.upper = search_.upper;
        found_.applications = applications();
        if (search_.below) { // only what is missing
            found_.values.resize(std::min(found_.values.size(), converged_));
            found_.residuals.resize(found_.values.size());
        }
        found_.vectors.assign(std::make_move_iterator(v_.begin()),
                              std::make_move_iterator(v_.begin() + std::ptrdiff_t(found_.values.size())));
        return std::move(found_);
    }

    const A* a_;
    ChebyshevPower<A> power_;
    RandomVectors<Field> random_;
    EigenParameters parameters_;
    EigenSearch<Field> search_;
    ChebyshevFilter filter_;
    double scale_ = 1, cut_ = 0, worst_ = 0;
    std::size_t keep_ = 0, most_ = 0, converged_ = 0;
    int before_ = 0, quotients_ = 0, randomVectors_ = 0;
    bool lowered_ = false;  // the damped interval has followed the Ritz values
    bool complete_ = false; // the basis was the whole space
    SmallMatrix t_;
    std::vector<Field> v_, pending_;
    EigenPairs<Field> found_;
};

/// The lowest eigenpairs of a Hermitian positive A, as many as there are of degenerate ones.  Waits for the numbers of T.
template<LinearOperator A>
EigenPairs<typename A::Field> lowestEigenpairs(const A& a, const RandomVectors<typename A::Field>& random,
                                               const EigenParameters& parameters)
{
    using Field = typename A::Field;
    constexpr double margin = 1.1, firstCut = 0.05;
    constexpr int apart = 1000; // random vectors of a round
    const ExtremalEigenvalues ends =
        extremalEigenvalues(a, random(-1), {.tolerance = 1e-2, .window = 5, .maxSteps = 60});
    const double upper = margin * ends.upper;
    int applications = ends.steps;
    EigenPairs<Field> found =
        ThickRestartLanczos<A>(a, random, parameters)
            .run({.upper = upper, .cut = std::max(firstCut * upper, 0.1 * ends.lower)}, applications);
    for (int round = 1; found.status == SolverStatus::Converged && found.values.size() < parameters.dimension;
         ++round) {
        if (round > parameters.maxRounds) {
            found.status = SolverStatus::TooManyIterations;
            break;
        }
        const std::size_t count = std::min(parameters.count, found.values.size());
        const double bound = found.values[count - 1];
        EigenPairs<Field> missing = ThickRestartLanczos<A>(
                                        a, [&](int k) { return random(apart * round + k); }, parameters)
                                        .run({.upper = found.upper,
                                              .cut = std::max({bound, found.values.back(), 1e-6 * found.upper}),
                                              .locked = std::span<const Field>(found.vectors).first(count),
                                              .round = round,
                                              .below = bound},
                                             found.applications);
        found.applications = missing.applications;
        found.restarts += missing.restarts;
        if (missing.status != SolverStatus::Converged) {
            found.status = missing.status;
            break;
        }
        if (missing.values.empty()) break;
        // The guards of before need not be orthogonal to what was missing.
        found.values.resize(count);
        found.residuals.resize(count);
        found.vectors.erase(found.vectors.begin() + std::ptrdiff_t(count), found.vectors.end());
        for (std::size_t k = 0; k < missing.values.size(); ++k) {
            const auto at = std::ranges::upper_bound(found.values, missing.values[k]) - found.values.begin();
            found.values.insert(found.values.begin() + at, missing.values[k]);
            found.residuals.insert(found.residuals.begin() + at, missing.residuals[k]);
            found.vectors.insert(found.vectors.begin() + at, std::move(missing.vectors[k]));
        }
    }
    return found;
}

} // namespace gaugegl
