#include "bench/fermions.h"

#include "bench/clover.h"
#include "bench/seed.h"
#include "core/fermion_source.h"
#include "fermion/kernels.h"
#include "fermion/operators/clover_field.h"
#include "fermion/operators/half_fields.h"
#include "fermion/operators/half_spinors.h"
#include "fermion/operators/wuppertal.h"
#include "gaugegl/algebra/domain_wall.h"
#include "gaugegl/algebra/full.h"
#include "gaugegl/algebra/normal.h"
#include "gaugegl/algebra/schur.h"
#include "gaugegl/base/error.h"
#include "gaugegl/solvers/multishift.h"

#include <fmt/format.h>

namespace gaugegl {
namespace {

constexpr double smallNumber = 0x1p-20; // fields that grow with every call stay finite

/// What the linear algebra costs for a site: its kernels count texels, and of the terms of a norm a plane is read again
/// when they are summed.
KernelCost costOfSite(const KernelCost& ofTexel, const FermionSpace& space, bool terms)
{
    const double texelsOfSite = double(space.shape().texels()) / double(space.description().lattice.halfVolume());
    KernelCost cost = texelsOfSite * ofTexel;
    cost.planesLoaded += terms ? texelsOfSite : 0;
    cost.planesCompulsory += terms ? texelsOfSite : 0;
    return cost;
}

/// The quark of rows with a clover term.
constexpr WilsonParameters cloverQuark{.kappa = 0.12, .clover = 1};

/// Those with domain walls.
DomainWallParameters wallQuark(int slices)
{
    const auto n = std::size_t(slices);
    return {.m5 = 1.8, .mass = 0.1, .b = std::vector<double>(n, 1.5), .c = std::vector<double>(n, 0.5)};
}

/// One parity of a random field of an entry.
HalfVector randomSlices(const GaugeField& u, const FermionBenchmarkEntry& entry, int parity)
{
    const Lattice local = u.lattice().local();
    return halfOf(local, gaussianSlices(local, entry.kind, u.group(), benchSeed, entry.slices), parity,
                  entry.slices * fermionComponents(entry.kind, u.group()));
}

/// The data of an entry's work.
struct HopWork {
    HopLinks links;
    DeviceHopping op;
    std::vector<FermionField> psi, out, chi; ///< of both parities
    DeviceReal alpha;

