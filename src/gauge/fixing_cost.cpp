#include "fixing_cost.h"

#include "gaugegl/gauge/kernel_cost.h"

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

/// From the sum over the links to a rotation: the direction 12, then what the method makes of it.
double rotationFlops(const KernelSpec& spec)
{
    constexpr double direction = 12, uniforms = 8, product = 28;
    const std::string& method = spec.defines.at("METHOD");
    if (method == "power") return direction + 5 + 1 + 1 + 1 + 2 + 4; // s, its angle, omega, (cos, sin), the factor
    if (method == "chance") return direction + uniforms + product;
    return direction + 3 + uniforms + 10 + (uniforms + 10 + 7) + product; // as in a heat bath with one proposal
}

double subgroups(const KernelSpec& spec) { return define(spec, "END_SUBGROUP"); }

/// g(x) from the sum of the links by one thread: the sum and g are rotated.
double transformationFlops(const KernelSpec& spec, const FixingAlgebra& a)
{
    return define(spec, "LINKS") * a.sum + subgroups(spec) * (a.part + rotationFlops(spec) + 2 * a.rotate);
}

/// A pass of one kernel.
KernelCost passCost(const KernelSpec& spec, const FixingAlgebra& a)
{
    const double links = define(spec, "LINKS"), planes = links * a.planes, projections = links / 2 * a.reunitarise;
    if (spec.ownTargets) { // every link by itself; the numbers of the links are added up
        const double sums = 4 * (links - 1);
        const double flops = subgroups(spec) * (links * (a.part + a.rotate) + sums + rotationFlops(spec)) + projections;
        return {flops, 2 * planes, 2 * planes};
    }
    return {transformationFlops(spec, a) + links * a.product + projections, 3 * planes, 2 * planes};
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
    if (spec.kernel == "transform")
        return {a.product + (define(spec, "THERE") == 1 ? 0 : a.reunitarise), 2 * a.planes + written,
                2 * a.planes + written};
    if (spec.kernel == "fix_accumulate")
        return {2 * a.product + a.reunitarise, 3 * a.planes + written, 3 * a.planes + written};
    const double planes = define(spec, "LINKS") * a.planes + written;
    if (spec.kernel == "fix_quality")
        return {define(spec, "LINKS") * (a.trace + a.gradient) + a.square + 2, planes, planes};
    return {transformationFlops(spec, a) + a.reunitarise, planes, planes};
}

} // namespace gaugegl
