// Quark loops against the dense inverse of the reference, against sums over momenta, and what noise and dilution do to them.
#include "gaugegl/fermion/measure/quark_loops.h"

#include "core/fermion_source.h"
#include "gaugegl/base/error.h"
#include "gaugegl/fermion/measure/condensate.h"
#include "gaugegl/fermion/measure/correlators.h"
#include "reference/dirac.h"

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <numbers>

namespace gaugegl::quark_loops_test {
namespace {

using Complex = std::complex<double>;
using Matrix = Eigen::MatrixXcd;
using reference::SpinMatrix;
constexpr int colour = 2; // SU(2)
constexpr SolverChoice exactly{.precision = SolverPrecision::Double, .tolerance = 1e-12};

HostGaugeField hotLinks(const Lattice& lattice)
{
    return {lattice, Group::SU2, reference::linkVector(reference::hotStart<colour>(lattice, 3, Precision::Double))};
}

/// Without phases links of SU(2) are their own conjugates, but for a gauge transformation, and have no vector and tensor loops.
const BoundaryPhases phases = BoundaryPhases::parse("0.3,0,-0.2,1");
DiracParameters clover() { return {.kappa = 0.12, .boundary = phases, .clover = 1.3}; }
DiracParameters twisted()
{
    return {.type = DiracType::TwistedMass, .kappa = 0.12, .mu = 0.8, .boundary = phases, .clover = 0.7};
}
DiracParameters staggered() { return {.type = DiracType::Staggered, .mass = 0.4}; }

/// In the order of everyMesonName(): 1, gamma_5, gamma_mu, gamma_mu gamma_5, i gamma_mu gamma_nu.
std::vector<SpinMatrix> everyMatrix()
{
    std::vector<SpinMatrix> all = {SpinMatrix::identity(), reference::gamma5()};
    for (int mu = 0; mu < 4; ++mu)
        all.push_back(reference::gamma(mu));
    for (int mu = 0; mu < 4; ++mu)
        all.push_back(reference::gamma(mu) * reference::gamma5());
    for (int mu = 0; mu < 4; ++mu)
        for (int nu = mu + 1; nu < 4; ++nu) {
            SpinMatrix& tensor = all.emplace_back(reference::gamma(mu) * reference::gamma(nu));
            for (Complex& element : tensor.e)
                element *= Complex(0, 1);
        }
    return all;
}

template<class Field, class Operator>
Matrix inverseOf(const Operator& m, const Lattice& lattice)
{
    const auto size = Eigen::Index(Field(lattice).vector().size());
    Matrix dense(size, size);
    for (Eigen::Index column = 0; column < size; ++column) {
        Field unit(lattice), image(lattice);
        unit.vector()[std::size_t(column)] = 1;
        m.apply(image, unit);
        for (Eigen::Index row = 0; row < size; ++row)
            dense(row, column) = image.vector()[std::size_t(row)];
    }
    return dense.inverse();
}

/// M^-1, by the reference.
Matrix inverseOf(const HostGaugeField& links, const DiracParameters& dirac)
{
    const auto u = reference::gaugeField<colour>(links.lattice, links.links);
    if (hasSpin(dirac.kind()))
        return inverseOf<reference::SpinorField<colour>>(reference::WilsonOperator<colour>(u, dirac.wilson()),
                                                         links.lattice);
    return inverseOf<reference::StaggeredField<colour>>(reference::StaggeredOperator<colour>(u, dirac.staggered()),
                                                        links.lattice);
}

/// Gamma M^-1 on all sites.
Matrix times(const SpinMatrix& gamma, const Matrix& inverse, FermionKind kind)
{
    if (!hasSpin(kind)) return inverse;
    Matrix product = Matrix::Zero(inverse.rows(), inverse.cols());
    constexpr Eigen::Index components = 4 * colour;
    for (Eigen::Index row = 0; row < inverse.rows(); ++row) {
        const Eigen::Index site = row / components, alpha = row % components / colour, a = row % colour;
        for (Eigen::Index beta = 0; beta < 4; ++beta)
            product.row(row) += gamma(int(alpha), int(beta)) * inverse.row(site * components + beta * colour + a);
    }
    return product;
}

/// Sums of the diagonal over the sites of each t, whose rows are together.
std::vector<Complex> tracesOf(const Matrix& m, const Lattice& lattice)
{
    const Eigen::Index each = m.rows() / lattice.extent(3);
    std::vector<Complex> traces;
    for (int t = 0; t < lattice.extent(3); ++t)
        traces.push_back(m.diagonal().segment(t * each, each).sum());
    return traces;
}

/// With noise of seed 7.
LoopMeasurement loopsOf(const HostGaugeField& links, const DiracParameters& dirac, const LoopRequest& request,
                        int vectors = 1, NoiseType type = NoiseType::Z4)
{
    const auto inverter = hostInverter(links, dirac);
    return measureLoops(
        *inverter, {links.lattice, links.group, dirac.kind()}, vectors,
        [&](int k) { return noiseSource(links.lattice, dirac.kind(), links.group, type, noiseSeed(7, vectors, 1, k)); },
        request);
}

LoopRequest everyLoop(const DiracParameters& dirac, const std::string& dilution)
{
    LoopRequest request{.dilution = Dilution::parse(dilution), .choice = exactly};
    if (hasSpin(dirac.kind())) request.gammas = everyMesonName();
    return request;
}

/// One site, spin and colour at a time, so that there is no noise.
QuarkLoops exactLoops(const HostGaugeField& links, const DiracParameters& dirac, NoiseType type = NoiseType::Z4)
{
    const char* const all = hasSpin(dirac.kind()) ? "sites,spin,colour" : "sites,colour";
    LoopMeasurement found = loopsOf(links, dirac, everyLoop(dirac, all), 1, type);
    EXPECT_EQ(found.status, SolverStatus::Converged);
    return found.ofNoise.at(0);
}

TEST(QuarkLoops, OfCompleteDilutionAreTracesOfTheDenseInverse)
{
    const HostGaugeField links = hotLinks(Lattice({2, 2, 2, 4}));
    const auto expectTraces = [&](const DiracParameters& dirac, NoiseType type) {
        const Matrix inverse = inverseOf(links, dirac);
        const QuarkLoops loops = exactLoops(links, dirac, type);
        const std::vector<SpinMatrix> matrices = everyMatrix();
        ASSERT_EQ(loops.size(), hasSpin(dirac.kind()) ? 16u : 1u);
        for (std::size_t gamma = 0; gamma < loops.size(); ++gamma) {
            const auto expected = tracesOf(times(matrices[gamma], inverse, dirac.kind()), links.lattice);
            ASSERT_EQ(loops[gamma].size(), expected.size());
            for (std::size_t t = 0; t < expected.size(); ++t)
                EXPECT_LT(std::abs(loops[gamma][t] - expected[t]), 1e-9)
                    << describe(dirac) << " " << everyMesonName()[gamma] << " " << t;
        }
    };
    for (const NoiseType type : {NoiseType::Z2, NoiseType::Z3})
        expectTraces(clover(), type);
    expectTraces({.kappa = 0.12}, NoiseType::Z4);
    expectTraces(twisted(), NoiseType::Z4);
    expectTraces(staggered(), NoiseType::Z3);
}

// With gamma_5 S gamma_5 = S^dagger the trace of Gamma S is real or imaginary.
TEST(QuarkLoops, HaveThePartsThatHermiticityAllows)
{
    const HostGaugeField links = hotLinks(Lattice({2, 2, 2, 4}));
    const std::vector<SpinMatrix> matrices = everyMatrix();
    const DiracParameters withoutPhases{.kappa = 0.12, .clover = 1.3};
    for (const DiracParameters& dirac : {clover(), twisted(), withoutPhases}) {
        const Matrix inverse = inverseOf(links, dirac);
        int realOnes = 0;
        for (std::size_t gamma = 0; gamma < matrices.size(); ++gamma) {
            const std::string name = everyMesonName()[gamma];
            const bool vanishes =
                dirac.boundary == withoutPhases.boundary && (name.starts_with("vector") || name.starts_with("tensor"));
            const auto [real, imaginary] = loopParts(dirac, name);
            double largestReal = 0, largestImaginary = 0;
            for (const Complex& l : tracesOf(times(matrices[gamma], inverse, dirac.kind()), links.lattice)) {
                largestReal = std::max(largestReal, std::abs(l.real()));
                largestImaginary = std::max(largestImaginary, std::abs(l.imag()));
            }
            EXPECT_EQ(real && !vanishes, largestReal > 1e-10) << describe(dirac) << " " << name;
            EXPECT_EQ(imaginary && !vanishes, largestImaginary > 1e-10) << describe(dirac) << " " << name;
            realOnes += real && !imaginary;
        }
        EXPECT_EQ(realOnes, dirac.mu != 0 ? 0 : 12) << "all but the vectors";
    }
    EXPECT_FALSE(loopParts(staggered(), "scalar").imaginary);
    EXPECT_TRUE(loopParts({.type = DiracType::IsospinStaggered, .mass = 0.4, .isospinMu = 0.2}, "scalar").imaginary);
}

// For roots of 1 with <eta^2> = 0, and so for Z_3 and Z_4, the variance of eta^dagger A eta is the sum of |A_ij|^2 over i != j; of diluted
// noise over those in one part.
TEST(QuarkLoops, HaveTheMeanOfTheTraceAndTheVarianceOfTheElementsOfOnePart)
{
    const HostGaugeField links = hotLinks(Lattice({2, 2, 2, 4}));
    const DiracParameters dirac = clover();
    const FermionKind kind = dirac.kind();
    constexpr int vectors = 100;
    const Matrix inverse = inverseOf(links, dirac);
    const std::vector<SpinMatrix> matrices = everyMatrix();
    double undiluted = 0;
    for (const char* dilution :
         {"none", "time", "spin", "colour", "even-odd", "time,spin", "time,spin,colour,even-odd"}) {
        LoopRequest request{.gammas = {"scalar", "pseudoscalar"}, .dilution = Dilution::parse(dilution), .choice = {}};
        request.choice.tolerance = 1e-8;
        const NoiseType type = std::string_view(dilution) == "spin" ? NoiseType::Z3 : NoiseType::Z4;

        const LoopMeasurement found = loopsOf(links, dirac, request, vectors, type);

        ASSERT_EQ(found.ofNoise.size(), std::size_t(vectors));
        const auto partOf = [&](Eigen::Index row) {
            constexpr Eigen::Index components = 4 * colour;
            return request.dilution.partOf(links.lattice, links.lattice.coordinates(row / components),
                                           int(row % components), kind, links.group);
        };
        double allExpected = 0, allFound = 0;
        for (std::size_t gamma = 0; gamma < 2; ++gamma) {
            const Matrix a = times(matrices[gamma], inverse, kind);
            const std::vector<Complex> exact = tracesOf(a, links.lattice);
            std::vector<double> variance(exact.size());
            for (Eigen::Index i = 0; i < a.rows(); ++i)
                for (Eigen::Index j = 0; j < a.cols(); ++j)
                    if (i != j && partOf(i) == partOf(j))
                        variance[std::size_t(i) * exact.size() / std::size_t(a.rows())] += std::norm(a(i, j));
            for (std::size_t t = 0; t < exact.size(); ++t) {
                Complex mean = 0;
                for (const QuarkLoops& one : found.ofNoise) {
                    mean += one[gamma][t] / double(vectors);
                    allFound += std::norm(one[gamma][t] - exact[t]) / vectors;
                }
                allExpected += variance[t];
                EXPECT_LT(std::abs(mean - exact[t]), 4 * std::sqrt(variance[t] / vectors))
                    << dilution << " " << gamma << " " << t;
            }
        }
        EXPECT_NEAR(allFound / allExpected, 1, 0.4) << dilution;
        if (std::string_view(dilution) == "none")
            undiluted = allFound;
        else
            EXPECT_LT(allFound, undiluted) << dilution;
        if (request.dilution.spin && request.dilution.colour) {
            EXPECT_LT(allFound, undiluted / 4);
        }
    }
}

// M(p) = a + i b gamma + i m gamma_5 with a = 1 - 2 kappa sum cos p, b = 2 kappa sin p, m = 2 kappa mu.
TEST(QuarkLoops, OfFreeQuarksAreSumsOverMomenta)
{
    const Lattice lattice({2, 4, 2, 6});
    const HostGaugeField links = hostGaugeField(lattice, Group::SU2);
    const BoundaryPhases boundary = BoundaryPhases::parse("0.3,0.1,-0.2,0.7:spread");
    const DiracParameters dirac{.type = DiracType::TwistedMass, .kappa = 0.11, .mu = 0.4, .boundary = boundary};
    const double mt = 2 * dirac.kappa * dirac.mu, weight = double(colour) / lattice.extent(3);
    std::vector<Complex> expected(16);
    double ofStaggered = 0;
    for (std::int64_t k = 0; k < lattice.volume(); ++k) {
        const Coordinates wave = lattice.coordinates(k);
        double a = 1, squares = mt * mt, sines = 0;
        std::array<double, 4> b{};
        for (std::size_t mu = 0; mu < 4; ++mu) {
            const double p = std::numbers::pi * (2 * wave[mu] + boundary.theta[mu]) / lattice.extent(int(mu));
            a -= 2 * dirac.kappa * std::cos(p);
            b[mu] = 2 * dirac.kappa * std::sin(p);
            squares += b[mu] * b[mu];
            sines += std::sin(p) * std::sin(p);
        }
        squares += a * a;
        expected[0] += weight * 4 * a / squares;
        expected[1] += Complex(0, -weight * 4 * mt / squares);
        for (std::size_t mu = 0; mu < 4; ++mu)
            expected[2 + mu] += Complex(0, -weight * 4 * b[mu] / squares);
        ofStaggered += weight * 0.4 / (0.4 * 0.4 + sines);
    }
    EXPECT_GT(std::abs(expected[2]), 1e-3) << "the current of quarks with phases";

    const QuarkLoops loops = exactLoops(links, dirac);
    for (std::size_t gamma = 0; gamma < 16; ++gamma)
        for (std::size_t t = 0; t < 6; ++t)
            EXPECT_LT(std::abs(loops[gamma][t] - expected[gamma]), 1e-9) << everyMesonName()[gamma] << " " << t;
    DiracParameters free = staggered();
    free.boundary = boundary;
    const QuarkLoops condensate = exactLoops(links, free);
    for (const Complex& l : condensate[0])
        EXPECT_LT(std::abs(l - ofStaggered), 1e-9);
}

TEST(QuarkLoops, AreGaugeInvariantWithoutNoise)
{
    const Lattice lattice({2, 2, 2, 4});
    const auto u = reference::hotStart<colour>(lattice, 3, Precision::Double);
    const auto g = reference::randomGaugeTransformation<colour>(lattice, 5, Precision::Double);
    const HostGaugeField links{lattice, Group::SU2, reference::linkVector(u)},
        moved{lattice, Group::SU2, reference::linkVector(reference::transformed(u, g))};
    for (const DiracParameters& dirac : {clover(), staggered()}) {
        const QuarkLoops before = exactLoops(links, dirac), after = exactLoops(moved, dirac);
        for (std::size_t gamma = 0; gamma < before.size(); ++gamma)
            for (std::size_t t = 0; t < 4; ++t)
                EXPECT_LT(std::abs(after[gamma][t] - before[gamma][t]), 1e-9) << gamma << " " << t;
    }
}

TEST(QuarkLoops, GiveTheCondensateOfTheSameNoise)
{
    const HostGaugeField links = hotLinks(Lattice({2, 4, 2, 4}));
    const std::vector<std::uint64_t> seeds = {3, 14, 15};
    for (const DiracParameters& dirac : {twisted(), staggered()}) {
        const FermionDomain space{links.lattice, links.group, dirac.kind()};
        const auto inverter = hostInverter(links, dirac);
        LoopRequest request{.choice = exactly};
        if (hasSpin(dirac.kind())) request.gammas = {"pseudoscalar", "scalar"};

        const LoopMeasurement loops = measureLoops(
            *inverter, space, 3,
            [&](int k) { return gaussianSource(links.lattice, dirac.kind(), links.group, seeds[std::size_t(k)]); },
            request);
        const std::vector<CondensateEstimate> condensates = estimateCondensate(*inverter, space, seeds, exactly);

        const double volume = double(links.lattice.volume());
        for (std::size_t k = 0; k < seeds.size(); ++k) {
            const auto sum = [&](std::size_t gamma) {
                Complex all = 0;
                for (const Complex& l : loops.ofNoise.at(k)[gamma])
                    all += l;
                return all / volume;
            };
            EXPECT_NEAR(sum(request.gammas.size() - 1).real(), condensates[k].scalar, 1e-13);
            if (hasSpin(dirac.kind())) {
                EXPECT_NEAR(-sum(0).imag(), condensates[k].pseudoscalar, 1e-13);
            }
        }
    }
}

TEST(QuarkLoops, DoNotDependOnWhichPartsAreSolvedTogether)
{
    const HostGaugeField links = hotLinks(Lattice({4, 4, 2, 2}));
    LoopRequest request = everyLoop(staggered(), "time,even-odd");
    request.choice.rhs = 1;
    const LoopMeasurement alone = loopsOf(links, staggered(), request, 2);
    request.choice.rhs = 3; // two noise vectors of four parts
    const LoopMeasurement together = loopsOf(links, staggered(), request, 2);

    EXPECT_EQ(alone.ofNoise, together.ofNoise);
    EXPECT_NE(alone.ofNoise[0], alone.ofNoise[1]);
}

TEST(QuarkLoops, OfUnsolvedPartsAreNone)
{
    LoopRequest request = everyLoop(clover(), "spin");
    request.choice.maxIterations = 2;

    const LoopMeasurement found = loopsOf(hotLinks(Lattice({2, 2, 2, 4})), clover(), request, 3);

    EXPECT_EQ(found.status, SolverStatus::TooManyIterations);
    EXPECT_TRUE(found.ofNoise.empty());
    EXPECT_GT(found.largestResidual, request.choice.tolerance);
}

std::string refusalOf(const LoopRequest& request, FermionKind kind)
{
    try {
        validate(request, kind);
    } catch (const InputError& error) {
        return error.what();
    }
    return "accepted";
}

TEST(QuarkLoops, WhatQuarksDoNotHaveIsRefusedByItsName)
{
    LoopRequest request;
    EXPECT_EQ(refusalOf(request, FermionKind::Staggered), "accepted");
    request.dilution.spin = true;
    EXPECT_EQ(refusalOf(request, FermionKind::Wilson), "accepted");
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "dilution 'spin'", refusalOf(request, FermionKind::Staggered));
    request = {.gammas = {"scalar", "pseudoscalar"}};
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "gamma 'pseudoscalar'", refusalOf(request, FermionKind::Staggered));
    request.gammas = {"pion"};
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "'pion'", refusalOf(request, FermionKind::Wilson));
    EXPECT_EQ(parseGammas("all"), everyMesonName());
    EXPECT_EQ(parseGammas("axial-t,scalar"), (std::vector<std::string>{"axial-t", "scalar"}));
    for (const char* wrong : {"", "pion", "scalar,scalar", "scalar,", "all,scalar"})
        EXPECT_THROW(parseGammas(wrong), InputError) << wrong;
}

} // namespace
} // namespace gaugegl::quark_loops_test
