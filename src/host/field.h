// Fermion fields of one parity on the host, in double or single precision, with the vector operations of the solvers
// (algebra/concepts.h).  All operations run on all processors; sums are in double precision and in the one order of
// CONVENTIONS.md, "Lattice sums", so that they depend neither on threads nor on ranks.
#pragma once

#include "algebra/concepts.h"
#include "gaugegl/core/fermion.h"
#include "host/aligned_vector.h"
#include "host/block_layout.h"
#include "host/ghosts.h"

#include <algorithm>
#include <complex>
#include <memory>
#include <span>

namespace gaugegl::host {

/// Spinors or colour vectors on the sites of one parity: [block][pack][slice][spin][colour][re, im][lane] of T = double or
/// float, where a pack is as many lanes of a block as fill a cache line.  A site has one slice, or all those of a fifth dimension.  A
/// copy is a deep copy.  Functions of several fields expect the same layout, kind, group, slices and parity.
template<class T>
class Field {
public:
    /// 0 everywhere.
    Field(std::shared_ptr<const BlockLayout> layout, FermionKind kind, Group group, int parity, int slices = 1);

    /// The layout of the sites.
    const BlockLayout& layout() const { return *layout_; }
    /// The layout, to be shared with other fields.
    const std::shared_ptr<const BlockLayout>& sharedLayout() const { return layout_; }
    /// Wilson or staggered.
    FermionKind kind() const { return kind_; }
    /// SU(2) or SU(3).
    Group group() const { return group_; }
    /// 0 even, 1 odd.
    int parity() const { return parity_; }
    /// Spinors or colour vectors of a site.
    int slices() const { return slices_; }
    /// Complex components of a site, in all slices.
    int components() const { return slices_ * fermionComponents(kind_, group_); }
    /// Lanes of a pack.
    int lanes() const { return lanesOfPack<T>(layout_->lanes()); }
    /// Real numbers of the sites that this rank holds.
    std::int64_t size() const { return layout_->lattice().halfVolume() * 2 * components(); }
    /// All of them, and behind them those of the ghosts.
    T* data() { return values_.data(); }
    /// All of them, and behind them those of the ghosts.
    const T* data() const { return values_.data(); }
    /// Starts to fill the ghosts (host/block_layout.h), which are no part of the value of a field, for a hop of that sign;
    /// collective.
    GhostExchange<T> fillGhosts(double sign) const
    {
        const auto halves =
            hasSpin(kind_) ? std::optional(HopProjection{sign, 2 * fermionComponents(kind_, group_)}) : std::nullopt;
        return {*layout_, parity_, values_.data(), 2 * components(), halves};
    }

private:
    std::shared_ptr<const BlockLayout> layout_;
    FermionKind kind_;
    Group group_;
    int parity_, slices_;
    mutable AlignedVector<T> values_; ///< mutable: its ghosts
};

/// Copies numbers in the order of HalfVector (core/fermion.h), rounded to the precision of the field.  Throws
/// InputError if the number of components is wrong.
template<class T>
void upload(Field<T>& out, std::span<const std::complex<double>> in);
/// The inverse of upload().  Throws InputError if the number of components is wrong.
template<class T>
void download(std::span<std::complex<double>> out, const Field<T>& in);

/// out = factor in, rounded to the precision of out.
template<class To, class From>
void convert(Field<To>& out, const Field<From>& in, double factor = 1);
/// y += factor x, in double precision.
void accumulate(Field<double>& y, const Field<float>& x, double factor = 1);

/// A zero field with the layout, kind and group of x.
template<class T>
Field<T> zeroLike(const Field<T>& x);
/// y = 0.
template<class T>
void setZero(Field<T>& y);
/// y += a x.  Here and below a field may be given twice.
template<class T>
void axpy(double a, const Field<T>& x, Field<T>& y);
/// y += a x.
template<class T>
void axpy(const std::complex<double>& a, const Field<T>& x, Field<T>& y);
/// y = x + a y.
template<class T>
void xpay(const Field<T>& x, double a, Field<T>& y);
/// y += a x; |y|^2.
template<class T>
double axpyNorm2(double a, const Field<T>& x, Field<T>& y);
/// y += alpha p; p = r + beta p.
template<class T>
void updateSolutionAndDirection(Field<T>& y, Field<T>& p, const Field<T>& r, double alpha, double beta);
/// sum |x|^2.
template<class T>
double norm2(const Field<T>& x);
/// sum conj(x) y.
template<class T>
std::complex<double> dot(const Field<T>& x, const Field<T>& y);

/// The poll for fields of the host, where numbers are available at once.
template<class T>
HostPoll makePoll(const Field<T>& /*like*/, int /*interval*/)
{
    return {};
}

} // namespace gaugegl::host
