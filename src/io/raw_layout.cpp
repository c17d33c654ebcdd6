// Files of links alone, in an order that the user says (QCDSTAG, JLQCD, ..), behind anything.
#include "gaugegl/io/raw_layout.h"

#include "base/one_line.h"
#include "gaugegl/base/error.h"
#include "io/format.h"
#include "io/ordered_file.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <vector>

namespace gaugegl::io {

namespace {

[[noreturn]] void failToParse(const std::string& text, const char* what)
{
    throw InputError(
        fmt::format("'{}' is no layout: {}; for example \"tzyxd/xyzt/big/64\" has sites with t slowest and x "
                    "fastest and at each the directions x, y, z, t, in big-endian numbers of 64 bits",
                    oneLine(text, 80), what));
}

/// Whether the letters are these in any order.
bool arePermuted(std::string letters, std::string of)
{
    std::ranges::sort(letters);
    std::ranges::sort(of);
    return letters == of;
}

} // namespace

RawLayout RawLayout::parse(const std::string& text)
{
    std::vector<std::string> words(1);
    for (const char c : text)
        if (c == '/')
            words.emplace_back();
        else
            words.back() += c;
    const bool transposed = words.size() == 5 && words.back() == "transposed";
    if (words.size() != 4 && !transposed)
        failToParse(text, "expected ORDER/DIRECTIONS/big or little/32 or 64[/transposed]");
    if (!arePermuted(words[0], "txyzd"))
        failToParse(text, "ORDER has each of t, x, y, z and d once, the slowest first");
    if (!arePermuted(words[1], "txyz")) failToParse(text, "DIRECTIONS has each of t, x, y and z once");
    if (words[2] != "big" && words[2] != "little") failToParse(text, "the order of bytes is big or little");
    if (words[3] != "32" && words[3] != "64") failToParse(text, "numbers have 32 or 64 bits");
    return {words[0], words[1], words[2] == "big", words[3] == "32" ? 32 : 64, transposed};
}

std::unique_ptr<GaugeFileReader> openRaw(InputFile file, const GaugeFileHints& hints)
{
    const RawLayout& layout = hints.layout.value();
    if (!hints.group || !hints.lattice)
        throw InputError(
            "--layout says where the links lie; --group and --lattice must say of which group and lattice");
    const Lattice lattice = hints.lattice->whole();
    const LinkCodec codec = {.group = *hints.group,
                             .rows = colours(*hints.group),
                             .bits = layout.bits,
                             .bigEndian = layout.bigEndian,
                             .transposed = layout.transposed};
    const std::uint64_t bytes = LinkData{lattice, codec}.bytes();
    if (file.size() < bytes)
        file.fail(fmt::format("has {} bytes, but {} {} in {} bits needs {}", file.size(), name(codec.group),
                              lattice.name(), codec.bits, bytes));
    // The stride of x, y, z, t and of the place of a direction among its four.
    constexpr std::string_view names = "xyztd";
    std::array<std::int64_t, 5> strides{};
    std::int64_t stride = 1;
    for (auto letter = layout.order.rbegin(); letter != layout.order.rend(); ++letter) {
        const std::size_t index = names.find(*letter);
        strides[index] = stride;
        stride *= index == 4 ? 4 : lattice.extent(int(index));
    }
    std::array<std::int64_t, 4> places{};
    for (std::size_t mu = 0; mu < 4; ++mu)
        places[mu] = strides[4] * std::int64_t(layout.directions.find(names[mu]));
    const std::uint64_t header = file.size() - bytes;
    return openOrdered(std::move(file), {},
                       {"raw", lattice, std::nullopt, header, codec, [strides, places](const Coordinates& x, int mu) {
                            return strides[0] * x[0] + strides[1] * x[1] + strides[2] * x[2] + strides[3] * x[3] +
                                   places[std::size_t(mu)];
                        }});
}

} // namespace gaugegl::io
