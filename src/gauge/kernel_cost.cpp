#include "gauge/kernel_cost.h"

#include "gauge/fixing/fixing_cost.h"
#include "gaugegl/core/link_set.h"
#include "gaugegl/core/ranlux.h"
#include "gaugegl/gauge/observables/loop_kernels.h"

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
    double elementPlanes; ///< of a stored element of the algebra
    double elementSum;    ///< of such elements; numbers of them
    double elementPart; ///< of a matrix: SU(3): 6 numbers of a sum and a product, the diagonal 5; SU(2): chosen numbers
    double exponential; ///< of an element, see exponentialFlops; SU(2): |h|^2 5, 5 terms of 6, the result 4
    double project;     ///< a sum of links, see projectFlops; SU(2): normalised
};

/// Conjugate cofactors of SU(3): 9 elements of two complex products; determinant: 4 dot products of 5 and 2 sums.
constexpr double cofactors = 9 * 14, determinant = 22;
constexpr double combination = 90; // p x + q c, q complex
constexpr double complexProduct = 6;

/// Newton's iteration, counted with four steps, which links near equilibrium need; each has two norms of 35, 4 for the
/// square of one, 7 for the factor, 7 for the inverse determinant.  Then the cube root of a phase: 6 roots of 9, 9
/// products, two times 11; the norm of it 6.
constexpr double projectFlops = 4 * (cofactors + determinant + 2 * 35 + 4 + 7 + 7 + combination) + cofactors +
                                determinant + 6 + (6 * 9 + 9 * complexProduct + 2 * 17) + combination;

/// Invariants 38; 11 Taylor terms of 14 and 5 for the scale; h^2; the polynomial, two complex multiples of 72.
constexpr double exponentialFlops = 38 + 11 * 14 + 5 + 198 + 2 * 72;

constexpr Algebra su2 = {1, 28, 4, 1, 1, 8, 9, 12, 28, 28, 1, 3, 0, 5 + 5 * 6 + 4, 12};
constexpr Algebra su3 = {3, 198, 18, 2, 4, 35, 54, 82, 108, 84, 2, 8, 17, exponentialFlops, projectFlops};

/// A pair of Bessel functions by 24 terms of the power series of 15, and a complex exponential of 30.
constexpr double besselPair = 24 * 15 + 30;
/// A point of the contour: s 16, q 26, the pair, its products 5 of 6 and 5 sums.
constexpr double contourPoint = 16 + 26 + besselPair + 5 * complexProduct + 5;
constexpr double usualContourPoints = 16; // computed ones in single precision at beta 6

constexpr double uniformFlops = 8; // (bits + 1/2) 2^-23, four times
constexpr double quaternionProduct = 28;
constexpr double norm = 8;                         // of a quaternion
constexpr double proposal = 3 + uniformFlops + 10; // alpha; u; delta and its test, the same number for both algorithms
constexpr double element = uniformFlops + 10 + 7;  // u; the direction; the quaternion from delta and the direction
constexpr double gaussianFlops = uniformFlops + 2 * 7; // two pairs: -2 ln u, sqrt, cos, sin, two products

int define(const KernelSpec& spec, const std::string& name)
{
    const auto found = spec.defines.find(name);
    return found == spec.defines.end() ? 0 : std::stoi(found->second);
}

/// Six times two products and a sum; with rectangles eleven products, four sums, three multiplications by a number
/// (which take as many flops as a sum).
double stapleFlops(const Algebra& a, bool rectangles)
{
    return rectangles ? 6 * (11 * a.product + 7 * a.sum) : 6 * (2 * a.product + a.sum);
}

bool rectangles(const KernelSpec& spec) { return define(spec, "RECTANGLES") == 1; }

/// Planes in which a staple sum has links of other fields; 0: its own field.
int sides(const KernelSpec& spec) { return define(spec, "FAT") ? define(spec, "SIDES") : 0; }

double stapleFlops(const Algebra& a, const KernelSpec& spec)
{
    return sides(spec) > 0 ? sides(spec) * 2 * (2 * a.product + a.sum) : stapleFlops(a, rectangles(spec));
}

/// Links that a staple sum loads, some of them more than once.
double stapleLinks(const KernelSpec& spec)
{
    if (sides(spec) > 0) return 6 * sides(spec);
    return rectangles(spec) ? 84 : 18;
}

