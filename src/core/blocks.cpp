#include "gaugegl/core/blocks.h"

#include "core/numbers_in.h"
#include "gaugegl/base/error.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gaugegl {

Blocks Blocks::parse(std::string_view text)
{
    const std::vector<int> numbers = numbersIn(text, 'x');
    if (numbers.size() != 4)
        throw InputError(fmt::format("blocks '{}' are not of the form BXxBYxBZxBT such as 4x4x4x4", text));
    Blocks blocks;
    std::ranges::copy(numbers, blocks.extents.begin());
    return blocks;
}

std::string Blocks::name() const { return fmt::format("{}", fmt::join(extents, "x")); }

void validate(const Blocks& blocks, const Lattice& lattice)
{
    for (std::size_t mu = 0; mu < 4; ++mu) {
        const int block = blocks.extents[mu], extent = lattice.extents()[mu];
        if (block > 0 && block % 2 == 0 && extent % block == 0) continue;
        std::vector<int> possible;
        for (int b = 2; b <= extent; b += 2)
            if (extent % b == 0) possible.push_back(b);
        throw InputError(fmt::format("blocks {}: {} in direction {} is not an even divisor of {}, the extent of the "
                                     "lattice {}; {} would work",
                                     blocks.name(), block, directionNames[mu], extent, lattice.name(),
                                     fmt::join(possible, ", ")));
    }
}

} // namespace gaugegl
