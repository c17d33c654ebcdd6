// The commands with their options as data, read off the tree of the command line itself: what manual pages, the page of all commands and
// completions are made of.
#pragma once

#include "help.h"

#include "config/run_file_reference.h"

namespace gaugegl::cli {

struct OptionText {
    std::vector<std::string> names;   ///< "-h", "--help"; of a positional its name
    std::string value;                ///< "FILE", "NUMBER"; empty: a flag
    std::vector<std::string> choices; ///< empty: any value
    std::string standard;             ///< the default; empty: none, or what `help` says
    std::string help;
    std::string group;                 ///< of optionGroups
    std::vector<std::string> excludes; ///< other options
    bool positional = false;
    bool required = false;
    bool several = false; ///< several values
    bool commas = false;  ///< with commas between

    const std::string& name() const { return names.back(); }
    bool isFlag() const { return value.empty(); }
    /// Whether its values are names of files or folders.
    bool isPath() const;
};

struct CommandText {
    std::string name; ///< of the program itself "gaugegl"
    std::string help;
    std::vector<OptionText> options; ///< positionals among them, in the order of help

    /// Its options of one group; positionals for an empty one.
    std::vector<const OptionText*> of(const std::string& group) const;
    bool has(const std::string& option) const;
};

struct ProgramText {
    CommandText program; ///< what it takes without a command
    std::vector<CommandText> commands;
};

ProgramText textOf(const CLI::App& app);

/// "gaugegl solve [OPTIONS] FILE", with what is required.
std::string synopsis(const CommandText& command);

/// What is said of an option: its help, its choices unless the help names them all, its default, what it excludes; in sentences.
std::string description(const OptionText& option);
/// What is said of a key of run files, with words of a file between backticks.
std::string description(const RunFileKey& key, const RunFileSection& section);
/// What holds for all run files.
constexpr const char* runFileRules = "Required are `extents` and `group` in `[lattice]` and `beta` in `[action]`; an "
                                     "unknown section or key, a wrong type or "
                                     "a value out of range is an error that names file and line.";
/// The words of a text in lines of at most so many letters.
std::vector<std::string> linesOf(const std::string& text, std::size_t most);
/// Ends with a full stop.
std::string sentence(std::string text);

/// A topic of `gaugegl manual` that is no command.
constexpr const char* runFileTopic = "run-file";

/// The page of all commands, of one, or of the keys of run files, in Markdown.
std::string markdownOf(const ProgramText& program);
std::string markdownOf(const CommandText& command);
std::string runFileMarkdown();
/// The keys of run files as plain text.
std::string runFileText();

/// Manual pages in roff: of the program and of a command, in section 1; of run files, in section 5.
std::string programPage(const ProgramText& program);
std::string commandPage(const ProgramText& program, const CommandText& command);
std::string runFilePage(const ProgramText& program);
/// "gaugegl-solve.1", "gaugegl-run-file.5"; of an empty topic "gaugegl.1".
std::string pageFile(const std::string& topic);

/// Completions, as scripts of the shells.
std::string bashCompletion(const ProgramText& program);
std::string zshCompletion(const ProgramText& program);
std::string fishCompletion(const ProgramText& program);

} // namespace gaugegl::cli
