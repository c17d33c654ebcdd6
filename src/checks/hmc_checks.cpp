#include "checks/hmc_checks.h"

#include "checks/check_list.h"
#include "checks/oracle_momenta.h"
#include "core/fermion_source.h"
#include "fermion/operators/half_fields.h"
#include "gauge/smearing/stout_links.h"
#include "gaugegl/core/heatbath.h"
#include "hmc/clover_force.h"
#include "hmc/forces.h"
#include "reference/gradients.h"
#include "reference/smearing.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace gaugegl {
namespace {

constexpr std::uint64_t momentaSeed = 7;
constexpr std::uint32_t trajectoryNumber = 3;

template<int N>
class HmcVerifier {
public:
    HmcVerifier(Device& device, const Lattice& lattice, const CheckObserver& observer, const CheckPlan& plan)
        : device_(device), lattice_(lattice), checks_(device, group, observer, plan), u_(device, lattice, group),
          p_(device, lattice, group)
    {
        upload(u_, hotField(lattice, group, momentaSeed));
        host_ = std::get<reference::GaugeField<N>>(oracleField(u_));
    }

    std::vector<Check> forces()
    {
        checks_.make(2, [&] { checkMomenta(); });
        checks_.make(1, [&] { checkGaugeForce("force-gauge", {}); });
        for (const FermionKindTraits& fermions : fermionKinds) {
            const FermionKind kind = fermions.kind;
            checks_.make(1, [&] { checkHoppingForce(kind, "", {}); });
            checks_.make(1, [&] { checkHoppingForce(kind, "-phases", {{0.2, 0, 0.5, 0.7}, true}); });
            checks_.make(1, [&] { checkHoppingForce(kind, "-isospin", {{0, 0, 0, 1}, false, 0.2}); });
        }
        checks_.make(1, [&] { checkHoppingForce(FermionKind::Wilson, "-slices", {}, 3); });
        checks_.make(1, [&] { checkMovedLinks(); });
        return checks_.done();
    }
    std::vector<Check> rectangles()
    {
        if (actions::symanzik.loops().fit(lattice_))
            checks_.make(1, [&] { checkGaugeForce("force-rectangles", actions::symanzik); });
        return checks_.done();
    }
    std::vector<Check> clover()
    {
        checks_.make(3, [&] { checkCloverForces("", device_.registersOfLongKernels()); });
        checks_.makeOfVariants(3, [&] { checkCloverForces("-few", Registers::Few); });
        return checks_.done();
    }
    std::vector<Check> stout()
    {
        checks_.make(1, [&] { checkStoutGradient("", device_.registersOfLongKernels()); });
        checks_.makeOfVariants(1, [&] { checkStoutGradient("-few", Registers::Few); });
        return checks_.done();
    }

private:
    static constexpr Group group = groupTraits[N - 2].group;

    double rounding() const { return device_.precision() == Precision::Single ? 2e-6 : 1e-14; }
    void draw() { drawMomenta(p_, momentaSeed, trajectoryNumber); }

