// The catalogue of the gauge kernels: their variants and costs.
#pragma once

#include "gaugegl/core/generator.h"
#include "gaugegl/core/heatbath.h"
#include "gaugegl/device/kernel_cost.h"
#include "gaugegl/fields/gauge_field.h"

namespace gaugegl {

/// A kernel that writes one plane for the sites of a lattice: the base of the other specifications.
KernelSpec siteKernelSpec(const std::string& kernel, Group group, const Lattice& lattice);

/// The uRows of the kernels plaquette and rectangle: 3 for SU(3) in double precision, where products are computed row
/// by row to save registers; else 1.
int loopRows(Group group, Precision precision, Registers registers = Registers::Many);
/// The densities of plaquette, action and link trace.
KernelSpec plaquetteSpec(Group group, const Lattice& lattice, Precision precision,
                         Registers registers = Registers::Many);
/// The squared deviation of the links of a site from the group.
KernelSpec unitaritySpec(Group group, const Lattice& lattice);
/// Projects links on the group.
KernelSpec reunitariseSpec(Group group);
/// The source of a kernel's random numbers.
struct DrawSource {
    GeneratorType generator = GeneratorType::Philox; ///< which one
    int blocks = 0;                                  ///< RANLUX: textures with numbers
};

/// The source for a given number of draws, of four numbers each, at each site.
DrawSource drawSource(GeneratorType generator, Precision precision, int draws);
/// The source for a heat bath with this number of trials.
DrawSource drawSource(GeneratorType generator, Group group, Precision precision, int trials);
/// Sets the defines GENERATOR and BLOCKS for that source.
void setDraws(KernelSpec& spec, const DrawSource& draws);

/// The links of a hot start.
KernelSpec randomLinksSpec(Group group, const Lattice& lattice, const DrawSource& draws = {});
/// The draws of a random group element: one for each plane.
constexpr int elementDraws(Group group) { return linkPlanes(group); }

/// A block of RANLUX with its carry: seven planes, in double precision four.
constexpr int ranluxPlanes(Precision precision) { return precision == Precision::Single ? 7 : 4; }
/// The kernel that computes the next block of RANLUX.  Its uRounds is ranluxPeriod(luxury) / 24.
KernelSpec ranluxSpec(int luxury, Precision precision);

/// The number of SU(2) subgroups of an update: 1 or 3.
int subgroupCount(Group group);

/// How an update of a link obtains its staple sum.  SU(2) has only fused kernels.
enum class StapleSource {
    Fused,  ///< computed in the same kernel, which then does all subgroups
    Stored, ///< written by the kernel `staple` in one pass, read by a kernel that does all subgroups
    ByRows  ///< written row by row, read by one kernel for each subgroup: for small register files
};

/// ByRows for SU(3) in double precision, where the other kernels do not fit the registers of every card; else Fused, or
/// Stored for actions of more than plaquettes.
StapleSource defaultStapleSource(Group group, Precision precision, const LoopSet& loops,
                                 Registers registers = Registers::Many);

/// The sources that exist for a group and an action: SU(3) has all, except Fused with more than plaquettes.
std::vector<StapleSource> stapleSources(Group group, const LoopSet& loops);

/// Planes of a stored staple sum: two for each row.
constexpr int staplePlanes(Group group) { return traits(group).matrixPlanes; }

/// The staple sum for direction mu, stored or by rows; not of SU(2), whose kernels are fused.
KernelSpec stapleSpec(Group group, const Lattice& lattice, int mu, StapleSource source, const LoopSet& loops);

/// One program of an update of the links in direction mu.  With Fused and Stored it does all subgroups, with ByRows one
/// of them.  With Stored the same program serves every direction, and mu is not used.
struct UpdateKernel {
    Group group = Group::SU3;                   ///< of the links
    StapleSource staples = StapleSource::Fused; ///< where the staples come from
    LoopSet loops = {};                         ///< of the action; a pass changes one set of links (core/link_set.h)
    int mu = 0;                                 ///< direction of the links
    int subgroup = 0;                           ///< ByRows: the subgroup of this program
    bool fixesTimes = false;                    ///< LinkSet::fixesTimes()
};

/// The number of successive kernels in an update: one for all subgroups, or one per subgroup.
int updateSteps(Group group, StapleSource staples);

/// The kernel that reflects links (overrelaxation) or rotates them to the minimum of the action (cooling).
KernelSpec overrelaxationSpec(const Lattice& lattice, const UpdateKernel& kernel);

/// The options of a heat bath kernel.
struct HeatBathKernel {
    HeatBathAlgorithm algorithm = HeatBathAlgorithm::KennedyPendleton; ///< how it proposes
    bool countAccepted = false; ///< the result is the number of subgroups that get a new value, instead of the link
    DrawSource draws = {};      ///< the source of its random numbers
};
/// One program of a heat bath.
KernelSpec heatBathSpec(const Lattice& lattice, const UpdateKernel& kernel, const HeatBathKernel& heatBath);

/// The numbers of link textures, besides eight, that can be benchmarked on the compute path: all links in one, or one
/// texture per direction.
constexpr int linkArrayChoices[] = {1, 4};
/// An SU(2) kernel that reads the links from this number of textures (gauge_field.glsl); an update writes them in
/// place.
KernelSpec withLinkArrays(KernelSpec spec, int arrays);

/// Every program that gaugegl builds for this group, lattice, path and precision, for `gaugegl shaders`.
std::vector<KernelSpec> allKernels(Group group, const Lattice& lattice, Path path, Precision precision);

} // namespace gaugegl
