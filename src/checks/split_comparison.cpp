#include "checks/split_comparison.h"

#include "device/ghosts.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <limits>
#include <string_view>

namespace gaugegl {
namespace {

/// The number that some bytes of a field are: a double, a float, or 16 bits in units of the last one.
double numberOf(const std::byte* bytes, std::size_t size)
{
    const auto as = [bytes](auto value) {
        std::memcpy(&value, bytes, sizeof value);
        return double(value);
    };
    return size == sizeof(double) ? as(double()) : size == sizeof(float) ? as(float()) : as(std::int16_t());
}

/// One number of each; true if their bits differ.
bool differ(SplitDifference& difference, const std::byte* whole, const std::byte* part, std::size_t size)
{
    ++difference.numbers;
    const double b = numberOf(part, size);
    difference.notNumbers += std::isnan(b) ? 1 : 0;
    if (std::memcmp(whole, part, size) == 0) return false;
    ++difference.different;
    const double apart = std::abs(numberOf(whole, size) - b);
    difference.largest =
        std::max(difference.largest, std::isnan(apart) ? std::numeric_limits<double>::infinity() : apart);
    return true;
}

void addDigest(SplitDifference& difference, std::span<const std::byte> bits)
{
    const std::string_view text(reinterpret_cast<const char*>(bits.data()), bits.size());
    difference.digest = 31 * difference.digest + std::hash<std::string_view>()(text);
}

} // namespace

std::string SplitDifference::note() const
{
    std::string text;
    if (different > 0)
        text = fmt::format("{} of {} numbers, first at ({}, {}, {}, {}) on rank {}", different, numbers, first[0],
                           first[1], first[2], first[3], rank);
    if (otherDriver >= 0)
        text += fmt::format("{}rank {} has other bits than rank 0 on the whole lattice", text.empty() ? "" : "; ",
                            otherDriver);
    if (notNumbers > 0) text += fmt::format("{}{} of {} are NaN", text.empty() ? "" : "; ", notNumbers, numbers);
    return text;
}

void compareSplit(SplitDifference& difference, const PlaneTexture& whole, const PlaneTexture& part,
                  const Lattice& lattice, int parity)
{
    const std::vector<std::byte> expected = whole.downloadBits(), found = part.downloadBits();
    addDigest(difference, expected);
    const bool real = part.format() == FieldFormat::Real;
    const std::size_t size = !real ? 2 : part.device().precision() == Precision::Double ? 8 : 4;
    const std::size_t texel = real ? 16 : 8, row = texel * std::size_t(part.shape().width); // of a layer
    const auto rows = std::size_t(part.shape().height), allRows = std::size_t(whole.shape().height);
    const Communicator& ranks = part.device().ranks();
    const RowsOfRanks places(ranks, part.shape());
    for (std::size_t layer = 0; layer < found.size() / (rows * row); ++layer)
        for (std::size_t y = 0; y < rows; ++y) {
            const std::size_t there = places.row(ranks.rank(), y);
            const std::byte* a = &expected[(layer * allRows + there) * row];
            const std::byte* b = &found[(layer * rows + y) * row];
            for (std::size_t at = 0; at < row; at += size) {
                if (!differ(difference, a + at, b + at, size) || difference.different > 1) continue;
                const int column = int(at / texel), halfX = lattice.extent(0) / 2, lz = lattice.extent(2);
                Coordinates& x = difference.first;
                x = {0, column / halfX, int(there) % lz, part.shape().ghosts.sitesOfSlice * (int(there) / lz)};
                x[0] = 2 * (column % halfX) + ((x[1] + x[2] + x[3] + parity) & 1);
            }
        }
}

void compareSplit(SplitDifference& difference, std::span<const double> whole, std::span<const double> part)
{
    addDigest(difference, std::as_bytes(whole));
    const std::size_t count = std::min(whole.size(), part.size());
    for (std::size_t i = 0; i < count; ++i)
        differ(difference, std::as_bytes(whole.subspan(i)).data(), std::as_bytes(part.subspan(i)).data(),
               sizeof(double));
    difference.different += std::max(whole.size(), part.size()) - count;
}

SplitDifference gathered(const Communicator& ranks, const SplitDifference& own)
{
    SplitDifference all;
    const std::vector<std::vector<std::byte>> messages = ranks.gather(std::as_bytes(std::span(&own, 1)));
    for (std::size_t rank = 0; rank < messages.size(); ++rank) {
        SplitDifference one;
        std::memcpy(&one, messages[rank].data(), sizeof one);
        if (rank == 0) all.digest = one.digest;
        if (one.digest != all.digest && all.otherDriver < 0) all.otherDriver = int(rank);
        if (one.different > 0 && all.different == 0) {
            all.first = one.first;
            all.rank = int(rank);
        }
        all.numbers += one.numbers;
        all.different += one.different;
        all.notNumbers += one.notNumbers;
        all.largest = std::max(all.largest, one.largest);
    }
    return all;
}

} // namespace gaugegl
