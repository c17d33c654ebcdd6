#include "gauge/path_trial.h"

#include "gauge/actions/staple_kernels.h"

namespace gaugegl {

std::function<void()> stapleTrial(Device& device)
{
    struct Work {
        GaugeField u;
        StapleKernels staples;
    };
    const Lattice lattice({16, 16, 16, 32});
    constexpr Group group = Group::SU3;
    const auto work =
        std::make_shared<Work>(Work{GaugeField(device, lattice, group), StapleKernels(device, lattice, group)});
    return [work] { work->staples.sums(work->u, 3, 0); };
}

} // namespace gaugegl
