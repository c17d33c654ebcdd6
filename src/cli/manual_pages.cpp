// Manual pages, in the macros of man(7).
#include "command.h"
#include "manual_text.h"

#include "gaugegl/base/error.h"

#include <algorithm>
#include <charconv>
#include <ctime>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gaugegl::cli {
namespace {

/// Text as roff has it: hyphens that can be copied, and bold what stands between backticks.
std::string roff(std::string_view text)
{
    std::string result;
    bool bold = false;
    for (const char letter : text)
        switch (letter) {
        case '`':
            bold = !bold;
            result += bold ? "\\fB" : "\\fP";
            break;
        case '-':
            result += "\\-";
            break;
        case '\\':
            result += "\\e";
            break;
        case '^':
            result += "\\(ha";
            break;
        case '~':
            result += "\\(ti";
            break;
        case '\'':
            result += "\\(aq";
            break;
        default:
            result += letter;
        }
    return result;
}

std::string bold(std::string_view text) { return "\\fB" + roff(text) + "\\fP"; }
std::string italic(std::string_view text) { return "\\fI" + roff(text) + "\\fP"; }

/// Lines of at most 79 letters, if words allow it; none begins as a request does.
std::string wrapped(const std::string& text)
{
    std::string result;
    for (const std::string& line : linesOf(text, 79))
        result += (line.starts_with('.') || line.starts_with('\'') ? "\\&" : "") + line + "\n";
    return result;
}

std::string paragraph(const std::string& text) { return wrapped(roff(text)); }
std::string heading(const std::string& title) { return fmt::format(".SH {}\n", title); }
std::string item(const std::string& tag, const std::string& text)
{
    return fmt::format(".TP\n{}\n{}", tag, paragraph(text));
}

/// Of SOURCE_DATE_EPOCH, by which packages are the same whenever they are made, or today.
std::string date()
{
    std::time_t seconds = std::time(nullptr);
    if (const char* wanted = std::getenv("SOURCE_DATE_EPOCH")) {
        constexpr std::time_t last = 253402300799; // of the year 9999
        const std::string_view text = wanted;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
        if (error != std::errc() || end != text.data() + text.size() || seconds < 0 || seconds > last)
            throw InputError(fmt::format("SOURCE_DATE_EPOCH is '{}'; expected seconds since 1970", text));
    }
    return fmt::format("{:%Y-%m-%d}", fmt::gmtime(seconds));
}

std::string beginning(const std::string& name, int section, const std::string& help)
{
    std::string upper = name;
    std::ranges::transform(upper, upper.begin(), [](char c) { return 'a' <= c && c <= 'z' ? char(c - 'a' + 'A') : c; });
    std::string what = help;
    while (what.ends_with('.'))
        what.pop_back();
    return fmt::format(".TH {} {} {} \"gaugegl {}\" \"{}\"\n", upper, section, date(), GAUGEGL_VERSION,
                       section == 1 ? "User Commands" : "File Formats") +
           heading("NAME") + wrapped(roff(name) + " \\- " + roff(what));
}

std::string optionItem(const OptionText& option)
{
    std::string tag;
    for (const std::string& name : option.names)
        tag += (tag.empty() ? "" : ", ") + (option.positional ? italic(name) : bold(name));
    if (!option.isFlag() && !option.positional) tag += " " + italic(option.value);
    return item(tag, description(option));
}

std::string optionsOf(const CommandText& command)
{
    std::string text;
    for (const char* group : optionGroups) {
        const auto options = command.of(group);
        if (options.empty()) continue;
        text += fmt::format(".SS {}\n", group);
        for (const OptionText* option : options)
            text += optionItem(*option);
    }
    return text;
}

/// One line, words in bold but for the values, which stand in capitals and brackets.
std::string synopsisOf(const CommandText& command)
{
    std::string text;
    std::istringstream words(synopsis(command));
    for (std::string word; words >> word;) {
        const bool fixed = std::ranges::any_of(word, [](char c) { return 'a' <= c && c <= 'z'; });
        text += (text.empty() ? "" : " ") + (fixed ? bold(word) : italic(word));
    }
    return text + "\n";
}

struct Status {
    int code;
    const char* meaning;
};
constexpr Status statuses[] = {
    {success, "Success."},
    {inputFailure, "Wrong usage or input; one line on standard error names the value and what was expected."},
    {verificationFailure, "A verification failed, or a solver did not converge."},
    {deviceFailure, "The device or its driver failed, or memory ran out."},
    {diskFailure, "The disk is full, beyond its quota, or fails."},
    {interruptedExit, "Interrupted; what was done until then is written."}};

std::string exitStatus()
{
    std::string text = heading("EXIT STATUS");
    for (const auto& [code, meaning] : statuses)
        text += item(bold(std::to_string(code)), meaning);
    return text;
}

std::string cacheFile()
{
    return item(italic("$XDG_CACHE_HOME/gaugegl") + " or " + italic("~/.cache/gaugegl"),
                "Compiled programs of the driver, and what tuning has found, unless `GAUGEGL_CACHE_DIR` says "
                "otherwise. `gaugegl info` tells "
                "what is there, `gaugegl info --clear-cache` removes it.");
}

std::string environment()
{
    return heading("ENVIRONMENT") +
           item(bold("GAUGEGL_CACHE_DIR"), "The folder of compiled programs; if it is empty, nothing is kept.") +
           item(bold("GAUGEGL_PLOTS"),
                "The word scripts: figures are kept as scripts of gnuplot instead of being drawn.") +
           item(bold("GAUGEGL_SHADER_DIR"),
                "A folder with the sources of the shaders, instead of those that are compiled in.") +
           item(bold("OMP_NUM_THREADS"), "The processors that computations on the CPU take.");
}

std::string pageName(const std::string& topic) { return pageFile(topic).substr(0, pageFile(topic).rfind('.')); }
std::string reference(const std::string& topic)
{
    const std::string file = pageFile(topic);
    return fmt::format("{}({})", bold(pageName(topic)), file.back());
}

std::string seeAlso(const std::vector<std::string>& references)
{
    return heading("SEE ALSO") + wrapped(fmt::format("{}", fmt::join(references, ",\n")));
}

bool readsRunFiles(const CommandText& command)
{
    return std::ranges::any_of(command.options, [](const OptionText& option) {
        return option.positional && option.help.find("un file") != std::string::npos;
    });
}

} // namespace

