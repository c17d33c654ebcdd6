// What the program does with the links of the host in double precision: gauge transformations, the projection on the
// group, and the observables that files state (CONVENTIONS.md, "Lattice and links").
#pragma once

#include "gaugegl/comm/shared_lattice.h"
#include "gaugegl/core/generator.h"
#include "gaugegl/host/gauge_field.h"

namespace gaugegl::host {

/// Links of the sites that come after a part of a lattice, where ranks share it; empty where the part goes on at its
/// own beginning.
struct LinksAhead {
    LinkVector z; ///< at z = Lz: [((t * Ly + y) * Lx + x) * 4 + mu] matrices
    LinkVector t; ///< at t = Lt: [((z * Ly + y) * Lx + x) * 4 + mu] matrices
};

/// For each row (z, t) of the part the sums of the plaquette, mean over the planes as in plaquette(), and of the link
/// trace, by a binary tree over its sites.
std::vector<std::array<double, 2>> rowSums(const HostGaugeField& u, const LinksAhead& ahead = {});
/// Plaquette and link trace from the rows of a whole lattice, z fastest.
std::array<double, 2> meansOf(std::vector<std::array<double, 2>> rows, const Lattice& lattice);

/// Mean of (1/N) Re tr P over sites and planes.
double plaquette(const HostGaugeField& u);

/// Mean of (1/N) Re tr U over links.
double linkTrace(const HostGaugeField& u);

/// Projects every link on the group.  Returns the largest unitarityDefect found before.
double reunitarise(HostGaugeField& u);

/// Projects every g(x) on the group.
void reunitarise(TransformationVector& g, Group group);

/// g(x) U_mu(x) g(x+mu)^dagger, of this rank's part of a lattice; collective.
void transform(HostGaugeField& u, const TransformationVector& g, const SharedLattice& shared);

/// One Haar distributed g(x) for each site of this rank's part: CONVENTIONS.md, "Random gauge transformation".
TransformationVector randomTransformation(const Lattice& lattice, Group group, const GeneratorChoice& generator,
                                          std::uint64_t seed, Precision precision);

} // namespace gaugegl::host
