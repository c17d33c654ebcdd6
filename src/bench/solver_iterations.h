// Iterations of solvers as a whole.
#pragma once

#include "bench/fermions.h"

namespace gaugegl {

/// An iteration of conjugate gradients on the even-odd form.
BenchmarkWork iterationWork(const GaugeField& u, const FermionBenchmarkEntry& entry);
/// An iteration of multi-shift conjugate gradients for the sign of overlap quarks.
BenchmarkWork signWork(const GaugeField& u, const FermionBenchmarkEntry& entry);

} // namespace gaugegl
