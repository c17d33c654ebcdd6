#include "gaugegl/gauge/kernel_cost.h"

#include <stdexcept>

namespace gaugegl {
namespace {

/// Flops of the functions of shaders/lattice/su2.glsl or su3.glsl; a matrix is a quaternion or 3 x 3 complex numbers.
struct Algebra {
    double planes;  ///< of a stored link
    double product; ///< SU(3): 9 elements, each 3 complex products of 6 and 2 complex sums of 2
    double sum;     ///< SU(3): 18; SU(2): 4
    double trace;   ///< real part; SU(3): 2 sums; SU(2): 2 q0
    double complexTrace;
    double traceAdj;    ///< Re tr a b^dagger: SU(3): 6 dot products of 5 and 5 sums; SU(2): one of 7, doubled
    double deviation;   ///< from the group: SU(3): 2 norms of 12, a complex product of rows 22, 8 for the squares
    double reunitarise; ///< SU(3): 2 norms of 12, 2 scalings of 6, the product 22, its subtraction 24; SU(2): 8 + 4
    double block;  ///< quaternion part in a subgroup: SU(3): 3 rows of 4 (4 products, 3 sums, 1/2, +=); SU(2): product
    double rotate; ///< rows by a quaternion: SU(3): 12 numbers of 7; SU(2): a product
};
constexpr Algebra su2 = {1, 28, 4, 1, 1, 8, 9, 12, 28, 28};
constexpr Algebra su3 = {3, 198, 18, 2, 4, 35, 54, 82, 108, 84};

constexpr double uniformFlops = 8; // (bits + 1/2) 2^-23, four times
constexpr double quaternionProduct = 28;
constexpr double norm = 8;                         // of a quaternion
constexpr double proposal = 3 + uniformFlops + 10; // alpha; u; delta and its test, the same number for both algorithms
constexpr double element = uniformFlops + 10 + 7;  // u; the direction; the quaternion from delta and the direction
constexpr double gaussians = uniformFlops + 2 * 7; // two pairs: -2 ln u, sqrt, cos, sin, two products

int define(const KernelSpec& spec, const std::string& name)
{
    const auto found = spec.defines.find(name);
    return found == spec.defines.end() ? 0 : std::stoi(found->second);
}

/// Two products and a sum for each of six staples.
double stapleFlops(const Algebra& a) { return 6 * (2 * a.product + a.sum); }

/// One subgroup, from the staple sum to the new rows.
double subgroupFlops(const std::string& kernel, const Algebra& a)
{
    const double common = a.block + norm + 4 + quaternionProduct + a.rotate; // 4: v = q/k
    return kernel == "heatbath" ? common + proposal + element : common;
}

bool stored(const KernelSpec& spec) { return spec.defines.at("STAPLES") == "stored"; }

/// Heat bath and overrelaxation; the last subgroup ends with a projection on the group.  Compulsory for all U_mu of one
/// parity: of the other three directions every link, 6 for each new link, of mu the links of the other parity, 1, and
/// the old and the new link.
KernelCost updateKernelCost(const KernelSpec& spec, const Algebra& a)
{
    const double subgroups = define(spec, "END_SUBGROUP") - define(spec, "FIRST_SUBGROUP");
    const double projection = define(spec, "END_SUBGROUP") == (a.planes == 1 ? 1 : 3) ? a.reunitarise : 0;
    const double flops = subgroups * subgroupFlops(spec.kernel, a) + projection, written = spec.resultPlanes;
    if (stored(spec)) return {flops, 2 * a.planes + staplePlanes + written, a.planes + staplePlanes + written};
    return {stapleFlops(a) + flops, (18 + 1) * a.planes + written, (6 + 1 + 1) * a.planes + written};
}

/// Plaquette, rectangle, Polyakov loop.
KernelCost loopCost(const KernelSpec& spec, const Algebra& a)
{
    const double rows = define(spec, "BY_ROWS") ? 3 : 1; // a loop over rows loads the links again for each
    if (spec.kernel == "plaquette")                      // six traces of two products of two links; link traces; means
        return {6 * (2 * a.product + a.traceAdj + 1) + 4 * (a.trace + 1) + 6, (4 + 6 * 4 * rows) * a.planes + 1,
                (4 + 4) * a.planes + 1};
    if (spec.kernel == "rectangle") // twelve traces of two products of three links; the mean
        return {12 * (4 * a.product + a.traceAdj + 1) + 1, 12 * 6 * rows * a.planes + 1, (4 + 4) * a.planes + 1};
    const double lt = define(spec, "LT");
    return {(lt - 1) * a.product + a.complexTrace + 2, lt * a.planes + 1, lt * a.planes + 1};
}

} // namespace

KernelCost kernelCost(const KernelSpec& spec)
{
    const Algebra& a = define(spec, "NC") == 2 ? su2 : su3;
    const std::string& kernel = spec.kernel;
    if (kernel == "copy") return {0, 2.0 * spec.resultPlanes, 2.0 * spec.resultPlanes};
    if (kernel == "fold") { // addSums: 11 for each component; its results are few
        const double planes = define(spec, "INPUT_PLANES");
        return {4 * 11, planes, planes};
    }
    if (kernel == "plaquette" || kernel == "rectangle" || kernel == "polyakov") return loopCost(spec, a);
    if (kernel == "unitarity") return {4 * (a.deviation + 1) + 1, 4 * a.planes + 1, 4 * a.planes + 1};
    if (kernel == "reunitarise") return {a.reunitarise, 2 * a.planes, 2 * a.planes};
    if (kernel == "random_links") return {a.planes * gaussians + a.reunitarise, a.planes, a.planes};
    if (kernel == "heatbath" || kernel == "overrelaxation") return updateKernelCost(spec, a);
    if (kernel == "staple") { // each pass loads all links for the rows that it writes
        const double passes = double(spec.resultPlanes) / spec.planesPerPass, written = spec.resultPlanes;
        return {stapleFlops(a), passes * 18 * a.planes + written, (6 + 1) * a.planes + written};
    }
    throw std::out_of_range("no cost is known for the kernel " + kernel);
}

KernelCost updateCost(const std::string& kernel, Group group, const Lattice& lattice, StapleSource staples)
{
    const bool heat = kernel == "heatbath";
    constexpr auto algorithm = HeatBathAlgorithm::KennedyPendleton; // both cost the same
    const KernelCost fused =
        kernelCost(heat ? heatBathSpec(group, lattice, 0, algorithm, false) : overrelaxationSpec(group, lattice, 0));
    if (group == Group::SU2 || staples == StapleSource::Fused) return fused;
    KernelCost cost = kernelCost(stapleSpec(lattice, 0));
    for (int subgroup = 0; subgroup < subgroupCount(group); ++subgroup) {
        const KernelCost step = kernelCost(heat ? heatBathSubgroupSpec(lattice, subgroup, algorithm, false)
                                                : overrelaxationSubgroupSpec(lattice, subgroup));
        cost.flops += step.flops;
        cost.planesLoaded += step.planesLoaded;
    }
    cost.planesCompulsory = fused.planesCompulsory;
    return cost;
}

} // namespace gaugegl
