// The kernels that make a clover term.
#pragma once

#include "bench/fermions.h"

namespace gaugegl {

/// The blocks of a clover term from its clovers, or their inverses, at the sites of one parity.
BenchmarkWork cloverWork(const GaugeField& u, const FermionBenchmarkEntry& entry);

} // namespace gaugegl
