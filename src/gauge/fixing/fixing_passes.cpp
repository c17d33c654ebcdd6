#include "fixing_passes.h"

#include "device/tuner.h"
#include "gaugegl/base/error.h"
#include "gaugegl/core/choice.h"
#include "gaugegl/core/random.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace gaugegl {
namespace {

constexpr int heatBathTrials = 16;

std::unique_ptr<PlaneTexture> linkTexture(Device& device, const Lattice& lattice, Group group)
{
    return std::make_unique<PlaneTexture>(device, halfFieldShape(lattice, linkPlanes(group)));
}

/// Runs a kernel on some rows, piece by piece.
template<class Outs>
void runOn(const std::vector<RowRange>& rows, Kernel&& kernel, const Outs& outs)
{
    for (const RowRange& range : rows)
        kernel.onRows(range.first, range.count).run(outs);
    if (rows.empty()) kernel.onRows(0, 0).run(outs);
}

/// Of the links (mu, parity); the transformation is to be bound.
Kernel transformKernel(const GaugeField& u, KernelSpec spec, int mu, int parity)
{
    Kernel kernel(u.device(), std::move(spec));
    kernel.read("uLink", u.links(mu, parity)).set("uParity", parity).set("uMu", mu);
    return kernel;
}

unsigned streamOf(Purpose purpose) { return 16 * static_cast<unsigned>(purpose); }

} // namespace

TransformationField::TransformationField(Device& device, const Lattice& lattice, Group group)
{
    const GaugeField cold(device, lattice, group); // has 1 in the form of links
    for (auto* set : {&now_, &next_})
        for (auto& texture : *set) {
            texture = linkTexture(device, lattice, group);
            Kernel(device, copySpec(texture->shape().planes)).read("uSource", cold.links(0, 0)).run(*texture);
        }
}

FixingPasses::FixingPasses(Device& device, const Lattice& lattice, Group group, FixingGranularity granularity,
                           std::optional<FixingKernels> kernels)
    : device_(&device), lattice_(lattice), group_(group), granularity_(granularity), wanted_(kernels),
      even_(device, halfFieldShape(lattice, 1)), odd_(device, halfFieldShape(lattice, 1)), reduction_(device)
{
    requireFeature(group, Feature::GaugeFixing);
}

PlaneTexture& FixingPasses::other(int mu, int parity)
{
    auto& texture = other_[std::size_t(2 * mu + parity)];
    if (!texture) texture = linkTexture(*device_, lattice_, group_);
    return *texture;
}

std::vector<PlaneTexture*> FixingPasses::targets(int directions, int parity)
{
    std::vector<PlaneTexture*> result;
    result.reserve(std::size_t(2 * directions));
    for (const int of : {parity, 1 - parity})
        for (int mu = 0; mu < directions; ++mu)
            result.push_back(&other(mu, of));
    return result;
}

Kernel FixingPasses::stepKernel(const GaugeField& u, const Pass& pass, int subgroup) const
{
    const FixingStep& step = pass.step;
    Kernel kernel(
        *device_,
        fixSpec(
            lattice_,
            {.group = group_, .gauge = pass.gauge, .kernels = pass.kernels, .kind = step.kind, .subgroup = subgroup}));
    readLinks(kernel, u, pass.parity);
    switch (step.kind) {
    case FixingStep::Kind::Power:
        kernel.set("uOmega", step.omega)
            .set("uOrder", step.power == PowerOrder::Exact   ? 0
                           : step.power == PowerOrder::First ? 1
                                                             : 2);
        return kernel;
    case FixingStep::Kind::Stochastic:
        kernel.set("uProbability", step.probability).set("uStream", streamOf(Purpose::StochasticRelaxation));
        break;
    case FixingStep::Kind::HeatBath:
        kernel.set("uBeta", 1 / step.temperature).set("uStream", streamOf(Purpose::Annealing));
        if (pass.gauge == Gauge::Landau || pass.gauge == Gauge::Coulomb) // the others have one Metropolis proposal
            kernel.set("uTrials", heatBathTrials);
        break;
    }
    kernel.set("uSeed", pass.seed).set("uSweep", unsigned(step.sweep));
    return kernel;
}

void FixingPasses::write(const GaugeField& u, const Pass& pass, int subgroup)
{
    if (takesTwoSteps(pass.kernels)) return writeTransformed(u, pass, subgroup);
    runOn(pass.rows, stepKernel(u, pass, subgroup), targets(fixedDirections(pass.gauge), pass.parity));
}

