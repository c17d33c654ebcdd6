// How many kernels an iteration of conjugate gradients runs: on small lattices their number is its time.
#include "algebra/schur.h"
#include "fermion/hopping_fixture.h"
#include "gaugegl/device/profile.h"
#include "solvers/multishift.h"

namespace gaugegl::testing_support {
namespace {

class SolverKernels : public Hopping {
protected:
    static constexpr int more_ = 8; ///< iterations

    /// Kernels of an iteration: the difference of two solves, after both were compiled.
    template<class Solve>
    double kernelsOf(const Solve& solve)
    {
        const auto calls = [&](int iterations) {
            solve(iterations);
            Profile profile(device());
            solve(iterations);
            std::int64_t all = 0;
            for (const ProfileEntry& kernel : profile.report().kernels)
                all += kernel.calls;
            return all;
        };
        const std::int64_t few = calls(more_);
        return double(calls(2 * more_) - few) / more_;
    }
    /// Kernels of a sum: a work group adds all of this lattice; without them 16 columns, then 80 rows in two passes.
    int ofSum() { return device().path() == Path::Compute ? 1 : 3; }
    /// A Gaussian source on the even sites.
    FermionField source(const DeviceHopping& op, FermionKind kind) const
    {
        return uploaded(op.space(), halfOf(lattice_, gaussianSource(lattice_, kind, group(), 1), 0,
                                           fermionComponents(kind, group())));
    }
    /// A first guess of zero: what a new field holds is the driver's.
    static FermionField zero(const DeviceHopping& op)
    {
        FermionField x = op.makeField(0);
        setZero(x);
        return x;
    }
    /// Too small for any solve.
    static SolverParameters parameters(int iterations) { return {.tolerance = 1e-30, .maxIterations = iterations}; }
};

/// Of an operator that conjugate gradients solve.
template<class A>
double ofConjugateGradient(const A& a, FermionField& x, const FermionField& b, int iterations,
                           const SolverParameters& parameters)
{
    const SolverResult result = conjugateGradient(a, x, b, parameters);
    EXPECT_EQ(result.iterations, iterations);
    return result.relativeResidual;
}

TEST_P(SolverKernels, OfWilsonQuarksAreFourHopsAnUpdateAndTwoSums)
{
    const GaugeField u = gauge(links_);
    const HopLinks links(u, defaultHopStorage(group(), precision()));
    const DeviceHopping op(FermionKind::Wilson, links, {});
    const WilsonSchur<DeviceHopping> schur(op, {.kappa = 0.1});
    const Normal normal(schur);
    const FermionField b = source(op, FermionKind::Wilson);
    FermionField x = zero(op);
    const double one =
        kernelsOf([&](int iterations) { ofConjugateGradient(normal, x, b, iterations, parameters(iterations)); });
    EXPECT_EQ(one, 5 + 2 * ofSum());

    // All further systems cost two kernels, numbers and fields, and what the smallest shift costs.
    std::vector<FermionField> all(12, x);
    std::vector<double> shifts;
    for (std::size_t k = 0; k < all.size(); ++k)
        shifts.push_back(0.1 * double(k));
    const double several = kernelsOf([&](int iterations) {
        multiShiftConjugateGradient(normal, std::span<FermionField>(all), b, {shifts, parameters(iterations)});
    });
    EXPECT_EQ(several, one + 2);
}

TEST_P(SolverKernels, OfStaggeredQuarksAreTwoHopsAnUpdateAndTwoSums)
{
    const GaugeField u = gauge(links_);
    const HopLinks links(u, defaultHopStorage(group(), precision()));
    const DeviceHopping op(FermionKind::Staggered, links, {});
    const StaggeredSchur<DeviceHopping> schur(op, {.mass = 0.5});
    const FermionField b = source(op, FermionKind::Staggered);
    FermionField x = zero(op);
    EXPECT_EQ(kernelsOf([&](int iterations) { ofConjugateGradient(schur, x, b, iterations, parameters(iterations)); }),
              4 + 2 * ofSum());
}

// More systems than share a texture.
TEST_P(SolverKernels, ManyShiftsAreSolvedInGroups)
{
    const GaugeField u = gauge(links_);
    const HopLinks links(u, defaultHopStorage(group(), precision()));
    const DeviceHopping op(FermionKind::Staggered, links, {});
    const StaggeredSchur<DeviceHopping> schur(op, {.mass = 0.5});
    const FermionField b = source(op, FermionKind::Staggered);
    std::vector<FermionField> all(34, zero(op));
    std::vector<double> shifts;
    for (std::size_t k = 0; k < all.size(); ++k)
        shifts.push_back(0.05 * double((7 * k) % all.size())); // in no order
    const double tolerance = precision() == Precision::Single ? 1e-5 : 1e-10;
    const MultiShiftResult result =
        multiShiftConjugateGradient(schur, std::span<FermionField>(all), b, {shifts, {.tolerance = tolerance}});
    EXPECT_TRUE(result.converged());
    for (std::size_t k : {std::size_t(0), std::size_t(30), std::size_t(31), std::size_t(33)}) {
        FermionField alone = zero(op);
        conjugateGradient(Shifted(schur, shifts[k]), alone, b, {.tolerance = tolerance / 10});
        EXPECT_LT(gaugegl::deviation(downloaded(all[k]), downloaded(alone)), 20 * tolerance) << k;
    }
}

std::vector<Variant> inTextures()
{
    std::vector<Variant> all = hoppingVariants();
    std::erase_if(all, [](const Variant& v) {
        return v.storage == Storage::Buffer || v.precision == Precision::Double || v.group == Group::SU4;
    });
    return all;
}
INSTANTIATE_TEST_SUITE_P(Device, SolverKernels, testing::ValuesIn(inTextures()), variantName);

} // namespace
} // namespace gaugegl::testing_support
