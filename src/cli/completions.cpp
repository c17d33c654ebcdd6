// Completions of the command line, as scripts of the shells.
#include "manual_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gaugegl::cli {
namespace {

std::string allNames(const CommandText& command)
{
    std::vector<std::string> names;
    for (const OptionText& option : command.options)
        if (!option.positional) names.insert(names.end(), option.names.begin(), option.names.end());
    return fmt::format("{}", fmt::join(names, " "));
}

/// The line of `case` for the values of an option, which are the words `values` or, where it is a path, files.
std::string bashCase(const OptionText& option)
{
    if (option.isFlag() || option.positional) return {};
    const std::string names = fmt::format("{}", fmt::join(option.names, "|"));
    const std::string does = option.isPath() ? "files=yes" : fmt::format("values='{}'", fmt::join(option.choices, " "));
    return fmt::format("        {}) value=yes {}{} ;;\n", names, does, option.commas ? " list=yes" : "");
}

/// In single quotes.
std::string quoted(const std::string& text, const std::string& quote)
{
    std::string result = "'";
    for (const char letter : text)
        result += letter == '\'' ? quote : std::string(1, letter);
    return result + "'";
}

/// What menus show: the first clause, at most 70 letters.
std::string brief(const std::string& help)
{
    constexpr std::size_t most = 70;
    std::string text = help.substr(0, std::min(help.find("; "), help.find(". ")));
    if (text.size() <= most) return text;
    return text.substr(0, text.rfind(' ', most - 4)) + " ...";
}

std::string zshText(const std::string& help)
{
    std::string text;
    for (const char letter : brief(help)) {
        if (letter == '[' || letter == ']' || letter == ':' || letter == '\\') text += '\\';
        text += letter;
    }
    return text;
}

/// What follows "[help]": nothing, or the values.
std::string zshValue(const OptionText& option)
{
    if (option.isFlag()) return {};
    if (option.isPath()) return fmt::format(":{}:{}", option.value, option.value == "FOLDER" ? "_files -/" : "_files");
    if (option.choices.empty()) return fmt::format(":{}: ", option.value);
    const std::string words = fmt::format("{}", fmt::join(option.choices, " "));
    return option.commas ? fmt::format(":value:_values -s , value {}", words) : fmt::format(":value:({})", words);
}

std::string zshArguments(const CommandText& command, const std::string& indent)
{
    std::string text;
    const auto line = [&](const std::string& argument) {
        text += fmt::format("{}{} \\\n", indent, quoted(argument, "'\\''"));
    };
    for (const OptionText& option : command.options) {
        if (option.positional) {
            line(fmt::format("{}:{}{}", option.several ? "*" : "", zshText(option.help),
                             option.isPath() ? ":_files" : fmt::format(":({})", fmt::join(option.choices, " "))));
            continue;
        }
        for (const std::string& name : option.names)
            line(fmt::format("{}{}{}[{}]{}",
                             option.several            ? "*"
                             : option.names.size() > 1 ? fmt::format("({})", fmt::join(option.names, " "))
                             : option.excludes.empty() ? ""
                                                       : fmt::format("({})", fmt::join(option.excludes, " ")),
                             name, option.isFlag() ? "" : "=", zshText(option.help), zshValue(option)));
    }
    return text;
}

std::string fishQuoted(std::string text)
{
    for (std::size_t at = 0; (at = text.find('\\', at)) != std::string::npos; at += 2)
        text.insert(at, 1, '\\');
    return quoted(text, "\\'");
}

} // namespace

