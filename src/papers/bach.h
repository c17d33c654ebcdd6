// The parts of the experiments of Bach et al.
#pragma once

#include "papers/evaluation.h"

namespace gaugegl::papers {

/// Trajectories: table 4, figures 9 and 10.
std::vector<Experiment> bachTrajectories(const Paper& paper);

} // namespace gaugegl::papers
