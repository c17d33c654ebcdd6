// The solves of [spectrum] on one configuration.
#pragma once

#include "measure/quarks.h"

#include <optional>
#include <vector>

namespace gaugegl::measure {

/// The correlators with each value of the section, [value][correlator], means over its sources.  The propagators of a strange quark are
/// solved for once, and kept until all values are done.  Nothing where an interrupt ended it.  Throws UnsolvedError for a column that is
/// not solved; collective.
std::optional<std::vector<std::vector<MesonCorrelator>>> solveSpectrum(const FermionSection& section,
                                                                       const HostConfiguration& on);

} // namespace gaugegl::measure
