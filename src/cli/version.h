// What `gaugegl --version` says.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace gaugegl::cli {

/// What was compiled in, by names: the compiler, the window, MPI, ...
std::vector<std::pair<std::string, std::string>> buildFacts();
/// "gaugegl 0.1.0", and a line for each of them.
std::string versionText();

} // namespace gaugegl::cli
