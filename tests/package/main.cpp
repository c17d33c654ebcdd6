// Ten lines of physics with the installed library: the SU(2) plaquette at beta = 2.4 after some heat-bath sweeps.
#include "gaugegl/gauge/observables/observables.h"
#include "gaugegl/gauge/update/update.h"

#include <cmath>
#include <cstdio>

int main()
{
    using namespace gaugegl;
    Device device(gl::Context::create());
    GaugeField u(device, Lattice({8, 8, 8, 8}), Group::SU2);
    hotStart(u, /*seed*/ 1);
    ObservableMeter meter(device, u.lattice(), u.group());
    double sum = 0;
    for (std::uint32_t sweep = 0; sweep < 100; ++sweep) {
        heatBathSweep(u, {.beta = 2.4}, /*seed*/ 1, sweep);
        if (sweep % 10 == 9) reunitarise(u);
        if (sweep >= 60) sum += meter.measurePlaquette(u).plaquette;
    }
    const double plaquette = sum / 40, known = 0.6300;
    std::printf("gaugegl " GAUGEGL_VERSION ": plaquette %.4f, known %.4f\n", plaquette, known);
    return std::abs(plaquette - known) < 0.01 ? 0 : 1;
}
