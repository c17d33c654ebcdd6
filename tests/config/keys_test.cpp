// Every key of every section, each with a value other than its default: it is read, written and refused where it is wrong.  The keys are
// those of the reference, so that a new one is tested here too.
#include "config/run_file_reference.h"
#include "run_config_text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <sstream>

namespace gaugegl {
namespace {

using namespace run_config_test;

/// Values that others demand, or that no rule below gives: "section.key", or "key" in all sections.
const std::map<std::string, std::string>& values()
{
    static const std::map<std::string, std::string> all = {
        {"lattice.extents", "[4, 6, 8, 10]"},
        {"lattice.group", "\"su3\""},
        {"action.type", "\"custom\""},
        {"action.beta", "5.5"},
        {"action.c1", "-0.1"},
        {"update.start", "\"file\""},
        {"update.file", "\"a.ildg\""},
        {"update.key_version", "2"},
        {"update.generator", "\"ranlux\""},
        {"update.luxury", "1"},
        {"hmc.accept_first", "1"},
        {"hmc.guess", "\"last\""},
        {"hmc.fermions.boundary", "\"0.5,0,0,1:spread\""},
        {"hmc.integrator", "[\"4mn\", \"leapfrog\"]"},
        {"hmc.steps", "[2, 3]"},
        {"hmc.precision", "\"double\""},
        {"gauge_scale", "0"},
        {"force_tolerance", "1e-07"},
        {"energy_tolerance", "1e-09"},
        {"scales", "[1]"},
        {"observables", "[\"plaquette\"]"},
        {"bits", "32"},
        {"direction", "\"x\""},
        {"device.storage", "\"buffer\""},
        {"kappa", "[0.12]"},
        {"mass", "[0.25]"},
        {"hmc.fermions.kappa", "0.12"},
        {"hmc.fermions.mass", "0.25"},
        {"ratios", "[{kappa = 0.1}]"},
        {"topology_mu", "0.2"},
        {"range", "[0.01, 30]"},
        {"rational_tolerance", "1e-05"},
        {"mu", "0.05"},
        {"m5", "1.5"},
        {"ls", "6"},
        {"rho", "1.4"},
        {"smearing.rho", "0.05"},
        {"fixing.luxury", "1"},
        {"fixing.reflections", "2"},
        {"fixing.generator", "\"ranlux\""},
        {"fixing.power", "\"first\""},
        {"fixing.probability", "0.25"},
        {"fixing.temperature", "0.4"},
        {"fixing.final_temperature", "0.02"},
        {"fixing.max_iterations", "50000"},
        {"lambda_min", "0.25"},
        {"lambda_max", "6"},
        {"sign_modes", "7"},
        {"boundary", "\"periodic\""},
        {"stout", "\"0.1:2\""},
        {"source", "[\"point:1,2,3,4\"]"},
        {"spectrum.smear_source", "\"0.25:3\""},
        {"spectrum.smear_sink", "\"0.25:2\""},
        {"spectrum.smear_links", "\"0.05:1\""},
        {"spectrum.channels", "\"all\""},
        {"spectrum.momenta", "\"1,0,0\""},
        {"gamma", "\"all\""},
        {"dilution", "\"time,colour\""},
        {"strange_kappa", "0.11"},
        {"strange_mass", "0.5"},
        {"solver", "\"flexible\""},
        {"blocks", "\"2x2x2x2\""},
        {"eigen.mass", "0.25"},
        {"eigen.kappa", "0.12"},
        {"eigen.precision", "\"double\""},
        {"tolerance", "1e-07"},
        {"path", "\"compute\""},
        {"hmc.path", "\"cpu\""},
        {"r_max", "1"},
        {"fit_range", "[1, 2]"},
        {"ape_alpha", "0.75"},
        {"plateau", "1"},
        {"multilevel.thickness", "[2, 10]"},
        {"multilevel.updates", "[3, 7]"},
        {"flow.time", "4"},
        {"flow.record", "0.5"},
        {"flow.step", "0.01"},
        {"flow.action", "\"symanzik\""},
        {"flow.reference", "0.25"},
        {"scan.beta", "[5.5, 5.6]"},
        {"scan.nt", "[4, 6]"},
    };
    return all;
}

std::string valueOf(const RunFileSection& section, const RunFileKey& key, const std::string& variant)
{
    if (!variant.empty() && key.name == section.selector) return "\"" + variant + "\"";
    if (key.name == "ratios" && variant == "domain-wall") return "[0.5]";
    if (key.name == "ratios" && variant == "twisted-mass") return "[{kappa = 0.1, mu = 0.25}]";
    if (section.name == "device" && key.name == "precision") return "\"double\"";
    for (const std::string& name : {section.name + "." + key.name, key.name})
        if (const auto found = values().find(name); found != values().end()) return found->second;
    using config::Type;
    switch (key.type.kind) {
    case Type::Boolean:
        return key.standard == "true" ? "false" : "true";
    case Type::Integer:
        return "3";
    case Type::Real:
        return "1.25";
    case Type::Text:
        return key.choices.empty() ? "\"a\"" : "\"" + key.choices.back() + "\"";
    default:
        return "";
    }
}

/// What not all runs of a section have: staggered quarks are not smeared, and the like.
bool isLeftOut(const RunFileSection& section, const RunFileKey& key, const std::string& variant)
{
    if (key.type.kind == config::Type::Records && key.type.list) return true; // a section of its own
    if (section.name == "spectrum" && variant != "domain-wall" && key.name == "residual_mass") return true;
    if (section.name == "spectrum" && variant != "staggered-isospin" && key.name == "isospin_mu")
        return true; // not beside deflate, nucleon and strange quarks
    if (variant == "staggered-isospin" && key.name == "strange_mass") return true;
    const bool smears = key.name.starts_with("smear_") || key.name.ends_with("channels") || key.name == "nucleon" ||
                        key.name == "delta";
    if (variant != "wilson" && smears) return true;
    if (section.name == "fixing" && (key.name == "gauge" || key.name == "abelian" || key.name == "vortices"))
        return true; // which do not go together
    const bool walls = variant.starts_with("domain-wall");
    if (walls && key.name.starts_with("lambda_")) return true; // not beside b5 and c5; overlap quarks have them
    if (section.name == "hmc.fermions" && key.name == "sign_modes") return true;
    const bool solver = key.name == "solver" || key.name == "preconditioner" || key.name.starts_with("block");
    if (variant == "overlap" && (solver || key.name == "largest")) return true;
    if ((walls || variant == "overlap" || variant == "staggered-isospin") && key.name == "deflate") return true;
    if (section.name == "eigen" && (variant == "hermitian-wilson" || variant == "clover") && key.name == "kappa")
        return true; // not beside mass
    return section.name == "action" && key.name == "beta" && variant == "scan";
}

struct Line {
    const RunFileKey* key;
    std::string text;
    int number;
};

/// A run file with every key of a section, and its lines.
struct Sample {
    std::string text;
    std::vector<Line> lines;
};

void add(Sample& sample, const RunFileSection& section, const std::string& variant)
{
    sample.text += fmt::format(fmt::runtime(section.repeated ? "[[{}]]\n" : "[{}]\n"), section.name);
    for (const RunFileKey& key : section.keys) {
        const bool has = key.with.empty() || std::ranges::find(key.with, variant) != key.with.end();
        if (!has || isLeftOut(section, key, variant)) continue;
        const std::string line = fmt::format("{} = {}", key.name, valueOf(section, key, variant));
        sample.text += line + "\n";
        sample.lines.push_back({&key, line, int(std::ranges::count(sample.text, '\n'))});
    }
}

const RunFileSection& named(const std::vector<RunFileSection>& all, const std::string& name)
{
    return *std::ranges::find(all, name, &RunFileSection::name);
}

Sample sampleOf(const std::vector<RunFileSection>& all, const RunFileSection& section, const std::string& variant)
{
    Sample sample;
    if (section.name != "lattice") add(sample, named(all, "lattice"), "");
    if (section.name == "loops" || section.name == "multilevel") // multihit and slabs are for Wilson's action
        sample.text += "[action]\nbeta = 5.5\n";
    else if (section.name != "action")
        add(sample, named(all, "action"), section.name == "scan" ? "scan" : "");
    if (section.name == "hmc.fermions") add(sample, named(all, "hmc"), "");
    sample.lines.clear();
    add(sample, section, variant);
    if (section.name == "hmc") sample.text += "[device]\nprecision = \"double\"\n"; // what [hmc] has
    return sample;
}

/// Calls what(sample, where) for each section and each value of its selector.
template<class What>
void forEachSample(const What& what)
{
    const std::vector<RunFileSection> all = runFileReference();
    for (const RunFileSection& section : all) {
        std::vector<std::string> variants = {""};
        if (!section.selector.empty()) {
            variants = std::ranges::find(section.keys, section.selector, &RunFileKey::name)->choices;
            if (section.name == "condensate" || section.name == "inverter") variants.resize(2);
        }
        for (const std::string& variant : variants)
            what(sampleOf(all, section, variant), section, section.name + " " + variant);
    }
}

TEST(Keys, AreWrittenAsTheyAreRead)
{
    int keys = 0;
    forEachSample([&](const Sample& sample, const RunFileSection& section, const std::string& where) {
        ASSERT_EQ(messageOf(sample.text), "no error") << where << "\n" << sample.text;
        const std::string written = "\n" + toToml(parseRunConfig(sample.text, "run.toml"));
        EXPECT_EQ(toToml(parseRunConfig(written, "again.toml")), written.substr(1));
        for (const Line& line : sample.lines) {
            EXPECT_PRED_FORMAT2(testing::IsSubstring, "\n" + line.text + "\n", written) << where;
            EXPECT_TRUE(section.name == "hmc.fermions" || line.key->standard.empty() ||
                        line.key->name == section.selector || line.text != line.key->name + " = " + line.key->standard)
                << where << ": the sample of " << line.text << " is the default";
            ++keys;
        }
    });
    EXPECT_GT(keys, 150);
}

std::string with(const Sample& sample, const Line& line, const std::string& value)
{
    std::string text = sample.text;
    const std::size_t at = text.find("\n" + line.text + "\n") + 1;
    return text.replace(at, line.text.size(), line.key->name + " = " + value);
}

TEST(Keys, OfAWrongTypeAreRefusedWithNameAndLine)
{
    forEachSample([&](const Sample& sample, const RunFileSection&, const std::string& where) {
        for (const Line& line : sample.lines) {
            const std::string message = messageOf(with(sample, line, "{}"));
            EXPECT_TRUE(message.starts_with(fmt::format("run.toml:{}: '{}' in [", line.number, line.key->name)))
                << where << ": " << message;
        }
    });
}

TEST(Keys, OutOfRangeAreRefusedWithNameAndLine)
{
    int refused = 0;
    forEachSample([&](const Sample& sample, const RunFileSection&, const std::string& where) {
        for (const Line& line : sample.lines) {
            const auto& [least, most, open] = line.key->range;
            for (const double bound : {least, most}) {
                if (!std::isfinite(bound)) continue;
                const double beyond = open ? bound : bound + (bound == least ? -1 : 1);
                const std::string message = messageOf(with(sample, line, fmt::format("{}", beyond)));
                EXPECT_TRUE(
                    message.starts_with(fmt::format("run.toml:{}: {} = {} in [", line.number, line.key->name, beyond)))
                    << where << ": " << message;
                ++refused;
            }
        }
    });
    EXPECT_GT(refused, 20);
}

} // namespace
} // namespace gaugegl