void FixingPasses::writeTransformed(const GaugeField& u, const Pass& pass, int subgroup)
{
    const bool rotates = pass.kernels == FixingKernels::BySubgroups;
    const int planes = rotates ? 1 : linkPlanes(group_);
    if (!transformation_ || transformation_->shape().planes != planes)
        transformation_ = std::make_unique<PlaneTexture>(*device_, halfFieldShape(lattice_, planes));
    runOn(pass.rows, stepKernel(u, pass, subgroup), std::vector{transformation_.get()});
    const auto transform = [&](LinkEnd end, int mu, int parity) {
        const auto only = rotates ? std::optional(subgroup) : std::nullopt;
        Kernel kernel = transformKernel(u, transformSpec(lattice_, group_, end, only), mu, parity);
        kernel.read("uTransformation", *transformation_);
        runOn(pass.rows, std::move(kernel), std::vector{&other(mu, parity)});
    };
    for (int mu = 0; mu < fixedDirections(pass.gauge); ++mu) {
        transform(LinkEnd::Here, mu, pass.parity);
        transform(LinkEnd::There, mu, 1 - pass.parity);
    }
}

/// Makes the second set of links the field's.
void FixingPasses::advance(GaugeField& u, const Pass& pass, TransformationField* sum)
{
    if (sum != nullptr) {
        const int parity = pass.parity;
        Kernel kernel(*device_, fixAccumulateSpec(group_));
        kernel.read("uBefore", u.links(0, parity)).read("uAfter", other(0, parity)).read("uSum", sum->of(parity));
        runOn(pass.rows, std::move(kernel), std::vector{&sum->next(parity)});
        sum->advance(parity);
    }
    for (int mu = 0; mu < fixedDirections(pass.gauge); ++mu)
        for (int parity = 0; parity < 2; ++parity)
            u.exchange(mu, parity, other_[std::size_t(2 * mu + parity)]);
}

void FixingPasses::iterate(GaugeField& u, Gauge gauge, const FixingStep& step, std::uint64_t seed,
                           const std::vector<RowRange>& rows, TransformationField* sum)
{
    Pass pass{.gauge = gauge, .kernels = kernels(u, gauge, step.kind), .step = step, .seed = seed, .rows = rows};
    for (pass.parity = 0; pass.parity < 2; ++pass.parity)
        for (int subgroup = 0; subgroup < fixingSteps(group_, pass.kernels); ++subgroup) {
            write(u, pass, subgroup);
            advance(u, pass, sum);
        }
}

bool FixingPasses::fits(Gauge gauge) const
{
    const gl::Capabilities& c = device_->context().capabilities();
    const int targets = 2 * fixedDirections(gauge);
    if (device_->storage() == Storage::Buffer) return device_->heap().chunks() + targets <= c.maxStorageBlocks;
    return targets <= c.maxImageUniforms;
}

FixingKernels FixingPasses::kernels(const GaugeField& u, Gauge gauge, FixingStep::Kind kind)
{
    if (wanted_) return *wanted_;
    const auto found = choices_.find({gauge, kind});
    if (found != choices_.end()) return found->second;
    return choices_[{gauge, kind}] = chosen(u, gauge, kind);
}

