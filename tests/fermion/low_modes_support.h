// What the tests of low modes share: the matrices of the reference as dense ones, and their spectra.
#pragma once

#include "gaugegl/fermion/eigen/low_modes.h"
#include "reference/dirac.h"
#include "reference/smearing.h"
#include "solvers/dense_eigen.h"
#include "support/dense.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace gaugegl::testing_support {

inline HostGaugeField hotLinks(const Lattice& lattice, Group group)
{
    if (group == Group::SU2)
        return {lattice, group, reference::linkVector(reference::hotStart<2>(lattice, 5, Precision::Double))};
    return {lattice, group, reference::linkVector(reference::hotStart<3>(lattice, 5, Precision::Double))};
}

inline HostGaugeField freeLinks(const Lattice& lattice)
{
    return {lattice, Group::SU3, reference::linkVector(reference::GaugeField<3>(lattice))};
}

inline SpectralParameters matrixOfTest(SpectralType type, bool improved = false)
{
    SpectralParameters of{type, {.type = traits(type).dirac, .boundary = BoundaryPhases::parse("0.3,0,-0.2,1:spread")}};
    if (type == SpectralType::Staggered)
        of.dirac.mass = 0.3;
    else if (type == SpectralType::Overlap) {
        of.dirac.rho = 1.3;
        of.dirac.signModes = 4;
    } else
        of.dirac.kappa = traits(type).byBareMass ? kappaOfBareMass(-1.4) : 0.14;
    if (type == SpectralType::TwistedMass) of.dirac.mu = -0.7;
    if (type == SpectralType::Clover || (improved && traits(of.dirac.type).has(cloverNumber))) of.dirac.clover = 1.3;
    if (improved) of.dirac.stout = {0.1, 2};
    return of;
}

/// M of the reference, column by column.
template<int N>
Dense denseOperator(const HostGaugeField& links, const DiracParameters& dirac)
{
    auto u = reference::gaugeField<N>(links.lattice, links.links);
    for (int step = 0; step < dirac.stout.steps; ++step)
        u = reference::stoutSmeared(u, dirac.stout.rho, /*spatial=*/false);
    const auto n = std::size_t(links.lattice.volume()) * std::size_t(fermionComponents(dirac.kind(), links.group));
    Dense m(n);
    const auto fill = [&](const auto& op, auto field) {
        auto image = zeroLike(field);
        for (std::size_t j = 0; j < n; ++j) {
            field.vector().assign(n, 0);
            field.vector()[j] = 1;
            op.apply(image, field);
            for (std::size_t i = 0; i < n; ++i)
                m(i, j) = image.vector()[i];
        }
    };
    if (hasSpin(dirac.kind()))
        fill(reference::WilsonOperator<N>(u, dirac.wilson()),
             reference::SpinorField<N>(links.lattice, FermionVector(n)));
    else
        fill(reference::StaggeredOperator<N>(u, dirac.staggered()),
             reference::StaggeredField<N>(links.lattice, FermionVector(n)));
    return m;
}

/// The block of rows and columns.
inline Dense part(const Dense& m, const std::vector<std::size_t>& rows, const std::vector<std::size_t>& columns)
{
    Dense block(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t j = 0; j < columns.size(); ++j)
            block(i, j) = m(rows[i], columns[j]);
    return block;
}

inline Dense product(const Dense& a, const Dense& b)
{
    Dense c(a.n);
    for (std::size_t i = 0; i < a.n; ++i)
        for (std::size_t k = 0; k < a.n; ++k)
            if (a(i, k) != 0.0)
                for (std::size_t j = 0; j < a.n; ++j)
                    c(i, j) += a(i, k) * b(k, j);
    return c;
}

inline Dense adjoint(const Dense& a)
{
    Dense b(a.n);
    for (std::size_t i = 0; i < a.n; ++i)
        for (std::size_t j = 0; j < a.n; ++j)
            b(i, j) = std::conj(a(j, i));
    return b;
}

/// M_ee - M_eo M_oo^-1 M_oe.
inline Dense schurComplement(const Dense& m, const Lattice& lattice)
{
    std::array<std::vector<std::size_t>, 2> of;
    const std::size_t components = m.n / std::size_t(lattice.volume());
    for (std::size_t i = 0; i < m.n; ++i)
        of[std::size_t(Lattice::parity(lattice.coordinates(std::int64_t(i / components))))].push_back(i);
    const Dense oo = part(m, of[1], of[1]), oe = part(m, of[1], of[0]), eo = part(m, of[0], of[1]);
    Dense inner(oo.n);
    for (std::size_t j = 0; j < oo.n; ++j) {
        DoubleField b(oo.n);
        for (std::size_t i = 0; i < oo.n; ++i)
            b.v[i] = oe(i, j);
        const DoubleField x = directSolution(oo, b);
        for (std::size_t i = 0; i < oo.n; ++i)
            inner(i, j) = x.v[i];
    }
    Dense a = part(m, of[0], of[0]);
    const Dense second = product(eo, inner);
    for (std::size_t i = 0; i < a.a.size(); ++i)
        a.a[i] -= second.a[i];
    return a;
}

