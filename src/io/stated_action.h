// The gauge action in the free text of a header; private to io/.
#pragma once

#include "gaugegl/io/gauge_file.h"

namespace gaugegl::io {

/// What the first `beta = NUMBER` and `c1 = NUMBER` of a text say; c2_rec is tmLQCD's name of c1.
StatedAction statedAction(std::string_view text);

/// The lines that xlf-info begins with in files of tmLQCD; empty when nothing is known.
std::string xlfInfo(const StatedAction& action, std::optional<double> plaquette);

} // namespace gaugegl::io