std::string pageFile(const std::string& topic)
{
    return topic.empty() ? "gaugegl.1" : fmt::format("gaugegl-{}.{}", topic, topic == runFileTopic ? 5 : 1);
}

std::string programPage(const ProgramText& program)
{
    std::string text = beginning("gaugegl", 1, program.program.help);
    text += heading("SYNOPSIS") + bold("gaugegl") + " " + italic("COMMAND") + " [" + italic("OPTIONS") + "]\n.br\n" +
            bold("gaugegl") + " " + bold("--help") + " | " + bold("--version") + "\n";
    text += heading("DESCRIPTION") +
            paragraph("gaugegl generates, measures and shows configurations of lattice gauge theory. It works on any "
                      "graphics card "
                      "with a driver of OpenGL 3.3, and without a card on Mesa's software driver or the CPU. With "
                      "`mpirun` several ranks share "
                      "a lattice, each with a device of its own.") +
            ".PP\n" + paragraph("Every command takes `--help`, and most take `--json FILE`.");
    text += heading("COMMANDS");
    for (const CommandText& command : program.commands)
        text += item(bold(command.name), sentence(command.help));
    text += heading("OPTIONS");
    for (const OptionText& option : program.program.options)
        text += optionItem(option);
    text += exitStatus() + environment() + heading("FILES") + cacheFile();
    std::vector<std::string> others;
    for (const CommandText& command : program.commands)
        others.push_back(reference(command.name));
    others.insert(others.end(), {reference(runFileTopic), "\\fBgnuplot\\fP(1)", "\\fBmpirun\\fP(1)"});
    return text + seeAlso(others);
}

std::string commandPage(const ProgramText& program, const CommandText& command)
{
    std::string text = beginning(pageName(command.name), 1, command.help);
    text += heading("SYNOPSIS") + synopsisOf(command);
    text += heading("DESCRIPTION") + paragraph(sentence(command.help));
    if (const auto positionals = command.of(""); !positionals.empty())
        for (const OptionText* option : positionals)
            text += optionItem(*option);
    text += heading("OPTIONS") + optionsOf(command) + exitStatus();
    std::vector<std::string> others = {reference("")};
    if (command.has("--gl")) text += heading("FILES") + cacheFile();
    if (readsRunFiles(command)) others.push_back(reference(runFileTopic));
    for (const CommandText& other : program.commands)
        if (other.name != command.name && (other.name == "info" || other.name == "verify"))
            others.push_back(reference(other.name));
    return text + seeAlso(others);
}

std::string runFilePage(const ProgramText& program)
{
    std::string text = beginning(pageName(runFileTopic), 5, "the run files of gaugegl");
    text +=
        heading("DESCRIPTION") +
        paragraph("A run file says how an ensemble is generated, what is measured, and what is written. It is TOML. " +
                  std::string(runFileRules));
    for (const RunFileSection& section : runFileReference()) {
        text += fmt::format(".SH \"[{}]\"\n", section.repeated ? fmt::format("[{}]", section.name) : section.name);
        text += paragraph(section.help);
        for (const RunFileKey& key : section.keys)
            text += item(bold(key.name), description(key, section));
    }
    text +=
        heading("EXAMPLES") + ".nf\n[lattice]\nextents = [8, 8, 8, 8]\ngroup = \"su3\"\n\n[action]\nbeta = 6.0\n.fi\n";
    text += heading("FILES") + item("The folder " + italic("directory") + " of [output]",
                                    "results.json has averages with errors, timing.json the speed, history.csv every "
                                    "measurement, trajectories.csv every "
                                    "trajectory, run.toml the run file with every key; checkpoint is the state from "
                                    "which a run goes on, and configurations "
                                    "have names of their own. Figures are PNG and SVG.");
    std::vector<std::string> others = {reference("")};
    for (const CommandText& command : program.commands)
        if (readsRunFiles(command)) others.push_back(reference(command.name));
    return text + seeAlso(others);
}

} // namespace gaugegl::cli
