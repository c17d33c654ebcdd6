#include "gaugegl/device/reduction.h"

#include "gaugegl/base/error.h"

#include <algorithm>
#include <fmt/format.h>

namespace gaugegl {
namespace {

constexpr std::size_t hostTexels = 64; // few enough to read back at once

/// Of a texel of the input: addSums, 11 for each component; the results are few.
CostModel foldCost(double planes) { return {4 * 11, planes, planes}; }

} // namespace

Reduction::Reduction(Device& device, int fold) : device_(&device), fold_(fold)
{
    if (fold != 2 && fold != 4 && fold != 8 && fold != 16)
        throw InputError(fmt::format("fold factor {} is not one of 2, 4, 8, 16", fold));
}

KernelSpec Reduction::spec(Path path, int fold, bool first)
{
    return {.kernel = "fold",
            .label = fmt::format("{}-{}-{}", path == Path::Compute ? "tree" : "fold", fold, first ? "first" : "next"),
            .defines = {{"FACTOR", std::to_string(fold)}, {"INPUT_PLANES", first ? "1" : "2"}},
            .resultPlanes = 2,
            .tree = path == Path::Compute,
            .cost = foldCost(first ? 1 : 2)};
}

PlaneTexture& Reduction::stage(std::size_t index, const TextureShape& shape)
{
    if (index >= stages_.size()) stages_.resize(index + 1);
    if (!stages_[index] || !(stages_[index]->shape() == shape))
        stages_[index] = std::make_unique<PlaneTexture>(*device_, shape);
    return *stages_[index];
}

int Reduction::step() const { return device_->path() == Path::Compute ? fold_ * groupEdge : fold_; }

template<class Done>
const PlaneTexture* Reduction::folded(const PlaneTexture& terms, const Done& done)
{
    const PlaneTexture* current = &terms;
    for (std::size_t index = 0; !done(*current); ++index) {
        const TextureShape& shape = current->shape();
        PlaneTexture& next =
            stage(index, {(shape.width + step() - 1) / step(), (shape.height + step() - 1) / step(), /*planes=*/2});
        Kernel(*device_, spec(device_->path(), fold_, current == &terms)).read("uTerms", *current).run(next);
        current = &next;
    }
    return current;
}

void Reduction::sum(const PlaneTexture& terms, PlaneTexture& out)
{
    const PlaneTexture* last =
        folded(terms, [&](const PlaneTexture& t) { return t.shape().width <= step() && t.shape().height <= step(); });
    Kernel(*device_, spec(device_->path(), fold_, last == &terms)).read("uTerms", *last).run(out);
}

PendingSum Reduction::begin(const PlaneTexture& terms)
{
    return PendingSum(
        *folded(terms, [&](const PlaneTexture& t) { return &t != &terms && t.shape().texels() <= hostTexels; }));
}

std::array<double, 4> PendingSum::values() const
{
    const std::vector<double> parts = parts_.values();
    const std::size_t count = parts.size() / 2;
    std::array<double, 4> sums{}, lost{};
    for (std::size_t i = 0; i < count; ++i) { // (hi, lo) added separately: the small parts are not rounded away
        sums[i % 4] += parts[i];
        lost[i % 4] += parts[count + i];
    }
    for (std::size_t c = 0; c < 4; ++c)
        sums[c] += lost[c];
    return sums;
}

bool ready(const PendingSums& sums)
{
    return std::ranges::all_of(sums, [](const PendingSum& one) { return one.ready(); });
}

std::array<double, 4> total(const PendingSums& sums)
{
    std::array<double, 4> total{};
    for (const PendingSum& one : sums) {
        const std::array<double, 4> values = one.values();
        for (std::size_t i = 0; i < 4; ++i)
            total[i] += values[i];
    }
    return total;
}

} // namespace gaugegl