/// One subgroup, from the staple sum to the new rows.
double subgroupFlops(const std::string& kernel, const Algebra& a)
{
    const double common = a.block + norm + 4 + quaternionProduct + a.rotate; // 4: v = q/k
    return kernel == "heatbath" ? common + proposal + element : common;
}

bool stored(const KernelSpec& spec) { return spec.defines.at("STAPLES") == "stored"; }

/// Planes that hold the random numbers of a heat bath.
struct DrawPlanes {
    double loaded = 0, compulsory = 0;
};

/// RANLUX: a plane for the proposal and one for the direction; the linear congruential generator: its start.
DrawPlanes drawPlanes(const KernelSpec& spec, double subgroups)
{
    if (spec.kernel != "heatbath") return {};
    const std::string& generator = spec.defines.at("GENERATOR");
    if (generator == "ranlux") return {2 * subgroups, 2 * subgroups};
    return generator == "lcg" ? DrawPlanes{1, 1} : DrawPlanes{};
}

/// Links compulsory for a new one: those of the other three directions on both parities, 6, and those of mu on both,
/// among them its own old value.
constexpr double compulsoryLinks = 6 + 2;

/// The same with the staples of other fields: two textures of sides and one of links opposite in each plane.
double compulsory(const KernelSpec& spec) { return sides(spec) > 0 ? 3 * sides(spec) + 1 : compulsoryLinks; }

/// Kernels that turn a link and its staple sum into something: `flops` beside the sum, planes beside link and staples.
KernelCost onStaples(const KernelSpec& spec, const Algebra& a, double flops, double planes)
{
    if (stored(spec)) return {flops, a.planes + staplePlanes + planes, a.planes + staplePlanes + planes};
    return {stapleFlops(a, spec) + flops, (stapleLinks(spec) + 1) * a.planes + planes,
            compulsory(spec) * a.planes + planes};
}

/// APE smearing, a force, mean links: what follows from a staple sum.
KernelCost smearingCost(const KernelSpec& spec, const Algebra& a)
{
    const double written = spec.resultPlanes;
    if (spec.kernel == "ape") return onStaples(spec, a, 3 * a.sum + a.project, written);
    if (spec.kernel == "force") { // row by row with the link loaded for each, where the sums are stored
        KernelCost cost = onStaples(spec, a, a.product + a.elementPart + 3 * a.elementSum, a.elementPlanes + written);
        if (stored(spec)) cost.planesLoaded += 2 * a.planes;
        return cost;
    }
    if (spec.kernel == "multihit_coefficients") { // J, its invariants 20 + 15, the sums, the end 10
        const double flops =
            a.sum + cofactors + determinant + 2 * a.traceAdj + 35 + usualContourPoints * contourPoint + 10;
        return {flops, staplePlanes + written, staplePlanes + written};
    }
    if (a.planes == 1) // |A| 9, the factor 5, the result
        return {stapleFlops(a, spec) + 9 + besselPair + 5 + a.sum, stapleLinks(spec) * a.planes + written,
                (compulsoryLinks - 1) * a.planes + written};
    const double passes = spec.planesPerPass > 0 ? written / spec.planesPerPass : 1, read = staplePlanes + 1;
    return {3 * a.sum + combination + cofactors + 2 * a.product, passes * read + written, read + written};
}

/// New links from exponents, and the distance of two such.
KernelCost exponentialCost(const KernelSpec& spec, const Algebra& a)
{
    if (spec.kernel == "exponential") {
        const double planes = 2 * a.planes + a.elementPlanes; // of one field of elements
        return {3 * a.elementSum + a.exponential + a.product + a.reunitarise, planes + a.elementPlanes, planes};
    }
    return {2 * a.sum + a.traceAdj + 1, 2 * a.planes + 1, 2 * a.planes + 1};
}

