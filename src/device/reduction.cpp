#include "gaugegl/device/reduction.h"

#include "device/ghosts.h"
#include "device/tuner.h"
#include "gaugegl/base/error.h"
#include "gaugegl/device/profile.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <fmt/ranges.h>

namespace gaugegl {
namespace {

constexpr std::array folds = {2, 4, 8, 16, 32}; // kernels/fold.glsl has no others
constexpr int mostLanes = 64;

/// A sum kept as hi + lo (Knuth's two-sum).
struct HostSum {
    double hi = 0, lo = 0;

    void add(const HostSum& other)
    {
        const double sum = hi + other.hi, shifted = sum - hi;
        lo += other.lo + ((hi - (sum - shifted)) + (other.hi - shifted));
        hi = sum;
    }
};

/// The rows of all ranks in their order, from those of this one; planes after each other.  Number is that of the device.
template<class Number>
std::vector<double> gatherNumbers(const Device& device, const TextureShape& shape, const std::vector<double>& values,
                                  int planes)
{
    const ProfiledWork gathering(device, DeviceWork::Gather, DeviceState::Busy);
    const Communicator& ranks = device.ranks();
    const auto planesOf = std::size_t(planes);
    const RowsOfRank mineOfAll = rowsOfRank(shape); // goes before the numbers
    const std::vector<Number> own(values.begin(), shape.ghosts.counts ? values.end() : values.begin());
    std::vector<std::byte> message(sizeof mineOfAll + own.size() * sizeof(Number));
    std::memcpy(message.data(), &mineOfAll, sizeof mineOfAll);
    std::memcpy(message.data() + sizeof mineOfAll, own.data(), message.size() - sizeof mineOfAll);
    const std::vector<std::vector<std::byte>> messages = ranks.gather(message);
    std::vector<RowsOfRank> parts;
    for (const std::vector<std::byte>& one : messages)
        std::memcpy(&parts.emplace_back(), one.data(), sizeof mineOfAll);
    const RowsOfRanks rows(std::move(parts));
    std::vector<double> all(4 * planesOf * rows.count());
    for (int rank = 0; rank < ranks.size(); ++rank) {
        const auto numbersOf = std::span(messages[std::size_t(rank)]).subspan(sizeof mineOfAll);
        std::vector<Number> numbers(numbersOf.size() / sizeof(Number));
        std::memcpy(numbers.data(), numbersOf.data(), numbersOf.size());
        const std::size_t mine = numbers.size() / (4 * planesOf);
        for (std::size_t plane = 0; plane < planesOf; ++plane)
            for (std::size_t row = 0; row < mine; ++row)
                std::copy_n(numbers.begin() + std::ptrdiff_t(4 * (plane * mine + row)), 4,
                            all.begin() + std::ptrdiff_t(4 * (plane * rows.count() + rows.row(rank, row))));
    }
    return all;
}

std::vector<double> gatherRows(const Device& device, const TextureShape& shape, const std::vector<double>& own,
                               int planes)
{
    return device.precision() == Precision::Single ? gatherNumbers<float>(device, shape, own, planes)
                                                   : gatherNumbers<double>(device, shape, own, planes);
}

int paddedExtent(int extent) { return int(std::bit_ceil(unsigned(extent))); }

} // namespace

int Reduction::defaultFold(const Device& device)
{
    // A lane of fold F holds log2(F) + 1 sums, each in 8 registers, in double precision in 16.
    return device.registers() == Registers::Few && device.precision() == Precision::Double ? 2 : folds.back();
}

Reduction::Reduction(Device& device, std::optional<int> fold) : device_(&device), fold_(fold)
{
    if (fold_ && std::ranges::find(folds, *fold_) == folds.end())
        throw InputError(fmt::format("fold factor {} is not one of {}", *fold_, fmt::join(folds, ", ")));
}

int Reduction::foldFor(const PlaneTexture& terms, int vectors)
{
    if (fold_) return *fold_;
    const TextureShape& shape = terms.shape();
    const auto [known, isNew] = folds_.try_emplace({shape.width, shape.height}, defaultFold(*device_));
    if (!isNew) return known->second;
    const int widest = paddedExtent(std::max(shape.width, shape.height)); // larger ones are the same
    std::vector<int> different;
    for (const int fold : folds)
        if (different.empty() || fold <= widest) different.push_back(fold);
    TuningQuestion question{
        .kernel = "fold", .lattice = fmt::format("{}x{}", shape.width, shape.height), .variants = {}, .sameBits = true};
    for (const int fold : different) {
        if (fold <= known->second) question.standard = question.variants.size();
        question.variants.push_back(std::to_string(fold));
    }
    std::optional<PlaneTexture> out; // where something is timed
    const std::size_t best = device_->tuner().best(question, [&](std::size_t i) {
        if (shape.ghosts.shared()) { // without a message
            along(0, terms, different[i]);
            return;
        }
        if (!out) out.emplace(*device_, TextureShape{vectors, 1, /*planes=*/2});
        sumWith(different[i], terms, *out, vectors);
    });
    return known->second = different[best];
}

std::vector<std::pair<Reduction::Step, int>> Reduction::steps(Path path, int fold, int axis, int extent)
{
    std::vector<std::pair<Step, int>> steps;
    for (int left = paddedExtent(extent); left > 1;) {
        Step step{.axis = axis, .fold = std::min(fold, left), .planes = axis == 0 && steps.empty() ? 1 : 2};
        if (path == Path::Compute) step.lanes = std::min(left / step.fold, mostLanes);
        left /= step.fold * step.lanes;
        steps.emplace_back(step, left);
    }
    return steps;
}

std::optional<Reduction::Step> Reduction::wholeStep(Path path, int fold, int width, int height)
{
    const int terms = paddedExtent(width) * paddedExtent(height), lanes = path == Path::Compute ? mostLanes : 1;
    constexpr int worthwhile = 8; // more lanes with fewer texels would wait for each other
    Step step{.axis = 2, .fold = std::min({terms, fold, std::max(terms / lanes, worthwhile)})};
    step.lanes = terms / step.fold;
    return step.lanes <= lanes ? std::optional(step) : std::nullopt;
}

KernelSpec Reduction::spec(Path path, const Step& step)
{
    constexpr const char* axes[] = {"columns", "rows", "all"};
    const bool tree = path == Path::Compute;
    const int lines = step.axis == 0 ? std::max(1, groupEdge * groupEdge / step.lanes) : 1; // of a work group
    const double terms = step.fold * step.lanes;
    return {.kernel = "fold",
            .label = fmt::format("fold-{}-{}x{}-{}", axes[step.axis], step.fold, step.lanes,
                                 step.planes == 1 ? "first" : "next") +
                     (step.largest ? "-largest" : "") +
                     (step.vectors > 1 ? fmt::format("-vectors{}", step.vectors) : ""),
            .defines = {{"AXIS", std::to_string(step.axis)},
                        {"FOLD", std::to_string(step.fold)},
                        {"LANES", std::to_string(step.lanes)},
                        {"INPUT_PLANES", std::to_string(step.planes)},
                        {"LARGEST", step.largest ? "1" : "0"},
                        {"VECTORS", std::to_string(step.vectors)}},
            .resultPlanes = 2,
            .group = tree ? WorkGroup{.x = step.lanes, .y = lines} : WorkGroup{},
            .tree = tree,
            // of a texel of the result: an addition is 11 operations on each component
            .cost = {4 * 11 * (terms - 1), step.planes * terms + 2, step.planes * terms + 2}};
}

std::vector<KernelSpec> Reduction::kernels(Path path, const TextureShape& shape)
{
    std::vector<KernelSpec> specs;
    const auto add = [&](const Step& step) {
        KernelSpec one = spec(path, step);
        if (std::ranges::none_of(specs, [&](const KernelSpec& other) { return other.label == one.label; }))
            specs.push_back(std::move(one));
    };
    for (const int fold : folds)
        for (const int axis : {0, 1})
            for (const auto& [step, left] : steps(path, fold, axis, axis == 0 ? shape.width : shape.height))
                add(step);
    for (const int fold : folds)
        if (const auto step = wholeStep(path, fold, shape.width, shape.height)) add(*step);
    for (auto [step, left] : steps(path, folds.back(), 0, shape.width)) {
        step.largest = true;
        add(step);
    }
    return specs;
}

KernelCost Reduction::cost(Path path, int fold, const TextureShape& shape)
{
    KernelCost total;
    for (const auto& [step, left] : steps(path, fold, 0, shape.width))
        total = total + double(left) / shape.width * spec(path, step).cost.of(1);
    return total;
}

PlaneTexture& Reduction::stage(const TextureShape& shape)
{
    for (const std::unique_ptr<PlaneTexture>& one : stages_)
        if (one->shape() == shape) return *one;
    return *stages_.emplace_back(std::make_unique<PlaneTexture>(*device_, shape));
}

void Reduction::run(const Step& step, int extent, const PlaneTexture& terms, PlaneTexture& out)
{
    const GhostRows& ghosts = terms.shape().ghosts;
    Kernel fold(*device_, kernels_.of({step, ghosts}, [&] {
        KernelSpec kernel = spec(device_->path(), step);
        if (ghosts.any()) {
            kernel.defines["TERMS_WITH_GHOSTS"] = "1";
            kernel.constants = {
                {"uTermsSlice", ghosts.sliceRows}, {"uTermsGhosts", ghosts.rows}, {"uTermsSlices", ghosts.slices}};
        }
        return kernel;
    }));
    if (step.vectors > 1) fold.set("uWidth", terms.shape().width / step.vectors);
    if (step.axis == 2) fold.set("uRowBits", std::countr_zero(unsigned(paddedExtent(terms.shape().height))));
    fold.read("uTerms", terms).set("uExtent", extent).run(out);
}

const PlaneTexture& Reduction::along(int axis, const PlaneTexture& terms, int fold, bool largest, int vectors)
{
    const PlaneTexture* current = &terms;
    for (auto [step, left] :
         steps(device_->path(), fold, axis, axis == 0 ? terms.shape().width / vectors : terms.shape().height)) {
        step.vectors = vectors;
        step.planes = current->shape().planes;
        step.largest = largest;
        PlaneTexture& next = stage(axis == 0 ? TextureShape{vectors * left, terms.shape().height, /*planes=*/2}
                                             : TextureShape{terms.shape().width, left, /*planes=*/2});
        run(step, left, *current, next);
        current = &next;
    }
    return *current;
}

PendingSum Reduction::beginWithLargest(const PlaneTexture& terms)
{
    return {along(0, terms, foldFor(terms), /*largest=*/true), terms.shape()};
}

void Reduction::sum(const PlaneTexture& terms, PlaneTexture& out, int vectors)
{
    sumWith(foldFor(terms, vectors), terms, out, vectors);
}

void Reduction::sumWith(int fold, const PlaneTexture& terms, PlaneTexture& out, int vectors)
{
    const TextureShape& shape = terms.shape();
    if (auto step = wholeStep(device_->path(), fold, shape.width / vectors, shape.height);
        step && !shape.ghosts.shared()) {
        step->vectors = vectors;
        step->planes = shape.planes;
        return run(*step, /*extent=*/1, terms, out);
    }
    const PlaneTexture* current = &along(0, terms, fold, /*largest=*/false, vectors);
    assert(vectors == 1 || !terms.shape().ghosts.shared());
    if (const GhostRows& ghosts = terms.shape().ghosts; ghosts.shared()) { // the rows of all ranks
        const int planes = current->shape().planes;
        const std::vector<double> numbers = gatherRows(*device_, terms.shape(), current->download(), planes);
        PlaneTexture& rows = stage({1, int(numbers.size()) / (4 * planes), planes});
        rows.upload(numbers);
        current = &rows;
    }
    std::vector<std::pair<Step, int>> last = steps(device_->path(), fold, 1, current->shape().height);
    if (last.empty()) last.emplace_back(Step{.axis = 1}, 1);
    for (auto [step, left] : last) {
        step.planes = current->shape().planes;
        PlaneTexture& next = left == 1 ? out : stage({vectors, left, /*planes=*/2});
        run(step, left, *current, next);
        current = &next;
    }
    if (terms.shape().ghosts.shared() && device_->mixedRanks()) {
        std::vector<double> first = out.download();
        device_->agree(first);
        out.upload(first);
    }
}

PendingSum::PendingSum(const PlaneTexture& rows, const TextureShape& terms)
    : rows_(rows), planes_(rows.shape().planes), terms_(terms), device_(&rows.device())
{}

RowSums PendingSum::rows() const
{
    if (!terms_.ghosts.shared()) return {rows_.values(), planes_};
    return {gatherRows(*device_, terms_, rows_.values(), planes_), planes_};
}

std::array<double, 4> RowSums::sum(std::size_t first, std::size_t count) const
{
    const std::size_t padded = std::bit_ceil(count), low = 4 * this->count();
    std::vector<std::array<HostSum, 4>> tree(padded);
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t c = 0; c < 4; ++c) {
            const std::size_t at = 4 * (first + i) + c;
            tree[i][c] = {numbers_[at], planes_ == 2 ? numbers_[low + at] : 0.0};
        }
    for (std::size_t half = padded / 2; half > 0; half /= 2)
        for (std::size_t i = 0; i < half; ++i)
            for (std::size_t c = 0; c < 4; ++c)
                tree[i][c].add(tree[i + half][c]);
    std::array<double, 4> sums{};
    for (std::size_t c = 0; c < 4; ++c)
        sums[c] = tree[0][c].hi + tree[0][c].lo;
    return sums;
}

double RowSums::largest(std::size_t first, std::size_t count) const
{
    double largest = 0;
    for (std::size_t i = first; i < first + count; ++i)
        largest = std::max(largest, numbers_[4 * i + 2]);
    return largest;
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