/// The matrix of the reference.
inline Dense referenceMatrix(const HostGaugeField& links, const SpectralParameters& of)
{
    const Dense m = links.group == Group::SU2 ? denseOperator<2>(links, of.dirac) : denseOperator<3>(links, of.dirac);
    if (traits(of.type).wholeLattice) {
        Dense matrix = m;
        const auto components = std::size_t(fermionComponents(of.dirac.kind(), links.group));
        for (std::size_t i = 0; i < m.n; ++i)
            for (std::size_t j = 0; j < m.n; ++j)
                matrix(i, j) *= (i % components < components / 2 ? 0.5 : -0.5) / of.dirac.kappa;
        return matrix;
    }
    Dense a = schurComplement(m, links.lattice);
    if (hasSpin(of.dirac.kind())) return product(adjoint(a), a);
    for (auto& number : a.a) // m (m + D_eo D_oe^dagger / m) = m times the Schur complement
        number *= of.dirac.mass;
    return a;
}

/// All eigenvalues of a Hermitian matrix, of smallest modulus first.
inline std::vector<double> spectrumOf(const Dense& matrix)
{
    SmallMatrix small(matrix.n);
    for (std::size_t i = 0; i < matrix.n; ++i)
        for (std::size_t j = 0; j < matrix.n; ++j)
            small(i, j) = matrix(i, j);
    std::vector<double> values = eigenOf(small).values;
    std::ranges::stable_sort(values, {}, [](double x) { return std::abs(x); });
    return values;
}
/// Those of the matrix of the reference.
inline std::vector<double> referenceSpectrum(const HostGaugeField& links, const SpectralParameters& of)
{
    return spectrumOf(referenceMatrix(links, of));
}

/// The number of eigenvalues of a Hermitian matrix below x: as many as D of its L D L^dagger, less x, has negative elements
/// (Sylvester's law of inertia).
inline int eigenvaluesBelow(const Dense& matrix, double x)
{
    const auto n = Eigen::Index(matrix.n);
    Eigen::MatrixXcd shifted(n, n);
    for (Eigen::Index i = 0; i < n; ++i)
        for (Eigen::Index j = 0; j < n; ++j)
            shifted(i, j) = matrix(std::size_t(i), std::size_t(j)) - (i == j ? x : 0);
    const Eigen::LDLT<Eigen::MatrixXcd> factors(shifted);
    EXPECT_LT((factors.reconstructedMatrix() - shifted).norm(), 1e-9 * shifted.norm()) << x;
    return int((factors.vectorD().real().array() < 0).count());
}
/// The number of those of modulus below x.
inline int moduliBelow(const Dense& matrix, double x)
{
    return eigenvaluesBelow(matrix, x) - eigenvaluesBelow(matrix, -x);
}

/// Expects the modes to be those, of smallest modulus first, and their residuals to be small.
inline void expectModes(const LowModes& modes, const std::vector<double>& spectrum, double tolerance)
{
    EXPECT_EQ(modes.status, SolverStatus::Converged) << name(modes.status);
    ASSERT_LE(modes.eigenvalues.size(), spectrum.size());
    // Where two signs belong to one modulus, rounding decides which comes first.
    const auto sorted = [&](std::vector<double> values) {
        values.resize(modes.eigenvalues.size());
        for (double& value : values)
            value = std::abs(value);
        std::ranges::sort(values);
        return values;
    };
    const auto found = sorted(modes.eigenvalues), expected = sorted(spectrum);
    for (std::size_t k = 0; k < found.size(); ++k)
        EXPECT_NEAR(found[k], expected[k], tolerance) << describe(modes.of) << " mode " << k;
    for (const double value : modes.eigenvalues)
        EXPECT_TRUE(std::ranges::any_of(spectrum, [&](double one) { return std::abs(one - value) <= tolerance; }))
            << describe(modes.of) << ' ' << value;
}

/// How far from |v_i| = 1 and from (v_i, v_j) = 0.
inline double orthonormality(const LowModes& modes)
{
    double worst = 0;
    for (std::size_t i = 0; i < modes.vectors.size(); ++i)
        for (std::size_t j = 0; j <= i; ++j) {
            std::complex<double> sum = i == j ? -1 : 0;
            for (std::size_t k = 0; k < modes.vectors[i].size(); ++k)
                sum += std::conj(modes.vectors[i][k]) * modes.vectors[j][k];
            worst = std::max(worst, std::abs(sum));
        }
    return worst;
}

} // namespace gaugegl::testing_support
