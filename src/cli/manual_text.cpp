#include "manual_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sstream>
#include <utility>

namespace gaugegl::cli {
namespace {

OptionText textOf(const CLI::Option& option)
{
    OptionText text;
    text.names = optionNames(option);
    text.positional = option.get_positional();
    if (!isFlag(option)) {
        text.value = valueWord(option);
        text.choices = choiceWords(option);
        text.standard = option.get_default_str();
        text.several = option.get_expected_max() == CLI::detail::expected_max_vector_size;
        if (text.several && text.standard.starts_with('[')) // as CLI11 joins them
            text.standard = text.standard.substr(1, text.standard.size() - 2);
        text.commas = option.get_delimiter() == ',';
    }
    text.help = option.get_description();
    text.group = option.get_group();
    text.required = option.get_required();
    for (const CLI::Option* other : option.get_excludes())
        text.excludes.push_back(other->get_name());
    return text;
}

CommandText textOf(const CLI::App& app, const std::string& name)
{
    CommandText text{name, app.get_description(), {}};
    for (const CLI::Option* option : app.get_options())
        text.options.push_back(textOf(*option));
    if (app.get_parent() == nullptr)
        for (OptionText& option : text.options)
            option.group = optionGroups.back();
    return text;
}

} // namespace

bool OptionText::isPath() const
{
    return choices.empty() && (value == "PATH" || value == "FOLDER" || value == "PREFIX" || value.starts_with("FILE"));
}

std::vector<const OptionText*> CommandText::of(const std::string& group) const
{
    std::vector<const OptionText*> found;
    for (const OptionText& option : options)
        if (group.empty() ? option.positional : !option.positional && option.group == group) found.push_back(&option);
    return found;
}

bool CommandText::has(const std::string& option) const
{
    return std::ranges::any_of(options, [&](const OptionText& one) { return one.name() == option; });
}

ProgramText textOf(const CLI::App& app)
{
    ProgramText text{textOf(app, app.get_name()), {}};
    const auto all = [](const CLI::App*) { return true; };
    for (const CLI::App* command : app.get_subcommands(all))
        text.commands.push_back(textOf(*command, command->get_name()));
    return text;
}

std::string synopsis(const CommandText& command)
{
    std::string text = "gaugegl " + command.name;
    for (const OptionText& option : command.options)
        if (option.required && !option.positional) text += fmt::format(" {} {}", option.name(), option.value);
    text += " [OPTIONS]";
    for (const OptionText& option : command.options)
        if (option.positional) {
            const std::string words = option.name() == "file" || option.name() == "files" ? "FILE" : option.name();
            std::string upper;
            for (const char letter : words)
                upper += 'a' <= letter && letter <= 'z' ? char(letter - 'a' + 'A') : letter;
            upper += option.several ? "..." : "";
            text += option.required ? " " + upper : fmt::format(" [{}]", upper);
        }
    return text;
}

std::vector<std::string> linesOf(const std::string& text, std::size_t most)
{
    std::vector<std::string> lines;
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        if (lines.empty() || lines.back().size() + 1 + word.size() > most)
            lines.push_back(word);
        else
            lines.back() += " " + word;
    }
    return lines;
}

std::string sentence(std::string text)
{
    if (!text.empty() && !text.ends_with('.')) text += '.';
    return text;
}

std::string description(const OptionText& option)
{
    std::string text = sentence(option.help);
    const auto add = [&text](const std::string& more) { text += (text.empty() ? "" : " ") + more; };
    const bool named = std::ranges::all_of(
        option.choices, [&](const std::string& word) { return option.help.find(word) != std::string::npos; });
    if (!named) add(fmt::format("One of {}.", fmt::join(option.choices, ", ")));
    if (option.several) add(option.commas ? "Several with commas between." : "May be repeated.");
    if (!option.standard.empty()) add(fmt::format("Default: {}.", option.standard));
    if (option.required) add("Required.");
    if (!option.excludes.empty()) add(fmt::format("Not with {}.", fmt::join(option.excludes, ", ")));
    return text;
}

std::string description(const RunFileKey& key, const RunFileSection& section)
{
    std::string text = sentence(key.help);
    if (!key.choices.empty())
        text += fmt::format(" One of `\"{}\"`{}.", fmt::join(key.choices, "\"`, `\""),
                            key.type.list ? ", or a list of them" : "");
    else
        text += fmt::format(" {}{}.", char(std::toupper(key.kind[0])), key.kind.substr(1));
    if (key.required) text += " Required.";
    if (!key.standard.empty()) text += fmt::format(" Default: `{}`.", key.standard);
    if (!key.with.empty()) text += fmt::format(" With `{}` = `{}`.", section.selector, fmt::join(key.with, "`, `"));
    return text;
}

std::string runFileText()
{
    std::string text = "A run file is TOML. The keys of its sections, with their defaults:\n";
    for (const RunFileSection& section : runFileReference()) {
        text += fmt::format("\n{}\n{}\n",
                            section.repeated ? fmt::format("[[{}]]", section.name) : fmt::format("[{}]", section.name),
                            fmt::join(linesOf(section.help, 118), "\n"));
        for (const RunFileKey& key : section.keys) {
            const std::string value = key.required ? "  (required)" : key.standard.empty() ? "" : " = " + key.standard;
            std::string help = sentence(key.help);
            if (!key.choices.empty()) help += fmt::format(" One of {}.", fmt::join(key.choices, ", "));
            if (!key.with.empty()) help += fmt::format(" With {} = {}.", section.selector, fmt::join(key.with, ", "));
            std::string name = key.name + value;
            if (name.size() > 34) text += fmt::format("  {}\n", std::exchange(name, ""));
            for (const std::string& line : linesOf(help, 80))
                text += fmt::format("  {:<34}  {}\n", std::exchange(name, ""), line);
        }
    }
    return text;
}

} // namespace gaugegl::cli
