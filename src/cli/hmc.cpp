// gaugegl hmc: an ensemble by hybrid Monte Carlo, from flags.
#include "ensemble_run.h"
#include "run_options.h"

#include "config/words.h"
#include "gaugegl/base/error.h"

#include <algorithm>
#include <deque>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gaugegl::cli {
namespace {

/// The keys of a term of quarks in a run with such terms.
std::vector<config::Key> keysOfTerm(RunConfig& run, std::size_t term)
{
    return std::get<config::Tables>(config::keyNamed(run, "hmc.fermions").value).keys(term);
}

RunConfig runWithTerms(std::size_t count, const std::string& kind)
{
    RunConfig run;
    run.hmc.emplace();
    if (count > 0) run.hmc->parameters.fermions.assign(count, FermionTerm{.action = parseChoice<FermionAction>(kind)});
    return run;
}

/// A word, or those of a list; numbers without a table are the key that Tables::lone says.
void setWordsOfTerm(const config::Key& key, const std::vector<std::string>& words)
{
    const auto* tables = std::get_if<config::Tables>(&key.value);
    if (!tables) return config::setWord(key, fmt::format("{}", fmt::join(words, ",")));
    for (const std::string& word : words) {
        tables->add();
        for (const config::Key& inner : tables->keys(tables->size() - 1))
            if (inner.name == tables->lone) config::setWord(inner, word);
    }
}

/// What a key means, as an option.
std::string helpOf(const config::Key& key)
{
    if (key.name == "ratios")
        return "Mass preconditioning: kappa, of twisted mass mu, of domain walls the mass, of heavier quarks, the "
               "lightest first";
    if (key.name == "boundary") return "periodic, antiperiodic (in time), or tx,ty,tz,tt";
    return key.facts.help + std::string(key.name == "mass" || key.name == "flavours" ? ", one for each field" : "");
}

/// --fermions, and an option for each key that [[hmc.fermions]] has with one of the kinds.
class QuarkOptions {
public:
    void add(CLI::App& command)
    {
        std::vector<std::string> kinds = choices<FermionAction>();
        kinds.insert(kinds.begin(), "none");
        addChoice(command, "--fermions", kind_, kinds,
                  "none, wilson, twisted-mass, domain-wall, overlap (two flavours), staggered (four), "
                  "staggered-isospin (four of mu, four of -mu), rational (--flavours of staggered quarks) or "
                  "domain-wall-rational");
        for (const std::string& kind : choices<FermionAction>()) {
            RunConfig run = runWithTerms(1, kind);
            for (const config::Key& key : keysOfTerm(run, 0))
                if (key.name != "kind" && key.name != "sign_modes" && !find(key.name)) add(command, key);
        }
    }

    /// One for each mass.  Throws InputError for an option that the kind needs and did not get, or got and does not have.
    std::vector<FermionTerm> terms() const
    {
        const Given* mass = find("mass");
        const std::size_t count = kind_ == "none" ? 0 : std::max(mass->words.size(), std::size_t(1));
        RunConfig run = runWithTerms(count, kind_);
        const std::vector<config::Key> keys = count > 0 ? keysOfTerm(run, 0) : std::vector<config::Key>();
        for (const Given& one : all_)
            if (!one.words.empty() && std::ranges::count(keys, one.key, &config::Key::name) == 0)
                throw InputError(fmt::format("{} does not apply to --fermions {}", one.name(), kind_));
        for (const config::Key& key : keys)
            if (const Given* one = find(key.name); one && key.facts.required && one->words.empty())
                throw InputError(fmt::format("--fermions {} needs {}", kind_, one->name()));
        if (const std::size_t flavours = find("flavours")->words.size(); flavours > 0 && flavours != count)
            throw InputError(fmt::format("--mass has {} numbers and --flavours {}; expected as many, one of each for "
                                         "every field",
                                         count, flavours));
        for (std::size_t k = 0; k < count; ++k)
            for (const config::Key& key : keysOfTerm(run, k))
                if (const Given* one = find(key.name)) one->set(key, k);
        return run.hmc->parameters.fermions;
    }

private:
    struct Given {
        std::string key;
        std::vector<std::string> words = {};

