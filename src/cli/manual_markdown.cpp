// The manual in Markdown.
#include "manual_text.h"

#include <fmt/format.h>

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
    std::string text =
        fmt::format("# Run files\n\n`gaugegl run`, `gaugegl scan` and `gaugegl view` read run files, which "
                    "are TOML. {} `demos/runs` has examples. This page is what `gaugegl manual run-file "
                    "--format markdown` prints, from the parser itself.\n",
                    runFileRules);
    for (const RunFileSection& section : runFileReference()) {
        text += fmt::format("\n## {0}{1}{2}\n\n{3}\n\n", section.repeated ? "`[[" : "`[", section.name,
                            section.repeated ? "]]`" : "]`", escaped(section.help));
        for (const RunFileKey& key : section.keys)
            text += fmt::format("- `{}`: {}\n", key.name, escaped(description(key, section)));
    }
    return text;
}

} // namespace gaugegl::cli
