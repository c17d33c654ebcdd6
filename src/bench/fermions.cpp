#include "bench/fermions.h"

#include "algebra/domain_wall.h"
#include "bench/clover.h"
#include "bench/hop_work.h"
#include "bench/seed.h"
#include "bench/solver_iterations.h"
#include "fermion/kernels.h"
#include "fermion/operators/half_fields.h"
#include "fermion/operators/half_spinors.h"
#include "fermion/operators/wuppertal.h"
#include "gaugegl/base/error.h"

#include <fmt/format.h>

namespace gaugegl {
namespace {

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
        for (const int rhs : {2, 3, 4, 6, 12})
            entries.push_back(
                {.name = fmt::format("{}hop-rhs{}", prefix, rhs), .kind = kind, .slices = rhs, .rhs = true});
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
                        .lattice = lattice(),
                        .kind = classOf(entry.kernel())};
    setWork(result, double(lattice().halfVolume()), work.cost);
    work.round();
    result.time = sampled(onDeviceClock(device(), work.round), work.calls, sampling);
    return result;
}

} // namespace gaugegl
