#include "gauge/observables/multihit.h"

#include "gauge/actions/staple_kernels.h"
#include "gaugegl/base/error.h"

#include <cmath>
#include <fmt/format.h>

namespace gaugegl {
namespace {

constexpr double mostBeta = 100;

/// Points of the contour on which the rule is exact to rounding, for every staple sum.
int contourPoints(double beta, Precision precision)
{
    return 2 * int(std::ceil((8 + 6 * std::sqrt(beta)) * (precision == Precision::Single ? 0.7 : 1.0)));
}

} // namespace

MultihitLinks::MultihitLinks(const GaugeField& u, double beta)
    : even_(u.device(), halfFieldShape(u.lattice(), multihitPlanes(u.group()))),
      odd_(u.device(), halfFieldShape(u.lattice(), multihitPlanes(u.group())))
{
    requireFeature(u.group(), Feature::MeanLinks);
    if (!(beta > 0 && beta <= mostBeta))
        throw InputError(fmt::format("beta {} of multihit is not above 0 and at most {}", beta, mostBeta));
    Device& device = u.device();
    StapleKernels staples(device, u.lattice(), u.group());
    std::optional<PlaneTexture> coefficients;
    if (!traits(u.group()).quaternions) coefficients.emplace(device, halfFieldShape(u.lattice(), 1));
    for (int parity = 0; parity < 2; ++parity) {
        Kernel kernel(device, multihitSpec(u.lattice(), u.group()));
        kernel.set("uBeta", beta);
        if (traits(u.group()).quaternions) {
            readLinks(kernel, u, parity);
        } else {
            const PlaneTexture& sums = staples.sums(u, 3, parity);
            Kernel(device, multihitCoefficientsSpec(u.lattice()))
                .read("uStaple", sums)
                .set("uBeta", beta)
                .set("uPoints", contourPoints(beta, device.precision()))
                .set("uParity", parity)
                .run(*coefficients);
            kernel.read("uStaple", sums).read("uCoefficients", *coefficients).set("uParity", parity);
        }
        kernel.run(parity == 0 ? even_ : odd_);
    }
}

} // namespace gaugegl
