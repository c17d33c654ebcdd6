#include "checks/solver_iterations.h"

#include "algebra/full.h"
#include "algebra/normal.h"
#include "algebra/schur.h"
#include "solvers/multishift.h"

namespace gaugegl {
namespace {

/// What an iteration is made of: Wilson has two hops for A p and two for A^dagger A p, staggered fermions one for the
/// curvature and one for the step of the residual; then comes the update.  Numbers of the device count nothing.
KernelCost iterationCost(const HopWork& work, const HopCase& of)
{
    const FermionSpace& space = *work.op.space();
    const FermionSpace::Description& d = space.description();
    HopKernel plain{.kind = of.kind, .group = d.group, .variant = work.op.variant()};
    const auto cost = [&](HopKernel k) { return costOn(space.device(), hopSpec(d.lattice, k)); };
    HopKernel curvature = plain, descend = plain;
    curvature.terms = descend.terms = descend.diagonal = descend.updateResidual = true;
    curvature.diagonal = hasSpin(of.kind);
    if (of.blocks != SiteBlocks::None) {
        plain.blocks = SiteBlocks::OfHop;
        curvature.blocks = descend.blocks = SiteBlocks::OfChi;
    }
    const KernelCost sum = costOfSite({}, space, true),
                     update = costOfSite(costOn(space.device(), linearSpec(space.shape().planes,
                                                                           {.operation = LinearOperation::Update})),
                                         space, false),
                     common = cost(curvature) + cost(descend) + sum + sum + update;
    return hasSpin(of.kind) ? common + cost(plain) + cost(plain) : common;
}

/// Of domain walls four hops and four matrices, of A p the last with its norm; the step of the residual is a sum of its own.
KernelCost wallIterationCost(const HopWork& work, const HopCase& of)
{
    const FermionSpace& space = *work.op.space();
    const FermionSpace::Description& d = space.description();
    const HopKernel plain{.group = d.group, .variant = work.op.variant(), .slices = d.slices};
    HopKernel fused = plain;
    fused.diagonal = fused.terms = true;
    const auto mix = [&](bool diagonal) {
        return costOn(space.device(), mixSpec(d.lattice, {.group = d.group, .slices = d.slices, .diagonal = diagonal}));
    };
    const auto linear = [&](const LinearKernel& k) {
        return costOfSite(costOn(space.device(), linearSpec(space.shape().planes, k)), space, k.terms);
    };
    const KernelCost hops = 3.0 * costOn(space.device(), hopSpec(d.lattice, plain)) +
                            costOn(space.device(), hopSpec(d.lattice, fused)),
                     mixes = 3.0 * mix(false) + mix(true);
    return double(of.slices) * (hops + mixes) + costOfSite({}, space, true) +
           linear({.operation = LinearOperation::Axpy, .terms = true}) + linear({.operation = LinearOperation::Update});
}

/// The steps are so short that the solver does not converge.
template<class Operator>
std::function<void()> iterationOf(const std::shared_ptr<HopWork>& work, const std::shared_ptr<const Operator>& a)
{
    const auto rr = std::make_shared<DeviceReal>(norm2(work->psi[0]));
    return [work, a, rr] {
        FermionField &x = work->out[0], &r = work->psi[0], &p = work->chi[0];
        const DeviceReal alpha = smallNumber * (*rr / a->curvature(p));
        const DeviceReal next = a->descend(r, alpha, p);
        updateSolutionAndDirection(x, p, r, alpha, smallNumber * (next / *rr));
        *rr = next;
    };
}

/// A^dagger A with the A that it refers to.
template<class A>
struct NormalOf {
    A schur;
    Normal<A> normal;

    NormalOf(const DeviceHopping& op, const typename A::Parameters& quark) : schur(op, quark), normal(schur) {}
    NormalOf(const NormalOf&) = delete;
    NormalOf& operator=(const NormalOf&) = delete;
    DeviceReal curvature(const FermionField& p) const { return normal.curvature(p); }
    DeviceReal descend(FermionField& r, const DeviceReal& alpha, const FermionField& p) const
    {
        return normal.descend(r, alpha, p);
    }
};

/// Poles of the sign of overlap quarks in its row: those of an error of 1e-7 where the eigenvalues of the kernel differ by a factor of 100.
constexpr int signPoles = 8;

/// The state of multi-shift conjugate gradients, with steps that are so short that they do not converge.
struct SignWork {
    using Full = FullField<FermionField>;

