// The lowest eigenpairs of a Hermitian positive operator by the block Lanczos method with thick restarts (Wu and Simon,
// SIAM J. Matrix Anal. 22 (2000) 602), for a Chebyshev polynomial p(A) (solvers/chebyshev.h) that makes them the largest:
//   basis V = (kept Ritz vectors, block, p(A) block, p(A)^2 block, ..),   T = V^dagger p(A) V,
// orthogonalised against all before, so that T is known whatever the polynomial was.  At a restart the Ritz vectors of
// the largest eigenvalues of T are kept; Rayleigh quotients and residuals are those of A.  The damped interval follows the
// Ritz values (solvers/damped_interval.h), and what is found must lie below it, where p orders eigenvalues.
//
// A start in the space orthogonal to known eigenvectors says whether there is anything left up to a bound b.  It ends when
// the lowest Ritz value lies above b by more than its residual, or before: after k steps from a random vector in n
// dimensions the largest eigenvalue of p(A) lies above the largest Ritz value x by more than eps times the width of the
// spectrum with probability below 1.648 sqrt(n) exp(-sqrt(eps) (2k - 1)) (Kuczynski and Wozniakowski, SIAM J. Matrix Anal. 13
// (1992) 1094), and an eigenvalue up to b would be one above p(b).
#pragma once

#include "solvers/basis.h"
#include "solvers/damped_interval.h"
#include "solvers/eigen_pairs.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <span>
#include <tuple>

namespace gaugegl {

/// Where a search starts, and what it must not find.
template<VectorField V>
struct EigenSearch {
    SpectrumKnown spectrum = {};    ///< with the first guess of what bounds the wanted eigenvalues
    std::span<const V> locked = {}; ///< orthonormal eigenvectors
    int round = 0;                  ///< as in EigenPoint
    int before = 0;                 ///< applications of A until now
    /// Of a search for what is missing: what lies up to this bound is wanted, and nothing else.
    std::optional<double> upTo = {};
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

    /// Finds them.  Of a search for what is missing only what is wanted, at most a block; it has converged where all that
    /// was wanted is in the result.
    EigenPairs<Field> run(const EigenSearch<Field>& search)
    {
        search_ = search;
        const std::size_t left = parameters_.dimension - search.locked.size();
        const std::size_t wanted = std::min(left, search.upTo ? parameters_.block : parameters_.count);
        keep_ = std::min(left, wanted + std::max<std::size_t>(4, wanted / 4));
        most_ = std::min(left, keep_ + std::max(keep_, search.upTo ? 32 : 8 * parameters_.block));
        interval_.emplace(search.spectrum, parameters_.growth);
        for (std::size_t k = 0; k < parameters_.block; ++k)
            makePending(random_(randomVectors_++), 1);
        for (int restart = 1; restart <= parameters_.maxRestarts; ++restart) {
            ++found_.restarts;
            if (!expand(restart == 1)) return result(SolverStatus::Interrupted);
            if (nothingLeft_) return result(SolverStatus::Converged, 0);
            if (!rayleighRitz()) return result(SolverStatus::Interrupted);
            const bool done = finished();
            notify(restart);
            if (done) return result(SolverStatus::Converged);
            if (exhausted() || stagnates(restart)) return result(SolverStatus::Stagnation);
            if (restart < parameters_.maxRestarts && interval_->follow(found_.values, followed(), small()))
                beginAgain();
        }
        return result(SolverStatus::TooManyIterations);
    }

private:
    bool exhausted() const { return v_.size() + search_.locked.size() == parameters_.dimension || complete_; }
    double small() const { return smallResidual(interval_->known(), parameters_); }
    /// p(A) is computed as a multiple of itself.
    double scale() const
    {
        const ChebyshevFilter& filter = interval_->filter();
        return (filter.degree % 4 == 0 ? 1 : -1) / filter.growth();
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
        if (!power_.apply(w, v_[i], interval_->filter())) return std::nullopt;
        const double scale = this->scale();
        if (parameters_.step) parameters_.step(applications());
        for (int pass = 0; pass < 2; ++pass) {
            removeParts(w, search_.locked);
            const auto parts = removeParts<Field>(w, v_);
            for (std::size_t j = 0; j < v_.size(); ++j) {
                const std::complex<double> old = pass == 0 ? 0 : t_(j, i);
                t_(j, i) = old + scale * value(parts[j]);
            }
        }
        for (std::size_t j = 0; j < v_.size(); ++j)
            t_(i, j) = std::conj(t_(j, i));
        t_(i, i) = t_(i, i).real();
        return w;
    }

