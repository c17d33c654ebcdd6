#include "checks/split.h"

#include "fermion/kernels.h"
#include "gauge/fixing/fixing_kernels.h"
#include "gaugegl/base/interrupt.h"
#include "gaugegl/gauge/fixing/gauge_fixing.h"
#include "gaugegl/gauge/kernels.h"
#include "gaugegl/gauge/observables/observables.h"
#include "hmc/kernels.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <stdexcept>

namespace gaugegl {
namespace {

std::vector<KernelSpec> catalogue(const std::string& kernels, Group group, const Lattice& lattice, const Device& device)
{
    const Path path = device.path();
    const Precision precision = device.precision();
    if (kernels == "gauge") return allKernels(group, lattice, path, precision);
    if (kernels == "fixing") return fixingKernels(group, lattice, path, precision);
    if (kernels == "fermions") return fermionKernels(group, lattice, path, precision);
    if (kernels == "hmc") return hmcKernels(group, lattice, precision);
    return everyKernel(group, lattice, path, precision);
}

/// Whether a kernel is compared as it is.
bool isSplit(const KernelSpec& spec)
{
    return !SplitVerifier::notSplit().contains(spec.kernel) && !spec.scatters && !spec.inPlace &&
           !spec.defines.contains("LINK_ARRAYS");
}

/// Variants of a kernel that write the same fields.
std::string shapeOf(const KernelSpec& spec)
{
    std::string text = spec.kernel;
    for (const Target& target : spec.fields())
        text += fmt::format(" {} {}", target.planes, name(target.format));
    return text;
}

} // namespace

const std::map<std::string, std::string>& SplitVerifier::notSplit()
{
    static const std::map<std::string, std::string> kernels = {
        {"fold", "compared as lattice sums"},
        {"polyakov", "goes from rank to rank; compared as observables"},
        {"number", "has no sites"},
        {"shifts", "has no sites"},
        {"fix", "moves links of neighbours, which takes two kernels on ranks; compared as gauge-fixing"}};
    return kernels;
}

SplitVerifier::SplitVerifier(const SplitDevices& devices, const Lattice& lattice, Group group, const SplitPlan& plan)
    : devices_(devices), lattice_(lattice), group_(group)
{
    std::vector<KernelSpec> whole = catalogue(plan.kernels, group, lattice.whole(), devices.whole);
    std::vector<KernelSpec> part = catalogue(plan.kernels, group, lattice, devices.shared);
    for (auto* specs : {&whole, &part})
        std::erase_if(*specs, [](const KernelSpec& spec) { return !isSplit(spec); });
    if (!std::ranges::equal(whole, part, {}, &KernelSpec::label, &KernelSpec::label))
        throw std::logic_error("the catalogues of kernels for a lattice and for a part of it are not alike");
    const auto chosen = [&plan](const std::string& label) { return label.find(plan.only) != std::string::npos; };
    std::set<std::string> shapes;
    for (std::size_t i = 0; i < whole.size(); ++i) {
        const KernelSpec& spec = whole[i];
        if (spec.sixteenBits && devices.whole.storage() == Storage::Buffer) continue;
        if (!chosen(spec.label)) continue;
        if (plan.variants || shapes.insert(shapeOf(spec)).second) pairs_.emplace_back(spec, part[i]);
    }
    const auto wanted = [&plan](const char* kernels) { return plan.kernels == "all" || plan.kernels == kernels; };
    if (plan.sums && wanted("gauge")) functions_.emplace_back("sums", &SplitVerifier::compareSums);
    if (wanted("gauge")) functions_.emplace_back("observables", &SplitVerifier::compareObservables);
    if (wanted("fixing") && has(group, Feature::GaugeFixing))
        functions_.emplace_back("gauge-fixing", &SplitVerifier::compareFixing);
    std::erase_if(functions_, [&](const auto& one) { return !chosen(one.first); });
}

void SplitVerifier::run(const CheckObserver& observe)
{
    SplitInputs inputs(devices_, lattice_, group_);
    const auto report = [&](const std::string& name, const SplitDifference& own) {
        observe(check(name, gathered(devices_.shared.ranks(), own)));
        return !interrupted();
    };
    for (const auto& [name, compare] : functions_) {
        SplitDifference own;
        (this->*compare)(inputs, own);
        if (!report(name, own)) return;
    }
    for (const auto& [whole, part] : pairs_)
        if (!report(whole.label, difference(inputs, whole, part))) return;
}

Check SplitVerifier::check(const std::string& name, const SplitDifference& of) const
{
    const Device& device = devices_.shared;
    return {.name = name,
            .group = group_,
            .path = device.path(),
            .precision = device.precision(),
            .storage = device.storage(),
            .largestDeviation = of.largest,
            .tolerance = 0,
            .passed = of.none(),
            .note = of.note()};
}

SplitDifference SplitVerifier::difference(SplitInputs& inputs, const KernelSpec& whole, const KernelSpec& part) const
{
    SplitDifference difference;
    const std::vector<Split<PlaneTexture>> results = inputs.results(whole);
    for (int parity = 0; parity < 2; ++parity) {
        for (const bool isPart : {false, true}) {
            const KernelSpec& spec = isPart ? part : whole;
            Kernel kernel(isPart ? devices_.shared : devices_.whole, spec);
            inputs.bind(kernel, whole, parity, isPart);
            std::vector<PlaneTexture*> outs;
            outs.reserve(results.size());
            for (const Split<PlaneTexture>& result : results)
                outs.push_back(&result.of(isPart));
            kernel.run(outs);
        }
        for (const Split<PlaneTexture>& result : results)
            compareSplit(difference, *result.whole, *result.part, lattice_, parity);
    }
    return difference;
}

/// Sums on the host, the largest number of each row, and sums that stay on the device; of fields of sites and of pairs.
void SplitVerifier::compareSums(SplitInputs& inputs, SplitDifference& difference)
{
    for (const bool pairs : {false, true}) {
        std::vector<double> sums[2];
        for (const bool isPart : {false, true}) {
            Device& device = isPart ? devices_.shared : devices_.whole;
            const PlaneTexture& terms = inputs.numbers(pairs, isPart);
            Reduction reduction(device);
            PlaneTexture onDevice(device, {1, 1, 2});
            reduction.sum(terms, onDevice);
            std::vector<double>& all = sums[isPart ? 1 : 0];
            all = onDevice.download();
            const auto add = [&all](const std::array<double, 4>& four) {
                all.insert(all.end(), four.begin(), four.end());
            };
            add(reduction.sum(terms));
            const RowSums rows = reduction.beginWithLargest(terms).rows();
            add(rows.sum());
            all.push_back(rows.largest(0, rows.count()));
        }
        compareSplit(difference, sums[0], sums[1]);
    }
}

/// All that ranks measure together, Polyakov loops among it.
void SplitVerifier::compareObservables(SplitInputs& inputs, SplitDifference& difference)
{
    std::vector<double> numbers[2];
    for (const bool isPart : {false, true}) {
        const GaugeField& u = inputs.links(isPart);
        const GaugeObservables found = ObservableMeter(u.device(), u.lattice(), group_).measure(u);
        std::vector<double>& all = numbers[isPart ? 1 : 0];
        all = {found.plaquette, found.plaquetteSpace, found.plaquetteTime, found.actionDensity, found.linkTrace};
        for (const std::complex<double>& other : found.others)
            all.insert(all.end(), {other.real(), other.imag()});
    }
    compareSplit(difference, numbers[0], numbers[1]);
}

/// Steps of every kind in every gauge, with the kernels that each device takes.
void SplitVerifier::compareFixing(SplitInputs& inputs, SplitDifference& difference)
{
    using Kind = FixingStep::Kind;
    for (const Gauge gauge : gaugesOnDevice) {
        Split<GaugeField> fixed;
        std::vector<double> numbers[2];
        for (const bool isPart : {false, true}) {
            auto& u = isPart ? fixed.part : fixed.whole;
            u = std::make_unique<GaugeField>(inputs.links(isPart));
            GaugeFixer fixer(u->device(), u->lattice(), group_);
            for (const Kind kind : {Kind::Power, Kind::Stochastic, Kind::HeatBath})
                fixer.iterate(*u, gauge, {.kind = kind}, 7);
            const FixingState state = fixer.measure(*u, gauge);
            numbers[isPart ? 1 : 0] = {state.functional, state.theta, state.thetaMax, state.thetaJudged};
        }
        compareSplit(difference, numbers[0], numbers[1]);
        for (int mu = 0; mu < 4; ++mu)
            for (int parity = 0; parity < 2; ++parity)
                compareSplit(difference, fixed.whole->links(mu, parity), fixed.part->links(mu, parity), lattice_,
                             parity);
    }
}

} // namespace gaugegl