    HopWork(const GaugeField& u, const FermionBenchmarkEntry& entry)
        : links(u, entry.links), op(hoppingOf(links, entry)), alpha(setFields(u, entry))
    {
        if (entry.blocks == SiteBlocks::None) return;
        const auto clover = std::make_shared<const CloverField>(u, cloverQuark);
        op = op.with(entry.format == FieldFormat::Real ? clover : clover->inShort());
    }
    HopWork(const HopWork&) = delete;
    HopWork& operator=(const HopWork&) = delete;

private:
    static DeviceHopping hoppingOf(const HopLinks& links, const FermionBenchmarkEntry& entry)
    {
        const DeviceHopping hopping(entry.kind, links, {}, entry.format);
        return entry.slices > 1 ? hopping.inSlices(entry.slices) : hopping;
    }
    DeviceReal setFields(const GaugeField& u, const FermionBenchmarkEntry& entry)
    {
        for (int parity = 0; parity < 2; ++parity) {
            psi.push_back(uploaded(op.space(), randomSlices(u, entry, parity)));
            out.push_back(psi.back());
            chi.push_back(psi.back());
        }
        return smallNumber * (norm2(psi[0]) / norm2(psi[0]));
    }
};

BenchmarkWork hopWork(const GaugeField& u, const FermionBenchmarkEntry& entry)
{
    const auto work = std::make_shared<HopWork>(u, entry);
    const bool norm = entry.task != FermionTask::Hop, descend = entry.task == FermionTask::HopDescend;
    const auto round = [work, norm, descend, blocks = entry.blocks] {
        for (int parity = 0; parity < 2; ++parity) {
            const auto same = std::size_t(parity), other = std::size_t(1 - parity);
            const Hop hop{.parity = parity, .factors = {.diagonal = norm ? 1.0 : 0.0, .hop = 0.125, .blocks = blocks}};
            if (descend)
                work->op.hopAndUpdateResidual(work->out[same], work->alpha, work->psi[other], hop, work->chi[same]);
            else if (norm)
                work->op.hopNorm2(work->out[same], work->psi[other], hop, work->chi[same]);
            else
                work->op.hop(work->out[same], work->psi[other], hop);
        }
    };
    const KernelSpec spec = hopSpec(u.lattice(), {.kind = entry.kind,
                                                  .group = u.group(),
                                                  .format = entry.format,
                                                  .storage = entry.links,
                                                  .variant = work->op.variant(),
                                                  .diagonal = norm,
                                                  .updateResidual = descend,
                                                  .terms = norm,
                                                  .blocks = entry.blocks,
                                                  .slices = entry.slices});
    KernelCost cost = double(entry.slices) * costOn(u.device(), spec);
    const KernelCost sum = costOfSite({}, *work->op.space(), norm);
    cost.planesLoaded += sum.planesLoaded;
    cost.planesCompulsory += sum.planesCompulsory;
    return {round, 2, cost};
}

/// What an iteration is made of: Wilson has two hops for A p and two for A^dagger A p, staggered fermions one for the
/// curvature and one for the step of the residual; then comes the update.  Numbers of the device count nothing.
KernelCost iterationCost(const HopWork& work, const FermionBenchmarkEntry& entry)
{
    const FermionSpace& space = *work.op.space();
    const FermionSpace::Description& d = space.description();
    HopKernel plain{.kind = entry.kind, .group = d.group, .variant = work.op.variant()};
    const auto cost = [&](HopKernel k) { return costOn(space.device(), hopSpec(d.lattice, k)); };
    HopKernel curvature = plain, descend = plain;
    curvature.terms = descend.terms = descend.diagonal = descend.updateResidual = true;
    curvature.diagonal = hasSpin(entry.kind);
    if (entry.blocks != SiteBlocks::None) {
        plain.blocks = SiteBlocks::OfHop;
        curvature.blocks = descend.blocks = SiteBlocks::OfChi;
    }
    const KernelCost sum = costOfSite({}, space, true),
                     update = costOfSite(costOn(space.device(), linearSpec(space.shape().planes,
                                                                           {.operation = LinearOperation::Update})),
                                         space, false),
                     common = cost(curvature) + cost(descend) + sum + sum + update;
    return hasSpin(entry.kind) ? common + cost(plain) + cost(plain) : common;
}

/// Of domain walls four hops and four matrices, of A p the last with its norm; the step of the residual is a sum of its own.
KernelCost wallIterationCost(const HopWork& work, const FermionBenchmarkEntry& entry)
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
    return double(entry.slices) * (hops + mixes) + costOfSite({}, space, true) +
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

BenchmarkWork iterationWork(const GaugeField& u, const FermionBenchmarkEntry& entry)
{
    using Wilson = NormalOf<WilsonSchur<DeviceHopping>>;
    using Walls = NormalOf<DomainWallSchur<DeviceHopping>>;
    const auto work = std::make_shared<HopWork>(u, entry);
    if (entry.slices > 1)
        return {iterationOf<Walls>(work, std::make_shared<const Walls>(work->op, wallQuark(entry.slices))), 1,
                wallIterationCost(*work, entry)};
    const auto round =
        hasSpin(entry.kind)
            ? iterationOf<Wilson>(work, std::make_shared<const Wilson>(work->op, entry.blocks == SiteBlocks::None
                                                                                     ? WilsonParameters{.kappa = 0.12}
                                                                                     : cloverQuark))
            : iterationOf<StaggeredSchur<DeviceHopping>>(work, std::make_shared<const StaggeredSchur<DeviceHopping>>(
                                                                   work->op, StaggeredParameters{.mass = 0.1}));
    return {round, 1, iterationCost(*work, entry)};
}

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
    DeviceReal rr, alphaBeta;
    std::vector<ShiftedSystem<Full>> systems;

    SignWork(const GaugeField& u, const FermionBenchmarkEntry& entry)
        : hops(u, entry), w(hops.op, WilsonParameters{.kappa = 0.19}), square(w), r{hops.psi[0], hops.psi[1]}, p(r),
          x(r), further(signPoles - 1, r), rr(norm2(r)), alphaBeta(smallNumber * (rr / rr))
    {
        for (std::size_t k = 0; k < further.size(); ++k)
            systems.emplace_back(0.1 * double(k + 1), further[k], r, rr / rr);
    }
    SignWork(const SignWork&) = delete;
    SignWork& operator=(const SignWork&) = delete;

