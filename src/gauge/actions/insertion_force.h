// What a sum of loops with insertions does to links, kernels/insertion_force.glsl: forces of the clover term, and the chain rule of
// stout smearing.
#pragma once

#include "gaugegl/fields/algebra_field.h"

namespace gaugegl {

/// Planes of an antihermitian matrix with its trace (lattice/insertion.glsl).
constexpr int insertionPlanes(Group group) { return traits(group).quaternions ? 1 : 3; }

/// What is inserted at the corners of a plaquette.
enum class Insertions {
    OfSites, ///< one matrix for each plane of a site, as a clover term has them
    OfLinks  ///< elements of the algebra, as stout smearing has them
};

/// The kernel that updates elements of the algebra by the loops of one plane; few registers: row by row.
KernelSpec insertionForceSpec(Group group, const Lattice& lattice, Insertions insertions,
                              Registers registers = Registers::Many);

/// How a force is added.
struct InsertionFactor {
    double factor = 1;                     ///< of the sum
    Registers registers = Registers::Many; ///< per thread, for which the kernel is chosen
};

/// Insertions at the sites of both parities, six planes of lattice planes 01, 02, 03, 12, 13, 23 each.
using SiteInsertions = std::array<const PlaneTexture*, 2>;

/// out <- out + factor sum [U V]_TA over all planes, V the loops with insertions of all sites; the links are those of u.
void addInsertionForce(AlgebraField& out, const GaugeField& u, const SiteInsertions& insertions,
                       const InsertionFactor& by);
/// out <- out + factor sum [U V]_TA, with the insertions that follow from elements of the algebra on links, which are not `out`.
void addInsertionForce(AlgebraField& out, const GaugeField& u, const AlgebraField& ofLinks, const InsertionFactor& by);

} // namespace gaugegl
