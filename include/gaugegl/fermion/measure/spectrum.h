// Propagators from a source, column by column, their mesons and baryons.
#pragma once

#include "gaugegl/core/dirac_parameters.h"
#include "gaugegl/core/quark_smearing.h"
#include "gaugegl/core/source.h"
#include "gaugegl/fermion/fermion_domain.h"
#include "gaugegl/fermion/measure/baryons.h"
#include "gaugegl/fermion/solve/inversion.h"

#include <functional>
#include <optional>

namespace gaugegl {

class QuarkSmearer;

/// The correlator of what gets half way through the fifth dimension, sum |q|^2 over sites, spins and colours.
constexpr const char* midpointName = "midpoint";

/// What follows the names of mesons of a light and a strange quark.
constexpr const char* lightStrange = "-ls";
/// What follows those of two strange quarks.
constexpr const char* strangeStrange = "-ss";

/// The measurement on a configuration.
struct SpectrumRequest {
    Source source;                               ///< a point or a wall; all its components are taken
    int direction = 3;                           ///< of the correlators; distances count from the source
    SolverChoice choice = {};                    ///< for each column
    QuarkSmearing smearing = {};                 ///< of the source and of the columns
    std::vector<std::string> channels = {};      ///< of mesons (parseChannels()); none: mesonNames()
    MomentumChoice momenta = {};                 ///< of mesons and baryons, beside 0
    std::optional<DiracParameters> nucleon = {}; ///< those of the quarks: their nucleon is measured too
    std::optional<DiracParameters> delta = {};   ///< those of the quarks: their Delta is measured too
    /// Those of a second, strange quark: mesons of it, and where the nucleon or the Delta is measured the others of its octet or decuplet, are
    /// measured too; the Omega with each of both.
    std::optional<DiracParameters> strange = {};
    std::optional<DiracParameters> residual =
        {}; ///< those of domain-wall quarks: their midpoints are measured too, as midpointName
    /// Gets the propagator before it is contracted, with what it was solved for, by component; empty: nothing does.
    std::function<void(const Propagator& columns, const std::function<FermionVector(int component)>& source)> keep = {};
    double isospinMu = 0; ///< of the quarks; the antiquarks are of the flavour of -mu

    /// The baryons.
    std::vector<Baryon> baryons() const;
    /// The names of the correlators, in their order.
    std::vector<std::string> names(FermionKind kind) const;
};

/// What the solves of a propagator took.
struct PropagatorSolves {
    SolverStatus status = SolverStatus::Converged; ///< of the first column that did not converge
    int iterations = 0;                            ///< of all columns
    double largestResidual = 0;                    ///< |b - M x| / |b| of the worst column
    double seconds = 0;                            ///< of all solves
};

/// A propagator that was solved for, smeared at source and sink.
struct PropagatorSolution : PropagatorSolves {
    Propagator columns;   ///< not all if one did not converge
    Propagator midpoints; ///< of request.residual; else none
};

/// The result of a measurement.
struct SpectrumMeasurement : PropagatorSolves {
    std::vector<MesonCorrelator> correlators; ///< mesons, baryons, the midpoint; none if a column did not converge
};

/// Throws InputError unless the source is a point or a wall on this lattice, the whole one, without a single spin and colour chosen,
/// and where quarks of this kind and group have no such smearing, channels or baryons, and these no residual mass, for which L_s is even
/// and the pion among the channels; for a wall with momenta, for a momentum that the lattice does not have, and for means over momenta on
/// unequal extents; with a chemical potential also for correlators and momenta in t, means over momenta, baryons and strange quarks.
void validate(const SpectrumRequest& request, const FermionDomain& space);
/// What validate() says of a strange quark, if there is one, beside light quarks of this kind.
void validateStrange(const SpectrumRequest& request, FermionKind kind);
/// What validate() says of momenta, on the whole lattice.
void validateMomenta(const SpectrumRequest& request, const Lattice& lattice);
/// What validate() says of noise walls: they give correlators along t, those of z3 baryons too.
void validateNoise(const SpectrumRequest& request);

/// Solves for every component of the source.  Stops at the first column that does not converge.  `solved` is called with the number of
/// columns done.  The smearer is needed where something is smeared.  Throws as validate().
PropagatorSolution solvePropagator(Inverter& inverter, const FermionDomain& space, const SpectrumRequest& request,
                                   const std::function<void(int columns)>& solved = {},
                                   QuarkSmearer* smearer = nullptr);

/// Solves for the light quark as solvePropagator() and contracts; `strange` as in contract().
SpectrumMeasurement measureSpectrum(Inverter& inverter, const FermionDomain& space, const SpectrumRequest& request,
                                    const std::function<void(int columns)>& solved = {},
                                    QuarkSmearer* smearer = nullptr, const Propagator* strange = nullptr);

/// The mesons, and the baryons that are asked for, of a propagator that is there: of request.source, with the columns that
/// solvePropagator() would solve for and smear; `strange` is that of request.strange, null where there is none.  `shared` is its lattice.
/// Collective; throws as validate(), and as mesonCorrelators().
std::vector<MesonCorrelator> contract(const Propagator& propagator, const SharedLattice& shared,
                                      const FermionDomain& space, const SpectrumRequest& request,
                                      const Propagator* strange = nullptr);

} // namespace gaugegl
