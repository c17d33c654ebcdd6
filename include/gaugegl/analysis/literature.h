// Known plaquettes of the Wilson action, to compare results with.
#pragma once

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

/// The value on this very lattice (Boyd et al., hep-lat/9602007, before this project's reference runs), otherwise that
/// of the largest lattice with this beta, with sameLattice = false: the plaquette at SU(3) beta = 6.0 on 8x8x8x8 is
/// 0.0007 above its large-volume value.  Nothing where neither is known.  c1 is that of the action.
std::optional<PublishedPlaquette> publishedPlaquette(Group group, const Lattice& lattice, double beta, double c1 = 0);

/// A coupling of the Wilson action at which the theory deconfines, in infinite volume.
struct PublishedCoupling {
    double value = 0;   ///< beta_c
    double error = 0;   ///< one standard deviation
    std::string source; ///< the paper
};

/// For this extent in time: J. Fingberg, U. Heller, F. Karsch, hep-lat/9208012 (SU(2)); G. Boyd et al., hep-lat/9602007
/// (SU(3)).
std::optional<PublishedCoupling> publishedCriticalCoupling(Group group, int extent);

} // namespace gaugegl::analysis
