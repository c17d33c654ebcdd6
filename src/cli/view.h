// The command that starts the lattice window.
#pragma once

#include "command.h"

namespace gaugegl::cli {

void addView(CLI::App& app, Runner& chosen);

} // namespace gaugegl::cli
