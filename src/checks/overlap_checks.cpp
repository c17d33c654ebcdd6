// Overlap quarks: D(m) and D(m)^dagger, and the square of the sign, in links that are a gauge transformation of 1: the spectrum of their
// kernel is that of free quarks, w^2 = sin^2 p + (sum (1 - cos p) - rho)^2, with a gap, so that the series of the reference is short.
#include "checks/fermion_checks.h"
#include "core/fermion_source.h"
#include "fermion/operators/hopping.h"
#include "fermion/overlap/overlap_operator.h"
#include "gaugegl/fields/transfer.h"
#include "reference/chiral.h"

namespace gaugegl {
namespace {

constexpr std::uint64_t transformationSeed = 20261125;
/// Small, as an application takes hundreds of hops.
const Lattice overlapLattice({4, 6, 2, 8});
/// sin p = 0 where one p is pi and the others are 0: w = 2 - rho, and the largest is 8 - rho.
constexpr double rho = 1.4, lower = 0.9 * (2 - rho), upper = 8 - rho;

template<int N>
void verifyOf(FermionChecks& checks)
{
    const DiracParameters quark{.type = DiracType::Overlap,
                                .mass = 0.2,
                                .boundary = BoundaryPhases::parse("0,0,0,0.5"),
                                .lambdaMin = lower,
                                .lambdaMax = upper,
                                .rho = rho,
                                .signModes = 0};
    GaugeField u(checks.device, overlapLattice, checks.group);
    const auto g = reference::randomGaugeTransformation<N>(overlapLattice, transformationSeed, Precision::Double);
    upload(u, OracleField(reference::transformed(reference::GaugeField<N>(overlapLattice), g)));
    const auto oracle = std::get<reference::GaugeField<N>>(oracleField(u)); // as the device has rounded them
    const reference::OverlapOperator<N> expected(oracle, quark.overlap(), lower, upper);
    const reference::SpinorField<N> in(overlapLattice,
                                       gaussianSource(overlapLattice, FermionKind::Wilson, checks.group, 3));
    std::array<reference::SpinorField<N>, 2> images = {zeroLike(in), zeroLike(in)};
    expected.apply(images[0], in);
    expected.applyAdjoint(images[1], in);

    const FermionDomain space{overlapLattice, checks.group, FermionKind::Wilson};
    const HopLinks links(u, {});
    const DeviceHopping hopping(FermionKind::Wilson, links, quark.boundary);
    const double error = checks.single() ? signErrorInSingle : signErrorInDouble;
    const KernelSign<DeviceHopping> sign(hopping, quark, zolotarevSignWithin(error, {lower, upper}),
                                         {.error = error, .pollInterval = pollIntervalOn(checks.device)});
    const OverlapOperator<DeviceHopping> op(sign, quark.overlap());
    const auto psi = fullFieldOf(hopping, space, in.vector());
    auto out = zeroLike(psi), twice = out;
    // The error of the sign, 1e-7 in single precision, adds up in its solves; in double precision rounding does.
    const double allowed = checks.single() ? 30 * signErrorInSingle : 1e-12;
    Worst worst, square;
    op.apply(out, psi);
    worst.add(deviation(vectorOf(space, out), images[0].vector()));
    op.applyAdjoint(out, psi);
    worst.add(deviation(vectorOf(space, out), images[1].vector()));
    checks.report("overlap", worst, allowed);
    sign.apply(out, psi);
    sign.apply(twice, out);
    square.add(deviation(vectorOf(space, twice), in.vector()));
    checks.report("overlap-sign-squared", square, allowed);
}

} // namespace

void verifyOverlap(FermionChecks& checks)
{
    checks.list.make(2, [&] { withColours(checks.group, [&](auto n) { verifyOf<n>(checks); }); });
}

} // namespace gaugegl