        std::string name() const { return optionOf(key); }
        bool ofEachTerm() const { return key == "mass" || key == "flavours"; }
        void set(const config::Key& of, std::size_t term) const
        {
            if (words.empty()) return;
            try {
                setWordsOfTerm(of, ofEachTerm() ? std::vector{words[term]} : words);
            } catch (const InputError& error) {
                throw InputError(fmt::format("{}: {}", name(), error.what()));
            }
        }
    };

    const Given* find(const std::string& key) const
    {
        const auto found = std::ranges::find(all_, key, &Given::key);
        return found == all_.end() ? nullptr : &*found;
    }

    void add(CLI::App& command, const config::Key& key)
    {
        Given& given = all_.emplace_back(Given{.key = key.name});
        const config::Type type = config::typeOf(key);
        const bool list = type.list || type.kind == config::Type::Records || given.ofEachTerm();
        CLI::Option* option = command.add_option(given.name(), given.words, helpOf(key));
        option->type_name(type.kind == config::Type::Text      ? "TEXT"
                          : type.kind == config::Type::Integer ? "INT"
                                                               : "FLOAT");
        if (list)
            option->delimiter(',');
        else
            option->expected(1);
        if (!key.facts.required && key.facts.written) option->default_str(config::wordOf(key));
    }

    std::string kind_ = "none";
    std::deque<Given> all_; ///< options keep where the words are
};

/// That of the options: trajectories need less thermalisation than sweeps.
RunConfig standardRun()
{
    RunConfig run;
    run.hmc.emplace();
    run.update.thermalisation = 20;
    return run;
}

struct HmcOptions : EnsembleOptions {
    explicit HmcOptions(CLI::App& command) : EnsembleOptions(command, standardRun())
    {
        start = choiceName(Start::Cold);
        every = 1;
        common.precision = choiceName(HmcParameters().precision);
    }

    QuarkOptions quarks;
};

int runHmc(const HmcOptions& options)
{
    RunConfig run = runOf(options, options.every);
    HmcParameters& p = run.hmc->parameters;
    p.fermions = options.quarks.terms();
    if (!options.keys.isGiven("hmc.steps")) run.hmc->requireSteps();
    p.path = hmcPathOf(options.common.path);
    validate(run);
    return makeEnsemble(options, run);
}

} // namespace

void addHmc(CLI::App& app, Runner& chosen)
{
    const auto [command, options] = addCommand<HmcOptions>(
        app, chosen, "hmc", "Generate and measure an ensemble by hybrid Monte Carlo, with or without fermions", runHmc);
    KeyOptions& keys = options.keys;
    CommonOptions& common = options.common;
    addTheoryOptions(keys);
    options.quarks.add(command);
    for (const char* key : {"trajectories", "thermalisation", "accept_first", "length", "integrator", "steps", "guess",
                            "force_tolerance", "energy_tolerance", "max_iterations", "failures"})
        keys.add(optionOf(key), fmt::format("hmc.{}", key));
    addStartOption(command, options);
    command
        .add_option("--every", options.every,
                    "Trajectories between measurements, and with --output between saved configurations")
        ->check(positiveNumber())
        ->capture_default_str();
    command.add_option("--output", options.output, "Save configurations as PREFIX.TRAJECTORY.ildg");
    command.add_option("--history", options.history, "Write dH, acceptance and iterations of every trajectory as CSV");
    keys.add("--seed", "update.seed");
    keys.add("--key-version", "update.key_version");
    keys.add("--generator", "update.generator");
    keys.add("--luxury", "update.luxury");
    addOutputOptions(command, common);
    addRankedOptions(command, common);
    addProfileOption(command, common);
    addChoice(command, "--path", common.path, {"auto", "fragment", "compute", "cpu"},
              "Where trajectories are made: cpu, or shaders: fragment, compute or auto, which takes the CPU for quarks "
              "where there is no card");
    addChoice(command, "--precision", common.precision, choices<HmcPrecision>(),
              "single, double, or mixed: fields in single, energies of fermions in double precision");
    addChoice(command, "--storage", common.storage, choices<Storage>(),
              "Storage of fields: texture, or on the compute path buffer");
}

} // namespace gaugegl::cli
