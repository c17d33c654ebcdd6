// The gauge action in the free text of a header; private to io/.
#pragma once

#include "gaugegl/io/gauge_file.h"

namespace gaugegl::io {

/// The action from the first `beta = NUMBER` and `c1 = NUMBER` in a text; c2_rec is tmLQCD's name of c1.
StatedAction statedAction(std::string_view text);

/// The lines that xlf-info begins with in files of tmLQCD; empty when nothing is known.
std::string xlfInfo(const StatedAction& action, std::optional<double> plaquette);

} // namespace gaugegl::io
