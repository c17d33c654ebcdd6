#include "fixing_cost.h"

#include "gauge/kernel_cost.h"

namespace gaugegl {
namespace {

/// Flops of the functions of shaders/lattice; a matrix is a quaternion or 3 x 3 complex numbers.
struct FixingAlgebra {
    double planes;      ///< of a link
    double product;     ///< of matrices
    double sum;         ///< of matrices
    double rotate;      ///< rows by a quaternion
    double reunitarise; ///< a projection on the group
    double part;        ///< quaternion part: SU(3) four sums, halved; SU(2): it is the matrix
    double gradient; ///< added part in the algebra: SU(3) 6 numbers of a sum, a product and a sum more, the diagonal 7
    double trace;    ///< added real trace
    double square;   ///< of the gradient: SU(3) 1 + 3 + 2 + 3 + 7 + 3; SU(2) 6
};

constexpr FixingAlgebra su2 = {1, 28, 4, 28, 12, 0, 3, 2, 6}, su3 = {3, 198, 18, 84, 82, 8, 25, 3, 19};

int define(const KernelSpec& spec, const char* name) { return std::stoi(spec.defines.at(name)); }

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
Functional abelianFunctional(const FixingAlgebra& a)
{
    constexpr double highest = 20, value = 4 + 4 + 7 + 6; // |n|, a; m, m.n
    if (a.planes == 1) return {.site = 18, .turn = 0, .link = 15, .highest = highest, .value = value};
    return {.site = 2 * 36,
            .terms = 9,
            .turn = 2 * (8 * 6 + 40),
            .link = 2 * 6 + 4 * 3 + 7,
            .highest = highest,
            .value = value};
}

/// Products of one (SU(2)) or two vectors of 20, and b 20; eigenvectors by 4 times 6 rotations of 54; b along them, 6
/// steps of 35, a 28.
Functional centreFunctional(const FixingAlgebra& a)
{
    constexpr double eigenvectors = 4 * 6 * 54, value = 4 + 4 + 18;
    if (a.planes == 1)
        return {.site = 0,
                .subgroup = a.product + 20,
                .turn = 0,
                .link = 20,
                .highest = eigenvectors + 11,
                .value = value,
                .planes = 3,
                .again = true};
    constexpr double link = 16 + 2 * 20 + 20;
    return {.site = 0,
            .subgroup = a.product + link,
            .turn = 0,
            .link = link,
            .highest = eigenvectors + 28 + 6 * 35 + 28 + 11,
            .value = value,
            .planes = 4,
            .again = true};
}

Functional functionalOf(const KernelSpec& spec, const FixingAlgebra& a)
{
    const std::string& gauge = spec.defines.at("GAUGE");
    if (gauge == "mag") return abelianFunctional(a);
    if (gauge == "centre") return centreFunctional(a);
    return {.site = a.sum, .terms = a.part, .turn = a.rotate, .link = a.part};
}

/// From the sum over the links to a rotation: its maximum, then what the method makes of it.
double rotationFlops(const KernelSpec& spec, const Functional& f)
{
    constexpr double uniforms = 8, product = 28;
    const double direction = f.highest;
    const std::string& method = spec.defines.at("METHOD");
    if (method == "power") return direction + 5 + 1 + 1 + 1 + 2 + 4; // s, its angle, omega, (cos, sin), the factor
    if (method == "chance") return direction + uniforms + product;
    if (f.value > 0) return f.value + 4 * (uniforms + 12 + product + f.value + 3); // four trials of Metropolis
    return direction + 3 + uniforms + 10 + (uniforms + 10 + 7) + product; // as in a heat bath with one proposal
}

double subgroups(const KernelSpec& spec) { return define(spec, "END_SUBGROUP"); }

/// g(x) by one thread: the sums and g are rotated.
double transformationFlops(const KernelSpec& spec, const FixingAlgebra& a)
{
    const Functional f = functionalOf(spec, a);
    const double links = define(spec, "LINKS");
    return links * f.site +
           subgroups(spec) * (links * f.subgroup + f.terms + rotationFlops(spec, f) + f.turn + a.rotate);
}

/// Links that it loads.
double linksLoaded(const KernelSpec& spec, const FixingAlgebra& a)
{
    return define(spec, "LINKS") * (functionalOf(spec, a).again ? subgroups(spec) : 1);
}

/// A pass of one kernel.
KernelCost passCost(const KernelSpec& spec, const FixingAlgebra& a)
{
    const double links = define(spec, "LINKS"), planes = links * a.planes, projections = links / 2 * a.reunitarise;
    if (spec.ownTargets) { // every link by itself; the numbers of the links are added up
        const Functional f = functionalOf(spec, a);
        const double sums = 4 * f.planes * (links - 1);
        const double flops =
            subgroups(spec) * (links * (f.link + a.rotate) + sums + rotationFlops(spec, f)) + projections;
        return {flops, 2 * planes, 2 * planes};
    }
    return {transformationFlops(spec, a) + links * a.product + projections,
            linksLoaded(spec, a) * a.planes + 2 * planes, 2 * planes};
}

/// Functional and theta.
double qualityFlops(const KernelSpec& spec, const FixingAlgebra& a)
{
    const std::string& gauge = spec.defines.at("GAUGE");
    const double links = define(spec, "LINKS");
    if (gauge == "mag") // the sums, then of each subgroup two squares
        return links * functionalOf(spec, a).site + subgroups(spec) * (functionalOf(spec, a).terms + 5) + 4;
    if (gauge == "centre") // a trace, its square, the link times it, and their sums
        return links * ((a.planes == 1 ? 1 + 4 : 4 + 2 + 3 + 54) + a.sum + 1) + a.gradient + a.square + 3;
    return links * (a.trace + a.gradient) + a.square + 2;
}

} // namespace

bool isFixingKernel(const KernelSpec& spec) { return spec.kernel.starts_with("fix") || spec.kernel == "transform"; }

KernelCost fixingKernelCost(const KernelSpec& spec)
{
    if (spec.kernel == "fix_slices") { // two compensated sums of 44 and two comparisons for every site of both parities
        const double sites = double(define(spec, "LZ")) * define(spec, "COLUMNS"), planes = 2 * sites + 2;
        return {sites * (2 * 44 + 2), planes, planes};
    }
    const FixingAlgebra& a = define(spec, "NC") == 2 ? su2 : su3;
    const double written = spec.resultPlanes;
    if (spec.kernel == "fix") return passCost(spec, a);
    if (spec.kernel == "transform") {
        const bool rotates = define(spec, "ONLY_SUBGROUP") >= 0;
        const double planes = a.planes + (rotates ? 1 : a.planes) + written;
        return {(rotates ? a.rotate : a.product) + (define(spec, "THERE") == 1 ? 0 : a.reunitarise), planes, planes};
    }
    if (spec.kernel == "fix_accumulate")
        return {2 * a.product + a.reunitarise, 3 * a.planes + written, 3 * a.planes + written};
    const double planes = define(spec, "LINKS") * a.planes + written;
    if (spec.kernel == "fix_functional") return {qualityFlops(spec, a), planes, planes};
    if (define(spec, "ONLY_SUBGROUP") >= 0) { // each link's numbers are added to those before
        const Functional f = functionalOf(spec, a);
        return {define(spec, "LINKS") * (f.link + 4 * f.planes) + rotationFlops(spec, f), planes, planes};
    }
    return {transformationFlops(spec, a) + a.reunitarise, linksLoaded(spec, a) * a.planes + written, planes};
}

} // namespace gaugegl
