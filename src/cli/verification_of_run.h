// What `gaugegl verify RUN.toml` compares: the kernels that this run will use.
#pragma once

#include "verification_run.h"

#include <vector>

namespace gaugegl::cli {

/// Of the chain, its observables, loops and flow those checks that run their programs; of solves the usual checks of their operators.
/// The request has the device options of the run.  Throws as openDevice() and programsOfRun().
std::vector<PartsOnDevice> partsOfRun(const std::shared_ptr<gl::Context>& context, const VerificationRequest& request);

} // namespace gaugegl::cli
