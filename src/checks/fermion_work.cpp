#include "checks/solver_iterations.h"

#include "fermion/operators/clover_kernels.h"
#include "fermion/operators/half_spinors.h"
#include "fermion/operators/wuppertal.h"

#include <fmt/format.h>

namespace gaugegl {
namespace {

/// What a hop does besides.
enum class HopTask {
    Plain,
    Norm,   ///< with a diagonal term and the norm of the result
    Descend ///< an update of a residual with everything fused: diagonal term, difference, norm
};

template<HopTask task>
Work hopWork(Rig& rig, const HopCase& of)
{
    const auto work = std::make_shared<HopWork>(rig.links(), of);
    constexpr bool norm = task != HopTask::Plain, descend = task == HopTask::Descend;
    const auto round = [work, blocks = of.blocks] {
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
    const KernelSpec spec = hopSpec(rig.lattice(), {.kind = of.kind,
                                                    .group = rig.group(),
                                                    .format = of.format,
                                                    .storage = of.links,
                                                    .boundary = of.boundary,
                                                    .variant = work->op.variant(),
                                                    .diagonal = norm,
                                                    .updateResidual = descend,
                                                    .terms = norm,
                                                    .blocks = of.blocks,
                                                    .slices = of.slices});
    KernelCost cost = double(of.slices) * costOn(rig.device(), spec);
    const KernelCost sum = costOfSite({}, *work->op.space(), norm);
    cost.planesLoaded += sum.planesLoaded;
    cost.planesCompulsory += sum.planesCompulsory;
    return rig.ofParity(2, cost, round);
}

/// Fields of linear algebra: x in the format of the entry unless it is converted.
struct LinearFields {
    FermionField x, y, p;
    DeviceReal a;
};

/// A kernel of linear algebra on one parity.
struct LinearTask {
    const char* name;
    LinearKernel kernel; ///< without formats
    bool sums;           ///< terms that are summed
    void (*run)(LinearFields&);
};

const std::vector<LinearTask>& linearTasks()
{
    using enum LinearOperation;
    static const std::vector<LinearTask> tasks = {
        {"axpy", {.operation = Axpy}, false, [](LinearFields& f) { axpy(f.a, f.x, f.y); }},
        {"axpy-norm", {.operation = Axpy, .terms = true}, true, [](LinearFields& f) { axpyNorm2(f.a, f.x, f.y); }},
        {"update",
         {.operation = Update},
         false,
         [](LinearFields& f) { updateSolutionAndDirection(f.y, f.p, f.x, f.a, f.a); }},
        {"products", {.operation = Products}, true, [](LinearFields& f) { dot(f.x, f.y); }},
        {"convert", {.operation = Scale, .constant = true}, false, [](LinearFields& f) { convert(f.y, f.x); }}};
    return tasks;
}

Work linearWork(Rig& rig, const HopCase& of, const LinearTask& task)
{
    const auto space = [&](FieldFormat format) {
        return FermionSpace::create(rig.device(), {rig.lattice(), rig.group(), of.kind, format});
    };
    const auto target = space(of.format);
    const bool converts = task.kernel.operation == LinearOperation::Scale;
    const HalfVector half = randomHalf(rig.lattice(), of.kind, rig.group(), 0, benchSeed);
    FermionField x = uploaded(converts ? space(FieldFormat::Real) : target, half), y = uploaded(target, half);
    const DeviceReal a = smallNumber * (norm2(y) / norm2(y));
    const auto f = std::make_shared<LinearFields>(LinearFields{x, y, y, a});

    LinearKernel kernel = task.kernel;
    kernel.y = of.format;
    if (!converts) kernel.x = of.format;
    const KernelSpec spec = linearSpec(target->shape().planes, kernel);
    return rig.ofParity(1, costOfSite(costOn(rig.device(), spec), *target, task.sums),
                        [f, run = task.run] { run(*f); });
}

/// Half spinors, which ranks exchange; of all sites, where runs take edges alone.
Work projectWork(Rig& rig, const HopCase& of)
{
    struct Fields {
        FermionField psi;
        PlaneTexture out;
    };
    const auto space = FermionSpace::create(rig.device(), {rig.lattice(), rig.group(), of.kind});
    const auto f = std::make_shared<Fields>(
        Fields{uploaded(space, randomHalf(rig.lattice().local(), of.kind, rig.group(), 0, benchSeed)),
               PlaneTexture(rig.device(), space->shape().withPlanes(space->shape().planes / 2))});
    const KernelSpec spec = halfSpinorSpec(rig.group(), {});
    return rig.ofParity(1, costOn(rig.device(), spec), [f, spec, &device = rig.device()] {
        Kernel(device, spec).read("uPsi", f->psi.planes()).run(f->out);
    });
}

/// Copies of the links for hops.
Work storeLinksWork(Rig& rig, const HopCase& of)
{
    const auto links = std::make_shared<HopLinks>(rig.links(), of.links);
    return rig.ofParity(8, costOn(rig.device(), hopLinksSpec(rig.lattice(), rig.group(), of.links)),
                        [links] { links->update(); });
}

/// The blocks of a clover term from its clovers, or their inverses and determinants.
template<bool inverts>
Work cloverTermWork(Rig& rig, const HopCase& /*of*/)
{
    const Group group = rig.group();
    Device& device = rig.device();
    struct Fields {
        std::vector<PlaneTexture> clovers;
        PlaneTexture blocks, inverses, logarithms;
    };
    const auto texture = [&](int planes) { return PlaneTexture(device, halfFieldShape(rig.lattice(), planes)); };
    const auto f =
        std::make_shared<Fields>(Fields{{}, texture(blockPlanes(group)), texture(blockPlanes(group)), texture(1)});
    for (int plane = 0; plane < 6; ++plane) {
        PlaneTexture& clover = f->clovers.emplace_back(texture(traits(group).matrixPlanes));
        clover.upload(std::vector<double>(clover.shape().texels() * std::size_t(clover.shape().planes) * 4));
    }
    const Registers registers = device.registersOfLongKernels();
    const KernelSpec blocks = cloverBlocksSpec(group, rig.lattice(), device.precision(), registers),
                     inverses = cloverInverseSpec(group, false, registers);
    const auto makeBlocks = [f, blocks, &device] {
        std::vector<const PlaneTexture*> clovers;
        for (const PlaneTexture& clover : f->clovers)
            clovers.push_back(&clover);
        Kernel(device, blocks).read("uClover", clovers).set("uFactor", 0.1).run(f->blocks);
    };
    if (!inverts) return rig.ofParity(1, costOn(device, blocks), makeBlocks);
    makeBlocks();
    return rig.ofParity(1, costOn(device, inverses), [f, inverses, &device] {
        Kernel(device, inverses).read("uBlocks", f->blocks).run({&f->inverses, &f->logarithms});
    });
}

/// A step of smearing in space.
Work wuppertalWork(Rig& rig, const HopCase& /*of*/)
{
    struct Fields {
        DeviceWuppertal smearing;
        Spinors psi;
    };
    const DeviceWuppertal smearing(rig.links(), {});
    const auto f = std::make_shared<Fields>(Fields{smearing, smearing.makeSpinors()});
    for (int parity = 0; parity < 2; ++parity)
        upload(f->psi[std::size_t(parity)],
               randomHalf(rig.lattice().local(), FermionKind::Wilson, rig.group(), parity, benchSeed));
    const Device& device = rig.device();
    const KernelSpec spec = wuppertalSpec(rig.group(), rig.lattice(), device.precision(), {}, device.registers());
    return rig.ofParity(2, costOn(device, spec), [f] { f->smearing.smear(f->psi, {.alpha = 0.25, .steps = 1}); });
}

/// A matrix in the fifth dimension.
Work mixWork(Rig& rig, const HopCase& of)
{
    const auto work = std::make_shared<HopWork>(rig.links(), of);
    const auto k = std::make_shared<const SliceMixing>(work->op.mixing(DomainWallMatrices(wallQuark(of.slices)).k));
    const Device& device = rig.device();
    const KernelSpec spec = mixSpec(rig.lattice(), {.group = rig.group(),
                                                    .format = of.format,
                                                    .slices = of.slices,
                                                    .registers = device.registers(),
                                                    .precision = device.precision()});
    return rig.ofParity(2, double(of.slices) * costOn(device, spec), [work, k] {
        for (std::size_t parity = 0; parity < 2; ++parity)
            mixSlices(work->out[parity], *k, work->psi[parity]);
    });
}

using HopFunction = Work (*)(Rig& rig, const HopCase& of);

/// Adds entries of one kind of quarks.
class FermionList {
public:
    FermionList(std::vector<KernelEntry>& entries, const FermionKindTraits& quarks) : entries_(entries), quarks_(quarks)
    {}

    /// Whose kernel is that of the quarks: a hop or what contains hops.
    void addHop(const std::string& name, HopFunction work, HopCase of, const HostEntry& host = {})
    {
        add(name, quarks_.name, of, [work, of](Rig& rig) { return work(rig, of); });
        entries_.back().hasVariants = true;
        entries_.back().host = host;
    }
    /// Any other.
    void addOther(const std::string& name, const char* kernel, HopFunction work, HopCase of)
    {
        of.tunes = false;
        add(name, kernel, of, [work, of](Rig& rig) { return work(rig, of); });
    }
    /// Of linear algebra, in a format.
    void addLinear(const LinearTask& task, FieldFormat format)
    {
        const std::string name =
            std::string(task.name) + (format == FieldFormat::Real ? "" : "-" + gaugegl::name(format));
        const HopCase of{.kind = quarks_.kind, .format = format};
        add(named(name), "linear", of, [&task, of](Rig& rig) { return linearWork(rig, of, task); });
    }
    std::string named(const std::string& what) const { return fmt::format("{}-{}", quarks_.name, what); }

private:
    void add(const std::string& name, const char* kernel, const HopCase& of, std::function<Work(Rig&)> work)
    {
        entries_.push_back({.name = name,
                            .kernels = {kernel},
                            .work = std::move(work),
                            .exists =
                                [of](const Setting& s) {
                                    const bool real = s.precision == Precision::Single && s.storage == Storage::Texture;
                                    return (of.format == FieldFormat::Real || real) &&
                                           gaugegl::exists(of.links, s.group, s.precision, s.storage);
                                },
                            .needs = Feature::Fermions});
    }

    std::vector<KernelEntry>& entries_;
    const FermionKindTraits& quarks_;
};

void addHops(FermionList& list, FermionKind kind)
{
    const auto onHost = [kind](int rhs) {
        return HostEntry{.work = [kind, rhs](const HostSetting& s) { return hostHopWork(kind, rhs, s); }};
    };
    const HopFunction plain = hopWork<HopTask::Plain>;
    list.addHop(list.named("hop"), plain, {.kind = kind}, onHost(1));
    for (const HopStorage& links : hopStorages(Group::SU3, Precision::Single))
        if (links != HopStorage{}) list.addHop(list.named("hop-" + name(links)), plain, {.kind = kind, .links = links});
    for (const FieldFormat fields : {FieldFormat::Half, FieldFormat::BlockFloat16})
        for (const Reconstruct reals : {Reconstruct::R12, Reconstruct::R18})
            for (const FieldFormat format : {FieldFormat::Half, FieldFormat::Fixed}) {
                const HopStorage links{.reconstruct = reals, .links = format};
                list.addHop(list.named("hop-" + name(links) + "-" + name(fields) + "-fields"), plain,
                            {.kind = kind, .links = links, .format = fields});
            }
    for (const int rhs : {2, 3, 4, 6, 12})
        list.addHop(list.named(fmt::format("hop-rhs{}", rhs)), plain, {.kind = kind, .slices = rhs}, onHost(rhs));
    list.addHop(list.named("hop-isospin"), plain, {.kind = kind, .boundary = {.isospin = 0.1}});
    list.addHop(list.named("hop-norm"), hopWork<HopTask::Norm>, {.kind = kind});
    list.addHop(list.named("hop-descend"), hopWork<HopTask::Descend>, {.kind = kind});
    list.addHop(list.named("iteration"), iterationWork, {.kind = kind});
}

/// Of quarks with spin: clover terms, smearing, domain walls, overlap.
void addSpinors(FermionList& list)
{
    list.addOther(list.named("half-spinors"), "half_spinor", projectWork, {});
    list.addHop(list.named("hop-clover-inverse"), hopWork<HopTask::Plain>, {.blocks = SiteBlocks::OfHop});
    list.addHop(
        list.named("hop-clover-inverse-12-fixed-normed-fields"), hopWork<HopTask::Plain>,
        {.links = {.links = FieldFormat::Fixed}, .format = FieldFormat::BlockFloat16, .blocks = SiteBlocks::OfHop});
    list.addHop(list.named("hop-clover-norm"), hopWork<HopTask::Norm>, {.blocks = SiteBlocks::OfChi});
    list.addHop(list.named("hop-clover-descend"), hopWork<HopTask::Descend>, {.blocks = SiteBlocks::OfChi});
    list.addHop(list.named("iteration-clover"), iterationWork, {.blocks = SiteBlocks::OfChi});
    list.addOther(list.named("clover-blocks"), "clover_blocks", cloverTermWork<false>, {});
    list.addOther(list.named("clover-inverses"), "clover_inverse", cloverTermWork<true>, {});
    list.addOther(list.named("wuppertal"), "wuppertal", wuppertalWork, {});
    constexpr HopCase walls{.slices = 8};
    list.addHop("domain-wall-hop", hopWork<HopTask::Plain>, walls);
    list.addOther("domain-wall-mix", "mix_slices", mixWork, walls);
    list.addHop("domain-wall-iteration", iterationWork, walls);
    list.addHop("overlap-iteration", signWork, {});
    for (const HopStorage& links : hopStorages(Group::SU3, Precision::Single)) // all kinds read the same copies
        if (links.neighbours == Neighbours::Computed && !readsGaugeField(links, Group::SU3))
            list.addOther(list.named("links-" + name(links)), "hop_links", storeLinksWork, {.links = links});
}

} // namespace

std::vector<KernelEntry> fermionEntries(FermionKind kind)
{
    std::vector<KernelEntry> entries;
    FermionList list(entries, traits(kind));
    addHops(list, kind);
    const LinearTask& conversion = linearTasks().back();
    for (const LinearTask& task : linearTasks())
        for (const FieldFormat format : {FieldFormat::Real, FieldFormat::Half, FieldFormat::BlockFloat16})
            if (&task != &conversion) list.addLinear(task, format);
    if (hasSpin(kind)) addSpinors(list);
    for (const FieldFormat format : {FieldFormat::Half, FieldFormat::BlockFloat16})
        list.addLinear(conversion, format);
    entries.push_back(eigenEntry(kind));
    return entries;
}

} // namespace gaugegl
