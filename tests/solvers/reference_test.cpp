// Even-odd solutions with the operators of the host against the reference, which knows nothing of parities; and the
// same solvers on the reference itself.
#include "algebra/schur.h"
#include "core/fermion_source.h"
#include "host/hopping.h"
#include "reference/dirac.h"
#include "solvers/bicgstab.h"
#include "solvers/cg.h"
#include "solvers/cgnr.h"
#include "solvers/refine.h"

#include <gtest/gtest.h>

namespace gaugegl {
namespace {

const Lattice lattice({4, 6, 2, 8});
const BoundaryPhases boundary{{0.25, 0, -0.5, 1}, false};

template<int N>
constexpr Group groupOf = N == 2 ? Group::SU2 : Group::SU3;

static_assert(AdjointOperator<reference::WilsonOperator<3>> && AdjointOperator<reference::StaggeredOperator<2>>);

/// |b - M x| / |b|.
template<class M>
double relativeResidual(const M& m, const typename M::Field& x, const typename M::Field& b)
{
    auto r = zeroLike(b);
    m.apply(r, x);
    xpay(b, -1.0, r);
    return std::sqrt(norm2(r) / norm2(b));
}

template<int N, FermionKind kind>
class OnHost {
public:
    using Reference = reference::FermionField<N, spins(kind)>;

    explicit OnHost(const reference::GaugeField<N>& u) : d(lattice, groupOf<N>, reference::linkVector(u), boundary) {}
    OnHost(const reference::GaugeField<N>& u, const WilsonParameters& quark) : OnHost(u)
    {
        if (quark.hasBlocks()) d = d.with(host::cloverTerm(lattice, groupOf<N>, reference::linkVector(u), quark));
    }

    host::Field<double> part(const Reference& full, int parity) const
    {
        auto out = d.makeField(parity);
        upload(out, std::span<const std::complex<double>>(halfOf(lattice, full.vector(), parity, components)));
        return out;
    }
    void setPart(Reference& full, const host::Field<double>& part, int parity) const
    {
        HalfVector half(full.vector().size() / 2);
        download(std::span<std::complex<double>>(half), part);
        setHalf(lattice, full.vector(), half, parity, components);
    }
    /// The full solution; `solve` solves A x = bHat.
    template<class A, class Solve>
    Reference solution(const A& a, int parity, const Reference& b, Solve&& solve) const
    {
        const auto same = part(b, parity), other = part(b, 1 - parity);
        auto bHat = d.makeField(parity), x = d.makeField(parity), rest = d.makeField(1 - parity);
        a.prepareSource(bHat, same, other);
        setZero(x);
        const SolverResult result = solve(a, x, bHat);
        EXPECT_EQ(result.status, SolverStatus::Converged);
        a.reconstruct(rest, x, other);
        Reference full(lattice);
        setPart(full, x, parity);
        setPart(full, rest, 1 - parity);
        expected = result.relativeResidual * factor(a) * std::sqrt(norm2(bHat) / norm2(b));
        return full;
    }

    /// With blocks the asymmetric form, where it is 1.
    template<class A>
    double factor(const A& a) const
    {
        return d.hasClover() ? 1 : a.residualFactor();
    }

