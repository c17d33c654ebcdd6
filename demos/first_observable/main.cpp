// An observable of one's own: the 2x2 Wilson loop in the planes with time, from a kernel of ten lines.  It is compared with the one
// that the library measures, and with smaller loops gives a first estimate of the string tension.
#include "gaugegl/base/error.h"
#include "gaugegl/chain/configuration.h"
#include "gaugegl/device/reduction.h"
#include "gaugegl/gauge/kernels.h"
#include "gaugegl/gauge/observables/wilson_loops.h"

#include <cmath>
#include <cstdio>

using namespace gaugegl;

namespace {

// (1/N) Re tr of the loop with two steps in mu and two in t, averaged over mu = x, y, z: one number for each site.
constexpr const char* text = R"(
#include "lattice/gauge_field.glsl"

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    Site x = siteAt(texel);
    REAL sum = REAL(0.0);
#for MU in 0 1 2
    {
        Site right = shifted(x, MU, +1), corner = shifted(right, MU, +1);
        Site up = shifted(x, 3, +1), top = shifted(up, 3, +1);
        Matrix bottomRight = mul(mul(link(uSame[MU], x), link(uOther[MU], right)),
                                 mul(link(uSame[3], corner), link(uOther[3], shifted(corner, 3, +1))));
        Matrix leftTop = mul(mul(link(uSame[3], x), link(uOther[3], up)),
                             mul(link(uSame[MU], top), link(uOther[MU], shifted(top, MU, +1))));
        sum += reTraceAdj(bottomRight, leftTop); // Re tr of the one times the adjoint of the other
    }
#end
    result[0] = REAL4(sum / REAL(3 * NC), 0.0, 0.0, 0.0);
}
)";

/// The mean of the kernel over the lattice.
double squareLoop(const GaugeField& u)
{
    KernelSpec spec = siteKernelSpec("square_loop", u.group(), u.lattice());
    spec.text = text;
    spec.reach = 2; // it reads links two steps away
    PlaneTexture density(u.device(), halfFieldShape(u.lattice(), 1));
    Reduction reduction(u.device());
    double sum = 0;
    for (int parity = 0; parity < 2; ++parity) {
        Kernel kernel(u.device(), spec);
        readLinks(kernel, u, parity);
        kernel.run(density);
        sum += reduction.sum(density)[0];
    }
    return sum / double(u.lattice().volume());
}

} // namespace

int main(int argc, char** argv)
try {
    if (argc != 2) throw InputError("give a configuration: first-observable FILE");
    const Configuration file = readConfiguration(argv[1]);
    Device device(gl::Context::create());
    GaugeField u(device, file.links.lattice, file.links.group);
    upload(u, file.links);

    const double mine = squareLoop(u);
    double loops[3][3] = {};
    for (const WilsonLoop& loop : WilsonLoopMeter(device, u.lattice(), u.group()).measure(u, u, {.rMax = 2, .tMax = 2}))
        loops[loop.r[0]][loop.t] = loop.value;
    std::printf("W(2,2), this kernel   %.9f\n", mine);
    std::printf("W(2,2), the library   %.9f\n", loops[2][2]);
    std::printf("Creutz ratio chi(2,2) %.4f\n", -std::log(loops[2][2] * loops[1][1] / (loops[1][2] * loops[2][1])));
    return std::abs(mine - loops[2][2]) < 1e-6 ? 0 : 3;
} catch (const Error& error) {
    std::fprintf(stderr, "first-observable: error: %s\n", error.what());
    return 2;
}
