// Mixed precision on a real configuration, quenched SU(3) at beta = 6 on 8x8x8x16, with the operators of the host.
#include "algebra/schur.h"
#include "solvers/cg.h"
#include "solvers/cgnr.h"
#include "solvers/refine.h"
#include "support/host_field16.h"
#include "support/real_file.h"

#include <gtest/gtest.h>
#include <random>

namespace gaugegl::testing_support {
namespace {

using HostField = host::Field<double>;
using HostSingleField = host::Field<float>;

struct ToSingle {
    HostSingleField like;
    HostSingleField makeField() const { return like; }
    void send(HostSingleField& inner, double factor, const HostField& outer) const { convert(inner, outer, factor); }
    void add(HostField& outer, double factor, const HostSingleField& inner) const { accumulate(outer, inner, factor); }
};
struct To16 {
    HostSingleField like;
    HostField16 makeField() const { return {like}; }
    void send(HostField16& inner, double factor, const HostSingleField& outer) const
    {
        convert(inner.f, outer, factor);
        roundTo16(inner.f);
    }
    void add(HostSingleField& outer, double factor, const HostField16& inner) const { axpy(factor, inner.f, outer); }
};

struct Iterations {
    int plain, mixed, mixed16;
};

// The even-odd operator in the three precisions, and a method for it.
template<template<class> class Method, class A, class ASingle, class A16>
Iterations compare(const A& a, const ASingle& single, const A16& bits16)
{
    HostField b = a.makeField();
    std::mt19937_64 random(5);
    std::normal_distribution<double> normal;
    for (std::int64_t i = 0; i < b.size(); ++i)
        b.data()[i] = normal(random);
    const SolverParameters parameters{.tolerance = 1e-12};
    const auto solved = [&](auto& pass) {
        HostField x = zeroLike(b);
        const SolverResult result = refine(a, x, b, pass, parameters);
        EXPECT_EQ(result.status, SolverStatus::Converged);
        EXPECT_LE(result.relativeResidual, 1e-12);
        return result.iterations;
    };

    Method<A> plain(a);
    Method<ASingle> inner(single);
    InnerPass<HostField, ToSingle> mixed(inner, {single.makeField()});
    Method<A16> innermost(bits16);
    InnerPass<HostSingleField, To16> inSingle(innermost, {single.makeField()}, bits16Reduction);
    PassOfPasses between(single, inSingle);
    InnerPass<HostField, ToSingle> mixed16(between, {single.makeField()});
    return {solved(plain), solved(mixed), solved(mixed16)};
}

class RefineOnRealConfiguration : public testing::Test {
protected:
    void SetUp() override
    {
        const auto file = realFile("su3_b6.0_8x8x8x16.ildg");
        if (!file) GTEST_SKIP() << noRealFiles;
        links = readLinks(*file);
    }
    static void expectFew(const Iterations& iterations)
    {
        EXPECT_GE(iterations.plain, 200);
        EXPECT_LE(iterations.mixed, 1.2 * iterations.plain);
        EXPECT_LE(iterations.mixed16, 1.5 * iterations.plain);
        RecordProperty("plain", iterations.plain);
        RecordProperty("mixed", iterations.mixed);
        RecordProperty("mixed16", iterations.mixed16);
    }
    void expectFewForWilson(const WilsonParameters& parameters) const
    {
        const host::WilsonHopping<double> d(layout, Group::SU3, links, parameters.boundary);
        const host::WilsonHopping<float> f(layout, Group::SU3, links, parameters.boundary);
        const HostHopping16<FermionKind::Wilson> h{&f};
        expectFew(compare<NormalConjugateGradient>(WilsonSchur(d, parameters), WilsonSchur(f, parameters),
                                                   WilsonSchur(h, parameters)));
    }

    LinkVector links;
    std::shared_ptr<const host::BlockLayout> layout = std::make_shared<const host::BlockLayout>(Lattice({8, 8, 8, 16}));
};

TEST_F(RefineOnRealConfiguration, WilsonCostsFewIterationsMore) { expectFewForWilson({.kappa = 0.152}); }

TEST_F(RefineOnRealConfiguration, TwistedMassCostsFewIterationsMore)
{
    expectFewForWilson({.kappa = 0.156, .mu = 0.02});
}

TEST_F(RefineOnRealConfiguration, StaggeredCostsFewIterationsMore)
{
    const StaggeredParameters parameters{.mass = 0.03};
    const host::StaggeredHopping<double> d(layout, Group::SU3, links, parameters.boundary);
    const host::StaggeredHopping<float> f(layout, Group::SU3, links, parameters.boundary);
    const HostHopping16<FermionKind::Staggered> h{&f};

    expectFew(compare<ConjugateGradient>(StaggeredSchur(d, parameters), StaggeredSchur(f, parameters),
                                         StaggeredSchur(h, parameters)));
}

} // namespace
} // namespace gaugegl::testing_support