    void iterate()
    {
        const DeviceReal alpha = smallNumber * (rr / square.curvature(p)), next = square.descend(r, alpha, p),
                         beta = smallNumber * (next / rr);
        updateSolutionAndDirection(x, p, r, alpha, beta);
        for (ShiftedSystem<Full>& system : systems)
            system.step(r, {alpha, beta, alphaBeta});
        rr = next;
    }
};

/// On each parity W with its norm, W^dagger, the residual, and an update for every pole.
BenchmarkWork signWork(const GaugeField& u, const FermionBenchmarkEntry& entry)
{
    const auto work = std::make_shared<SignWork>(u, entry);
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
    return {[work] { work->iterate(); }, 2, cost};
}

/// The kernel of an entry of the linear algebra.
LinearKernel linearKernel(const FermionBenchmarkEntry& entry)
{
    switch (entry.task) {
    case FermionTask::Update:
        return {.operation = LinearOperation::Update, .x = entry.format, .y = entry.format};
    case FermionTask::Products:
        return {.operation = LinearOperation::Products, .x = entry.format, .y = entry.format};
    case FermionTask::Convert:
        return {.operation = LinearOperation::Scale, .constant = true, .y = entry.format};
    default:
        return {.operation = LinearOperation::Axpy,
                .terms = entry.task == FermionTask::AxpyNorm,
                .x = entry.format,
                .y = entry.format};
    }
}

BenchmarkWork linearWork(const GaugeField& u, const FermionBenchmarkEntry& entry)
{
    const auto space = [&](FieldFormat format) {
        return FermionSpace::create(u.device(), {u.lattice(), u.group(), entry.kind, format});
    };
    const auto target = space(entry.format);
    const bool converts = entry.task == FermionTask::Convert;
    const HalfVector half = randomHalf(u.lattice(), entry.kind, u.group(), 0, benchSeed);
    struct Fields {
        FermionField x, y, p;
        DeviceReal a;
    };
    FermionField x = uploaded(converts ? space(FieldFormat::Real) : target, half), y = uploaded(target, half);
    const DeviceReal a = smallNumber * (norm2(y) / norm2(y));
    const auto f = std::make_shared<Fields>(Fields{x, y, y, a});

    const LinearKernel kernel = linearKernel(entry);
    const KernelSpec spec = linearSpec(target->shape().planes, kernel);
    const bool sums = kernel.terms || entry.task == FermionTask::Products;
    const auto once = [f, task = entry.task] {
        if (task == FermionTask::Axpy) axpy(f->a, f->x, f->y);
        if (task == FermionTask::AxpyNorm) axpyNorm2(f->a, f->x, f->y);
        if (task == FermionTask::Update) updateSolutionAndDirection(f->y, f->p, f->x, f->a, f->a);
        if (task == FermionTask::Products) dot(f->x, f->y);
        if (task == FermionTask::Convert) convert(f->y, f->x);
    };
    return {once, 1, costOfSite(costOn(u.device(), spec), *target, sums)};
}

BenchmarkWork projectWork(const GaugeField& u, const FermionBenchmarkEntry& entry)
{
    struct Fields {
        FermionField psi;
        PlaneTexture out;
    };
    const auto space = FermionSpace::create(u.device(), {u.lattice(), u.group(), entry.kind});
    const auto f = std::make_shared<Fields>(
        Fields{uploaded(space, randomHalf(u.lattice().local(), entry.kind, u.group(), 0, benchSeed)),
               PlaneTexture(u.device(), space->shape().withPlanes(space->shape().planes / 2))});
    const KernelSpec spec = halfSpinorSpec(u.group(), {});
    return {[f, spec, &device = u.device()] { Kernel(device, spec).read("uPsi", f->psi.planes()).run(f->out); }, 1,
            costOn(u.device(), spec)};
}

BenchmarkWork storeLinksWork(const GaugeField& u, const FermionBenchmarkEntry& entry)
{
    const auto links = std::make_shared<HopLinks>(u, entry.links);
    return {[links] { links->update(); }, 8, costOn(u.device(), hopLinksSpec(u.lattice(), u.group(), entry.links))};
}

BenchmarkWork wuppertalWork(const GaugeField& u)
{
    struct Fields {
        DeviceWuppertal smearing;
        Spinors psi;
    };
    const DeviceWuppertal smearing(u, {});
    const auto f = std::make_shared<Fields>(Fields{smearing, smearing.makeSpinors()});
    for (int parity = 0; parity < 2; ++parity)
        upload(f->psi[std::size_t(parity)],
               randomHalf(u.lattice().local(), FermionKind::Wilson, u.group(), parity, benchSeed));
    const KernelSpec spec = wuppertalSpec(u.group(), u.lattice(), u.device().precision(), {}, u.device().registers());
    return {[f] { f->smearing.smear(f->psi, {.alpha = 0.25, .steps = 1}); }, 2, costOn(u.device(), spec)};
}

BenchmarkWork mixWork(const GaugeField& u, const FermionBenchmarkEntry& entry)
{
    const auto work = std::make_shared<HopWork>(u, entry);
    const auto k = std::make_shared<const SliceMixing>(work->op.mixing(DomainWallMatrices(wallQuark(entry.slices)).k));
    const KernelSpec spec = mixSpec(u.lattice(), {.group = u.group(),
                                                  .format = entry.format,
                                                  .slices = entry.slices,
                                                  .registers = u.device().registers(),
                                                  .precision = u.device().precision()});
    return {[work, k] {
                for (std::size_t parity = 0; parity < 2; ++parity)
                    mixSlices(work->out[parity], *k, work->psi[parity]);
            },
            2, double(entry.slices) * costOn(u.device(), spec)};
}

std::vector<FermionBenchmarkEntry> fermionEntries()
{
    using enum FermionTask;
    std::vector<FermionBenchmarkEntry> entries;
    for (const FermionKindTraits& fermions : fermionKinds) {
        const FermionKind kind = fermions.kind;
        const std::string prefix = fmt::format("{}-", fermions.name);
        const auto add = [&](const std::string& what, FermionTask task, FieldFormat format = FieldFormat::Real,
                             const HopStorage& links = {}) {
            entries.push_back({prefix + what, kind, task, links, format});
        };
        add("hop", Hop);
        for (const HopStorage& links : hopStorages(Group::SU3, Precision::Single))
            if (links != HopStorage{}) add("hop-" + name(links), Hop, FieldFormat::Real, links);
        for (const FieldFormat fields : {FieldFormat::Half, FieldFormat::BlockFloat16})
            for (const Reconstruct reals : {Reconstruct::R12, Reconstruct::R18})
                for (const FieldFormat format : {FieldFormat::Half, FieldFormat::Fixed}) {
                    const HopStorage links{.reconstruct = reals, .links = format};
                    add("hop-" + name(links) + "-" + name(fields) + "-fields", Hop, fields, links);
                }
        add("hop-norm", HopNorm);
        add("hop-descend", HopDescend);
        add("iteration", Iteration);
        for (const auto& [what, task] :
             {std::pair("axpy", Axpy), {"axpy-norm", AxpyNorm}, {"update", Update}, {"products", Products}})
            for (const FieldFormat format : {FieldFormat::Real, FieldFormat::Half, FieldFormat::BlockFloat16})
                add(what + (format == FieldFormat::Real ? "" : "-" + name(format)), task, format);
        if (hasSpin(kind)) add("half-spinors", Project);
        if (hasSpin(kind)) {
            const auto addClover = [&](const std::string& what, FermionTask task, SiteBlocks blocks,
                                       FieldFormat format = FieldFormat::Real, const HopStorage& links = {}) {
                entries.push_back({prefix + what, kind, task, links, format, blocks});
            };
            addClover("hop-clover-inverse", Hop, SiteBlocks::OfHop);
            addClover("hop-clover-inverse-12-fixed-normed-fields", Hop, SiteBlocks::OfHop, FieldFormat::BlockFloat16,
                      {.links = FieldFormat::Fixed});
            addClover("hop-clover-norm", HopNorm, SiteBlocks::OfChi);
            addClover("hop-clover-descend", HopDescend, SiteBlocks::OfChi);
            addClover("iteration-clover", Iteration, SiteBlocks::OfChi);
            add("clover-blocks", CloverBlocks);
            add("clover-inverses", CloverInverses);
            add("wuppertal", Wuppertal);
        }
        if (hasSpin(kind)) {
            constexpr int slices = 8;
            for (const auto& [what, task] : {std::pair("hop", Hop), {"mix", MixSlices}, {"iteration", Iteration}})
                entries.push_back(
                    {std::string("domain-wall-") + what, kind, task, {}, FieldFormat::Real, SiteBlocks::None, slices});
            entries.push_back({"overlap-iteration", kind, SignIteration, {}});
        }
        if (hasSpin(kind)) // all kinds read the same copies
            for (const HopStorage& links : hopStorages(Group::SU3, Precision::Single))
                if (links.neighbours == Neighbours::Computed && !readsGaugeField(links, Group::SU3))
                    add("links-" + name(links), StoreLinks, FieldFormat::Real, links);
        for (const FieldFormat format : {FieldFormat::Half, FieldFormat::BlockFloat16})
            add("convert-" + name(format), Convert, format);
    }
    return entries;
}

bool isHop(FermionTask task) { return task <= FermionTask::Iteration; }
bool readsLinks(FermionTask task) { return isHop(task) || task == FermionTask::StoreLinks; }

} // namespace

