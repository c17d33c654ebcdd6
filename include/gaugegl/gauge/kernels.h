// The catalogue of the gauge kernels: their variants, and what each costs.
#pragma once

#include "gaugegl/core/generator.h"
#include "gaugegl/core/heatbath.h"
#include "gaugegl/device/kernel_cost.h"
#include "gaugegl/fields/gauge_field.h"

namespace gaugegl {

/// A kernel that writes one plane for the sites of a lattice: what the others begin with.
KernelSpec siteKernelSpec(const std::string& kernel, Group group, const Lattice& lattice);

/// The uRows of the kernels plaquette and rectangle: 3 in double precision of SU(3), whose products are taken row by
/// row because that needs fewer registers; else 1.
int loopRows(Group group, Precision precision, Registers registers = Registers::Many);
/// The densities of plaquette, action and link trace.
KernelSpec plaquetteSpec(Group group, const Lattice& lattice, Precision precision,
                         Registers registers = Registers::Many);
/// The density of the rectangle.
KernelSpec rectangleSpec(Group group, const Lattice& lattice, Precision precision,
                         Registers registers = Registers::Many);
/// The Polyakov loop of the sites with t = 0.
KernelSpec polyakovSpec(Group group, const Lattice& lattice);
/// The squared deviation of the links of a site from the group.
KernelSpec unitaritySpec(Group group, const Lattice& lattice);
/// Projects links on the group.
KernelSpec reunitariseSpec(Group group);
/// Where a kernel finds its random numbers.
struct DrawSource {
    GeneratorType generator = GeneratorType::Philox; ///< which one
    int blocks = 0;                                  ///< RANLUX: textures with numbers
};

/// For so many draws of four numbers at each site.
DrawSource drawSource(GeneratorType generator, Precision precision, int draws);
/// For a heat bath with so many trials.
DrawSource drawSource(GeneratorType generator, Group group, Precision precision, int trials);
/// Makes a program for that source; GENERATOR and BLOCKS.
void setDraws(KernelSpec& spec, const DrawSource& draws);

/// The links of a hot start.
KernelSpec randomLinksSpec(Group group, const Lattice& lattice, const DrawSource& draws = {});
/// Draws of a random element: one for each plane.
constexpr int elementDraws(Group group) { return linkPlanes(group); }

/// A block of RANLUX with its carry: seven planes, in double precision four.
constexpr int ranluxPlanes(Precision precision) { return precision == Precision::Single ? 7 : 4; }
/// The next block.  Its uRounds is ranluxPeriod(luxury) / 24.
KernelSpec ranluxSpec(int luxury, Precision precision);

/// SU(2) subgroups that an update goes through: 1 or 3.
int subgroupCount(Group group);

/// Where an update of a link gets the sum of its staples.  SU(2) has fused kernels only.
enum class StapleSource {
    Fused,  ///< computed in the same kernel, which then does all subgroups
    Stored, ///< written by the kernel staple in one pass, read by a kernel that does all subgroups
    ByRows  ///< written row by row, read by one kernel for each subgroup: for small register files
};

/// By rows for SU(3) in double precision, whose other kernels do not fit the registers of every card; else fused, and
/// with rectangles stored.
StapleSource defaultStapleSource(Group group, Precision precision, bool rectangles,
                                 Registers registers = Registers::Many);

/// Those that exist for a group and an action: SU(3) has all, but nothing fused with rectangles.
std::vector<StapleSource> stapleSources(Group group, bool rectangles);

/// Planes of a stored staple sum: two for each row.
constexpr int staplePlanes(Group group) { return traits(group).matrixPlanes; }

/// The staple sum for direction mu, stored or by rows; not of SU(2), whose kernels are fused.
KernelSpec stapleSpec(Group group, const Lattice& lattice, int mu, StapleSource source, bool rectangles);

/// One program of an update of the links in direction mu; fused or stored it does all subgroups, by rows one of them.
/// A stored staple sum serves every direction: then mu is not used.
struct UpdateKernel {
    Group group = Group::SU3;                   ///< of the links
    StapleSource staples = StapleSource::Fused; ///< where the staples come from
    bool rectangles = false; ///< the action has them: a pass changes one sublattice of the links (core/link_set.h)
    int mu = 0;              ///< direction of the links
    int subgroup = 0;        ///< by rows the one that is done
};

/// How many kernels follow each other in an update: all subgroups at once, or one by one.
int updateSteps(Group group, StapleSource staples);

/// Reflects links, or rotates them to where the action is smallest.
KernelSpec overrelaxationSpec(const Lattice& lattice, const UpdateKernel& kernel);

/// What a heat bath kernel does besides its update.
struct HeatBathKernel {
    HeatBathAlgorithm algorithm = HeatBathAlgorithm::KennedyPendleton; ///< how it proposes
    bool countAccepted = false; ///< the result is not the link but how many of its subgroups get a new value
    DrawSource draws = {};      ///< where its numbers are
};
/// One program of a heat bath.
KernelSpec heatBathSpec(const Lattice& lattice, const UpdateKernel& kernel, const HeatBathKernel& heatBath);

/// The numbers of link textures that the compute path can be measured with besides eight: all links in one, or one
/// texture for each direction.
constexpr int linkArrayChoices[] = {1, 4};
/// A kernel of SU(2) that reads links from so many textures (gauge_field.glsl); an update writes them in place.
KernelSpec withLinkArrays(KernelSpec spec, int arrays);

/// Every program that gaugegl builds for this group, lattice, path and precision, for `gaugegl shaders`.
std::vector<KernelSpec> allKernels(Group group, const Lattice& lattice, Path path, Precision precision);

} // namespace gaugegl
