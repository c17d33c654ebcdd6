#include "verification_run.h"

#include "fermion/solve/inverter_backend.h"
#include "run/programs_of_run.h"

#include <algorithm>
#include <map>

namespace gaugegl::cli {
namespace {

/// Adds the parts that are checks of an operator.
void addQuarks(std::vector<std::string>& names, const DiracParameters& quark)
{
    names.emplace_back("linear-algebra");
    for (const KernelPart& part : kernelParts()) // some operators have one, and each kind of field
        if (part.name == traits(quark.type).name || part.name == traits(quark.kind()).name)
            names.emplace_back(part.name);
    if (quark.clover != 0) names.emplace_back("clover");
}

/// The checks of which some may be of the chain and what is measured beside solves.
std::vector<std::string> partsOfChain(const RunConfig& run)
{
    std::vector<std::string> names = {"gauge", "rectangles"};
    if (run.fixing) names.emplace_back("fixing");
    if (!run.hmc) return names;
    names.insert(names.end(), {"forces", "rectangle-forces"});
    for (const FermionTerm& term : run.hmc->parameters.fermions) {
        DiracParameters quark{.type = traits(term.action).dirac};
        quark.clover = term.clover;
        addQuarks(names, quark);
        if (term.clover != 0) names.emplace_back("clover-forces");
        if (term.stout.smears()) names.emplace_back("stout-forces");
    }
    return names;
}

DeviceOptions optionsOf(const Device& device, const VerificationRequest& request)
{
    return {.path = device.path(),
            .precision = device.precision(),
            .storage = device.storage(),
            .checkErrors = true,
            .passes = {.seconds = request.common.passSeconds}};
}

bool areAlike(const PartsOnDevice& a, const PartsOnDevice& b)
{
    return a.device.path == b.device.path && a.device.precision == b.device.precision && a.parts == b.parts &&
           !a.selection && !b.selection;
}

/// An operator of a run that is solved, or whose modes are found.
struct SolvedQuark {
    DiracParameters dirac;
    SolverPrecision precision;
    bool smears = false; ///< sources or sinks
};

SolvedQuark quarkOf(const FermionSection& section)
{
    return {section.dirac(section.values.front()), section.precision,
            section.smearSource != "none" || section.smearSink != "none"};
}

/// The checks of an operator on the device on which its systems are solved; none where that is the CPU.
void addSolves(std::vector<PartsOnDevice>& all, const VerificationRequest& request, const SolvedQuark& quark,
               const std::string& path)
{
    const RunConfig& run = *request.run;
    InverterBackend place(path, quark.precision, {.device = run.device.device.value_or(-1)},
                          {.tuning = run.device.tuning});
    if (!place.device()) return;
    std::vector<std::string> names;
    addQuarks(names, quark.dirac);
    if (quark.smears) names.emplace_back("smeared-sources");
    const PartsOnDevice parts{.device = optionsOf(*place.device(), request),
                              .group = run.lattice.group,
                              .parts = checkedParts(names),
                              .leftOut =
                                  "solves with other boundaries, slices and right-hand sides than the checks have"};
    if (std::ranges::none_of(all, [&](const PartsOnDevice& other) { return areAlike(parts, other); }))
        all.push_back(parts);
}

/// One for each coupling of a scan, by which heat baths are chosen.
std::vector<RunConfig> runsOf(RunConfig run)
{
    if (!run.scan) return {run};
    const std::vector<double> couplings = run.scan->beta;
    run.scan.reset();
    std::vector<RunConfig> runs;
    for (const double beta : couplings) {
        run.action.beta = beta;
        runs.push_back(run);
    }
    return runs;
}

} // namespace

std::vector<PartsOnDevice> partsOfRun(const std::shared_ptr<gl::Context>& context, const VerificationRequest& request)
{
    const RunConfig& run = *request.run;
    std::vector<PartsOnDevice> all;
    {
        Device device = openDevice(request.common, context);
        std::map<std::string, std::string> programs;
        for (const RunConfig& one : runsOf(run))
            programs.merge(programsOfRun(device, one, request.lattice));
        all.push_back({optionsOf(device, request), run.lattice.group, checkedParts(partsOfChain(run)),
                       /*variants=*/true, std::make_shared<CheckSelection>(std::move(programs))});
    }
    for (const QuarkSection& section : quarkSections)
        if (const auto& quarks = run.*section.of) addSolves(all, request, quarkOf(*quarks), quarks->path);
    if (run.eigen) addSolves(all, request, {run.eigen->matrix().dirac, run.eigen->precision}, run.eigen->path);
    if (run.inverter)
        for (const char* path : {"fragment", "compute"})
            if (run.inverter->path == path || (run.inverter->path == "auto" &&
                                               (path == std::string("fragment") || context->capabilities().compute())))
                addSolves(all, request, quarkOf(*run.inverter), path);
    return all;
}

} // namespace gaugegl::cli
