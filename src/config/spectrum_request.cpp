#include "config/spectrum_request.h"

#include <algorithm>

namespace gaugegl {

SpectrumRequest spectrumRequest(const FermionSection& section, double value)
{
    const DiracParameters dirac = section.dirac(value);
    SpectrumRequest request{.source = Source::parse(section.sources.front()),
                            .direction = section.direction,
                            .choice = section.choice(),
                            .smearing = {WuppertalSteps::parse(section.smearSource),
                                         WuppertalSteps::parse(section.smearSink),
                                         StoutSteps::parse(section.smearLinks)}};
    if (section.channels != "none") {
        if (section.standardChannels) request.channels = mesonNames(dirac.kind());
        for (std::string& name : parseChannels(section.channels))
            if (std::ranges::find(request.channels, name) == request.channels.end())
                request.channels.push_back(std::move(name));
    }
    request.momenta = MomentumChoice::parse(section.momenta, !section.separateMomenta);
    if (section.nucleon) request.nucleon = dirac;
    if (section.delta) request.delta = dirac;
    request.strange = section.strangeQuark();
    if (section.residualMass) request.residual = dirac;
    request.isospinMu = dirac.isospinMu;
    return request;
}

} // namespace gaugegl
