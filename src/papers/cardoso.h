// The parts of the experiments of Cardoso and Bicudo.
#pragma once

#include "papers/evaluation.h"

namespace gaugegl::papers {

/// Plaquette and Polyakov loop: figures 8 and 9.
std::vector<Experiment> cardosoAverages(const Paper& paper);
/// The static potential: figures 10, 11 and table 3.
std::vector<Experiment> cardosoPotentials(const Paper& paper);

} // namespace gaugegl::papers