/// Heat bath and overrelaxation; the last subgroup ends with a projection on the group.
KernelCost updateKernelCost(const KernelSpec& spec, const Algebra& a)
{
    const double subgroups = define(spec, "END_SUBGROUP") - define(spec, "FIRST_SUBGROUP");
    const double all = a.planes == 1 ? 1 : 3;
    const double projection = define(spec, "END_SUBGROUP") == all ? a.reunitarise : 0;
    const double flops = subgroups * subgroupFlops(spec.kernel, a) + projection, written = spec.resultPlanes;
    const DrawPlanes draws = drawPlanes(spec, subgroups);
    if (!stored(spec))
        return {stapleFlops(a, rectangles(spec)) + flops, (stapleLinks(spec) + 1) * a.planes + draws.loaded + written,
                compulsoryLinks * a.planes + draws.compulsory + written};
    // One subgroup at a time the link is loaded again after the proposals; all together, the sum for each subgroup.
    const double links = subgroups < all ? 2 : 1;
    return {flops, links * a.planes + subgroups * staplePlanes + draws.loaded + written,
            a.planes + staplePlanes + draws.compulsory + written};
}

/// 24 rounds of steps, of three sums, a comparison and a product each, but for the remainder; then the numbers are put
/// together in double precision, which counts nothing beside that.
KernelCost ranluxCost(const KernelSpec& spec)
{
    for (int luxury = 0; luxury <= 4; ++luxury)
        if (spec.label == ranluxSpec(luxury, Precision::Single).label)
            return {5.0 * ranluxPeriod(luxury), 2.0 * spec.resultPlanes, 2.0 * spec.resultPlanes};
    throw std::out_of_range("no cost is known for " + spec.label);
}

/// Plaquette, rectangle, Polyakov loop.
KernelCost loopCost(const KernelSpec& spec, const Algebra& a)
{
    const double rows = define(spec, "BY_ROWS") ? 3 : 1; // a loop over rows loads the links again for each
    if (spec.kernel == "plaquette") // six products of two links, differences and traces, quotients, sums; link traces
        return {6 * (2 * a.product + a.sum + 2 * a.traceAdj + 3 + 1) + 4 * (a.trace + 1) + 2,
                (4 + 6 * 4 * rows) * a.planes + 1, (4 + 4) * a.planes + 1};
    if (spec.kernel == "rectangle") // twelve traces of two products of three links; the mean
        return {12 * (4 * a.product + a.traceAdj + 1) + 1, 12 * 6 * rows * a.planes + 1, (4 + 4) * a.planes + 1};
    const double lt = define(spec, "LT");
    return {(lt - 1) * a.product + a.complexTrace + 2, lt * a.planes + 1, lt * a.planes + 1};
}

bool general(const KernelSpec& spec) { return define(spec, "FULL_MATRIX") == 1; }

/// Lines, Wilson loops, clovers and what is made of them.
KernelCost lineCost(const KernelSpec& spec, const Algebra& a)
{
    const double rows = define(spec, "BY_ROWS") ? 3 : 1,
                 full = fullMatrixPlanes(groupOfColours(define(spec, "NC")));
    const double line = general(spec) ? full : a.planes;
    if (spec.kernel ==
        "line") { // of a line of links two rows of three; general ones by rows: each pass reads a row of the line
        const double flops = a.planes > 1 && !general(spec) ? a.product * 2 / 3 : a.product;
        return {flops, (rows + 2) * line, 3 * line};
    }
    if (spec.kernel == "loop") { // for each length two products and their trace; by rows T(x) is read row by row
        const double near = general(spec) ? line : rows * line;
        return {4 * (2 * a.product + a.traceAdj + 1), 4 * (rows * (2 * a.planes + line) + near) + 1,
                2 * a.planes + 8 * line + 1};
    }
    if (spec.kernel == "field_strength") { // four leaves of three products and a sum; the weight
        const double before = define(spec, "ADD") ? full : 0;
        return {4 * (3 * a.product + a.sum) + a.sum + (before > 0 ? a.sum : 0), rows * 16 * a.planes + before + full,
                4 * a.planes + before + full};
    }
    // topology: of each pair of planes three products, the sums of these, and 1/(4 pi^2).  SU(2): 3 dot products of 5,
    // doubled, and sums.  SU(3): 3 times two elements of 4, 3 dot products of 3, doubled, and sums; the diagonals,
    // their means and products.
    const bool quaternions = a.planes == 1;
    const double products = quaternions ? 15 + 3 + 3 : 3 * (2 * 4 + 9 + 3 + 3) + 2 * 6 + 15 + 3;
    return {3 * (products + 3) + 1, 6 * (quaternions ? 1 : 3 * 2 + 3) + 1.0, 6 * full + 1};
}