    HopWork hops;
    FullOperator<DeviceHopping> w;
    Normal<FullOperator<DeviceHopping>> square;
    Full r, p, x;
    std::vector<Full> further;
    DeviceReal rr;
    decltype(shiftNumbersOf(std::declval<const Full&>(), {}, 1)) numbers;
    decltype(shiftFieldsOf(std::declval<const Full&>(), {})) fields;

    SignWork(const GaugeField& u, const HopCase& of)
        : hops(u, of), w(hops.op, WilsonParameters{.kappa = 0.19}), square(w), r{hops.psi[0], hops.psi[1]}, p(r), x(r),
          further(signPoles - 1, r), rr(norm2(r)), numbers(shiftNumbersOf(r, distances(), 1)),
          fields(shiftFieldsOf(r, fieldsOf(further)))
    {}
    SignWork(const SignWork&) = delete;
    SignWork& operator=(const SignWork&) = delete;

    void iterate()
    {
        const DeviceReal curvature = square.curvature(p), alpha = smallNumber * (rr / curvature),
                         next = square.descend(r, alpha, p), beta = smallNumber * (next / rr);
        updateSolutionAndDirection(x, p, r, alpha, beta);
        numbers.step({smallNumber * rr, curvature, smallNumber * smallNumber * next});
        fields.update(r, numbers);
        rr = next;
    }

private:
    static std::vector<double> distances()
    {
        std::vector<double> all;
        for (int k = 1; k < signPoles; ++k)
            all.push_back(0.1 * k);
        return all;
    }
    static std::vector<Full*> fieldsOf(std::vector<Full>& all)
    {
        std::vector<Full*> pointers;
        pointers.reserve(all.size());
        for (Full& one : all)
            pointers.push_back(&one);
        return pointers;
    }
};

} // namespace

Work iterationWork(Rig& rig, const HopCase& of)
{
    using Wilson = NormalOf<WilsonSchur<DeviceHopping>>;
    using Walls = NormalOf<DomainWallSchur<DeviceHopping>>;
    const auto work = std::make_shared<HopWork>(rig.links(), of);
    if (of.slices > 1)
        return rig.ofParity(1, wallIterationCost(*work, of),
                            iterationOf<Walls>(work, std::make_shared<const Walls>(work->op, wallQuark(of.slices))));
    const auto round =
        hasSpin(of.kind)
            ? iterationOf<Wilson>(work, std::make_shared<const Wilson>(work->op, of.blocks == SiteBlocks::None
                                                                                     ? WilsonParameters{.kappa = 0.12}
                                                                                     : cloverQuark))
            : iterationOf<StaggeredSchur<DeviceHopping>>(work, std::make_shared<const StaggeredSchur<DeviceHopping>>(
                                                                   work->op, StaggeredParameters{.mass = 0.1}));
    return rig.ofParity(1, iterationCost(*work, of), round);
}

/// On each parity W with its norm, W^dagger, the residual, and an update for every pole.
Work signWork(Rig& rig, const HopCase& of)
{
    const auto work = std::make_shared<SignWork>(rig.links(), of);
    const FermionSpace& space = *work->hops.op.space();
    const FermionSpace::Description& d = space.description();
    HopKernel hop{.group = d.group, .variant = work->hops.op.variant(), .diagonal = true};
    HopKernel withNorm = hop;
    withNorm.terms = true;
    const auto linear = [&](const LinearKernel& k) {
        return costOfSite(costOn(space.device(), linearSpec(space.shape().planes, k)), space, k.terms);
    };
    const KernelCost cost = costOn(space.device(), hopSpec(d.lattice, withNorm)) + costOfSite({}, space, true) +
                            costOn(space.device(), hopSpec(d.lattice, hop)) +
                            linear({.operation = LinearOperation::Axpy, .terms = true}) +
                            double(signPoles) * linear({.operation = LinearOperation::Update});
    return rig.ofParity(2, cost, [work] { work->iterate(); });
}

} // namespace gaugegl
