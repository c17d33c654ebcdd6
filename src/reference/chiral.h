// Chiral quarks in double precision, straight from CONVENTIONS.md, "Chiral quarks".  D_W(m_0) = m_0 + 4 - H / 2 with the hopping term
// H of reference/dirac.h.  The sign of H_W is taken by its Chebyshev series, without rational functions or low modes.
#pragma once

#include "reference/dirac.h"

#include <vector>

namespace gaugegl::reference {

/// D_W(m_0).
template<int N>
class WilsonKernel {
public:
    /// The links must outlive the object.
    WilsonKernel(const GaugeField<N>& u, double mass, const BoundaryPhases& boundary)
        : hopping_(u, {.kappa = 0, .mu = 0, .boundary = boundary, .clover = 0}), mass_(mass)
    {}

    /// out = D_W psi.
    void apply(SpinorField<N>& out, const SpinorField<N>& psi) const;
    /// out = D_W^dagger psi.
    void applyAdjoint(SpinorField<N>& out, const SpinorField<N>& psi) const;
    /// H_W psi = gamma_5 D_W psi.
    SpinorField<N> hermitian(const SpinorField<N>& psi) const;

private:
    void combine(SpinorField<N>& out, const SpinorField<N>& psi, const SpinorField<N>& hopped) const;

    WilsonOperator<N> hopping_;
    double mass_;
};

/// P_+ psi or P_- psi: (1 + sign gamma_5) / 2.
template<int N>
SpinorField<N> chiralPart(const SpinorField<N>& psi, int sign);

/// A field in five dimensions: one in four of every slice.
template<int N>
struct WallField {
    std::vector<SpinorField<N>> slices; ///< psi(s)
};
/// 0 on the same lattice.
template<int N>
WallField<N> zeroLike(const WallField<N>& x);
/// |x|^2.
template<int N>
double norm2(const WallField<N>& x);
/// x^dagger y.
template<int N>
std::complex<double> dot(const WallField<N>& x, const WallField<N>& y);
/// y += a x; |y|^2.
template<int N>
double axpyNorm2(double a, const WallField<N>& x, WallField<N>& y);
/// y += alpha p; p = r + beta p.
template<int N>
void updateSolutionAndDirection(WallField<N>& y, WallField<N>& p, const WallField<N>& r, double alpha, double beta);

/// D_5 (core/fermion.h, DomainWallParameters).
template<int N>
class DomainWallOperator {
public:
    /// What it acts on.
    using Field = WallField<N>;

    /// The links must outlive the object.
    DomainWallOperator(const GaugeField<N>& u, const DomainWallParameters& parameters)
        : kernel_(u, -parameters.m5, parameters.boundary), parameters_(parameters)
    {}

    /// out = D_5 psi; out has as many slices, and is not psi.
    void apply(Field& out, const Field& psi) const;
    /// out = D_5^dagger psi; out has as many slices, and is not psi.
    void applyAdjoint(Field& out, const Field& psi) const;

    /// chi(0) = (1 - c_0 D_W) P_+ eta, chi(L_s - 1) = (1 - c_{L_s - 1} D_W) P_- eta, their sum if these are one slice.
    Field source(const SpinorField<N>& eta) const;
    /// Of psi = D_5^-1 source(eta): P_- psi(0) + P_+ psi(L_s - 1), the propagator of the quarks.
    SpinorField<N> wall(const Field& psi) const;
    /// P_+ psi(L_s / 2 - 1) + P_- psi(L_s / 2) for even L_s, what gets half way through the fifth dimension.
    SpinorField<N> midpoint(const Field& psi) const;

private:
    WilsonKernel<N> kernel_;
    DomainWallParameters parameters_;
};

/// The overlap operator D(m) (core/fermion.h, OverlapParameters).
template<int N>
class OverlapOperator {
public:
    /// What it acts on.
    using Field = SpinorField<N>;

    /// The links must outlive the object.  The eigenvalues of H_W must have moduli between the bounds, which is not checked.
    OverlapOperator(const GaugeField<N>& u, const OverlapParameters& parameters, double lower, double upper);

    /// sign(H_W) psi.
    Field sign(const Field& psi) const;
    /// out = D(m) psi.
    void apply(Field& out, const Field& psi) const;
    /// out = D(m)^dagger psi.
    void applyAdjoint(Field& out, const Field& psi) const;

private:
    WilsonKernel<N> kernel_;
    OverlapParameters parameters_;
    double lower_, upper_;
    std::vector<double> series_; ///< of y^(-1/2) on [lower^2, upper^2]
};

} // namespace gaugegl::reference
