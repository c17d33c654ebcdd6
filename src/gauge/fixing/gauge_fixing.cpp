#include "gaugegl/gauge/fixing/gauge_fixing.h"

#include "fixing_passes.h"
#include "gaugegl/base/clock.h"
#include "gaugegl/base/error.h"
#include "gaugegl/core/random.h"
#include "gaugegl/gauge/update/update.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace gaugegl {
namespace {

void checkField(const FixingPasses& passes, const GaugeField& u)
{
    if (&u.device() != &passes.device()) throw InputError("the field is on another device than the gauge fixer");
    if (u.group() != passes.group() || !(u.lattice() == passes.lattice()))
        throw InputError(fmt::format("a {} field on {} does not fit gauge fixing of {} on {}", name(u.group()),
                                     u.lattice().name(), name(passes.group()), passes.lattice().name()));
}

/// One field on its way to its gauge.
class FixingRun {
public:
    FixingRun(FixingPasses& passes, GaugeField& u, const GaugeFixing& fixing, TransformationField* sum)
        : passes_(passes), u_(u), fixing_(fixing), sum_(sum), rows_(passes.everyRow()),
          open_(std::size_t(passes.lattice().extent(3)), true), reduction_(passes.device())
    {}

    FixingResult run(const FixingWatch& watch)
    {
        const double start = steadySeconds();
        bool done = look(passes_.ask(u_, fixing_.gauge, 0, passes_.everyRow()), watch);
        std::optional<FixingMeasurement> requested;
        int iteration = 0;
        while (!done && iteration < fixing_.maxIterations) {
            if (iteration > 0 && iteration % fixing_.checkEvery == 0) {
                if (requested) done = look(*requested, watch);
                if (done) break;
                requested.emplace(passes_.ask(u_, fixing_.gauge, iteration, rows_));
            }
            const FixingStep step = stepOf(fixing_, passes_.group(), iteration);
            passes_.iterate(u_, fixing_.gauge, step, fixing_.seed, rows_, sum_);
            if (++iteration % fixing_.reunitariseEvery == 0) project();
        }
        if (iteration > 0) finish(iteration, watch);
        setEnd(result_, result_.history.back());
        result_.iterations = iteration;
        result_.seconds = steadySeconds() - start;
        return result_;
    }

private:
    /// Takes a measurement; whether nothing more is to be done.
    bool look(const FixingMeasurement& measurement, const FixingWatch& watch)
    {
        const MeasuredSlices slices = passes_.answer(measurement);
        result_.history.push_back(slices.state);
        const bool interrupted = watch && !watch(slices.state);
        const bool anneals =
            fixing_.method == FixingMethod::Annealing && measurement.iteration < annealingIterations(fixing_.annealing);
        result_.converged = !anneals && fixed(slices);
        const bool single = passes_.device().precision() == Precision::Single;
        return interrupted || result_.converged || std::isnan(slices.state.theta) ||
               (single && !anneals && stalls(result_.history));
    }

    /// Whether theta is small enough; in Coulomb gauge converged slices are skipped from now on.
    bool fixed(const MeasuredSlices& slices)
    {
        if (fixing_.gauge != Gauge::Coulomb) return slices.state.theta <= fixing_.tolerance;
        bool closed = false;
        for (std::size_t t = 0; t < open_.size(); ++t) {
            if (!open_[t] || !(slices.theta[t] <= fixing_.tolerance)) continue;
            open_[t] = false;
            closed = true;
            passes_.settle(u_, fixedDirections(fixing_.gauge), passes_.rowsOf(int(t)), sum_);
        }
        if (closed) collectRows();
        return std::ranges::none_of(open_, [](bool open) { return open; });
    }

    /// The rows of the slices that are open, as few ranges as possible.
    void collectRows()
    {
        rows_.clear();
        for (std::size_t t = 0; t < open_.size(); ++t) {
            if (!open_[t]) continue;
            const RowRange rows = passes_.rowsOf(int(t));
            if (rows.count == 0) continue;
            if (!rows_.empty() && rows_.back().first + rows_.back().count == rows.first)
                rows_.back().count += rows.count;
            else
                rows_.push_back(rows);
        }
    }

    void project()
    {
        result_.drift = std::max(result_.drift, unitarityDrift(u_, reduction_));
        reunitarise(u_);
    }

