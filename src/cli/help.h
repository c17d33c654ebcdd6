// What `--help` shows, and what is said of a command line that is not understood.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace gaugegl::cli {

/// To be called when all commands have their options: groups them (what to compute, output, device), names what their
/// values are (FILE, NUMBER, EXTENTS, ...), and has numbers and extents checked, so that messages name the option and
/// what was given.
void arrangeOptions(CLI::App& app);

/// What was wrong with the command line.  An option that does not exist comes before one that is missing.
std::string explain(const CLI::App& app, const CLI::ParseError& error);

} // namespace gaugegl::cli