std::string bashCompletion(const ProgramText& program)
{
    std::string commands, cases;
    for (const CommandText& command : program.commands) {
        commands += (commands.empty() ? "" : " ") + command.name;
        cases += fmt::format("    {})\n        options='{}'\n", command.name, allNames(command));
        for (const OptionText* option : command.of(""))
            cases += option->isPath() ? std::string("        arguments=files\n")
                                      : fmt::format("        arguments='{}'\n", fmt::join(option->choices, " "));
        cases += "        case $previous in\n";
        for (const OptionText& option : command.options)
            cases += bashCase(option);
        cases += "        esac\n        ;;\n";
    }
    return fmt::format(R"(# Completion of gaugegl {0} in bash, made by `gaugegl manual --format bash`.
_gaugegl()
{{
    local word=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD - 1]}} command='' i
    local options='{1}' arguments='{2}' value='' values='' files='' list='' before=''
    # Bash takes --path=au apart at the sign.
    if [[ $word == '=' ]]; then
        word=''
    elif [[ $previous == '=' ]] && ((COMP_CWORD > 1)); then
        previous=${{COMP_WORDS[COMP_CWORD - 2]}}
    fi
    for ((i = 1; i < COMP_CWORD; ++i)); do
        if [[ ${{COMP_WORDS[i]}} != -* ]]; then
            command=${{COMP_WORDS[i]}}
            break
        fi
    done
    case $command in
{3}    esac
    COMPREPLY=()
    if [[ $value ]]; then
        if [[ $list && $word == *,* ]]; then
            before=${{word%,*}},
            word=${{word##*,}}
        fi
        COMPREPLY=($(compgen -P "$before" -W "$values" -- "$word"))
    elif [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "$options" -- "$word"))
    elif [[ $arguments == files ]]; then
        files=yes
    else
        COMPREPLY=($(compgen -W "$arguments" -- "$word"))
    fi
    if [[ $files ]]; then
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
    fi
}}
complete -F _gaugegl gaugegl
)",
                       GAUGEGL_VERSION, allNames(program.program), commands, cases);
}

std::string zshCompletion(const ProgramText& program)
{
    std::string commands, cases;
    for (const CommandText& command : program.commands) {
        std::string colons = command.name + ":";
        for (const char letter : command.help)
            colons += letter == ':' ? "\\:" : std::string(1, letter);
        commands += fmt::format("        {}\n", quoted(colons, "'\\''"));
        std::string arguments = zshArguments(command, "                ");
        arguments.erase(arguments.size() - 3, 2); // the last line goes on nowhere
        cases += fmt::format("        {})\n            _arguments \\\n{}            ;;\n", command.name, arguments);
    }
    return fmt::format(
        R"(#compdef gaugegl
# Completion of gaugegl {0} in zsh, made by `gaugegl manual --format zsh`.
_gaugegl()
{{
    local context state state_descr line
    typeset -A opt_args
    local -a commands=(
{1}    )
    _arguments -C \
{2} && return
    case $state in
    command)
        _describe command commands
        ;;
    arguments)
        case $line[1] in
{3}        esac
        ;;
    esac
}}
_gaugegl "$@"
)",
        GAUGEGL_VERSION, commands,
        zshArguments(program.program, "        ") + "        '1:command:->command' '*::argument:->arguments'", cases);
}

std::string fishCompletion(const ProgramText& program)
{
    std::string text = fmt::format(
        "# Completion of gaugegl {} in fish, made by `gaugegl manual --format fish`.\ncomplete -c gaugegl -f\n",
        GAUGEGL_VERSION);
    const auto add = [&text](const std::string& condition, const OptionText& option) {
        text += fmt::format("complete -c gaugegl -n '{}'", condition);
        if (!option.positional)
            for (const std::string& name : option.names)
                text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
        if (!option.choices.empty())
            text += fmt::format(" -x -a '{}'", fmt::join(option.choices, " "));
        else if (option.isPath())
            text += option.positional ? " -F" : " -r -F";
        else if (!option.isFlag())
            text += " -x";
        if (!option.positional) text += " -d " + fishQuoted(brief(option.help));
        text += "\n";
    };
    for (const OptionText& option : program.program.options)
        add("__fish_use_subcommand", option);
    for (const CommandText& command : program.commands)
        text += fmt::format("complete -c gaugegl -n __fish_use_subcommand -a {} -d {}\n", command.name,
                            fishQuoted(brief(command.help)));
    for (const CommandText& command : program.commands)
        for (const OptionText& option : command.options)
            add("__fish_seen_subcommand_from " + command.name, option);
    return text;
}

} // namespace gaugegl::cli
