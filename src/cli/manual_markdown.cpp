// The manual in Markdown.
#include "manual_text.h"

#include "config/run_file_reference.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gaugegl::cli {
namespace {

/// Text in which nothing is markup but what stands between backticks.
std::string escaped(const std::string& text)
{
    std::string result;
    bool code = false;
    for (const char letter : text) {
        if (letter == '`') code = !code;
        if (!code && letter == '<')
            result += "&lt;";
        else if (!code && (letter == '*' || letter == '_' || letter == '[' || letter == '\\' || letter == '|'))
            result += {'\\', letter};
        else
            result += letter;
    }
    return result;
}

std::string markdownItem(const OptionText& option)
{
    std::string names;
    for (const std::string& name : option.names)
        names += fmt::format("{}`{}{}`", names.empty() ? "" : ", ", name,
                             option.isFlag() || option.positional ? "" : " " + option.value);
    return fmt::format("- {}: {}\n", names, escaped(description(option)));
}

std::string markdownItem(const RunFileKey& key, const std::string& selector)
{
    std::string text = fmt::format("- `{}`: {}", key.name, escaped(sentence(key.help)));
    if (!key.choices.empty())
        text += fmt::format(" One of `\"{}\"`{}.", fmt::join(key.choices, "\"`, `\""),
                            key.kind.find("list") == std::string::npos ? "" : ", or a list of them");
    else
        text += fmt::format(" {}{}.", char(std::toupper(key.kind[0])), escaped(key.kind.substr(1)));
    if (key.required) text += " Required.";
    if (!key.standard.empty()) text += fmt::format(" Default: `{}`.", key.standard);
    if (!key.with.empty()) text += fmt::format(" With `{}` = `{}`.", selector, fmt::join(key.with, "`, `"));
    return text + "\n";
}

} // namespace

std::string markdownOf(const CommandText& command)
{
    std::string text =
        fmt::format("## gaugegl {}\n\n{}\n\n```\n{}\n```\n", command.name, sentence(command.help), synopsis(command));
    const auto add = [&](const char* title, const std::vector<const OptionText*>& options) {
        if (options.empty()) return;
        text += fmt::format("\n**{}**\n\n", title);
        for (const OptionText* option : options)
            text += markdownItem(*option);
    };
    add("Arguments", command.of(""));
    for (const char* group : optionGroups)
        if (group != std::string_view(optionGroups.back())) add(group, command.of(group)); // all have --help
    return text;
}

std::string markdownOf(const ProgramText& program)
{
    std::string text =
        "# The commands\n\n" + program.program.help +
        " Every command takes `--help`. This page is what `gaugegl manual --format markdown` prints.\n\n";
    for (const OptionText& option : program.program.options)
        text += markdownItem(option);
    text += "\n";
    for (const CommandText& command : program.commands)
        text += fmt::format("- [{0}](#gaugegl-{0}): {1}\n", command.name, escaped(sentence(command.help)));
    for (const CommandText& command : program.commands)
        text += "\n" + markdownOf(command);
    return text;
}

std::string runFileMarkdown()
{
    std::string text = "# Run files\n\n`gaugegl run`, `gaugegl scan` and `gaugegl view` read run files, which are "
                       "TOML. Required are `extents` "
                       "and `group` in `[lattice]` and `beta` in `[action]`; an unknown section or key, a wrong type "
                       "or a value out of range is "
                       "an error that names file and line. `demos/runs` has examples. This page is what `gaugegl "
                       "manual run-file --format "
                       "markdown` prints, from the parser itself.\n";
    for (const RunFileSection& section : runFileReference()) {
        text += fmt::format("\n## {0}{1}{2}\n\n{3}\n\n", section.repeated ? "`[[" : "`[", section.name,
                            section.repeated ? "]]`" : "]`", escaped(section.help));
        for (const RunFileKey& key : section.keys)
            text += markdownItem(key, section.selector);
    }
    return text;
}

} // namespace gaugegl::cli
