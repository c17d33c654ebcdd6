#include "run/run_config_comments.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sstream>

namespace gaugegl {
namespace {

/// A key, and the sections that have it.
struct KeyHelp {
    std::string_view sections; ///< separated by blanks
    std::string_view key;
    const char* text;
    std::vector<std::string> (*words)() = nullptr; ///< that its value may be
};

std::vector<std::string> groups()
{
    std::vector<std::string> words;
    for (const Group group : allGroups())
        words.push_back(word(group));
    return words;
}

constexpr std::string_view quarks = "spectrum condensate inverter";
constexpr std::string_view measured = "spectrum condensate loops flow";

const std::array keyHelps = {
    KeyHelp{"lattice", "extents", "Lx, Ly, Lz, Lt: even"},
    KeyHelp{"lattice", "group", "gauge group", groups},
    KeyHelp{"action", "type", "gauge action", choices<ActionType>},
    KeyHelp{"action", "beta", "coupling 2N/g^2"},
    KeyHelp{"action", "c1", "coefficient of the rectangles of a custom action"},
    KeyHelp{"update", "start", "where the chain begins", choices<Start>},
    KeyHelp{"update", "file", "configuration to start from"},
    KeyHelp{"update", "seed", "the same seed gives the same ensemble"},
    KeyHelp{"update", "key_version", "how random numbers follow from the seed; 1 repeats runs of older programs"},
    KeyHelp{"update", "generator", "of the random numbers: philox or ranlux"},
    KeyHelp{"update", "luxury", "of ranlux, 0 to 4"},
    KeyHelp{"update", "heatbath", "proposals of the heat bath", choices<HeatBathChoice>},
    KeyHelp{"update", "trials", "proposals for each subgroup; then the link keeps its value"},
    KeyHelp{"update", "overrelaxation", "overrelaxation sweeps after each heat-bath sweep"},
    KeyHelp{"update", "thermalisation", "sweeps before the first measurement"},
    KeyHelp{"update", "sweeps", "sweeps after thermalisation"},
    KeyHelp{"update", "reunitarise_every", "sweeps between projections of the links back to the group"},
    KeyHelp{"measure", "every", "sweeps between measurements"},
    KeyHelp{"measure", "observables", "what is measured", choices<Observable>},
    KeyHelp{"output", "directory", "folder of everything that the run writes"},
    KeyHelp{"output", "prefix", "configurations are directory/prefix.SWEEP.SUFFIX"},
    KeyHelp{"output", "save_every", "sweeps between saved configurations; 0 saves none"},
    KeyHelp{"output", "format", "of configurations", choices<FileFormat>},
    KeyHelp{"output", "bits", "of the numbers in configurations: 32 or 64"},
    KeyHelp{"output", "plots", "figures as PNG and SVG, if gnuplot is installed"},
    KeyHelp{"output", "checkpoint_seconds", "between checkpoints, from which the same command goes on; 0: every sweep"},
    KeyHelp{"device", "path", "kind of shaders", choices<PathChoice>},
    KeyHelp{"device", "precision", "of the links on the device", choices<Precision>},
    KeyHelp{"device", "storage", "where fields lie; buffer for compute shaders alone", choices<Storage>},
    KeyHelp{"device", "device", "which EGL device; `gaugegl info` lists them"},
    KeyHelp{"device", "tuning", "false: the default variants of kernels instead of the fastest"},
    KeyHelp{measured, "every", "sweeps between measurements, a multiple of that of [measure]"},
    KeyHelp{quarks, "operator", "fermion operator", choices<DiracType>},
    KeyHelp{"spectrum condensate inverter hmc.fermions", "boundary",
            "of quarks in t: periodic, antiperiodic, or phases"},
    KeyHelp{"spectrum condensate inverter hmc.fermions", "stout", "smearing of the links that quarks see: RHO:STEPS"},
    KeyHelp{quarks, "source", "point:x,y,z,t or wall:t, one or several"},
    KeyHelp{quarks, "tolerance", "|b - M x| / |b| of each solution"},
    KeyHelp{quarks, "solver", "iterative solver: cg, bicgstab or flexible"},
    KeyHelp{quarks, "path", "where it is solved: auto, fragment, compute or cpu"},
    KeyHelp{"spectrum condensate", "precision", "of the solver", choices<SolverPrecision>},
    KeyHelp{"spectrum", "direction", "of the correlators: x, y, z or t"},
    KeyHelp{"spectrum", "smear_source", "Wuppertal smearing, ALPHA:STEPS"},
    KeyHelp{"spectrum", "smear_sink", "Wuppertal smearing, ALPHA:STEPS"},
    KeyHelp{"spectrum", "smear_links", "stout smearing of the links in Wuppertal smearing, RHO:STEPS"},
    KeyHelp{"spectrum", "channels", "further mesons: all, or names"},
    KeyHelp{"spectrum", "nucleon", "whether the nucleon is measured"},
    KeyHelp{"spectrum", "residual_mass", "whether the residual mass of domain-wall quarks is measured"},
    KeyHelp{"spectrum", "rhs", "right-hand sides that are solved together; 0: as many as are good"},
    KeyHelp{"condensate", "vectors", "random sources on each configuration"},
    KeyHelp{"loops", "r_max", "largest distance R"},
    KeyHelp{"loops", "t_max", "largest extent T"},
    KeyHelp{"loops", "ape_alpha", "of the APE smearing of spatial links, 0 to 1"},
    KeyHelp{"loops", "ape_steps", "of the smearing; 0: unsmeared loops alone"},
    KeyHelp{"loops", "off_axis", "whether distances off the axes are measured too"},
    KeyHelp{"loops", "multihit", "whether temporal links are means at fixed neighbours"},
    KeyHelp{"loops", "fit_range", "smallest and largest R of the fit"},
    KeyHelp{"loops", "plateau", "T where plateaus begin"},
    KeyHelp{"loops", "root_sigma_mev", "sqrt(sigma) in MeV, which sets the lattice spacing"},
    KeyHelp{"flow", "time", "flow time at the end, lattice units squared"},
    KeyHelp{"flow", "record", "flow time between measurements"},
    KeyHelp{"flow", "step", "of the integration"},
    KeyHelp{"flow", "tolerance", "adaptive steps: the largest distance of one"},
    KeyHelp{"flow", "action", "of the flow"},
    KeyHelp{"flow", "improved", "whether the improved charge is measured, too"},
    KeyHelp{"flow", "reference", "t^2 E at t0, and its slope at w0^2"},
    KeyHelp{"scan", "beta", "couplings, rising"},
    KeyHelp{"scan", "nt", "extents in time, even"},
    KeyHelp{"hmc", "trajectories", "trajectories after thermalisation"},
    KeyHelp{"hmc", "thermalisation", "trajectories before the first measurement"},
    KeyHelp{"hmc", "accept_first", "trajectories at the beginning that are accepted whatever their dH"},
    KeyHelp{"hmc", "failures", "trajectories that fail in a row and end the run"},
    KeyHelp{"hmc", "length", "of a trajectory"},
    KeyHelp{"hmc", "integrator", "one for each time scale, the outermost first", choices<Integrator>},
    KeyHelp{"hmc", "steps", "one number for each time scale, the outermost first"},
    KeyHelp{"hmc", "gauge_scale", "number of the time scale of the gauge action"},
    KeyHelp{"hmc", "guess", "where solves for forces begin", choices<Guess>},
    KeyHelp{"hmc", "guesses", "solutions that are combined"},
    KeyHelp{"hmc", "precision", "of fields and energies", choices<HmcPrecision>},
    KeyHelp{"hmc", "path", "where trajectories are computed", choices<HmcPath>},
    KeyHelp{"hmc", "force_tolerance", "|b - A x| / |b| of solves for forces"},
    KeyHelp{"hmc", "energy_tolerance", "and for energies"},
    KeyHelp{"hmc", "max_iterations", "of one solve; one that needs more rejects its trajectory"},
    KeyHelp{"hmc.fermions", "kind", "of the term", choices<FermionAction>},
    KeyHelp{"hmc.fermions", "ratios", "Hasenbusch's preconditioning"},
    KeyHelp{"hmc.fermions", "topology_mu", "mass of the term that fixes the topology"},
    KeyHelp{"hmc.fermions", "flavours", "number of flavours"},
    KeyHelp{"hmc.fermions", "rational_tolerance", "of the rational approximation"},
    KeyHelp{"hmc.fermions", "range", "of the eigenvalues that it is good for"},
    KeyHelp{"hmc.fermions", "scales", "time scales of the terms of the preconditioning"},
};

bool hasWord(std::string_view words, std::string_view word)
{
    for (std::size_t at = 0; (at = words.find(word, at)) != std::string_view::npos; ++at) {
        const bool begins = at == 0 || words[at - 1] == ' ';
        const std::size_t end = at + word.size();
        if (begins && (end == words.size() || words[end] == ' ')) return true;
    }
    return false;
}

constexpr std::string_view sectionsOfOperators = "spectrum condensate inverter hmc.fermions";

} // namespace

std::string helpOfKey(std::string_view section, std::string_view key)
{
    for (const KeyHelp& one : keyHelps)
        if (one.key == key && hasWord(one.sections, section))
            return one.words == nullptr ? one.text : fmt::format("{}: {}", one.text, fmt::join(one.words(), ", "));
    if (hasWord(sectionsOfOperators, section))
        for (const DiracNumber* number : diracNumbers)
            if (number->key == key) return number->help;
    return {};
}

std::string commentedToml(const RunConfig& run, const std::vector<std::string>& head)
{
    constexpr int column = 28; // of the comments
    std::string text;
    for (const std::string& line : head)
        text += line.empty() ? "#\n" : "# " + line + "\n";
    if (!head.empty()) text += "\n";
    std::istringstream lines(toToml(run));
    std::string section;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with('[')) {
            section = line.substr(line.find_first_not_of('['));
            section.erase(section.find(']'));
        }
        const std::size_t equals = line.find(" = ");
        const std::string help =
            line.starts_with('[') || equals == std::string::npos ? "" : helpOfKey(section, line.substr(0, equals));
        text += help.empty() ? line + "\n" : fmt::format("{:<{}} # {}\n", line, column - 2, help);
    }
    return text;
}

} // namespace gaugegl
