// Correlators of mesons made of a quark and an antiquark of two flavours, from their propagators S and S' of one
// source, which are one where the flavours have the same mass: with s the distance from the source in the direction of the correlator,
//   C(s) = -sum_x exp(-i p (x - y)) tr[ Gamma S(x) GammaBar S'(x)^~ ]  over the sites x at the distance s
//   y       the source, a point where p is not 0
//   S^~ = gamma_5 S^dagger gamma_5
//   GammaBar = gamma_d Gamma^dagger gamma_d
// It is the correlator of the operator q1bar Gamma q2 with its own adjoint, positive up to noise for s > 0
// (CONVENTIONS.md, "Mesons").
//   pion     Gamma = gamma_5            C = sum |S|^2 over sites, spins, colours
//   rho      gamma_i, i != d            mean over the three directions i
//   scalar   1
//   axial    gamma_i gamma_5, i != d    mean over the three directions i
// or of each of the sixteen Gamma alone:
//   scalar 1, pseudoscalar gamma_5, vector-x .. gamma_mu, axial-x .. gamma_mu gamma_5, tensor-xy .. i gamma_mu gamma_nu, mu < nu
// For staggered fermions only the Goldstone pion is measured, C = sum Re S S'^* over sites and colours.
#pragma once

#include "gaugegl/comm/shared_lattice.h"
#include "gaugegl/core/fermion.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace gaugegl {

/// The solutions for all components of a source, [spin * N + colour], or [colour] for staggered fermions.
using Propagator = std::vector<FermionVector>;

/// Wave numbers n_j of a momentum p_j = 2 pi n_j / L_j in the three directions across that of a correlator, in their order.
using WaveVector = std::array<int, 3>;
/// "(1,0,0)", which follows the name of a correlator.
std::string momentumName(const WaveVector& momentum);

/// The momenta of correlators beside 0.
struct MomentumChoice {
    std::vector<WaveVector> momenta = {}; ///< none twice
    /// Each is the mean over all permutations and signs of its components, for which the extents across are equal.  False: the mean
    /// over p and -p, which is the real part.
    bool averaged = true;

    /// "none"; momenta such as "1,0,0; 1,1,0", of which 0,0,0 is left out; or "p2<=4", all whose n^2 is at most that.  Momenta of one mean
    /// are one, with components that fall and are not negative; p and -p are one, whose first component that is not 0 is positive.  Throws
    /// InputError for another text, and for a momentum given twice.
    static MomentumChoice parse(std::string_view text, bool averaged);
};

/// The flavours of a meson.
struct MesonQuarks {
    const Propagator& quark;     ///< S
    const Propagator& antiquark; ///< S', of the same source
    std::string flavours = {};   ///< behind the names of the channels: "-ls"
};

/// The fields and the direction of the correlators.
struct CorrelatorGeometry {
    SharedLattice lattice;             ///< of which the columns hold this rank's part
    FermionKind kind;                  ///< of the fermions
    Group group;                       ///< of the colours
    int direction = 3;                 ///< d, in which the distance from the source is measured
    int origin = 0;                    ///< x_d of the source
    MomentumChoice momenta = {};       ///< beside 0
    Coordinates source = {0, 0, 0, 0}; ///< y, where phases begin
};

/// Throws InputError unless the propagator has the columns of the fermions and in each the sites of this rank.
void validate(const Propagator& propagator, const CorrelatorGeometry& geometry);

/// C(0) ... C(L_d - 1).
struct MesonCorrelator {
    std::string
        name; ///< "pion", "rho", "scalar", "axial", "vector-x" .., "nucleon" (measure/baryons.h), "pion-ls(1,0,0)"
    std::vector<double> values; ///< real parts; the imaginary parts are noise
    bool symmetric = true;      ///< C(s) = C(L_d - s) but for noise; not of a nucleon
};

/// The names of the mesons of this kind of fermions, the pion first.
std::vector<std::string> mesonNames(FermionKind kind);
/// The names of the sixteen Gamma.
std::vector<std::string> everyMesonName();
/// "all", which are the sixteen, or names of these and of mesonNames() of quarks with spin, with commas between.  Throws InputError for
/// another name, or one given twice.
std::vector<std::string> parseChannels(std::string_view text);
/// "all", the sixteen Gamma, or names of these with commas between.  Throws InputError for another name, or one given twice.
std::vector<std::string> parseGammas(std::string_view text);

/// The correlators of these channels, or if none is named of mesonNames(), at momentum 0, then at the first further one, and so on.
/// The order of their sums does not depend on the ranks; collective.  Throws InputError if the propagator has a wrong number of columns
/// or sites.  Quarks without spin have mesonNames() alone.  To exchange quark and antiquark changes nothing but rounding.
std::vector<MesonCorrelator> mesonCorrelators(const MesonQuarks& quarks, const CorrelatorGeometry& geometry,
                                              const std::vector<std::string>& channels = {});
/// Those of two flavours with one propagator.
inline std::vector<MesonCorrelator> mesonCorrelators(const Propagator& propagator, const CorrelatorGeometry& geometry,
                                                     const std::vector<std::string>& channels = {})
{
    return mesonCorrelators(MesonQuarks{propagator, propagator}, geometry, channels);
}

} // namespace gaugegl
