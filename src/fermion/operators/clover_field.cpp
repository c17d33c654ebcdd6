#include "fermion/operators/clover_field.h"

#include "fermion/operators/clover_kernels.h"
#include "fields/fermion_field.h"
#include "gaugegl/base/error.h"
#include "gaugegl/device/reduction.h"
#include "gaugegl/gauge/observables/lines.h"

#include <cassert>

namespace gaugegl {
namespace {

/// (mu, nu) as kernels/clover_blocks.glsl wants them.
constexpr std::array<std::array<int, 2>, 6> planesOfClover = {{{0, 1}, {0, 2}, {0, 3}, {2, 3}, {1, 3}, {1, 2}}};

std::unique_ptr<PlaneTexture> textureOf(const GaugeField& u, int planes, FieldFormat format = FieldFormat::Real)
{
    return std::make_unique<PlaneTexture>(u.device(), halfFieldShape(u.lattice(), planes), format);
}

} // namespace

CloverField::CloverField(const GaugeField& u, const WilsonParameters& quark, std::optional<Registers> registers)
    : u_(&u), quark_(quark), registers_(registers.value_or(u.device().registersOfLongKernels()))
{
    for (const std::size_t parity : {0, 1}) {
        blocks_[parity] = textureOf(u, blockPlanes(u.group()));
        inverses_[parity] = textureOf(u, blockPlanes(u.group()));
        logarithms_[parity] = textureOf(u, 1);
    }
    update();
}

CloverField::CloverField(const CloverField& from, FieldFormat format)
    : u_(from.u_), quark_(from.quark_), registers_(from.registers_)
{
    const int planes = blockPlanes(u_->group());
    for (const std::size_t parity : {0, 1})
        for (auto [to, source] : {std::pair(&blocks_[parity], &*from.blocks_[parity]),
                                  std::pair(&inverses_[parity], &*from.inverses_[parity])}) {
            *to = textureOf(*u_, planes, format);
            Kernel(u_->device(),
                   linearSpec(planes, {.operation = LinearOperation::Scale, .constant = true, .y = format}))
                .read("uX", *source)
                .set("uConstant", 1.0)
                .run(**to);
        }
}

std::shared_ptr<const CloverField> CloverField::inShort() const
{
    return std::shared_ptr<const CloverField>(new CloverField(*this, FieldFormat::BlockFloat16));
}

void CloverField::update()
{
    assert(format() == FieldFormat::Real);
    Device& device = u_->device();
    const Group group = u_->group();
    std::vector<std::unique_ptr<PlaneTexture>> clovers;
    std::vector<const PlaneTexture*> read;
    for (std::size_t plane = 0; plane < planesOfClover.size(); ++plane) {
        clovers.push_back(textureOf(*u_, traits(group).matrixPlanes));
        read.push_back(clovers.back().get());
    }
    for (int parity = 0; parity < 2; ++parity) {
        for (std::size_t plane = 0; plane < planesOfClover.size(); ++plane) {
            const auto [mu, nu] = planesOfClover[plane];
            addClover(*clovers[plane], *u_, {.mu = mu, .nu = nu, .along = linksOf(*u_, mu), .across = linksOf(*u_, nu)},
                      parity);
        }
        Kernel(device, cloverBlocksSpec(group, u_->lattice(), device.precision(), registers_))
            .read("uClover", read)
            .set("uFactor", quark_.kappa * quark_.clover)
            .run(*blocks_[std::size_t(parity)]);
        const bool squared = twist() != 0;
        Kernel invert(device, cloverInverseSpec(group, squared, registers_));
        invert.read("uBlocks", blocks(parity));
        if (squared) invert.set("uTwist2", twist() * twist());
        invert.run({inverses_[std::size_t(parity)].get(), logarithms_[std::size_t(parity)].get()});
    }
}

double CloverField::logDeterminant(int parity) const
{
    assert(format() == FieldFormat::Real);
    return Reduction(u_->device()).sum(*logarithms_[std::size_t(parity)])[0] * (twist() != 0 ? 0.5 : 1);
}

} // namespace gaugegl
