#include "run_config_parser.h"
#include "base/home.h"
#include "base/one_line.h"
#include "base/text_file.h"
#include "base/trimmed.h"
#include "run_config_hmc.h"
#include "toml_text.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sstream>

namespace gaugegl {
namespace {

constexpr std::size_t longestText = std::size_t{64} << 10;
constexpr std::ptrdiff_t mostLevels = 1000;

/// Bounds what the parser is given.  It works and frees recursively, one level for each dot of a key and each bracket;
/// dots in texts and comments are counted too, which costs nothing and needs no second parser.
void checkSize(std::string_view text, const std::string& fileName)
{
    if (text.size() > longestText)
        throw FileError(fileName, fmt::format("is longer than {} bytes, too long for a run file", longestText));
    const auto levels = std::ranges::count_if(text, [](char c) { return c == '.' || c == '[' || c == '{'; });
    if (levels > mostLevels)
        throw FileError(fileName,
                        fmt::format("has {} of the characters '.', '[' and '{{', at most {} are allowed in a run file",
                                    levels, mostLevels));
}

void readLattice(RunConfig::LatticeSection& lattice, Section section)
{
    section.read("extents", lattice.extents, "Lx, Ly, Lz and Lt, even");
    section.read("group", lattice.group, "The gauge group");
    section.finish({"extents", "group"});
}

/// A scan has the couplings elsewhere.
void readAction(RunConfig::ActionSection& action, Section section, bool scan)
{
    section.readChoice("type", action.type, "The plaquette action of Wilson, or one with rectangles");
    section.read("beta", action.beta, "The coupling 2N/g^2; in a scan that of [scan]");
    section.read("c1", action.c1,
                 "The coefficient of the rectangles of type = \"custom\"; that of the plaquettes is 1 - 8 c1");
    section.finish(scan ? std::vector<std::string>() : std::vector<std::string>{"beta"});
}

void readUpdate(RunConfig::UpdateSection& update, Section section, bool hmc)
{
    section.readChoice("start", update.start, "Where the chain begins: random links, links 1, or those of a file");
    section.read("file", update.file, "The configuration of start = \"file\"; ~/ is the home of the user");
    update.file = withHome(update.file);
    section.read(
        "seed", update.seed,
        "Of the random numbers: the same seed gives the same ensemble, at another coupling or lattice other numbers");
    section.read(
        "key_version", update.keyVersion,
        "How random numbers follow from the seed; the newest one if it is not given. 1 repeats runs of older programs");
    section.readChoice("generator", update.generator.type,
                       "Of the random numbers; lcg is for benchmarks and refused here");
    section.read("luxury", update.generator.luxury, "Of generator = \"ranlux\", 0 to 4");
    if (hmc) {
        section.finish({}, " beside [hmc], which has trajectories and thermalisation");
        return;
    }
    section.readChoice("heatbath", update.heatbath,
                       "The proposals of the heat bath; auto: the ones that are accepted more often at this coupling");
    section.read("trials", update.trials,
                 "Proposals for each SU(2) subgroup, after which the link keeps its value; by default 16 with philox "
                 "and 5 with ranlux");
    section.read("overrelaxation", update.overrelaxation, "Overrelaxation sweeps after each heat-bath sweep");
    section.read("thermalisation", update.thermalisation, "Sweeps before the first measurement");
    section.read("sweeps", update.sweeps, "Sweeps after that");
    section.read("reunitarise_every", update.reunitariseEvery,
                 "Sweeps between projections of the links back to the group");
    section.finish();
}

void readMeasure(RunConfig::MeasureSection& measure, Section section)
{
    section.read("every", measure.every, "Sweeps between measurements");
    section.read("observables", measure.observables,
                 "What is measured beside the plaquettes, the action density and the link trace");
    section.finish();
}

void readOutput(RunConfig::OutputSection& output, Section section)
{
    section.read("directory", output.directory,
                 "The folder of the results, made if it is missing; ~/ is the home of the user");
    output.directory = withHome(output.directory);
    section.read("prefix", output.prefix, "Of the names of configurations: PREFIX.SWEEP.SUFFIX");
    section.read("save_every", output.saveEvery, "Sweeps between saved configurations; 0 saves none");
    section.readChoice("format", output.format, "Of the configurations");
    section.read("bits", output.bits, "Of the numbers in configurations, 32 or 64");
    section.read("plots", output.plots, "Whether gnuplot draws figures");
    section.read("checkpoint_seconds", output.checkpointSeconds,
                 "Between checkpoints, from which a run goes on that ended early; 0: after every sweep");
    section.finish();
}

void readDevice(RunConfig::DeviceSection& device, Section section)
{
    section.readChoice("path", device.path, "The kind of shaders; auto: the faster one of those that the driver has");
    section.readChoice("precision", device.precision, "Of the links; beside [hmc] that of [hmc]");
    section.readChoice("storage", device.storage, "Where fields lie; buffer on the compute path alone");
    section.read("device", device.device,
                 "The EGL device, of those that `gaugegl info` lists; not given: the default one");
    section.read("tuning", device.tuning, "Whether the fastest variants of kernels are found by timing");
    section.finish();
}

/// Whether an operator may have this value of a number.
bool isAllowed(const DiracNumber& number, double value, DiracType type)
{
    try {
        number.check(value, type);
    } catch (const InputError&) {
        return false;
    }
    return true;
}

void readFermions(std::optional<RunConfig::FermionSection>& fermions, const RunFileText& file, const char* name)
{
    if (!file.root.contains(name)) return;
    RunConfig::FermionSection& value = fermions.emplace();
    Section section(file, name);
    section.readChoice("operator", value.type, "The Dirac operator, on which it depends what its numbers are");
    const char* key = traits(value.type).first().key;
    const std::string_view which = name;
    section.read(key, value.values, traits(value.type).first().help);
    for (const DiracNumber* number : traits(value.type).further()) {
        double& further = value.further.*number->value;
        const bool required = !number->optional && !isAllowed(*number, further, value.type);
        section.read(number->key, further, number->help);
        if (required) section.tellRequired(number->key); // what it is without the key is out of range, which names it
    }
    section.read("stout", value.stout, "RHO:STEPS of stout smearing of the links that the operator takes");
    section.read("boundary", value.boundary,
                 "periodic, antiperiodic (in time), or tx,ty,tz,tt: phases exp(i pi theta), at the edge or, with "
                 ":spread behind it, over all links");
    if (which != "condensate")
        section.read("source", value.sources,
                     "point:x,y,z,t, wall:t, random:SEED or ones; each may be followed by :spin:colour");
    section.read("tolerance", value.tolerance, "|b - M x| / |b| asked for");
    section.readChoice("solver", value.solver, "The algorithm; multishift is refused here");
    section.read("path", value.path, "Where it is solved: auto, fragment, compute or cpu");
    if (which == "inverter") {
        section.finish({key});
        return;
    }
    section.read("every", value.every, "Sweeps between measurements, a multiple of that of [measure]");
    if (which == "spectrum") {
        section.readDirection("direction", value.direction, "Of the correlators");
        section.read("smear_source", value.smearSource, "ALPHA:STEPS of Wuppertal smearing of the source");
        section.read("smear_sink", value.smearSink, "ALPHA:STEPS of Wuppertal smearing of the sink");
        section.read("smear_links", value.smearLinks, "RHO:STEPS of stout smearing of the links of these smearings");
        section.read("channels", value.channels,
                     "Mesons beside the standard ones: all, or their names with commas between");
        section.read("nucleon", value.nucleon, "Whether the nucleon is measured");
        section.read("residual_mass", value.residualMass,
                     "Whether the residual mass of domain-wall quarks is measured");
        section.read("rhs", value.rhs, "Right-hand sides that are solved together, 1 to 12; 0: as many as are fastest");
    }
    if (which == "condensate") section.read("vectors", value.vectors, "Random sources on each configuration");
    section.readChoice(
        "precision", value.precision,
        "Of the solver: mixed has the residual in double precision and corrections in single, mixed16 in 16 bits");
    section.finish({"every", key});
}

void readLoops(std::optional<LoopsSection>& loops, const RunFileText& file)
{
    if (!file.root.contains("loops")) return;
    LoopsSection& value = loops.emplace();
    Section section(file, "loops");
    section.read("every", value.every, "Sweeps between measurements, a multiple of that of [measure]");
    section.read("r_max", value.rMost, "The largest distance; by default half the smallest spatial extent, at most 8");
    section.read("t_max", value.tMost, "The largest time; by default half the extent in time, at most 8");
    section.read("ape_alpha", value.apeAlpha, "Weight of the staples in the APE smearing of spatial links, 0 to 1");
    section.read("ape_steps", value.apeSteps, "Steps of the smearing; 0: unsmeared loops alone");
    section.read("off_axis", value.offAxis, "Whether distances off the axes are measured");
    section.read("multihit", value.multihit,
                 "Whether temporal links are replaced by their means at fixed neighbours; Wilson action alone");
    section.read("fit_range", value.fitRange,
                 "The smallest and the largest distance of the fit; by default the averages over all choices");
    section.read("plateau", value.plateau,
                 "The time from which effective masses are constant; by default the averages over all choices");
    section.read("root_sigma_mev", value.rootSigmaMeV, "sqrt(sigma) in MeV, which sets the lattice spacing");
    section.finish({"every"});
}

void readFlow(std::optional<FlowSection>& flow, const RunFileText& file)
{
    if (!file.root.contains("flow")) return;
    FlowSection& value = flow.emplace();
    Section section(file, "flow");
    section.read("every", value.every, "Sweeps between measurements, a multiple of that of [measure]");
    section.read("time", value.time, "The last flow time, in lattice units squared");
    section.read("record", value.record, "Flow time between measurements, at most a third of time");
    section.read("step", value.step,
                 "Of the integration, with tolerance the first one; not given: 0.02, or a quarter of the longest "
                 "stable one where that is less");
    section.read("tolerance", value.tolerance, "Steps are adapted to this error; not given: all are the same");
    section.readChoice("action", value.action, "Of the flow; custom is refused here");
    section.read("improved", value.improved,
                 "Whether the charge is also measured with the five-loop improved definition");
    section.read("reference", value.reference,
                 "The value of t^2 E at t0, and of its logarithmic slope at w0^2; by default that of the group");
    section.finish({"every", "time"});
}

void readScan(std::optional<ScanSection>& scan, const RunFileText& file)
{
    if (!file.root.contains("scan")) return;
    ScanSection& value = scan.emplace();
    Section section(file, "scan");
    section.read("beta", value.beta, "Couplings, rising");
    section.read("nt", value.nt, "Even extents in time; not given: that of [lattice]");
    section.finish({"beta"});
}

void rejectUnknownSections(const RunFileText& file)
{
    std::vector<std::string_view> known;
    known.reserve(runFileSections.size());
    for (const NamedSection& section : runFileSections)
        known.emplace_back(section.name);
    for (const auto& [key, node] : file.root) {
        if (std::ranges::find(known, key.str()) != known.end()) continue;
        const std::string what = node.is_table() ? fmt::format("unknown section [{}]", key.str())
                                                 : fmt::format("key '{}' is outside the sections", key.str());
        throw located(file.name, key.source(), fmt::format("{}; expected one of [{}]", what, fmt::join(known, "], [")));
    }
}

/// The place of a rejected value: its key, else its section, which may be "hmc.fermions[1]", else the file alone.
toml::source_region placeOf(const toml::table& root, const RunConfigError& error)
{
    const toml::table* section = toml::at_path(root, error.section()).as_table();
    if (section == nullptr) return {};
    const toml::node* value = section->get(error.key());
    return value == nullptr ? section->source() : value->source();
}

} // namespace

RunConfig readSections(const RunFileText& file)
{
    rejectUnknownSections(file);
    RunConfig config;
    readLattice(config.lattice, Section(file, "lattice"));
    readAction(config.action, Section(file, "action"), file.root.contains("scan"));
    readUpdate(config.update, Section(file, "update"), file.root.contains("hmc"));
    readHmc(config, file);
    readMeasure(config.measure, Section(file, "measure"));
    readOutput(config.output, Section(file, "output"));
    readDevice(config.device, Section(file, "device"));
    readFermions(config.spectrum, file, "spectrum");
    readFermions(config.condensate, file, "condensate");
    readFermions(config.inverter, file, "inverter");
    readLoops(config.loops, file);
    readFlow(config.flow, file);
    readScan(config.scan, file);
    return config;
}

namespace {

toml::table parsedToml(std::string_view text, const std::string& name)
{
    checkSize(text, name);
    try {
        return toml::parse(text, name);
    } catch (const toml::parse_error& error) {
        const toml::source_position at = error.source().begin;
        throw InputError(fmt::format("{}:{}:{}: {}", name, at.line, at.column, oneLine(error.description())));
    }
}

/// Moves the sections and keys of `from` into `to`, in place of those that are there; copies would not know their
/// lines.
void merge(toml::table& to, toml::table&& from)
{
    for (auto&& [key, node] : from) {
        toml::table* old = to[key].as_table();
        if (old != nullptr && node.is_table())
            for (auto&& [inner, value] : *node.as_table())
                old->insert_or_assign(inner, std::move(value));
        else
            to.insert_or_assign(key, std::move(node));
    }
}

/// An override: TOML, or KEY = WORD where the word is a text without its quotes.
toml::table parsedOverride(const std::string& text)
{
    const std::string name = fmt::format("'{}'", oneLine(text, 80));
    try {
        return parsedToml(text, name);
    } catch (const InputError&) {
        const std::size_t equals = text.find('=');
        if (equals == std::string::npos) throw;
        const std::string value(trimmed(std::string_view(text).substr(equals + 1)));
        const bool isWord = !value.empty() && value.find_first_of("\"'[]{}\n") == std::string::npos;
        if (!isWord) throw;
        return parsedToml(text.substr(0, equals) + "= " + tomlString(value), name);
    }
}

RunConfig configOf(const toml::table& root, const std::string& fileName)
{
    RunConfig config = readSections({root, fileName});
    try {
        validate(config);
    } catch (const RunConfigError& error) {
        throw located(fileName, placeOf(root, error), error.what());
    }
    return config;
}

/// Whether a program before key_version wrote the text: letter by letter the run file with every key, less those that
/// came with it or later.
bool isFromBeforeKeyVersions(std::string_view text)
{
    if (!text.starts_with("[lattice]\nextents = [")) return false; // most files of people
    const std::string file = "run";
    std::istringstream all;
    try {
        all.str(toToml(configOf(parsedToml(text, file), file)));
    } catch (const InputError&) {
        return false;
    }
    const bool hmc = all.str().find("\n[hmc]\n") != std::string::npos;
    std::string older, section;
    for (std::string line; std::getline(all, line);) {
        if (line.starts_with('[')) section = line;
        if (!line.starts_with("key_version = ") && !(hmc && line.starts_with("generator = ")) &&
            !(section == "[hmc]" && line.starts_with("path = ")))
            older += line + "\n";
    }
    return text == older;
}

} // namespace

bool isWrittenByProgram(std::string_view text)
{
    const std::string file = "run", written(text);
    std::istringstream lines(written), all;
    try {
        all.str(toToml(configOf(parsedToml(text, file), file)));
    } catch (const InputError&) {
        return false;
    }
    for (std::string line, next; std::getline(lines, line);)
        do {
            if (!std::getline(all, next)) return false;
        } while (next != line);
    return std::ranges::all_of(std::array{"\n[update]\n", "\nbits = ", "\nplots = ", "\n[device]\n"},
                               [&](const char* part) { return written.find(part) != std::string::npos; });
}

RunConfig parseRunConfig(std::string_view text, const std::string& fileName, const RunOverrides& overrides)
{
    toml::table root = parsedToml(text, fileName);
    for (const std::string& one : overrides)
        merge(root, parsedOverride(one));
    RunConfig run = configOf(root, fileName);
    if (!run.update.keyVersion && isFromBeforeKeyVersions(text)) run.update.keyVersion = 1;
    return run;
}

RunConfig loadRunConfig(const std::string& path, const RunOverrides& overrides)
{
    return parseRunConfig(requiredTextOfFile(path, longestText), path, overrides);
}

} // namespace gaugegl