    static constexpr int components = fermionComponents(kind, groupOf<N>);
    host::Hopping<double, kind> d;
    mutable double expected = 0; ///< the full relative residual, by what the even-odd form says of it
};

template<int N>
void expectWilsonSolved(const WilsonParameters& parameters, const SchurOptions& options)
{
    const auto u = reference::hotStart<N>(lattice, 11, Precision::Double);
    const reference::WilsonOperator<N> m(u, parameters);
    const OnHost<N, FermionKind::Wilson> host(u, parameters);
    const reference::SpinorField<N> b(lattice, gaussianSource(lattice, FermionKind::Wilson, groupOf<N>, 3));
    const WilsonSchur a(host.d, parameters, options);

    for (const bool adjoint : {true, false}) {
        const auto x = host.solution(a, options.parity, b, [&](const auto& op, auto& y, const auto& bHat) {
            const SolverParameters asked{.tolerance = 1e-9};
            return adjoint ? normalConjugateGradient(op, y, bHat, asked) : bicgstab(op, y, bHat, asked);
        });
        const double residual = relativeResidual(m, x, b);
        if (parameters.hasBlocks() && options.form == SchurForm::Symmetric)
            EXPECT_LT(residual, 3 * host.expected); // |R r|, and no block is that far from 1
        else
            EXPECT_NEAR(residual, host.expected, 1e-13);
        EXPECT_LT(host.expected, 1e-8);
    }
}

TEST(SolversAgainstReference, EvenOddWilsonSolvesTheFullSystem)
{
    expectWilsonSolved<2>({.kappa = 0.13, .boundary = boundary}, {});
    expectWilsonSolved<3>({.kappa = 0.13, .boundary = boundary}, {SchurForm::Asymmetric, 1});
}

TEST(SolversAgainstReference, EvenOddTwistedMassSolvesTheFullSystem)
{
    expectWilsonSolved<2>({.kappa = 0.13, .mu = 0.9, .boundary = boundary}, {});
    expectWilsonSolved<3>({.kappa = 0.13, .mu = -0.9, .boundary = boundary}, {SchurForm::Symmetric, 1});
}

TEST(SolversAgainstReference, EvenOddCloverSolvesTheFullSystem)
{
    for (const double mu : {0.0, 0.9})
        for (const SchurForm form : {SchurForm::Asymmetric, SchurForm::Symmetric}) {
            expectWilsonSolved<2>({.kappa = 0.12, .mu = mu, .boundary = boundary, .clover = 1.2}, {form, 0});
            expectWilsonSolved<3>({.kappa = 0.12, .mu = mu, .boundary = boundary, .clover = 1.2}, {form, 1});
        }
}

TEST(SolversAgainstReference, EvenOddStaggeredSolvesTheFullSystem)
{
    const StaggeredParameters parameters{.mass = 0.2, .boundary = boundary};
    const auto u = reference::hotStart<3>(lattice, 11, Precision::Double);
    const reference::StaggeredOperator<3> m(u, parameters);
    const OnHost<3, FermionKind::Staggered> host(u);
    const reference::StaggeredField<3> b(lattice, gaussianSource(lattice, FermionKind::Staggered, Group::SU3, 3));

    for (const int parity : {0, 1}) {
        const StaggeredSchur a(host.d, parameters, parity);
        const auto x = host.solution(a, parity, b, [](const auto& op, auto& y, const auto& bHat) {
            return conjugateGradient(op, y, bHat, {.tolerance = 1e-9});
        });
        EXPECT_NEAR(relativeResidual(m, x, b), host.expected, 1e-13);
        EXPECT_LT(host.expected, 1e-7);
    }
}

TEST(SolversAgainstReference, ReferenceItselfIsSolvedByTheSameText)
{
    const WilsonParameters parameters{.kappa = 0.13, .mu = 0.4, .boundary = boundary};
    const Lattice small({4, 2, 2, 4});
    const auto u = reference::hotStart<2>(small, 11, Precision::Double);
    const reference::WilsonOperator<2> m(u, parameters);
    const reference::SpinorField<2> b(small, gaussianSource(small, FermionKind::Wilson, Group::SU2, 3));
    auto x = zeroLike(b), y = zeroLike(b);

    EXPECT_TRUE(normalConjugateGradient(m, x, b, {.tolerance = 1e-12}).converged());
    EXPECT_TRUE(bicgstab(m, y, b, {.tolerance = 1e-12}).converged());

    axpy(-1.0, x, y);
    EXPECT_LT(std::sqrt(norm2(y) / norm2(x)), 1e-10);
}

} // namespace
} // namespace gaugegl