    /// What there is now.
    void finish(int iteration, const FixingWatch& watch)
    {
        project();
        const MeasuredSlices slices = passes_.answer(passes_.ask(u_, fixing_.gauge, iteration, passes_.everyRow()));
        if (watch) watch(slices.state);
        result_.history.push_back(slices.state);
        result_.converged =
            slices.state.thetaJudged <= fixing_.tolerance; // of what is handed back, whatever was seen before
    }

    FixingPasses& passes_;
    GaugeField& u_;
    GaugeFixing fixing_;
    TransformationField* sum_;
    std::vector<RowRange> rows_; // those that are not done
    std::vector<bool> open_;     // slices
    Reduction reduction_;
    FixingResult result_;
};

} // namespace

GaugeFixer::GaugeFixer(Device& device, const Lattice& lattice, Group group, FixingGranularity granularity)
    : passes_(std::make_unique<FixingPasses>(device, lattice, group, granularity))
{}

GaugeFixer::GaugeFixer(Device& device, const Lattice& lattice, Group group, FixingKernels kernels)
    : passes_(std::make_unique<FixingPasses>(device, lattice, group, FixingGranularity::Auto, kernels))
{
    if (device.path() == Path::Fragment && !takesTwoSteps(kernels))
        throw InputError(fmt::format("the fragment path has no {} kernels of gauge fixing", name(kernels)));
}

GaugeFixer::~GaugeFixer() = default;

Device& GaugeFixer::device() const { return passes_->device(); }

const Lattice& GaugeFixer::lattice() const { return passes_->lattice(); }

FixingResult GaugeFixer::fix(GaugeField& u, const GaugeFixing& fixing, const Watch& watch)
{
    return run(u, fixing, nullptr, watch);
}

FixingResult GaugeFixer::fix(GaugeField& u, const GaugeFixing& fixing, TransformationVector& g, const Watch& watch)
{
    return run(u, fixing, &g, watch);
}

FixingResult GaugeFixer::run(GaugeField& u, const GaugeFixing& fixing, TransformationVector* g, const Watch& watch)
{
    requireValid(fixing, u.group());
    checkField(*passes_, u);
    if (fixing.randomStart) randomTransformation(u, fixing.seed, fixing.generator);
    std::optional<TransformationField> sum;
    if (g != nullptr || fixing.gauge == Gauge::Coulomb) sum.emplace(device(), u.lattice(), u.group());
    FixingResult result = FixingRun(*passes_, u, fixing, sum ? &*sum : nullptr).run(watch);
    if (fixing.gauge == Gauge::Coulomb && result.iterations > 0) transformLinks(u, sum->of(0), sum->of(1), /*first=*/3);
    if (g != nullptr) *g = downloadTransformation(u.lattice(), u.group(), sum->of(0), sum->of(1));
    return result;
}

FixingState GaugeFixer::measure(const GaugeField& u, Gauge gauge)
{
    checkField(*passes_, u);
    return passes_->answer(passes_->ask(u, gauge, 0, passes_->everyRow())).state;
}

void GaugeFixer::randomTransformation(GaugeField& u, std::uint64_t seed, const GeneratorChoice& choice)
{
    checkField(*passes_, u);
    const auto generator =
        Generator::create(device(), u.lattice(), {choice, u.group(), seed, defaultTrials(choice.type)});
    const int draws = elementDraws(u.group());
    const TextureShape shape = halfFieldShape(u.lattice(), linkPlanes(u.group()));
    PlaneTexture even(device(), shape), odd(device(), shape);
    drawElements(even, u, *generator, {Purpose::GaugeTransformation, {0, 0}, 0, draws});
    drawElements(odd, u, *generator, {Purpose::GaugeTransformation, {0, 1}, 0, draws});
    transformLinks(u, even, odd, /*first=*/0);
}

void GaugeFixer::iterate(GaugeField& u, Gauge gauge, const FixingStep& step, std::uint64_t seed)
{
    checkField(*passes_, u);
    passes_->iterate(u, gauge, step, seed, passes_->everyRow());
}

FixingKernels GaugeFixer::kernels(const GaugeField& u, Gauge gauge, FixingStep::Kind kind)
{
    checkField(*passes_, u);
    return passes_->kernels(u, gauge, kind);
}

} // namespace gaugegl
