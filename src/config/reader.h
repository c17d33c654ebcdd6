// The sections of run files, without what makes a run of them.
#pragma once

#include "gaugegl/config/run_config.h"

namespace gaugegl {

/// Whether toToml() wrote a run file, of this program or of one of old that knew fewer keys: all its lines, in its order, and no others.
bool isWrittenByProgram(std::string_view text);

} // namespace gaugegl
