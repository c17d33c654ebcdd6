// Dirac operators in double precision, straight from CONVENTIONS.md, "Fermions".  With the phase of the boundary in
// every step,
//   Wilson, twisted mass  M = 1 + 2 i kappa mu gamma_5 - kappa H - kappa c_SW sum_{mu<nu} gamma_mu gamma_nu G_munu,
//     H psi(x) = sum_mu [ (1 - gamma_mu) U_mu(x) psi(x+mu) + (1 + gamma_mu) U_mu(x-mu)^dagger psi(x-mu) ],
//   staggered             D chi(x) = m chi(x) + 1/2 H chi(x),
//     H chi(x) = sum_mu eta_mu(x) [ U_mu(x) chi(x+mu) - U_mu(x-mu)^dagger chi(x-mu) ].
// An isospin chemical potential multiplies U_3(x) by e^mu and U_3(x-3)^dagger by e^-mu; H^dagger has -mu.
// H takes each parity to the other one.
#pragma once

#include "reference/clover.h"
#include "reference/fermion_field.h"

namespace gaugegl::reference {

/// A matrix in spin space.
using SpinMatrix = Matrix<4>;
/// gamma_mu in the DeGrand-Rossi basis.
const SpinMatrix& gamma(int mu);
/// gamma_0 gamma_1 gamma_2 gamma_3 = diag(1, 1, -1, -1).
const SpinMatrix& gamma5();
/// psi(x) -> s psi(x) at every site.
template<int N>
SpinorField<N> multiplied(const SpinMatrix& s, const SpinorField<N>& psi);

/// eta_mu(x): 1, (-1)^x, (-1)^(x+y), (-1)^(x+y+z).
int staggeredPhase(int mu, const Coordinates& x);

/// The links in the order of LinkVector (core/fermion.h).
template<int N>
LinkVector linkVector(const GaugeField<N>& u);
/// The field with these links.  Throws InputError where their number is wrong.
template<int N>
GaugeField<N> gaugeField(const Lattice& lattice, const LinkVector& links);

/// The Wilson and twisted-mass operators.  Results must not alias arguments.
template<int N>
class WilsonOperator {
public:
    /// What it acts on.
    using Field = SpinorField<N>;

    /// The links must outlive the object.
    WilsonOperator(const GaugeField<N>& u, const WilsonParameters& parameters) : u_(&u), parameters_(parameters)
    {
        if (parameters.clover != 0) clover_ = cloverMatrices(u);
    }

    /// out = H psi.
    void hop(Field& out, const Field& psi) const { hop(out, psi, +1); }
    /// out = H^dagger psi: H with every gamma_mu and the chemical potential negative.
    void hopAdjoint(Field& out, const Field& psi) const { hop(out, psi, -1); }
    /// out = M psi.
    void apply(Field& out, const Field& psi) const { apply(out, psi, +1); }
    /// out = M^dagger psi.
    void applyAdjoint(Field& out, const Field& psi) const { apply(out, psi, -1); }

private:
    void hop(Field& out, const Field& psi, int sign) const;
    void apply(Field& out, const Field& psi, int sign) const;

    const GaugeField<N>* u_;
    WilsonParameters parameters_;
    std::vector<Matrix<4 * N>> clover_; ///< of every site; empty without the term
};

/// The staggered operator.  Results must not alias arguments.
template<int N>
class StaggeredOperator {
public:
    /// What it acts on.
    using Field = StaggeredField<N>;

    /// The links must outlive the object.
    StaggeredOperator(const GaugeField<N>& u, const StaggeredParameters& parameters) : u_(&u), parameters_(parameters)
    {}

    /// out = H chi.
    void hop(Field& out, const Field& chi) const { hop(out, chi, +1); }
    /// out = H^dagger chi: -H with the chemical potential negative.
    void hopAdjoint(Field& out, const Field& chi) const { hop(out, chi, -1); }
    /// out = D chi.
    void apply(Field& out, const Field& chi) const { apply(out, chi, +1); }
    /// out = D^dagger chi.
    void applyAdjoint(Field& out, const Field& chi) const { apply(out, chi, -1); }

private:
    void hop(Field& out, const Field& chi, int sign) const;
    void apply(Field& out, const Field& chi, int sign) const;

    const GaugeField<N>* u_;
    StaggeredParameters parameters_;
};

} // namespace gaugegl::reference
