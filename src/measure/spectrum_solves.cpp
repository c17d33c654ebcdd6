#include "measure/spectrum_solves.h"

#include "config/spectrum_request.h"
#include "gaugegl/base/clock.h"
#include "gaugegl/base/error.h"
#include "gaugegl/core/noise.h"
#include "gaugegl/fermion/fermion_domain.h"
#include "measure/spectrum_report.h"

#include <algorithm>
#include <fmt/format.h>

namespace gaugegl::measure {
namespace {

class SpectrumSolves {
public:
    SpectrumSolves(const FermionSection& section, const HostConfiguration& on) : section_(section), on_(on) {}

    /// False where an interrupt ended it.
    bool solveStrange(const SectionQuark& quark)
    {
        SpectrumRequest request = spectrumRequest(section_, section_.values.front());
        request.residual.reset(); // that of light quarks
        return forEachSource(quark, request,
                             [&](Inverter& inverter, const FermionDomain& domain, const Solved& solved,
                                 QuarkSmearer* smearer, std::size_t /*source*/) {
                                 PropagatorSolution one = solvePropagator(inverter, domain, request, solved, smearer);
                                 strange_.push_back(std::move(one.columns));
                                 return PropagatorSolves(one);
                             });
    }

    /// The means over sources.  Nothing where an interrupt ended it.
    std::optional<std::vector<MesonCorrelator>> correlatorsOf(const SectionQuark& light, double value)
    {
        SpectrumRequest request = spectrumRequest(section_, value);
        std::vector<std::vector<MesonCorrelator>> ofSources;
        const bool done = forEachSource(light, request,
                                        [&](Inverter& inverter, const FermionDomain& domain, const Solved& solved,
                                            QuarkSmearer* smearer, std::size_t source) {
                                            SpectrumMeasurement one =
                                                measureSpectrum(inverter, domain, request, solved, smearer,
                                                                strange_.empty() ? nullptr : &strange_[source]);
                                            ofSources.push_back(std::move(one.correlators));
                                            return PropagatorSolves(one);
                                        });
        return done ? std::optional(meanOverSources(ofSources)) : std::nullopt;
    }

private:
    using Solved = std::function<void(int columns)>;

    /// Calls solve(inverter, domain, solved, smearer, number of the source) for every source, which `request` then has; it returns what its
    /// solves took.  False where an interrupt ended it.
    template<class Solve>
    bool forEachSource(const SectionQuark& quark, SpectrumRequest& request, const Solve& solve)
    {
        const DiracParameters& dirac = quark.dirac;
        if (!findModesOf(dirac)) return false;
        const HostGaugeField& links = on_.links;
        const auto inverter = on_.backend.inverter(links, dirac, on_.shared);
        SolveLog& log = *on_.log;
        log.place = inverter->place();
        const auto smearer = request.smearing.smears()
                                 ? on_.backend.smearer({links, dirac.boundary, request.smearing.links}, on_.shared)
                                 : nullptr;
        if (!prepare(*inverter)) return false;
        const Solved solved = [&log](int /*columns*/) {
            ++log.steps;
            if (log.line) log.line->update(log.steps);
        };
        for (std::size_t k = 0; k < section_.sources.size(); ++k) {
            const std::string& source = section_.sources[k];
            request.source = Source::parse(source);
            request.source.seed += // of noise
                noiseSeed(on_.key, int(section_.sources.size()), on_.stream, int(k));
            if (on_.keep)
                request.keep = [&](const Propagator& columns, const std::function<FermionVector(int)>& b) {
                    on_.keep({dirac, quark.name, source, request.source.seed, columns, b});
                };
            const PropagatorSolves one =
                solve(*inverter, FermionDomain{links.lattice, links.group, dirac.kind()}, solved, smearer.get(), k);
            log.iterations += one.iterations;
            log.seconds += one.seconds;
            log.largestResidual = std::max(log.largestResidual, one.largestResidual);
            if (one.status == SolverStatus::Interrupted) return false;
            if (one.status != SolverStatus::Converged)
                throw UnsolvedError(
                    fmt::format("{}, source {}: a column of the propagator is not solved ({}): |b - M x| / |b| is "
                                "{:.3e} after {} iterations in all, the tolerance is {:.1e}",
                                describe(dirac), source, gaugegl::name(one.status), one.largestResidual, one.iterations,
                                section_.tolerance));
        }
        return true;
    }

    /// Those that the section asks for.  False where an interrupt ended the search.
    bool findModesOf(const DiracParameters& dirac)
    {
        const bool modesServeAll = &traits(section_.type).first() == &massNumber; // the mass only shifts the matrix
        if (section_.deflate == 0 || (on_.modes && modesServeAll)) return true;
        SolveLog& log = *on_.log;
        if (log.line) log.line->breakLine();
        const Stopwatch time;
        on_.modes = findModes(section_.deflate, dirac, section_.precision, on_);
        log.setupSeconds += time.seconds();
        if (log.line) log.line->exclude(time.seconds());
        return on_.modes != nullptr;
    }

    /// Sets the inverter up, with modes that deflate it where there are any.  False where an interrupt ended it.
    bool prepare(Inverter& inverter) const
    {
        SolveLog& log = *on_.log;
        if (log.line) log.line->breakLine();
        const Stopwatch time;
        if (on_.modes) inverter.deflate(on_.modes);
        const bool done = setUp(inverter, section_.choice(), log);
        if (log.line) log.line->exclude(time.seconds());
        return done;
    }

    const FermionSection& section_;
    HostConfiguration on_;            ///< with the modes that were found last
    std::vector<Propagator> strange_; ///< of each source; none without a strange quark
};

} // namespace

std::optional<std::vector<std::vector<MesonCorrelator>>> solveSpectrum(const FermionSection& section,
                                                                       const HostConfiguration& on)
{
    SpectrumSolves solves(section, on);
    const std::vector<SectionQuark> quarks = quarksOf(section);
    if (section.strange && !solves.solveStrange(quarks.back())) return std::nullopt;
    std::vector<std::vector<MesonCorrelator>> all;
    for (std::size_t k = 0; k < section.values.size(); ++k) {
        auto correlators = solves.correlatorsOf(quarks[k], section.values[k]);
        if (!correlators) return std::nullopt;
        all.push_back(std::move(*correlators));
    }
    return all;
}

} // namespace gaugegl::measure