FixingKernels FixingPasses::chosen(const GaugeField& u, Gauge gauge, FixingStep::Kind kind)
{
    const bool software = device_->context().capabilities().software;
    // Software drivers on the compute path have no registers to save, alone or as ranks.
    const Precision precision =
        software && device_->path() == Path::Compute && fits(gauge) ? Precision::Single : device_->precision();
    if (lattice_.isShared()) { // threads that transform links of other ranks are not there
        if (granularity_ != FixingGranularity::Auto)
            throw InputError(fmt::format("{} threads per site need a lattice that one rank holds: choose auto",
                                         choiceName(granularity_)));
        return defaultFixingKernels(group_, Path::Fragment, precision, gauge);
    }
    if (device_->path() == Path::Compute && !fits(gauge) && granularity_ != FixingGranularity::Auto)
        throw DeviceError("this driver has too few images or storage blocks for kernels with a number of threads per "
                          "site; auto takes others");
    if (device_->path() == Path::Fragment || !fits(gauge))
        return defaultFixingKernels(group_, Path::Fragment, precision, gauge);
    if (granularity_ == FixingGranularity::OneThread)
        return traits(group_).quaternions ? FixingKernels::OneThread : FixingKernels::Reloading;
    if (granularity_ == FixingGranularity::EightThreads) return FixingKernels::EightThreads;
    const FixingStep step{.kind = kind, .omega = 1.7, .probability = 0.5, .temperature = 0.1};
    // Software drivers read textures as images where these are few enough, and threads that wait are slow.
    const FixingKernels standard =
        defaultFixingKernels(group_, software ? Path::Fragment : Path::Compute, precision, gauge);
    constexpr const char* kinds[] = {"", "-stochastic", "-heatbath"};
    TuningQuestion question{.kernel =
                                fmt::format("fix-{}{}-su{}", choiceName(gauge), kinds[int(kind)], colours(group_)),
                            .lattice = lattice_.name(),
                            .variants = {}};
    for (const FixingKernels kernels : everyFixingKernels) {
        if (kernels == standard) question.standard = question.variants.size();
        question.variants.push_back(gaugegl::name(kernels));
    }
    return everyFixingKernels[device_->tuner().best(question, [&](std::size_t candidate) {
        // The links that it writes do not become the field's.
        const Pass pass{.gauge = gauge, .kernels = everyFixingKernels[candidate], .step = step, .rows = everyRow()};
        for (int subgroup = 0; subgroup < fixingSteps(group_, pass.kernels); ++subgroup)
            write(u, pass, subgroup);
    })];
}

void FixingPasses::settle(const GaugeField& u, int directions, const RowRange& rows, TransformationField* sum)
{
    const auto copy = [&](const PlaneTexture& from, PlaneTexture& to) {
        Kernel kernel(*device_, copySpec(from.shape().planes));
        kernel.read("uSource", from).onRows(rows.first, rows.count).run(to);
    };
    for (int parity = 0; parity < 2; ++parity) {
        for (int mu = 0; mu < directions; ++mu)
            copy(u.links(mu, parity), other(mu, parity));
        if (sum != nullptr) copy(sum->of(parity), sum->next(parity));
    }
}

FixingMeasurement FixingPasses::ask(const GaugeField& u, Gauge gauge, int iteration, const std::vector<RowRange>& rows)
{
    for (int parity = 0; parity < 2; ++parity) {
        Kernel kernel(*device_, fixFunctionalSpec(lattice_, group_, gauge, device_->precision()));
        readLinks(kernel, u, parity);
        runOn(rows, std::move(kernel), std::vector{parity == 0 ? &even_ : &odd_});
    }
    return {iteration, gauge, reduction_.beginWithLargest(even_), reduction_.beginWithLargest(odd_)};
}

MeasuredSlices FixingPasses::answer(const FixingMeasurement& measurement) const
{
    const std::array<RowSums, 2> rows = {measurement.even.rows(), measurement.odd.rows()};
    const auto slice = std::size_t(lattice_.extent(2));
    const auto both = [&](std::size_t first, std::size_t count) {
        const auto even = rows[0].sum(first, count), odd = rows[1].sum(first, count);
        return std::pair(even[0] + odd[0], even[1] + odd[1]);
    };
    MeasuredSlices result;
    result.state.iteration = measurement.iteration;
    const auto [functional, all] = both(0, rows[0].count());
    for (std::size_t first = 0; first < rows[0].count(); first += slice)
        result.theta.push_back(both(first, slice).second / double(lattice_.spatialVolume()));
    for (const RowSums& one : rows)
        result.state.thetaMax = std::max(result.state.thetaMax, one.largest(0, one.count()));
    result.state.functional = functional / double(lattice_.volume());
    result.state.theta = all / double(lattice_.volume());
    result.state.thetaJudged =
        measurement.gauge == Gauge::Coulomb ? *std::ranges::max_element(result.theta) : result.state.theta;
    if (std::isnan(all)) result.state.thetaMax = result.state.thetaJudged = all; // maxima may pass over it
    return result;
}

void transformLinks(GaugeField& u, const PlaneTexture& even, const PlaneTexture& odd, int first)
{
    for (int mu = first; mu < 4; ++mu)
        for (int parity = 0; parity < 2; ++parity) {
            const auto transform = [&](LinkEnd end, const PlaneTexture& g) {
                transformKernel(u, transformSpec(u.lattice(), u.group(), end), mu, parity)
                    .read("uTransformation", g)
                    .run(u.scratch());
                u.replace(mu, parity);
            };
            transform(LinkEnd::There, parity == 0 ? odd : even);
            transform(LinkEnd::Here, parity == 0 ? even : odd);
        }
}

} // namespace gaugegl
