#include "fix_backend.h"

#include "base/host_threads.h"
#include "device/program_precompiler.h"
#include "gaugegl/base/error.h"
#include "host/gauge_fixing.h"
#include "report/tuning_report.h"

#include <fmt/format.h>

namespace gaugegl::cli {
namespace {

/// A card, if there is one that can do what is asked; with a path of shaders any driver.
std::shared_ptr<gl::Context> contextFor(const FixOptions& options)
{
    if (options.files.common.path == "cpu") return nullptr;
    // A software driver is used only for gauges that the CPU code lacks, or if the user chose the device.
    const bool choosesDevice = options.files.common.device >= 0 || !options.files.common.glVersion.empty();
    if (options.files.common.path != "auto" || choosesDevice || !host::fixes(options.section.fixing.gauge))
        return openContext(options.files.common);
    try {
        std::shared_ptr<gl::Context> context = openContext(options.files.common);
        const bool can = options.precision() != FixingPrecision::Double || context->capabilities().doubles();
        return context->capabilities().software || !can ? nullptr : context;
    } catch (const DeviceError&) {
        return nullptr;
    }
}

Device deviceOf(const FixOptions& options, const std::shared_ptr<gl::Context>& context, const char* precision)
{
    CommonOptions common = options.files.common;
    common.precision = precision;
    return openDevice(common, context);
}

} // namespace

FixingBackend::FixingBackend(const FixOptions& options)
    : precision_(options.precision()), granularity_(options.granularity()), context_(contextFor(options))
{
    if (!context_) return;
    device_.emplace(deviceOf(options, context_, precision_ == FixingPrecision::Double ? "double" : "single"));
    if (precision_ != FixingPrecision::Mixed) return;
    if (context_->capabilities().doubles())
        inDouble_.emplace(deviceOf(options, context_, "double"));
    else if (!host::fixes(options.section.fixing.gauge))
        throw DeviceError(
            "mixed precision ends in double precision, which this driver lacks and the CPU has only for Landau "
            "and Coulomb gauge; use --precision single");
}

std::string FixingBackend::name() const
{
    if (!context_)
        return fmt::format("CPU, {} thread{}, {}", hostThreads(), hostThreads() == 1 ? "" : "s",
                           host::name(host::bestInstructionSet()));
    return fmt::format("{}, {}{}{}", context_->capabilities().renderer, gaugegl::name(device_->path()),
                       kernels_.empty() ? "" : ", ", kernels_);
}

Json FixingBackend::tuning()
{
    if (!device_) return nullptr;
    std::vector<TuningChoice> choices = device_->tuner().choices();
    if (inDouble_)
        for (const TuningChoice& one : inDouble_->tuner().choices())
            choices.push_back(one);
    return report::toJson(choices);
}

FinalFixing FixingBackend::finalFixing()
{
    if (inDouble_) return finalFixingOn(*inDouble_, granularity_, shared_->lattice());
    const auto fix = [this](HostGaugeField& u, const GaugeFixing& fixing, const FixingWatch& watch) {
        return host::fix(u, fixing, FixingPrecision::Double, watch, shared_);
    };
    const auto measure = [this](const HostGaugeField& u, Gauge gauge) { return host::measure(u, gauge, shared_); };
    return {fix, measure};
}

FixingResult FixingBackend::fix(HostGaugeField& u, const GaugeFixing& fixing, const FixingWatch& watch)
{
    return context_ ? onDevice(u, fixing, watch) : host::fix(u, fixing, precision_, watch, shared_);
}

/// What both devices have when a field was fixed.
std::optional<std::size_t> FixingBackend::programs(HostGaugeField u, const GaugeFixing& fixing)
{
    const ProgramPrecompiler first(*device_);
    std::optional<ProgramPrecompiler> last;
    if (inDouble_) last.emplace(*inDouble_);
    GaugeFixing little = fixing;
    little.maxIterations = 2 * fixing.checkEvery;
    little.annealing.steps = std::min(fixing.annealing.steps, 2);
    try {
        HostGaugeField links = u;
        fix(links, little, {});
        if (inDouble_) finalFixing().fix(u, little, {});
    } catch (const Error&) { // the work itself will report the error
        return std::nullopt;
    }
    return device_->programCount() + first.missing().size() +
           (inDouble_ ? inDouble_->programCount() + last->missing().size() : 0);
}

std::unique_ptr<FixingBackend::Notes> FixingBackend::notes(Progress& progress, const HostGaugeField& u,
                                                           const GaugeFixing& fixing)
{
    if (!device_) return nullptr;
    return std::make_unique<Notes>(*this, progress, programs(u, fixing));
}

FixingBackend::Notes::Notes(FixingBackend& place, Progress& progress, std::optional<std::size_t> expected)
    : first_(*place.device_, progress, expected)
{
    if (place.inDouble_) last_.emplace(*place.inDouble_, progress, expected, &*place.device_);
}

GaugeField FixingBackend::fieldOn(Device& device, const HostGaugeField& u) const
{
    GaugeField field(device, shared_->lattice(), u.group);
    upload(field, u);
    return field;
}

AbelianObservables FixingBackend::abelian(const HostGaugeField& u)
{
    const GaugeField field = fieldOn(measuringDevice(), u);
    return ProjectionMeter(field.device(), field.lattice(), field.group()).abelian(field);
}

CentreObservables FixingBackend::centre(const HostGaugeField& u)
{
    const GaugeField field = fieldOn(measuringDevice(), u);
    return ProjectionMeter(field.device(), field.lattice(), field.group()).centre(field);
}

FixingResult FixingBackend::onDevice(HostGaugeField& u, const GaugeFixing& fixing, const FixingWatch& watch)
{
    const std::pair of(shared_->lattice(), u.group);
    if (of_ != of) {
        fixer_ = std::make_unique<GaugeFixer>(*device_, of.first, of.second, granularity_);
        of_ = of;
    }
    if (precision_ == FixingPrecision::Mixed) return fixMixed(u, fixing, *fixer_, finalFixing(), watch);
    GaugeField field = fieldOn(*device_, u);
    kernels_ = gaugegl::name(fixer_->kernels(field, fixing.gauge));
    FixingResult result = fixer_->fix(field, fixing, watch);
    u = download(field);
    return result;
}

} // namespace gaugegl::cli