/// Abelian and centre projection.
KernelCost projectionCost(const KernelSpec& spec, const Algebra& a)
{
    const bool quaternions = a.planes == 1;
    const double colours = quaternions ? 1 : 3;
    // An angle: the norm 4, tan(f/8) 11, five terms of 2 and their square, the factors 3.
    constexpr double angle = 4 + 11 + 5 * 2 + 1 + 3;
    if (spec.kernel == "projected_links") { // SU(3): the mean 4 and its subtraction 6, the traces 4 + 4
        const double rest = quaternions ? 0 : 4 + 6 + a.complexTrace + 4;
        return {colours * angle + rest, a.planes + 1, a.planes + 1};
    }
    constexpr double plaquettes = 6, links = 4, around = 3; // sums of a plaquette
    if (spec.kernel == "vortices") return {plaquettes * (around + 7) + 2, plaquettes * links + 1, 8 + 1};
    // Each plaquette at x and in two directions ahead: reduced by 3, and 8 for the sum of three colours; two currents
    // get 3 each; a cosine 22.  Magnitudes of four currents 3, their sum, means.
    const double flux = colours * (around + 3) + (quaternions ? 0 : 8);
    return {plaquettes * (3 * flux + colours * (2 * 3 + 22)) + colours * (4 * 3 + 3) + 6, plaquettes * 3 * links + 1,
            8 + 1};
}

} // namespace

KernelCost kernelCost(const KernelSpec& spec)
{
    if (isFixingKernel(spec)) return fixingKernelCost(spec);
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
    if (kernel == "random_links") {
        const bool reads = spec.defines.at("GENERATOR") != "philox"; // a plane of numbers for each of the result
        const double planes = (reads ? 2 : 1) * a.planes;
        return {a.planes * gaussianFlops + a.reunitarise, planes, planes};
    }
    if (kernel == "line" || kernel == "loop" || kernel == "field_strength" || kernel == "topology")
        return lineCost(spec, a);
    if (kernel == "heatbath" || kernel == "overrelaxation") return updateKernelCost(spec, a);
    if (kernel == "ranlux") return ranluxCost(spec);
    if (kernel == "staple") { // each pass loads all links for the rows that it writes
        const double passes = spec.planesPerPass > 0 ? double(spec.resultPlanes) / spec.planesPerPass : 1;
        return {stapleFlops(a, spec), passes * stapleLinks(spec) * a.planes + spec.resultPlanes,
                (compulsory(spec) - (rectangles(spec) ? 0 : 1)) * a.planes +
                    spec.resultPlanes}; // plaquettes: not its own
    }
    if (kernel == "ape" || kernel == "force" || kernel.starts_with("multihit")) return smearingCost(spec, a);
    if (kernel == "projected_links" || kernel == "monopoles" || kernel == "vortices") return projectionCost(spec, a);
    if (kernel == "exponential" || kernel == "flow_distance") return exponentialCost(spec, a);
    throw std::out_of_range("no cost is known for the kernel " + kernel);
}

KernelCost updateCost(const std::string& kernel, const Lattice& lattice, UpdateKernel variant, const DrawSource& draws)
{
    const HeatBathKernel heatBath{.draws = draws}; // both algorithms cost the same
    const double planes = linkPlanes(variant.group);
    const double others = variant.rectangles ? Sublattices(lattice).count() - 1 : 0; // links that a pass only copies
    KernelCost cost;
    if (variant.staples != StapleSource::Fused) {
        cost = kernelCost(stapleSpec(lattice, 0, variant.staples, variant.rectangles));
        cost.planesLoaded += others * staplePlanes;
    }
    for (int step = 0; step < updateSteps(variant.group, variant.staples); ++step) {
        variant.subgroup = step;
        const KernelCost part = kernelCost(kernel == "heatbath" ? heatBathSpec(lattice, variant, heatBath)
                                                                : overrelaxationSpec(lattice, variant));
        cost.flops += part.flops;
        cost.planesLoaded += part.planesLoaded + others * 2 * planes;
    }
    cost.planesCompulsory = (others + 1) * (compulsoryLinks + 1) * planes;
    if (kernel == "heatbath")
        cost.planesCompulsory +=
            drawPlanes(heatBathSpec(lattice, variant, heatBath), subgroupCount(variant.group)).compulsory;
    return cost;
}

} // namespace gaugegl
