#include "gaugegl/config/quarks.h"

#include "config/sections.h"
#include "config/spectrum_request.h"
#include "config/toml_text.h"
#include "gaugegl/core/source.h"
#include "gaugegl/fermion/eigen/low_modes.h"
#include "gaugegl/fermion/fermion_domain.h"
#include "gaugegl/fermion/measure/correlators.h"

#include <algorithm>
#include <fmt/format.h>

namespace gaugegl {
namespace {

using config::checkKey;

/// What is said of blocks.
void checkBlocks(const char* section, const FermionSection& fermions)
{
    checkKey(section, "blocks", [&] { Blocks::parse(fermions.blocks); });
    if (fermions.preconditioner != PreconditionerType::None) return;
    const FermionSection usual;
    const char* const expected = "left out without preconditioner = 'schwarz'";
    if (fermions.blocks != usual.blocks) config::reject(section, "blocks", fermions.blocks, expected);
    if (fermions.blockSteps != usual.blockSteps)
        config::reject(section, "block_steps", fmt::format("{}", fermions.blockSteps), expected);
}

void checkStrange(const FermionSection& spectrum, const SpectrumRequest& request, FermionKind kind)
{
    if (!spectrum.strange) return;
    const std::string key = spectrum.strangeKey();
    if (spectrum.values.size() > 1 && &spectrum.strangeNumber() != &traits(spectrum.type).first())
        config::reject("spectrum", key, fmt::format("{}", *spectrum.strange),
                       fmt::format("beside one {}, which a strange quark has, too", traits(spectrum.type).first().key));
    checkKey("spectrum", key, [&] {
        validate(*request.strange);
        validateStrange(request, kind);
    });
}

void checkSpectrum(const FermionSection& spectrum, const RunConfig& run)
{
    for (const std::string& text : spectrum.sources) {
        const Source source = Source::parse(text);
        if (!source.hasComponents() || source.oneComponent)
            config::reject("spectrum", "source", tomlString(text),
                           "points point:x,y,z,t, walls wall:t or noise walls z2:t with all their components");
        if (source.type != Source::parse(spectrum.sources.front()).type)
            config::reject("spectrum", "source", tomlString(text),
                           fmt::format("of the type of the first, {}: correlators of points, walls and noise walls are "
                                       "of different size, and are not averaged",
                                       tomlString(spectrum.sources.front())));
    }
    checkKey("spectrum", "smear_source", [&] { WuppertalSteps::parse(spectrum.smearSource); });
    checkKey("spectrum", "smear_sink", [&] { WuppertalSteps::parse(spectrum.smearSink); });
    checkKey("spectrum", "smear_links", [&] { StoutSteps::parse(spectrum.smearLinks); });
    if (spectrum.channels != "none") checkKey("spectrum", "channels", [&] { parseChannels(spectrum.channels); });
    checkKey("spectrum", "momenta", [&] { MomentumChoice::parse(spectrum.momenta, !spectrum.separateMomenta); });
    if (spectrum.momenta == "none" && spectrum.separateMomenta)
        config::reject("spectrum", "separate_momenta", "true", "false, or momenta must say what is measured");
    if (spectrum.channels == "none" && !spectrum.standardChannels)
        config::reject("spectrum", "standard_channels", "false", "true, or channels must say what is measured");
    if (spectrum.deflate > 0)
        checkKey("spectrum", "deflate", [&] {
            requireDeflatable(spectrum.type, spectrum.further.isospinMu);
            const SpectralParameters matrix{parseChoice<SpectralType>(choiceName<DiracType>(spectrum.type)),
                                            spectrum.dirac(spectrum.values.front())};
            validate(ModeChoice{.count = spectrum.deflate}, matrix, Lattice(run.lattice.extents), run.lattice.group);
        });
    const SpectrumRequest request = spectrumRequest(spectrum, spectrum.values.front());
    const FermionDomain domain{Lattice(run.lattice.extents), run.lattice.group,
                               spectrum.dirac(spectrum.values.front()).kind()};
    for (const std::string& text : spectrum.sources) {
        SpectrumRequest one = request;
        one.source = Source::parse(text);
        checkKey("spectrum", "source", [&] { validateNoise(one); });
    }
    const char* smearing = request.smearing.source.smears() ? "smear_source"
                           : request.smearing.sink.smears() ? "smear_sink"
                                                            : "smear_links";
    checkStrange(spectrum, request, domain.kind);
    checkKey("spectrum", smearing, [&] { validate(request.smearing, domain.kind); });
    checkKey("spectrum", "momenta", [&] { validateMomenta(request, domain.lattice); });
    const char* further = spectrum.nucleon                                        ? "nucleon"
                          : spectrum.delta                                        ? "delta"
                          : spectrum.residualMass                                 ? "residual_mass"
                          : spectrum.channels == "none" && request.isospinMu != 0 ? "isospin_mu"
                                                                                  : "channels";
    checkKey("spectrum", further, [&] { validate(request, domain); });
}

void checkLoops(const FermionSection& loops, const RunConfig& run)
{
    const char* const section = "disconnected";
    const FermionKind kind = traits(loops.type).kind;
    checkKey(section, "gamma", [&] { parseGammas(loops.gamma); });
    checkKey(section, "dilution", [&] { validate(Dilution::parse(loops.dilution), kind); });
    const Dilution dilution = Dilution::parse(loops.dilution);
    constexpr std::int64_t mostSolves = 1000000;
    const std::int64_t solves = loops.vectors * dilution.parts(Lattice(run.lattice.extents), kind, run.lattice.group);
    if (solves > mostSolves)
        config::reject(section, "dilution", tomlString(loops.dilution),
                       fmt::format("of fewer parts: {} solves for each configuration, at most {}", solves, mostSolves));
    if (dilution.isComplete(kind) && loops.noise != NoiseType::Gaussian && loops.vectors > 1)
        config::reject(
            section, "vectors", fmt::format("{}", loops.vectors),
            fmt::format("1: with dilution = {} every one gives the same, exact loops", tomlString(loops.dilution)));
}

} // namespace

int directionNamed(std::string_view name)
{
    const auto found = std::ranges::find(directionNames, name);
    if (found == directionNames.end()) throw InputError("expected 'x', 'y', 'z' or 't'");
    return int(found - directionNames.begin());
}

void setPath(std::string& path, std::string_view text)
{
    if (text != "auto" && text != "fragment" && text != "compute" && text != "cpu")
        throw InputError("expected 'auto', 'fragment', 'compute' or 'cpu'");
    path = text;
}

void requireDeflatable(DiracType type, double isospinMu)
{
    const std::string name = choiceName<DiracType>(type);
    if (hasSlices(type))
        throw InputError(fmt::format("{} quarks are not deflated: none of their modes are found", name));
    if (traits(type).form == QuarkForm::IsospinStaggered || isospinMu != 0)
        throw InputError(
            fmt::format("{} quarks with isospin_mu = {} are not deflated: low modes are those of operators "
                        "without a chemical potential",
                        name, isospinMu));
    if (!hasEvenOdd(type))
        throw InputError(fmt::format("{} quarks are not deflated: sign_modes are the modes of their kernel", name));
}

bool isAllowed(const DiracNumber& number, double value, DiracType type)
{
    try {
        number.check(value, type);
    } catch (const InputError&) {
        return false;
    }
    return true;
}

void FermionSection::checkSystems(const RunConfig& run, const FermionSection& fermions, const char* section)
{
    const char* key = traits(fermions.type).first().key;
    if (fermions.values.empty()) config::reject(section, key, "[]", "at least one number");
    checkKey(section, "boundary", [&] { BoundaryPhases::parse(fermions.boundary); });
    checkKey(section, "stout", [&] { StoutSteps::parse(fermions.stout); });
    for (const double value : fermions.values)
        checkKey(section, key, [&] { validate(fermions.dirac(value)); });
    checkKey(section, "rhs", [&] { validate(SolverChoice{.rhs = fermions.rhs}); });
    checkKey(section, "tolerance", [&] { validate(SolverChoice{.tolerance = fermions.tolerance}); });
    checkBlocks(section, fermions);
    const auto kind = fermions.dirac(fermions.values.front()).kind();
    if (fermions.sources.empty()) config::reject(section, "source", "[]", "at least one source");
    for (const std::string& source : fermions.sources)
        checkKey(section, "source",
                 [&] { validate(Source::parse(source), Lattice(run.lattice.extents), kind, run.lattice.group); });
}

void FermionSection::check(const RunConfig& run, const FermionSection& section, const char* name)
{
    checkSystems(run, section, name);
    checkKey(name, section.preconditioner == PreconditionerType::None ? "solver" : "preconditioner",
             [&] { validate(section.choice()); });
    if (section.preconditioner != PreconditionerType::None)
        checkKey(name, "blocks", [&] { validate(Blocks::parse(section.blocks), Lattice(run.lattice.extents)); });
    if (std::string_view(name) == "spectrum") checkSpectrum(section, run);
    if (std::string_view(name) == "disconnected") checkLoops(section, run);
}

SolverChoice FermionSection::choice() const
{
    return {.type = solver,
            .precision = precision,
            .tolerance = tolerance,
            .maxIterations = maxIterations,
            .preconditioner = preconditioner,
            .blocks = Blocks::parse(blocks),
            .blockSteps = blockSteps,
            .rhs = rhs};
}

DiracParameters FermionSection::dirac(double value) const
{
    DiracParameters result = further;
    result.type = type;
    result.boundary = BoundaryPhases::parse(boundary);
    result.stout = StoutSteps::parse(stout);
    result.*traits(type).first().value = value;
    return result;
}

const DiracNumber& FermionSection::strangeNumber() const
{
    return traits(type).has(muNumber) ? muNumber : traits(type).first();
}

std::optional<DiracParameters> FermionSection::strangeQuark() const
{
    if (!strange) return std::nullopt;
    DiracParameters result = dirac(values.front());
    result.*strangeNumber().value = *strange;
    return result;
}

} // namespace gaugegl
