#include "base/one_line.h"
#include "gaugegl/run/run_config.h"
#include "run_config_hmc.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fstream>
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
    section.read("extents", lattice.extents);
    section.read("group", lattice.group);
    section.finish({"extents", "group"});
}

/// A scan has the couplings elsewhere.
void readAction(RunConfig::ActionSection& action, Section section, bool scan)
{
    section.readChoice("type", action.type);
    section.read("beta", action.beta);
    section.read("c1", action.c1);
    section.finish(scan ? std::vector<std::string>() : std::vector<std::string>{"beta"});
}

void readUpdate(RunConfig::UpdateSection& update, Section section, bool hmc)
{
    section.readChoice("start", update.start);
    section.read("file", update.file);
    section.read("seed", update.seed);
    section.read("key_version", update.keyVersion);
    section.readChoice("generator", update.generator.type);
    section.read("luxury", update.generator.luxury);
    if (hmc) {
        section.finish({}, " beside [hmc], which has trajectories and thermalisation");
        return;
    }
    section.readChoice("heatbath", update.heatbath);
    section.read("trials", update.trials);
    section.read("overrelaxation", update.overrelaxation);
    section.read("thermalisation", update.thermalisation);
    section.read("sweeps", update.sweeps);
    section.read("reunitarise_every", update.reunitariseEvery);
    section.finish();
}

void readMeasure(RunConfig::MeasureSection& measure, Section section)
{
    section.read("every", measure.every);
    section.read("observables", measure.observables);
    section.finish();
}

void readOutput(RunConfig::OutputSection& output, Section section)
{
    section.read("directory", output.directory);
    section.read("prefix", output.prefix);
    section.read("save_every", output.saveEvery);
    section.readChoice("format", output.format);
    section.read("bits", output.bits);
    section.read("plots", output.plots);
    section.read("checkpoint_seconds", output.checkpointSeconds);
    section.finish();
}

void readDevice(RunConfig::DeviceSection& device, Section section)
{
    section.readChoice("path", device.path);
    section.readChoice("precision", device.precision);
    section.readChoice("storage", device.storage);
    section.read("device", device.device);
    section.read("tuning", device.tuning);
    section.finish();
}

void readFermions(std::optional<RunConfig::FermionSection>& fermions, const toml::table& root,
                  const std::pair<const char*, const std::string&>& nameAndFile)
{
    const auto& [name, file] = nameAndFile;
    if (!root.contains(name)) return;
    RunConfig::FermionSection& value = fermions.emplace();
    Section section(root, name, file);
    section.readChoice("operator", value.type);
    const char* key = traits(value.type).first().key;
    const std::string_view which = name;
    section.read(key, value.values);
    for (const DiracNumber* number : traits(value.type).further())
        section.read(number->key, value.further.*number->value);
    section.read("stout", value.stout);
    section.read("boundary", value.boundary);
    if (which != "condensate") section.read("source", value.sources);
    section.read("tolerance", value.tolerance);
    section.readChoice("solver", value.solver);
    section.read("path", value.path);
    if (which == "inverter") {
        section.finish({key});
        return;
    }
    section.read("every", value.every);
    if (which == "spectrum") {
        section.readDirection("direction", value.direction);
        section.read("smear_source", value.smearSource);
        section.read("smear_sink", value.smearSink);
        section.read("smear_links", value.smearLinks);
        section.read("channels", value.channels);
        section.read("nucleon", value.nucleon);
        section.read("residual_mass", value.residualMass);
        section.read("rhs", value.rhs);
    }
    if (which == "condensate") section.read("vectors", value.vectors);
    section.readChoice("precision", value.precision);
    section.finish({"every", key});
}

