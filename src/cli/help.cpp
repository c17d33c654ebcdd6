#include "help.h"

#include "gaugegl/base/error.h"
#include "gaugegl/config/run_config.h"
#include "gaugegl/core/lattice.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <sstream>
#include <vector>

namespace gaugegl::cli {
namespace {

constexpr const char *computing = optionGroups[0], *writing = optionGroups[1], *running = optionGroups[2],
                     *helping = optionGroups[3];

const std::set<std::string> outputOptions = {
    "--json",   "--quiet",         "--overwrite",  "--output", "--vectors",          "--plot",   "--history",
    "--prefix", "--profile",       "--bits",       "--format", "--screenshot",       "--record", "--markdown",
    "--dump",   "--little-endian", "--three-rows", "--html",   "--output-directory", "--csv",    "--records"};
const std::set<std::string> optionsOfTheDevice = {"--device",    "--gl",           "--path",    "--precision",
                                                  "--storage",   "--pass-seconds", "--threads", "--threads-per-site",
                                                  "--no-tuning", "--grid",         "--shares",  "--allow-mixed"};

/// What the value of an option is, where its type does not say it.
const std::map<std::string, std::string> valueWords = {{"--csv", "FILE"},
                                                       {"--json", "FILE"},
                                                       {"--records", "FILE"},
                                                       {"--history", "FILE"},
                                                       {"--html", "FILE"},
                                                       {"--output-directory", "FOLDER"},
                                                       {"--measure", "NAMES"},
                                                       {"--screenshot", "FILE"},
                                                       {"--record", "FILE"},
                                                       {"--script", "FILE"},
                                                       {"--output", "PATH"},
                                                       {"--dump", "FOLDER"},
                                                       {"--plot", "PREFIX"},
                                                       {"--prefix", "PREFIX"},
                                                       {"--lattice", "EXTENTS"},
                                                       {"--lattices", "EXTENTS"},
                                                       {"--group", "GROUP"},
                                                       {"--action", "ACTION"},
                                                       {"--start", "START"},
                                                       {"--set", "KEY=VALUE"},
                                                       {"--source", "SOURCE"},
                                                       {"--boundary", "PHASES"},
                                                       {"--ape", "ALPHA:STEPS"},
                                                       {"--fit-range", "RMIN:RMAX"},
                                                       {"--range", "FIRST:LAST"},
                                                       {"--at", "AXIS=VALUE"},
                                                       {"--correlator", "NAME"},
                                                       {"--flow", "TIMES"},
                                                       {"--stout", "RHO:STEPS"},
                                                       {"--vectors", "FILE"},
                                                       {"--deflate", "FILE|N"},
                                                       {"--shifts", "NUMBERS"},
                                                       {"--size", "WIDTHxHEIGHT"},
                                                       {"--grid", "GRID"},
                                                       {"--shares", "SHARES"},
                                                       {"--blocks", "BLOCKS"},
                                                       {"--smear-source", "ALPHA:STEPS"},
                                                       {"--smear-sink", "ALPHA:STEPS"},
                                                       {"--smear-links", "RHO:STEPS"},
                                                       {"--paper", "PAPER"},
                                                       {"--filter", "NAME"},
                                                       {"--only", "NAME"},
                                                       {"--kernels", "NAME"},
                                                       {"--channels", "CHANNELS"},
                                                       {"experiments", "ID"}};

/// The type without its checks: "FLOAT" of "FLOAT:POSITIVE".
std::string typeOf(const CLI::Option& option)
{
    const std::string type = option.get_type_name();
    return type.substr(0, type.find(':'));
}

bool isNumber(const std::string& type) { return type == "INT" || type == "UINT" || type == "FLOAT"; }

} // namespace

bool isFlag(const CLI::Option& option) { return option.get_expected_max() == 0; }

std::string valueWord(const CLI::Option& option)
{
    if (const auto word = valueWords.find(option.get_name()); word != valueWords.end()) return word->second;
    if (option.get_positional())
        return option.get_name() == "folder" ? "FOLDER" : choiceWords(option).empty() ? "FILE" : "WORD";
    return isNumber(typeOf(option)) ? "NUMBER" : "WORD";
}

std::vector<std::string> optionNames(const CLI::Option& option)
{
    if (option.get_positional()) return {option.get_name(true)};
    std::vector<std::string> names;
    for (const std::string& name : option.get_snames())
        names.push_back("-" + name);
    for (const std::string& name : option.get_lnames())
        names.push_back("--" + name);
    return names;
}

std::vector<std::string> choiceWords(const CLI::Option& option)
{
    const std::string type = option.get_type_name();
    std::vector<std::string> words;
    if (const auto begin = type.find('{'); begin != std::string::npos) {
        std::istringstream list(type.substr(begin + 1, type.find('}', begin) - begin - 1));
        for (std::string word; std::getline(list, word, ',');)
            words.push_back(word);
    }
    const auto word = valueWords.find(option.get_name());
    if (!words.empty() || word == valueWords.end()) return words;
    if (word->second == "GROUP")
        for (const Group group : allGroups())
            words.push_back(gaugegl::word(group));
    if (word->second == "ACTION") return choices<ActionType>();
    if (word->second == "START") return choices<Start>();
    return words;
}

namespace {

/// The words that can be chosen, or what the value is.
std::string valueOf(const CLI::Option& option)
{
    const std::string type = option.get_type_name();
    if (const auto choices = type.find('{'); choices != std::string::npos) return type.substr(choices);
    return valueWord(option);
}

class HelpFormatter : public CLI::Formatter {
public:
    std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override
    {
        if (app->get_parent() == nullptr) return CLI::Formatter::make_help(app, name, mode);
        std::string text = make_description(app) + make_usage(app, name) + make_positionals(app);
        for (const char* group : {computing, writing, running, helping}) {
            const auto options = app->get_options(
                [group](const CLI::Option* one) { return one->get_group() == group && one->nonpositional(); });
            if (!options.empty()) text += make_group(group, false, options);
        }
        return text;
    }

