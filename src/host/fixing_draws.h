// The stochastic steps of gauge fixing: CONVENTIONS.md, "Stochastic relaxation" and "Annealing".
#pragma once

#include "gaugegl/core/gauge_fixing.h"
#include "gaugegl/core/random.h"

#include <complex>

namespace gaugegl::host {

/// Where, and from which random numbers.
struct DrawSite {
    std::uint64_t seed = 0;
    std::uint32_t site = 0;
    Precision precision = Precision::Double; ///< of the random numbers
};

/// g, N x N by rows, the product of the elements of the subgroups in their order, of a step that is not a power; k,
/// K(x) by rows, becomes g K.
template<int N>
void drawTransformation(std::complex<double>* g, std::complex<double>* k, const FixingStep& step, const DrawSite& at);

} // namespace gaugegl::host
