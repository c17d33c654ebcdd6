#include "bench/clover.h"

#include "fermion/operators/clover_kernels.h"

namespace gaugegl {

BenchmarkWork cloverWork(const GaugeField& u, const FermionBenchmarkEntry& entry)
{
    const Group group = u.group();
    struct Fields {
        std::vector<PlaneTexture> clovers;
        PlaneTexture blocks, inverses, logarithms;
    };
    const auto texture = [&](int planes) { return PlaneTexture(u.device(), halfFieldShape(u.lattice(), planes)); };
    const auto f =
        std::make_shared<Fields>(Fields{{}, texture(blockPlanes(group)), texture(blockPlanes(group)), texture(1)});
    for (int plane = 0; plane < 6; ++plane)
        f->clovers.push_back(texture(traits(group).matrixPlanes));
    const Precision precision = u.device().precision();
    const Registers registers = u.device().registersOfLongKernels();
    const KernelSpec blocks = cloverBlocksSpec(group, u.lattice(), precision, registers),
                     inverses = cloverInverseSpec(group, false, registers);
    const auto makeBlocks = [f, blocks, &device = u.device()] {
        std::vector<const PlaneTexture*> clovers;
        for (const PlaneTexture& clover : f->clovers)
            clovers.push_back(&clover);
        Kernel(device, blocks).read("uClover", clovers).set("uFactor", 0.1).run(f->blocks);
    };
    for (PlaneTexture& clover : f->clovers)
        clover.upload(std::vector<double>(clover.shape().texels() * std::size_t(clover.shape().planes) * 4));
    if (entry.task == FermionTask::CloverBlocks) return {makeBlocks, 1, costOn(u.device(), blocks)};
    makeBlocks();
    return {[f, inverses, &device = u.device()] {
                Kernel(device, inverses).read("uBlocks", f->blocks).run({&f->inverses, &f->logarithms});
            },
            1, costOn(u.device(), inverses)};
}

} // namespace gaugegl
