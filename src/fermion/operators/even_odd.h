// M x = b on the whole lattice, solved on the even sites (algebra/schur.h); a template over the hopping terms of the
// host and of a device.
#pragma once

#include "algebra/domain_wall.h"
#include "algebra/schur.h"
#include "gaugegl/core/dirac_parameters.h"
#include "gaugegl/fermion/fermion_domain.h"

#include <array>
#include <cmath>
#include <span>
#include <type_traits>

namespace gaugegl {

/// The parameters of an operator as its even-odd form takes them.
template<QuarkForm form>
auto parametersOf(const DiracParameters& dirac)
{
    if constexpr (form == QuarkForm::Wilson)
        return dirac.wilson();
    else if constexpr (!hasSpin(kindOf(form)))
        return dirac.staggered();
    else
        return dirac.domainWall();
}

/// The operators of a form.
template<QuarkForm form, HoppingTerm D>
struct SchurOfForm;
/// Of Wilson and twisted mass.
template<HoppingTerm D>
struct SchurOfForm<QuarkForm::Wilson, D> {
    using Type = WilsonSchur<D>; ///< the operator
};
/// Of staggered quarks.
template<HoppingTerm D>
struct SchurOfForm<QuarkForm::Staggered, D> {
    using Type = StaggeredSchur<D>; ///< the operator
};
/// Of staggered quarks with a chemical potential.
template<HoppingTerm D>
struct SchurOfForm<QuarkForm::IsospinStaggered, D> {
    using Type = WilsonSchur<D, StaggeredParameters>; ///< the operator
};
/// Of domain walls.
template<HoppingTerm D>
struct SchurOfForm<QuarkForm::DomainWall, D> {
    using Type = DomainWallSchur<D>; ///< the operator
};

/// The even-odd operator over a hopping term.
template<QuarkForm form, HoppingTerm D>
using SchurOf = typename SchurOfForm<form, D>::Type;

/// The even and the odd sites of a field.
template<HoppingTerm D>
std::array<typename D::Field, 2> halves(const D& d, const FermionDomain& space, const FermionVector& whole)
{
    std::array<typename D::Field, 2> fields = {d.makeField(0), d.makeField(1)};
    for (int parity = 0; parity < 2; ++parity)
        upload(fields[std::size_t(parity)], halfOf(space.lattice, whole, parity, space.components()));
    return fields;
}

/// The even sites of M x = b: A x_e = bHat.
template<QuarkForm form, HoppingTerm D>
class EvenOddSystem {
public:
    using Field = typename D::Field;   ///< on one parity
    using Operator = SchurOf<form, D>; ///< A

    /// The hopping term must outlive the object.
    EvenOddSystem(const D& d, const DiracParameters& dirac, const FermionDomain& space, const FermionVector& b)
        : d_(&d), space_(space), a_(d, parametersOf<form>(dirac)), b_(halves(d, space, b)), bHat_(d.makeField(0))
    {
        a_.prepareSource(bHat_, b_[0], b_[1]);
    }

    /// The even-odd operator A.
    const Operator& op() const { return a_; }
    /// The right-hand side bHat on the even sites.
    const Field& source() const { return bHat_; }
    /// The tolerance for |bHat - A x_e| / |bHat| that makes |b - M x| / |b| slightly smaller than `tolerance`.
    double toleranceFor(double tolerance) const
    {
        const double whole = value(norm2(b_[0])) + value(norm2(b_[1])), even = value(norm2(bHat_));
        return even > 0 ? 0.999 * tolerance * std::sqrt(whole / even) / a_.residualFactor() : tolerance;
    }
    /// x on the whole lattice, from its even sites.
    FermionVector solution(const Field& even) const
    {
        FermionVector x(space_.size());
        HalfVector numbers(space_.size() / 2);
        const auto set = [&](const Field& half, int parity) {
            download(std::span(numbers), half);
            setHalf(space_.lattice, x, numbers, parity, space_.components());
        };
        Field odd = d_->makeField(1);
        if constexpr (form == QuarkForm::DomainWall) { // whose S acts on A x
            Field same = d_->makeField(0);
            a_.reconstruct(odd, same, even, b_[1]);
            set(same, 0);
        } else {
            a_.reconstruct(odd, even, b_[1]);
            set(even, 0);
        }
        set(odd, 1);
        return x;
    }

private:
    const D* d_;
    FermionDomain space_;
    Operator a_;
    std::array<Field, 2> b_;
    Field bHat_;
};

/// |b - M x| / |b| from the definition of M on both parities; 0 if b and x are 0.
template<QuarkForm form, HoppingTerm D>
double relativeResidual(const D& d, const DiracParameters& dirac, const FermionDomain& space,
                        const std::array<const FermionVector*, 2>& xAndB)
{
    const auto x = halves(d, space, *xAndB[0]), b = halves(d, space, *xAndB[1]);
    const auto quark = parametersOf<form>(dirac);
    const auto minusM = [&] { // of fields of both parities: on one of them, out = - M x
        if constexpr (form == QuarkForm::DomainWall) {
            const DomainWallMatrices m(quark);
            return
                [&d, a = d.mixing(m.a), b = d.mixing(m.b)](auto& out, int parity, const auto& same, const auto& other) {
                    auto mixed = d.makeField(1 - parity), diagonal = d.makeField(parity);
                    mixSlices(mixed, b, other);
                    mixSlices(diagonal, a, same);
                    d.hop(out, mixed, {parity, Sign::Plus, {-1, 0, 0.5, 0}}, diagonal);
                };
        } else {
            const HopCoefficients factors = fused(-1.0 * diagonalOf(quark), {-hopFactorOf(quark)});
            return [&d, factors](auto& out, int parity, const auto& same, const auto& other) {
                d.hop(out, other, {parity, Sign::Plus, factors}, same);
            };
        }
    }();
    double residual2 = 0, b2 = 0;
    for (int parity = 0; parity < 2; ++parity) {
        auto r = d.makeField(parity);
        minusM(r, parity, x[std::size_t(parity)], x[std::size_t(1 - parity)]);
        residual2 += value(axpyNorm2(1.0, b[std::size_t(parity)], r));
        b2 += value(norm2(b[std::size_t(parity)]));
    }
    return residual2 == 0 ? 0 : std::sqrt(residual2 / b2);
}

} // namespace gaugegl
