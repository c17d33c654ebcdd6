#include "bench/gauge.h"

#include "bench/fixing.h"
#include "bench/loops.h"
#include "bench/seed.h"
#include "bench/smearing.h"
#include "fields/device_number.h"
#include "gauge/actions/staple_kernels.h"
#include "gauge/update/update_cost.h"
#include "gaugegl/base/error.h"
#include "gaugegl/core/link_set.h"
#include "gaugegl/gauge/flow/flow.h"
#include "gaugegl/gauge/update/update.h"

#include <algorithm>
#include <fmt/format.h>

namespace gaugegl {
namespace {

constexpr int thermalSweeps = 5; // of the heat bath: the plaquette is then within a few percent of equilibrium

/// The repeated work of an entry, and its cost.
struct Work {
    std::function<void()> round;
    int calls = 1;    ///< of the kernel in a round
    double sites = 0; ///< of a call
    KernelCost cost;  ///< of a site
    bool updates = false;
};

/// To measure another kernel, add a line to the table and, if none here fits, a function that makes its work.
struct Entry {
    BenchmarkEntry about;
    std::function<Work(Benchmark& bench)> work;
};

/// The action of an update, and where its staples come from.
struct UpdateChoice {
    GaugeAction action = {};
    std::optional<StapleSource> staples = {};

