#include "hmc/clover_force.h"

#include "gauge/actions/insertion_force.h"
#include "hmc/kernels.h"

#include <cassert>

namespace gaugegl {

void CloverForce::add(int parity, const FermionField& y, const FermionField& x, double weight)
{
    run(
        parity, /*determinant=*/false, [&](Kernel& kernel) { kernel.read("uX", x.planes()).read("uY", y.planes()); },
        /*turned=*/false, weight);
}

void CloverForce::addDeterminant(int parity, const CloverField& clover, double weight)
{
    const bool turned = clover.twist() != 0;
    run(
        parity, /*determinant=*/true,
        [&](Kernel& kernel) {
            kernel.read("uInverses", clover.inverses(parity));
            if (turned) kernel.read("uBlocks", clover.blocks(parity));
        },
        turned, weight);
}

void CloverForce::run(int parity, bool determinant, const std::function<void(Kernel&)>& bind, bool turned,
                      double weight)
{
    const auto p = std::size_t(parity);
    Device& device = u_->device();
    const TextureShape shape = halfFieldShape(u_->lattice(), 6 * insertionPlanes(u_->group()));
    assert(filled_[p] || !determinant);
    if (!insertions_[p]) insertions_[p].emplace(device, shape);
    if (!scratch_) scratch_.emplace(device, shape);
    Kernel kernel(device,
                  cloverInsertionsSpec(u_->group(), {.determinant = determinant, .turned = turned, .add = filled_[p]},
                                       device.precision(), registers_));
    bind(kernel);
    if (filled_[p]) kernel.read("uBefore", *insertions_[p]);
    // Re tr [G T] with G = (C - C^dagger)/8 is Re tr of C times (T - T^dagger)/8.
    kernel.set("uWeight", weight / 4).run(*scratch_);
    std::swap(*scratch_, *insertions_[p]);
    filled_[p] = true;
}

void CloverForce::kickMomenta(AlgebraField& p)
{
    assert(filled_[0] && filled_[1]);
    addInsertionForce(p, *u_, SiteInsertions{&*insertions_[0], &*insertions_[1]}, {0.5, registers_});
    filled_ = {false, false};
}

} // namespace gaugegl
