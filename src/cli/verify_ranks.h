// What `gaugegl verify --ranks` does: every kernel on the parts of ranks against the same kernel whole.
#pragma once

#include "verification_run.h"

namespace gaugegl::cli {

/// Compares the kernels whose labels hold the text; together.  Returns the exit code.  Throws InputError without ranks.
int verifyRanks(const VerificationRequest& request, const std::string& only);

} // namespace gaugegl::cli
