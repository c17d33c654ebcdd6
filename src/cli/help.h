// What `--help` shows, and what is said of a command line that is not understood.
#pragma once

#include <CLI/CLI.hpp>
#include <array>
#include <string>
#include <vector>

namespace gaugegl::cli {

/// To be called when all commands have their options: groups them (what to compute, output, device), names what their
/// values are (FILE, NUMBER, EXTENTS, ...), and has numbers and extents checked, so that messages name the option and
/// what was given.
void arrangeOptions(CLI::App& app);

/// The groups of options, in the order of the help.
constexpr std::array<const char*, 4> optionGroups = {"What to compute", "Output", "Device", "Help"};
/// The group of options that help does not list.
constexpr const char* unlistedGroup = "Unlisted";
/// "-h" and "--help"; of a positional its name.
std::vector<std::string> optionNames(const CLI::Option& option);
/// Whether it has no value.
bool isFlag(const CLI::Option& option);
/// What its value is: "FILE", "NUMBER", "EXTENTS".
std::string valueWord(const CLI::Option& option);
/// The words that its value is one of; empty where it may be any.
std::vector<std::string> choiceWords(const CLI::Option& option);

/// What was wrong with the command line.  An option that does not exist comes before one that is missing.
std::string explain(const CLI::App& app, const CLI::ParseError& error);

} // namespace gaugegl::cli
