#include "fixing_cost.h"

#include "gauge/flops.h"

namespace gaugegl {
namespace {

/// Flops of further functions of shaders/lattice, in the order of groupTraits.
struct FixingFlops {
    double part;     ///< quaternion part: SU(3) four sums, halved; SU(2): it is the matrix
    double gradient; ///< added part in the algebra: SU(3) 6 numbers of a sum, a product and a sum more, the diagonal 7
    double trace;    ///< added real trace
    double square;   ///< of the gradient: SU(3) 1 + 3 + 2 + 3 + 7 + 3; SU(2) 6
};
constexpr FixingFlops fixingFlopsOfGroups[] = {{0, 3, 2, 6}, {8, 25, 3, 19}};
const FixingFlops& more(Group group) { return fixingFlopsOfGroups[int(group)]; }

/// What the functional of a gauge costs, lattice/local_$GAUGE.glsl.
struct Functional {
    double site;         ///< of a link, for a thread that has the whole site
    double subgroup = 0; ///< of a link in each subgroup, for such a thread
    double terms = 0;    ///< of the sums in each subgroup, for such a thread
    double turn;         ///< of the sums by a rotation
    double link;         ///< of a link in each subgroup, for a thread that has this link
    double highest = 12; ///< from the numbers to the rotation at the maximum: a direction
    double value = 0;    ///< from the numbers to the functional of a rotation
    double planes = 1;   ///< of the numbers
    bool again = false;  ///< links are loaded for every subgroup
};

/// SU(2): three numbers of products 4 + 4 + 7, added.  SU(3): two dyads of 36, a difference of 9; a Hermitian matrix is
/// turned by 8 complex products and 40 more; two complex products, four norms and 7 for one link.
Functional abelianFunctional(Group group)
{
    constexpr double highest = 20, value = 4 + 4 + 7 + 6; // |n|, a; m, m.n
    if (traits(group).quaternions) return {.site = 18, .turn = 0, .link = 15, .highest = highest, .value = value};
    return {.site = 2 * 36,
            .terms = 9,
            .turn = 2 * (8 * 6 + 40),
            .link = 2 * 6 + 4 * 3 + 7,
            .highest = highest,
            .value = value};
}

/// Products of one (SU(2)) or two vectors of 20, and b 20; eigenvectors by 4 times 6 rotations of 54; b along them, 6
/// steps of 35, a 28.
Functional centreFunctional(Group group)
{
    constexpr double eigenvectors = 4 * 6 * 54, value = 4 + 4 + 18;
    const double product = matrixFlops(group).product;
    if (traits(group).quaternions)
        return {.site = 0,
                .subgroup = product + 20,
                .turn = 0,
                .link = 20,
                .highest = eigenvectors + 11,
                .value = value,
                .planes = 3,
                .again = true};
    constexpr double link = 16 + 2 * 20 + 20;
    return {.site = 0,
            .subgroup = product + link,
            .turn = 0,
            .link = link,
            .highest = eigenvectors + 28 + 6 * 35 + 28 + 11,
            .value = value,
            .planes = 4,
            .again = true};
}

Functional functionalOf(const FixingVariant& v)
{
    if (v.gauge == Gauge::MaximallyAbelian) return abelianFunctional(v.group);
    if (v.gauge == Gauge::Centre) return centreFunctional(v.group);
    const MatrixFlops& f = matrixFlops(v.group);
    return {.site = f.sum, .terms = more(v.group).part, .turn = f.rotate, .link = more(v.group).part};
}

/// From the sum over the links to a rotation: its maximum, then what the method makes of it.
double rotationFlops(const FixingVariant& v, const Functional& f)
{
    constexpr double uniforms = flops::uniforms, product = flops::quaternionProduct;
    const double direction = f.highest;
    using Kind = FixingStep::Kind;
    if (v.kind == Kind::Power) return direction + 5 + 1 + 1 + 1 + 2 + 4; // s, its angle, omega, (cos, sin), the factor
    if (v.kind == Kind::Stochastic) return direction + uniforms + product;
    if (f.value > 0) return f.value + 4 * (uniforms + 12 + product + f.value + 3); // four trials of Metropolis
    return direction + 3 + uniforms + 10 + (uniforms + 10 + 7) + product; // as in a heat bath with one proposal
}

double linksOf(const FixingVariant& v) { return 2 * fixedDirections(v.gauge); }
double subgroupsOf(const FixingVariant& v) { return traits(v.group).subgroups; }

/// g(x) by one thread: the sums and g are rotated.
double transformationFlops(const FixingVariant& v)
{
    const Functional f = functionalOf(v);
    return linksOf(v) * f.site + subgroupsOf(v) * (linksOf(v) * f.subgroup + f.terms + rotationFlops(v, f) + f.turn +
                                                   matrixFlops(v.group).rotate);
}

/// Links that it loads.
double linksLoaded(const FixingVariant& v) { return linksOf(v) * (functionalOf(v).again ? subgroupsOf(v) : 1); }

/// A pass of one kernel.
CostModel passCost(const FixingVariant& v)
{
    const MatrixFlops& m = matrixFlops(v.group);
    const double links = linksOf(v), planes = links * linkPlanes(v.group), projections = links / 2 * m.reunitarise;
    if (v.kernels == FixingKernels::EightThreads) { // every link by itself; the numbers of the links are added up
        const Functional f = functionalOf(v);
        const double sums = 4 * f.planes * (links - 1);
        const double work = subgroupsOf(v) * (links * (f.link + m.rotate) + sums + rotationFlops(v, f)) + projections;
        return {work, 2 * planes, 2 * planes};
    }
    return {transformationFlops(v) + links * m.product + projections, linksLoaded(v) * linkPlanes(v.group) + 2 * planes,
            2 * planes};
}

} // namespace

CostModel fixCost(const FixingVariant& v)
{
    if (!takesTwoSteps(v.kernels)) return passCost(v);
    const bool rotates = v.kernels == FixingKernels::BySubgroups;
    const double link = linkPlanes(v.group), planes = linksOf(v) * link + (rotates ? 1 : link);
    if (rotates) { // each link's numbers are added to those before
        const Functional f = functionalOf(v);
        return {linksOf(v) * (f.link + 4 * f.planes) + rotationFlops(v, f), planes, planes};
    }
    return {transformationFlops(v) + matrixFlops(v.group).reunitarise, linksLoaded(v) * link + link, planes};
}

CostModel transformCost(Group group, LinkEnd end, bool rotates)
{
    const MatrixFlops& f = matrixFlops(group);
    const double link = linkPlanes(group), planes = link + (rotates ? 1 : link) + link;
    return {(rotates ? f.rotate : f.product) + (end == LinkEnd::There ? 0 : f.reunitarise), planes, planes};
}

CostModel fixAccumulateCost(Group group)
{
    const MatrixFlops& f = matrixFlops(group);
    const double planes = 4 * linkPlanes(group);
    return {2 * f.product + f.reunitarise, planes, planes};
}

/// Functional and theta.
CostModel fixFunctionalCost(Group group, Gauge gauge)
{
    const FixingVariant v{.group = group, .gauge = gauge};
    const MatrixFlops& m = matrixFlops(group);
    const FixingFlops& f = more(group);
    const double links = linksOf(v), planes = links * linkPlanes(group) + 1;
    if (gauge == Gauge::MaximallyAbelian) // the sums, then of each subgroup two squares
        return {links * functionalOf(v).site + subgroupsOf(v) * (functionalOf(v).terms + 5) + 4, planes, planes};
    if (gauge == Gauge::Centre) { // a trace, its square, the link times it, and their sums
        const double term = (traits(group).quaternions ? 1 + 4 : 4 + 2 + 3 + 54) + m.sum + 1;
        return {links * term + f.gradient + f.square + 3, planes, planes};
    }
    return {links * (f.trace + f.gradient) + f.square + 2, planes, planes};
}

} // namespace gaugegl
