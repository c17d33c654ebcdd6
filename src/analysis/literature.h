// Known plaquettes and critical couplings of the Wilson action, to compare results with.
#pragma once

#include "gaugegl/core/gauge_action.h"
#include "gaugegl/core/group.h"
#include "gaugegl/core/lattice.h"

#include <optional>
#include <string>

namespace gaugegl::analysis {

/// A mean plaquette (1/N Re tr P over the six planes) that another program found.
struct PublishedPlaquette {
    Group group = Group::SU3; ///< gauge group
    double beta = 0;          ///< 2N/g^2
    double value = 0;         ///< of the mean plaquette
    double error = 0;         ///< one standard deviation
    std::string lattice;      ///< the lattice it was measured on, "16x16x16x16"
    std::string source;       ///< the paper or program
    bool sameLattice = true;  ///< whether that is the lattice asked for; if not, expect a difference from the volume

    /// "0.59435(13) on 8x8x8x8 (source)".
    std::string describe() const;
};

/// The value on this lattice (Boyd et al., hep-lat/9602007, takes precedence over this project's reference runs).
/// Otherwise that of the largest lattice with this beta, with sameLattice = false: in SU(3) at beta = 6.0 the plaquette
/// on 8x8x8x8 is 0.0007 above its large-volume value.  Nothing if neither is known.
std::optional<PublishedPlaquette> publishedPlaquette(Group group, const Lattice& lattice, double beta,
                                                     const GaugeAction& action = {});

/// The critical coupling of the deconfinement transition with the Wilson action, in infinite volume.
struct PublishedCoupling {
    double value = 0;   ///< beta_c
    double error = 0;   ///< one standard deviation
    std::string source; ///< the paper
};

/// The critical coupling for this extent in time, if known: J. Fingberg, U. Heller, F. Karsch, hep-lat/9208012 (SU(2));
/// G. Boyd et al., hep-lat/9602007 (SU(3)).
std::optional<PublishedCoupling> publishedCriticalCoupling(Group group, int extent);

/// The kappa where quarks have no mass.
struct PublishedKappa {
    double value = 0;   ///< kappa_c
    std::string source; ///< the paper
};

/// That of quenched quarks with a clover term and the Wilson gauge action, if known: M. Luescher, S. Sint, R. Sommer,
/// P. Weisz, U. Wolff, hep-lat/9609035, at their c_SW.
std::optional<PublishedKappa> publishedCriticalKappa(Group group, double beta, double cSw);

} // namespace gaugegl::analysis
