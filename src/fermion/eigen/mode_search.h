// What all searches for modes share: progress, the precision that is made better on the host, and chiralities.
#pragma once

#include "gaugegl/fermion/eigen/low_modes.h"
#include "gaugegl/fermion/fermion_domain.h"
#include "solvers/thick_restart.h"

#include <functional>

namespace gaugegl {

/// |A v - lambda v| / |A| of modes in single precision, which double precision makes better.
constexpr double roughTolerance = 3e-6;

/// Lets a search report its progress, after so many applications before it; `watch` may be empty and must outlive the search.
void reportProgress(EigenParameters& parameters, const std::function<void(const ModeProgress&)>& watch, int before = 0);

/// (v, gamma_5 v) of this rank's part of a field on the whole lattice; collective.
double chiralityOf(const SharedLattice& shared, const FermionDomain& space, const FermionVector& v);

} // namespace gaugegl