std::string FermionBenchmarkEntry::kernel() const
{
    if (task == FermionTask::StoreLinks) return "hop_links";
    if (task == FermionTask::Project) return "half_spinor";
    if (task == FermionTask::CloverBlocks) return "clover_blocks";
    if (task == FermionTask::CloverInverses) return "clover_inverse";
    if (task == FermionTask::Wuppertal) return "wuppertal";
    if (task == FermionTask::MixSlices) return "mix_slices";
    return isHop(task) ? traits(kind).name : "linear";
}

bool FermionBenchmarkEntry::exists(Group group, Precision precision, Storage storage) const
{
    if (!has(group, Feature::Fermions)) return false;
    if (format != FieldFormat::Real && (precision == Precision::Double || storage == Storage::Buffer)) return false;
    return !readsLinks(task) || gaugegl::exists(links, group, precision, storage);
}

const std::vector<FermionBenchmarkEntry>& fermionBenchmarkEntries()
{
    static const std::vector<FermionBenchmarkEntry> entries = fermionEntries();
    return entries;
}

const FermionBenchmarkEntry& fermionBenchmarkEntry(const std::string& name)
{
    for (const FermionBenchmarkEntry& entry : fermionBenchmarkEntries())
        if (entry.name == name) return entry;
    throw InputError("no benchmark of fermions is called " + name);
}