    void checkMomenta()
    {
        draw();
        const auto expected =
            reference::gaussianMomenta<N>(lattice_, momentaSeed, trajectoryNumber, device_.precision());
        checks_.report("momenta", apart(oracleMomenta<N>(p_), expected), rounding());
        Reduction reduction(device_);
        checks_.report("kinetic-energy",
                       std::abs(kineticEnergy(p_, reduction) / reference::kineticEnergy(expected) - 1),
                       10 * rounding());
    }
    /// Momenta moved by time times a force.
    template<class Move>
    void checkForce(const std::string& name, const reference::Momenta<N>& force, double time, const Move& move)
    {
        draw();
        reference::Momenta<N> expected = oracleMomenta<N>(p_);
        reference::add(expected, -time, force);
        move();
        checks_.report(name, apart(oracleMomenta<N>(p_), expected), 5 * rounding());
    }
    void checkGaugeForce(const std::string& name, const GaugeAction& action)
    {
        constexpr double beta = 5.5, time = 0.2;
        checkForce(name, reference::gaugeForce(host_, beta, action), time,
                   [&] { GaugeForce(device_, lattice_, group, beta, action).kickMomenta(p_, u_, time); });
    }
    template<int S>
    reference::FermionField<N, S> hostField(const FermionVector& numbers) const
    {
        reference::FermionField<N, S> field(lattice_);
        for (std::int64_t site = 0; site < lattice_.volume(); ++site)
            for (int k = 0; k < S * N; ++k)
                field(site, k / N, k % N) = numbers[std::size_t(site * S * N + k)];
        return field;
    }
    /// The sum over slices.
    void checkHoppingForce(FermionKind kind, const std::string& what, const BoundaryPhases& boundary, int slices = 1)
    {
        constexpr std::uint64_t ofY = 1, ofX = 101;
        const auto space =
            FermionSpace::create(device_, {.lattice = lattice_, .group = group, .kind = kind, .slices = slices});
        std::vector<FermionField> halves;
        for (const std::uint64_t seed : {ofY, ofX})
            for (int parity = 0; parity < 2; ++parity)
                halves.push_back(uploaded(space, halfOf(lattice_, gaussianSlices(lattice_, kind, group, seed, slices),
                                                        parity, space->description().components())));
        reference::Momenta<N> force(std::size_t(lattice_.volume()));
        for (std::uint64_t s = 0; s < std::uint64_t(slices); ++s) {
            const FermionVector y = gaussianSource(lattice_, kind, group, ofY + s),
                                x = gaussianSource(lattice_, kind, group, ofX + s);
            reference::add(force, 1,
                           hasSpin(kind) ? reference::hoppingForce(host_, boundary, hostField<4>(y), hostField<4>(x))
                                         : reference::hoppingForce(host_, boundary, hostField<1>(y), hostField<1>(x)));
        }
        checkForce(fmt::format("force-{}{}", traits(kind).name, what), force, 0.3, [&] {
            HoppingForce(kind, u_, boundary, slices)
                .kickMomenta(p_, {{&halves[0], &halves[1]}, {&halves[2], &halves[3]}}, 0.3);
        });
    }
    /// Of bilinear forms on both parities, and of determinants of the odd sites without and with a twist.
    void checkCloverForces(const std::string& variant, Registers registers)
    {
        constexpr double weight = 0.4;
        const auto space = FermionSpace::create(device_, {lattice_, group, FermionKind::Wilson});
        const FermionVector y = gaussianSource(lattice_, FermionKind::Wilson, group, 1),
                            x = gaussianSource(lattice_, FermionKind::Wilson, group, 2);
        const auto half = [&](const FermionVector& whole, int parity) {
            return uploaded(space, halfOf(lattice_, whole, parity, 4 * N));
        };
        CloverForce force(u_, registers);
        const reference::Momenta<N> ofForm = reference::cloverForce(host_, hostField<4>(y), hostField<4>(x));
        const auto addForm = [&] {
            for (const int parity : {0, 1})
                force.add(parity, half(y, parity), half(x, parity), weight);
        };
        checkForce("force-clover" + variant, ofForm, weight, [&] {
            addForm();
            force.kickMomenta(p_);
        });
        for (const double mu : {0.0, 0.7}) {
            const WilsonParameters quark{.kappa = 0.13, .mu = mu, .clover = 1.4};
            const CloverField clover(u_, quark, registers);
            reference::Momenta<N> expected = reference::determinantForce(host_, quark, 1);
            // addDeterminant() takes R^-1 times the sum of the planes, without the factor -kappa c_SW of dR.
            const double factor = 20;
            checkForce("force-clover-determinant" + std::string(mu != 0 ? "-twist" : "") + variant,
                       sumOf(ofForm, weight, expected, factor), 1, [&] {
                           addForm();
                           force.addDeterminant(1, clover, -factor * quark.kappa * quark.clover);
                           force.kickMomenta(p_);
                       });
        }
    }
    static reference::Momenta<N> sumOf(reference::Momenta<N> a, double ofA, const reference::Momenta<N>& b, double ofB)
    {
        reference::Momenta<N> sum(a.size());
        reference::add(sum, ofA, a);
        reference::add(sum, ofB, b);
        return sum;
    }
    /// Momenta as forces of the links after two steps.
    void checkStoutGradient(const std::string& variant, Registers registers)
    {
        constexpr double rho = 0.12;
        draw();
        const reference::GaugeField<N> once = reference::stoutSmeared(host_, rho, /*spatial=*/false);
        const reference::Momenta<N> expected =
            reference::stoutGradient(host_, rho, reference::stoutGradient(once, rho, oracleMomenta<N>(p_)));
        StoutLinks(u_, {rho, 2}, registers).pullBack(p_);
        checks_.report("stout-gradient" + variant, apart(oracleMomenta<N>(p_), expected), 10 * rounding());
    }
    void checkMovedLinks()
    {
        draw();
        reference::GaugeField<N> expected = host_;
        reference::moveLinks(expected, oracleMomenta<N>(p_), 0.25);
        GaugeField moved = u_;
        moveLinks(moved, p_, 0.25);
        const auto result = std::get<reference::GaugeField<N>>(oracleField(moved));
        double worst = 0;
        for (std::int64_t site = 0; site < lattice_.volume(); ++site)
            for (int mu = 0; mu < 4; ++mu)
                worst = reference::larger(worst, reference::largestDifference(result(mu, site), expected(mu, site)));
        checks_.report("moved-links", worst, 10 * rounding());
    }

    Device& device_;
    Lattice lattice_;
    CheckList checks_;
    GaugeField u_;
    AlgebraField p_;
    reference::GaugeField<N> host_{lattice_}; ///< as the device has rounded them
};

/// What a verifier for the colours of the group makes; nothing where there is no molecular dynamics.
template<class Make>
std::vector<Check> ofVerifier(Group group, const Make& make)
{
    if (!has(group, Feature::MolecularDynamics)) return {};
    return withColours(group, make);
}

} // namespace

std::vector<Check> verifyForces(Device& device, const Lattice& lattice, Group group, const CheckObserver& observer,
                                const CheckPlan& plan)
{
    return ofVerifier(group, [&](auto n) { return HmcVerifier<n>(device, lattice, observer, plan).forces(); });
}

std::vector<Check> verifyRectangleForces(Device& device, const Lattice& lattice, Group group,
                                         const CheckObserver& observer, const CheckPlan& plan)
{
    return ofVerifier(group, [&](auto n) { return HmcVerifier<n>(device, lattice, observer, plan).rectangles(); });
}

std::vector<Check> verifyCloverForces(Device& device, const Lattice& lattice, Group group,
                                      const CheckObserver& observer, const CheckPlan& plan)
{
    return ofVerifier(group, [&](auto n) { return HmcVerifier<n>(device, lattice, observer, plan).clover(); });
}

std::vector<Check> verifyStoutForces(Device& device, const Lattice& lattice, Group group, const CheckObserver& observer,
                                     const CheckPlan& plan)
{
    return ofVerifier(group, [&](auto n) { return HmcVerifier<n>(device, lattice, observer, plan).stout(); });
}

} // namespace gaugegl