    /// Without what a flag sets, such as {false}.
    std::string make_option_name(const CLI::Option* option, bool positional) const override
    {
        return isFlag(*option) ? fmt::format("{}", fmt::join(optionNames(*option), ","))
                               : CLI::Formatter::make_option_name(option, positional);
    }

    std::string make_option_opts(const CLI::Option* option) const override
    {
        std::string text;
        if (!isFlag(*option)) {
            text = " " + valueOf(*option);
            if (!option->get_default_str().empty()) text += "=" + option->get_default_str();
            if (option->get_expected_max() == CLI::detail::expected_max_vector_size) text += " ...";
            if (option->get_required()) text += " (required)";
        }
        for (const CLI::Option* other : option->get_excludes())
            text += fmt::format(" (not with {})", other->get_name());
        return text;
    }
};

template<typename T>
std::string checkWhole(const std::string& text)
{
    T value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = end == text.data() + text.size() && !text.empty();
    if (whole && error == std::errc()) return {};
    if (whole && error == std::errc::result_out_of_range)
        return fmt::format("{} is out of range; expected a whole number from {} to {}", text,
                           std::numeric_limits<T>::min(), std::numeric_limits<T>::max());
    return fmt::format("'{}' is not a whole number{}", text, std::is_unsigned_v<T> ? " of at least 0" : "");
}

std::string checkNumber(const std::string& text)
{
    double value = 0;
    return CLI::detail::lexical_cast(text, value) ? std::string() : fmt::format("'{}' is not a number", text);
}

std::string checkExtents(const std::string& text)
{
    try {
        Lattice::parse(text);
    } catch (const InputError& error) {
        return error.what();
    }
    return {};
}

void addCheck(CLI::Option& option)
{
    const std::string type = typeOf(option);
    if (isFlag(option)) return;
    if (type == "INT") option.check(checkWhole<int>, "");
    if (type == "UINT") option.check(checkWhole<std::uint64_t>, "");
    if (type == "FLOAT") option.check(checkNumber, "");
    if (valueOf(option) == "EXTENTS") option.check(checkExtents, "");
}

/// The Levenshtein distance: letters to insert, remove or replace.
std::size_t editDistance(const std::string& a, const std::string& b)
{
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t(0));
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, replaced}));
        }
    }
    return row.back();
}

/// "; is --beta meant?", or nothing where no option is near.
std::string suggestion(const CLI::App& command, const std::string& word)
{
    std::string nearest;
    std::size_t least = 3; // one letter more or less for each three
    for (const CLI::Option* option : command.get_options())
        for (const std::string& name : option->get_lnames())
            if (const std::size_t d = editDistance("--" + name, word); d < std::min(least, word.size() / 2))
                nearest = "--" + name, least = d;
    return nearest.empty() ? nearest : fmt::format("; is {} meant?", nearest);
}

/// The words that were not understood; empty if there are none.
std::string unknownWords(const CLI::App& command, const std::string& name)
{
    const std::vector<std::string> rest = command.remaining();
    if (rest.empty()) return {};
    const auto option = std::ranges::find_if(rest, [](const auto& word) { return word.starts_with('-'); });
    if (option == rest.end()) return fmt::format("`{}` takes no '{}'", name, rest.front());
    const std::string word = option->substr(0, option->find('='));
    return fmt::format("`{}` has no option {}{}", name, word, suggestion(command, word));
}

/// Of an option at the end of the line, or before another one; empty where none was left without its value.
std::string missingValue(const CLI::App& app, const CLI::ParseError& error)
{
    if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) == nullptr) return {};
    const std::string text = error.what(), name = text.substr(0, text.find(':'));
    for (const CLI::App* command : app.get_subcommands())
        for (const CLI::Option* option : command->get_options())
            if (option->get_name() == name && text.ends_with("missing"))
                return fmt::format("{} needs a value: {}", name, valueOf(*option));
    return {};
}

} // namespace

void arrangeOptions(CLI::App& app)
{
    const auto formatter = std::make_shared<HelpFormatter>();
    formatter->column_width(38);
    app.formatter(formatter);
    for (CLI::App* command : app.get_subcommands({})) {
        command->formatter(formatter);
        for (CLI::Option* option : command->get_options()) {
            const std::string name = option->get_name();
            if (option->get_group() != unlistedGroup)
                option->group(option == command->get_help_ptr()   ? helping
                              : outputOptions.contains(name)      ? writing
                              : optionsOfTheDevice.contains(name) ? running
                                                                  : computing);
            addCheck(*option);
            if (isFlag(*option)) continue;
            // CLI11 takes whatever follows for the value, as a file that is called --quiet.
            option->check(
                [command](const std::string& value) {
                    const bool isOption = value.starts_with("--") && command->get_option_no_throw(value) != nullptr;
                    return isOption ? fmt::format("needs a value, but {} is another option", value) : std::string();
                },
                "");
        }
    }
}

std::string explain(const CLI::App& app, const CLI::ParseError& error)
{
    const bool aboutWords = dynamic_cast<const CLI::RequiredError*>(&error) != nullptr ||
                            dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr;
    if (std::string missing = missingValue(app, error); !missing.empty()) return missing;
    if (!aboutWords) return error.what();
    std::string text = unknownWords(app, "gaugegl");
    for (const CLI::App* command : app.get_subcommands())
        if (text.empty()) text = unknownWords(*command, "gaugegl " + command->get_name());
    return text.empty() ? error.what() : text;
}

} // namespace gaugegl::cli