BenchmarkWork FermionBenchmark::work(const std::string& name) const
{
    const FermionBenchmarkEntry& entry = fermionBenchmarkEntry(name);
    return entry.task == FermionTask::Iteration       ? iterationWork(u_, entry)
           : entry.task == FermionTask::SignIteration ? signWork(u_, entry)
           : entry.task == FermionTask::StoreLinks    ? storeLinksWork(u_, entry)
           : entry.task == FermionTask::Project       ? projectWork(u_, entry)
           : entry.task == FermionTask::CloverBlocks || entry.task == FermionTask::CloverInverses
               ? cloverWork(u_, entry)
           : entry.task == FermionTask::Wuppertal ? wuppertalWork(u_)
           : entry.task == FermionTask::MixSlices ? mixWork(u_, entry)
           : isHop(entry.task)                    ? hopWork(u_, entry)
                                                  : linearWork(u_, entry);
}

KernelTiming FermionBenchmark::measure(const std::string& name, const Sampling& sampling)
{
    const FermionBenchmarkEntry& entry = fermionBenchmarkEntry(name);
    if (!entry.exists(group(), device().precision(), device().storage()))
        throw InputError(fmt::format("there is no benchmark {} for {} in {} precision in {}s", name,
                                     gaugegl::name(group()), gaugegl::name(device().precision()),
                                     gaugegl::name(device().storage())));
    const BenchmarkWork work = this->work(name);
    KernelTiming result{.name = name,
                        .group = group(),
                        .path = gaugegl::name(device().path(), device().storage()),
                        .precision = device().precision(),
                        .lattice = lattice()};
    setWork(result, double(lattice().halfVolume()), work.cost);
    work.round();
    result.time = sampled(onDeviceClock(device(), work.round), work.calls, sampling);
    return result;
}

} // namespace gaugegl
