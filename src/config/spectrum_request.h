// What [spectrum] asks of every configuration.
#pragma once

#include "gaugegl/config/run_config.h"
#include "gaugegl/fermion/measure/spectrum.h"

namespace gaugegl {

/// With one of the values of the section and its first source.  Throws InputError where a text is none that its parser takes.
SpectrumRequest spectrumRequest(const FermionSection& section, double value);

} // namespace gaugegl