    LoopSet loops() const { return action.loops(); }
    StapleSource sourceOn(const Benchmark& bench) const
    {
        return staples.value_or(
            defaultStapleSource(bench.group(), bench.device().precision(), loops(), bench.device().registers()));
    }
};

/// A round that treats each of the eight link textures once.
Work sweepWork(Benchmark& bench, const KernelCost& cost, std::function<void()> round)
{
    return {std::move(round), 8, double(bench.lattice().halfVolume()), cost};
}

/// A round that updates every link once.
Work updateWork(Benchmark& bench, const std::string& kernel, const UpdateChoice& choice, std::function<void()> round)
{
    const int colours = choice.loops().couplesParity() ? Sublattices(bench.lattice()).count() : 1;
    return {.round = std::move(round),
            .calls = 8 * colours,
            .sites = double(bench.lattice().halfVolume()) / colours,
            .cost = updateCost(kernel, bench.lattice(),
                               {.group = bench.group(), .staples = choice.sourceOn(bench), .loops = choice.loops()}),
            .updates = true};
}

/// The links move through nine textures, so that a round touches as much memory as a sweep of updates does.
Work copyWork(Benchmark& bench)
{
    const KernelSpec spec = copySpec(linkPlanes(bench.group()));
    return sweepWork(bench, spec.cost.of(1), [&bench, spec] {
        forEveryLinkTexture(4, [&](int mu, int parity) {
            GaugeField& u = bench.field();
            Kernel(u.device(), spec).read("uSource", u.links(mu, parity)).run(u.scratch());
            u.replace(mu, parity);
        });
    });
}

/// The sum of one density with its read-back.
template<int fold>
Work reductionWork(Benchmark& bench)
{
    return {[&bench] { bench.reduction(fold).sum(bench.density()); }, 1, double(bench.lattice().halfVolume()),
            Reduction::cost(bench.device().path(), fold, bench.density().shape())};
}

/// Arithmetic on one texel: what it costs to run a kernel at all.
Work numberWork(Benchmark& bench)
{
    const auto pool = std::make_shared<NumberPool>(bench.device());
    const DeviceNumber a = pool->sum(bench.density());
    return {[pool, a] { pool->compute(1, false, a, a); }, 1, 1, numberSpec(1, false).cost.of(1)};
}

/// A kernel that writes one plane from the links around: once for each parity.
Work neighbourhoodWork(Benchmark& bench, const KernelSpec& spec, PlaneTexture& out)
{
    const auto round = [&bench, &out, spec] {
        for (int parity = 0; parity < 2; ++parity) {
            Kernel kernel(bench.device(), spec);
            readLinks(kernel, bench.field(), parity);
            kernel.run(out);
        }
    };
    return {round, 2, double(out.shape().texels()), spec.cost.of(1)};
}

Work plaquetteWork(Benchmark& bench)
{
    const KernelSpec spec =
        plaquetteSpec(bench.group(), bench.lattice(), bench.device().precision(), bench.device().registers());
    return neighbourhoodWork(bench, spec, bench.density());
}

Work rectangleWork(Benchmark& bench)
{
    const KernelSpec spec =
        rectangleSpec(bench.group(), bench.lattice(), bench.device().precision(), bench.device().registers());
    return neighbourhoodWork(bench, spec, bench.density());
}

Work polyakovWork(Benchmark& bench)
{
    return neighbourhoodWork(bench, polyakovSpec(bench.group(), bench.lattice()), bench.slice());
}

Work unitarityWork(Benchmark& bench)
{
    return neighbourhoodWork(bench, unitaritySpec(bench.group(), bench.lattice()), bench.density());
}

Work reunitariseWork(Benchmark& bench)
{
    return sweepWork(bench, reunitariseSpec(bench.group()).cost.of(1), [&bench] { reunitarise(bench.field()); });
}

Work randomLinksWork(Benchmark& bench)
{
    return sweepWork(bench, randomLinksSpec(bench.group(), bench.lattice()).cost.of(1), [&bench] { bench.hotStart(); });
}

Work overrelaxationBy(Benchmark& bench, const UpdateChoice& choice)
{
    return updateWork(bench, "overrelaxation", choice, [&bench, choice] {
        for (const LinkSet& set : linkSets(bench.lattice(), choice.loops()))
            overrelaxation(bench.field(), set, choice.action, choice.staples);
    });
}

Work heatBathBy(Benchmark& bench, HeatBath parameters, std::optional<StapleSource> staples)
{
    bench.thermalise();
    parameters.beta = benchmarkHeatBath(bench.group()).beta;
    return updateWork(bench, "heatbath", {parameters.action, staples},
                      [&bench, parameters, staples] { bench.heatBath(parameters, staples); });
}

/// A heat bath with the trials that its generator has by default; the making of RANLUX numbers belongs to it.
template<GeneratorType type>
Work heatBathOf(Benchmark& bench)
{
    bench.thermalise();
    HeatBath parameters = benchmarkHeatBath(bench.group());
    parameters.trials = defaultTrials(type);
    const std::shared_ptr<Generator> generator =
        Generator::create(bench.device(), bench.lattice(),
                          {.choice = {type}, .group = bench.group(), .seed = benchSeed, .trials = parameters.trials});
    Work work = updateWork(bench, "heatbath", {}, [&bench, parameters, generator, sweep = 0u]() mutable {
        heatBathSweep(bench.field(), parameters, *generator, sweep++);
    });
    const DrawSource draws = generator->source();
    work.cost = updateCost("heatbath", bench.lattice(),
                           {.group = bench.group(), .staples = UpdateChoice().sourceOn(bench)}, draws);
    work.cost = work.cost + draws.blocks * ranluxSpec(GeneratorChoice().luxury, bench.device().precision()).cost.of(1);
    return work;
}

/// One block of numbers.
Work ranluxWork(Benchmark& bench)
{
    Device& device = bench.device();
    const int luxury = GeneratorChoice().luxury;
    const std::shared_ptr<Generator> generator =
        Generator::create(device, bench.lattice(), {{GeneratorType::Ranlux, luxury}, Group::SU2, benchSeed, 1});
    return {[generator] { generator->prepare({}, 0); }, 1, double(bench.lattice().halfVolume()),
            ranluxSpec(luxury, device.precision()).cost.of(1)};
}

template<HeatBathAlgorithm algorithm, int trials>
Work heatBathWork(Benchmark& bench)
{
    return heatBathBy(bench, {.algorithm = algorithm, .trials = trials}, {});
}

Work overrelaxationWork(Benchmark& bench) { return overrelaxationBy(bench, {}); }
Work symanzikOverrelaxationWork(Benchmark& bench) { return overrelaxationBy(bench, {.action = actions::symanzik}); }
Work symanzikHeatBathWork(Benchmark& bench) { return heatBathBy(bench, {.action = actions::symanzik}, {}); }

template<StapleSource staples>
Work overrelaxationFrom(Benchmark& bench)
{
    return overrelaxationBy(bench, {.staples = staples});
}

template<StapleSource staples>
Work heatBathFrom(Benchmark& bench)
{
    return heatBathBy(bench, {}, staples);
}

Work coolingWork(Benchmark& bench)
{
    return updateWork(bench, "overrelaxation", {}, [&bench] { cool(bench.field(), 1); });
}

const std::vector<Entry>& table()
{
    using enum HeatBathAlgorithm;
    static const std::vector<Entry> entries = {
        {{"copy", "copy", false}, copyWork},
        {{"reduction-2", "fold", false}, reductionWork<2>},
        {{"reduction-4", "fold", false}, reductionWork<4>},
        {{"reduction-8", "fold", false}, reductionWork<8>},
        {{"reduction-16", "fold", false}, reductionWork<16>},
        {{"reduction-32", "fold", false}, reductionWork<32>},
        {{"number", "number", false}, numberWork},
        {{"plaquette", "plaquette"}, plaquetteWork},
        {{"rectangle", "rectangle"}, rectangleWork},
        {{"polyakov", "polyakov"}, polyakovWork},
        {{"unitarity", "unitarity"}, unitarityWork},
        {{"reunitarise", "reunitarise"}, reunitariseWork},
        {{"random_links", "random_links"}, randomLinksWork},
        {{"overrelaxation", "overrelaxation", true, true}, overrelaxationWork},
        {{"heatbath", "heatbath", true, true}, heatBathWork<KennedyPendleton, 16>},
        {{"heatbath-one-trial", "heatbath"}, heatBathWork<KennedyPendleton, 1>},
        {{"heatbath-creutz", "heatbath"}, heatBathWork<Creutz, 16>},
        {{"heatbath-creutz-one-trial", "heatbath"}, heatBathWork<Creutz, 1>},
        {{"heatbath-ranlux", "heatbath"}, heatBathOf<GeneratorType::Ranlux>},
        {{"heatbath-lcg", "heatbath"}, heatBathOf<GeneratorType::Lcg>},
        {{"ranlux", "ranlux", false}, ranluxWork},
        {{"overrelaxation-stored", "overrelaxation", true, false, StapleSource::Stored},
         overrelaxationFrom<StapleSource::Stored>},
        {{"heatbath-stored", "heatbath", true, false, StapleSource::Stored}, heatBathFrom<StapleSource::Stored>},
        {{"overrelaxation-rows", "overrelaxation", true, false, StapleSource::ByRows},
         overrelaxationFrom<StapleSource::ByRows>},
        {{"heatbath-rows", "heatbath", true, false, StapleSource::ByRows}, heatBathFrom<StapleSource::ByRows>},
        {{"overrelaxation-symanzik", "overrelaxation", true, false, {}, actions::symanzik.loops()},
         symanzikOverrelaxationWork},
        {{"heatbath-symanzik", "heatbath", true, false, {}, actions::symanzik.loops()}, symanzikHeatBathWork},
        {{"cooling", "overrelaxation"}, coolingWork},
    };
    return entries;
}

/// All rows, those of the other files too.
const std::vector<Entry>& allEntries()
{
    static const std::vector<Entry> entries = [] {
        std::vector<Entry> all = table();
        for (const auto& part : {smearingBenchmarks(), loopBenchmarks(), fixingBenchmarks()})
            for (const HalfFieldBenchmark& one : part)
                all.push_back(
                    {one.about, [work = one.work](Benchmark& bench) {
                         BenchmarkWork w = work(bench);
                         return Work{std::move(w.round), w.calls, double(bench.lattice().halfVolume()), w.cost};
                     }});
        return all;
    }();
    return entries;
}

const Entry& find(const std::string& name)
{
    for (const Entry& entry : allEntries())
        if (entry.about.name == name) return entry;
    throw InputError("no benchmark is called " + name);
}

} // namespace

std::vector<BenchmarkEntry> benchmarkEntries()
{
    std::vector<BenchmarkEntry> entries;
    for (const Entry& entry : allEntries())
        entries.push_back(entry.about);
    return entries;
}

std::vector<std::string> BenchmarkEntry::kernels() const
{
    std::vector<std::string> all = {kernel};
    all.insert(all.end(), with.begin(), with.end());
    return all;
}

bool BenchmarkEntry::exists(Group group, Precision precision, const Lattice& lattice, Path path) const
{
    if (needs && !has(group, *needs)) return false;
    if (computeOnly && path != Path::Compute) return false;
    if (!loops.fit(lattice)) return false;
    // In double precision nothing but the default is sure to fit the registers of a card.
    return !staples || (!traits(group).quaternions && precision == Precision::Single);
}

HeatBath benchmarkHeatBath(Group group) { return {.beta = traits(group).beta.scaling}; }

Benchmark::Benchmark(Device& device, const Lattice& lattice, Group group)
    : u_(device, lattice, group), density_(device, halfFieldShape(lattice, 1)),
      slice_(device, timeSliceShape(lattice, 1))
{
    density_.upload(std::vector<double>(4 * density_.shape().texels(), 0.5));
}

void Benchmark::heatBath(const HeatBath& parameters, std::optional<StapleSource> staples)
{
    for (const LinkSet& set : linkSets(lattice(), parameters.action.loops()))
        gaugegl::heatBath(u_, set, parameters, benchSeed, sweep_, staples);
    ++sweep_;
}

void Benchmark::hotStart()
{
    gaugegl::hotStart(u_, benchSeed);
    thermal_ = false;
}

void Benchmark::thermalise()
{
    if (thermal_) return;
    hotStart();
    for (int i = 0; i < thermalSweeps; ++i)
        heatBath(benchmarkHeatBath(group()));
    thermal_ = true;
}

BenchmarkWork Benchmark::work(const std::string& name)
{
    Work work = find(name).work(*this);
    return {std::move(work.round), work.calls, work.cost};
}

KernelTiming Benchmark::measure(const std::string& name, const Sampling& sampling)
{
    const Entry& entry = find(name);
    if (!entry.about.exists(group(), device().precision(), lattice(), device().path()))
        throw InputError(fmt::format("there is no benchmark {} for {} in {} precision on {}", name,
                                     gaugegl::name(group()), gaugegl::name(device().precision()), lattice().name()));
    const Work work = entry.work(*this);
    KernelTiming result{.name = name,
                        .group = entry.about.perGroup ? std::optional(group()) : std::nullopt,
                        .path = gaugegl::name(device().path(), device().storage()),
                        .precision = device().precision(),
                        .lattice = lattice(),
                        .kind = classOf(entry.about.kernel)};
    setWork(result, work.sites, work.cost);
    result.links = work.updates ? work.sites : 0;

    work.round();
    result.time = sampled(onDeviceClock(device(), work.round), work.calls, sampling);
    return result;
}

} // namespace gaugegl