    /// Adds blocks until the basis is full, or the first ones show that there is nothing to be found; false if it was
    /// interrupted.
    bool expand(bool first)
    {
        while (!pending_.empty() && (v_.size() + pending_.size() <= most_ || v_.size() < keep_)) {
            const std::size_t old = v_.size();
            for (Field& v : pending_)
                v_.push_back(std::move(v));
            const std::size_t added = pending_.size();
            pending_.clear();
            t_.grow(v_.size());
            for (std::size_t i = old; i < old + added; ++i) {
                std::optional<Field> w = column(i);
                if (!w) return false;
                const double norm = std::sqrt(value(norm2(*w)));
                makePending(std::move(*w), norm);
            }
            nothingLeft_ = first && search_.upTo && isNothingLeft();
            if (nothingLeft_) break;
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
            removeParts(image, search_.locked); // which have residuals of their own
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
        wanted_ = std::min(parameters_.count, values.size());
        if (search_.upTo) {
            const auto end = std::ranges::upper_bound(values, *search_.upTo);
            wanted_ = std::min(parameters_.block, std::size_t(end - values.begin()));
        }
        converged_ = 0;
        worst_ = 0;
        for (std::size_t k = 0; k < wanted_; ++k) {
            worst_ = std::max(worst_, residuals[k]);
            if (residuals[k] <= small()) ++converged_;
        }
        if (wanted_ == 0) { // residuals bound the distance from an eigenvalue
            worst_ = residuals.front();
            return complete_ ||
                   (interval_->orders(values.front()) && worst_ <= std::max(small(), values.front() - *search_.upTo));
        }
        return converged_ == wanted_ && (complete_ || interval_->orders(values[wanted_ - 1])) &&
               (search_.upTo || values.size() >= std::min(parameters_.count, parameters_.dimension));
    }
    /// Of a search for what is missing: whether it is as good as certain, from the first Krylov space, that there is nothing.
    bool isNothingLeft() const
    {
        constexpr double doubt = 1e-6;
        const auto chance = [&](double apart) { // complex numbers are two real ones
            const std::size_t steps = v_.size() / parameters_.block;
            return 1.648 * std::sqrt(2.0 * double(parameters_.dimension)) *
                   std::exp(-std::sqrt(apart) * (2 * double(steps) - 1));
        };
        if (exhausted() || !interval_->orders(*search_.upTo) || chance(1) > doubt) return false;
        const ChebyshevFilter& filter = interval_->filter();
        const double highest = filter.at(*search_.upTo), found = filter.growth() * eigenOf(t_).values.back();
        return found < highest && chance((highest - found) / (highest + 1)) < doubt;
    }
    /// The Ritz value that must lie below the damped interval.
    std::size_t followed() const
    {
        return search_.upTo ? std::max<std::size_t>(wanted_, 1) : std::min(parameters_.count, found_.values.size());
    }

    /// Whether rounding errors keep the residuals up, also with a polynomial that makes less of them.
    bool stagnates(int restart)
    {
        constexpr int patience = 4;
        const double value = found_.values[followed() - 1];
        if (restart == 1 || converged_ != mostConverged_ || worst_ < 0.9 * least_ || value < lowest_ - small()) {
            mostConverged_ = converged_;
            least_ = worst_;
            lowest_ = value;
            since_ = restart;
        }
        if (restart - since_ < patience) return false;
        since_ = restart;
        least_ = worst_;
        if (!interval_->relax()) return true;
        beginAgain();
        return false;
    }

    /// With another polynomial.  Ritz vectors of one are no Krylov space of the other, but for those that have converged:
    /// these are kept, and it begins again with sums of the others.
    void beginAgain()
    {
        std::vector<Field> ritz = std::exchange(v_, {});
        std::vector<Field> others;
        std::vector<double> kept;
        for (std::size_t k = 0; k < ritz.size(); ++k) {
            if (found_.residuals[k] <= small() && interval_->orders(found_.values[k])) {
                v_.push_back(std::move(ritz[k]));
                kept.push_back(found_.values[k]);
            } else
                others.push_back(std::move(ritz[k]));
        }
        t_ = SmallMatrix(kept.size());
        for (std::size_t k = 0; k < kept.size(); ++k)
            t_(k, k) = interval_->filter().at(kept[k]) / interval_->filter().growth();
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

    int applications() const { return search_.before + power_.applications() + quotients_; }
    void notify(int restart) const
    {
        if (!parameters_.watch) return;
        parameters_.watch({search_.round, restart, int(search_.locked.size() + converged_), worst_, applications()});
    }

    EigenPairs<Field> result(SolverStatus status) { return result(status, search_.upTo ? converged_ : v_.size()); }
    EigenPairs<Field> result(SolverStatus status, std::size_t size)
    {
        size = std::min(size, found_.values.size());
        found_.status = status;
        found_.spectrum = interval_->known();
        found_.applications = applications();
        found_.values.resize(size);
        found_.residuals.resize(size);
        found_.vectors.assign(std::make_move_iterator(v_.begin()),
                              std::make_move_iterator(v_.begin() + std::ptrdiff_t(size)));
        return std::move(found_);
    }

    const A* a_;
    ChebyshevPower<A> power_;
    RandomVectors<Field> random_;
    EigenParameters parameters_;
    EigenSearch<Field> search_;
    std::optional<DampedInterval> interval_;
    double worst_ = 0, least_ = 0, lowest_ = 0;
    std::size_t keep_ = 0, most_ = 0, wanted_ = 0, converged_ = 0, mostConverged_ = 0;
    int quotients_ = 0, randomVectors_ = 0;
    int since_ = 0;         // the restart of the last progress
    bool complete_ = false; // the basis was the whole space
    bool nothingLeft_ = false;
    SmallMatrix t_;
    std::vector<Field> v_, pending_;
    EigenPairs<Field> found_;
};

} // namespace gaugegl