void readLoops(std::optional<LoopsSection>& loops, const toml::table& root, const std::string& file)
{
    if (!root.contains("loops")) return;
    LoopsSection& value = loops.emplace();
    Section section(root, "loops", file);
    section.read("every", value.every);
    section.read("r_max", value.rMost);
    section.read("t_max", value.tMost);
    section.read("ape_alpha", value.apeAlpha);
    section.read("ape_steps", value.apeSteps);
    section.read("off_axis", value.offAxis);
    section.read("multihit", value.multihit);
    section.read("fit_range", value.fitRange);
    section.read("plateau", value.plateau);
    section.read("root_sigma_mev", value.rootSigmaMeV);
    section.finish({"every"});
}

void readFlow(std::optional<FlowSection>& flow, const toml::table& root, const std::string& file)
{
    if (!root.contains("flow")) return;
    FlowSection& value = flow.emplace();
    Section section(root, "flow", file);
    section.read("every", value.every);
    section.read("time", value.time);
    section.read("record", value.record);
    section.read("step", value.step);
    section.read("tolerance", value.tolerance);
    section.readChoice("action", value.action);
    section.read("improved", value.improved);
    section.read("reference", value.reference);
    section.finish({"every", "time"});
}

void readScan(std::optional<ScanSection>& scan, const toml::table& root, const std::string& file)
{
    if (!root.contains("scan")) return;
    ScanSection& value = scan.emplace();
    Section section(root, "scan", file);
    section.read("beta", value.beta);
    section.read("nt", value.nt);
    section.finish({"beta"});
}

constexpr std::array sectionNames = {"lattice",  "action",   "update", "hmc",  "measure",    "output", "device",
                                     "spectrum", "inverter", "loops",  "flow", "condensate", "scan"};

void rejectUnknownSections(const toml::table& root, const std::string& file)
{
    for (const auto& [key, node] : root) {
        const auto isKey = [name = key.str()](const char* known) { return name == known; };
        if (std::any_of(sectionNames.begin(), sectionNames.end(), isKey)) continue;
        const std::string what = node.is_table() ? fmt::format("unknown section [{}]", key.str())
                                                 : fmt::format("key '{}' is outside the sections", key.str());
        throw located(file, key.source(),
                      fmt::format("{}; expected one of [{}]", what, fmt::join(sectionNames, "], [")));
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

RunConfig configOf(const toml::table& root, const std::string& fileName)
{
    rejectUnknownSections(root, fileName);
    RunConfig config;
    readLattice(config.lattice, Section(root, "lattice", fileName));
    readAction(config.action, Section(root, "action", fileName), root.contains("scan"));
    readUpdate(config.update, Section(root, "update", fileName), root.contains("hmc"));
    readHmc(config, root, fileName);
    readMeasure(config.measure, Section(root, "measure", fileName));
    readOutput(config.output, Section(root, "output", fileName));
    readDevice(config.device, Section(root, "device", fileName));
    readFermions(config.spectrum, root, {"spectrum", fileName});
    readFermions(config.condensate, root, {"condensate", fileName});
    readFermions(config.inverter, root, {"inverter", fileName});
    readLoops(config.loops, root, fileName);
    readFlow(config.flow, root, fileName);
    readScan(config.scan, root, fileName);
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

RunConfig parseRunConfig(std::string_view text, const std::string& fileName, const RunOverrides& overrides)
{
    toml::table root = parsedToml(text, fileName);
    for (const std::string& one : overrides)
        merge(root, parsedToml(one, fmt::format("'{}'", oneLine(one, 80))));
    RunConfig run = configOf(root, fileName);
    if (!run.update.keyVersion && isFromBeforeKeyVersions(text)) run.update.keyVersion = 1;
    return run;
}

RunConfig loadRunConfig(const std::string& path, const RunOverrides& overrides)
{
    std::ifstream file(path, std::ios::binary);
    if (!file) throw FileError(path, "cannot be opened for reading");
    if (std::filesystem::is_directory(path)) throw FileError(path, "is a directory, not a run file");
    std::string text(longestText + 1, '\0'); // parseRunConfig refuses the last byte
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    if (file.bad()) throw FileError(path, "cannot be read");
    text.resize(static_cast<std::size_t>(file.gcount()));
    return parseRunConfig(text, path, overrides);
}

} // namespace gaugegl
