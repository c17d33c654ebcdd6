// Smears fields of quarks, on the host or on a device.
#pragma once

#include "gaugegl/comm/shared_lattice.h"
#include "gaugegl/core/quark_smearing.h"
#include "gaugegl/host/gauge_field.h"

#include <memory>

namespace gaugegl {

/// Wuppertal smearing of spinors in the spatial links of a configuration.  Ranks that share the lattice do all of it collectively.
class QuarkSmearer {
public:
    virtual ~QuarkSmearer() = default;
    QuarkSmearer() = default;
    QuarkSmearer(const QuarkSmearer&) = delete;
    QuarkSmearer& operator=(const QuarkSmearer&) = delete;

    /// Smears a field of this rank's part in the exchange layout (core/fermion.h).
    virtual void smear(FermionVector& psi, const WuppertalSteps& smearing) = 0;
};

/// The links in which quarks are smeared.
struct SmearedLinks {
    const HostGaugeField& links;    ///< of this rank's part
    const BoundaryPhases& boundary; ///< of the quarks; that in space alone matters
    StoutSteps stout = {};          ///< smears them before, in space
};

/// In double precision on the CPU.
std::unique_ptr<QuarkSmearer> hostSmearer(const SmearedLinks& in, const SharedLattice& shared);

} // namespace gaugegl
