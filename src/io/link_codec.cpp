#include "io/link_codec.h"

#include "host/matrix.h"
#include "io/endian.h"

#include <bit>
#include <cassert>
#include <cstdint>

namespace gaugegl::io {

namespace {

using Complex = std::complex<double>;

template<class Word, class Real>
void decodeNumbers(std::span<Complex> numbers, const std::byte* bytes, bool bigEndian)
{
    for (Complex& number : numbers) {
        const auto re = std::bit_cast<Real>(load<Word>(bytes, bigEndian));
        const auto im = std::bit_cast<Real>(load<Word>(bytes + sizeof(Word), bigEndian));
        number = {static_cast<double>(re), static_cast<double>(im)};
        bytes += 2 * sizeof(Word);
    }
}

template<class Word, class Real>
void encodeNumbers(std::byte* bytes, std::span<const Complex> numbers, bool bigEndian)
{
    for (const Complex& number : numbers) {
        store(bytes, std::bit_cast<Word>(static_cast<Real>(number.real())), bigEndian);
        store(bytes + sizeof(Word), std::bit_cast<Word>(static_cast<Real>(number.imag())), bigEndian);
        bytes += 2 * sizeof(Word);
    }
}

/// Complex numbers of a link that are in the file.
std::size_t storedNumbers(const LinkCodec& codec)
{
    return static_cast<std::size_t>(codec.rows) * static_cast<std::size_t>(colours(codec.group));
}

} // namespace

std::size_t LinkCodec::bytesPerSite() const { return storedNumbers(*this) * static_cast<std::size_t>(bits); }

std::size_t LinkCodec::numbersPerSite() const
{
    const auto n = static_cast<std::size_t>(colours(group));
    return 4 * n * n;
}

void LinkCodec::decode(std::span<Complex> links, std::span<const std::byte> bytes) const
{
    assert(links.size() == numbersPerSite() && bytes.size() == bytesPerSite());
    const std::size_t stored = storedNumbers(*this);
    for (std::size_t mu = 0; mu < 4; ++mu) {
        const auto link = links.subspan(mu * links.size() / 4, links.size() / 4);
        const std::byte* from = bytes.data() + mu * bytes.size() / 4;
        if (bits == 64)
            decodeNumbers<std::uint64_t, double>(link.first(stored), from, bigEndian);
        else
            decodeNumbers<std::uint32_t, float>(link.first(stored), from, bigEndian);
        if (stored < link.size()) host::completeLastRow(group, link);
    }
}

void LinkCodec::encode(std::span<std::byte> bytes, std::span<const Complex> links) const
{
    assert(links.size() == numbersPerSite() && bytes.size() == bytesPerSite());
    const std::size_t stored = storedNumbers(*this);
    for (std::size_t mu = 0; mu < 4; ++mu) {
        const auto numbers = links.subspan(mu * links.size() / 4, stored);
        std::byte* to = bytes.data() + mu * bytes.size() / 4;
        if (bits == 64)
            encodeNumbers<std::uint64_t, double>(to, numbers, bigEndian);
        else
            encodeNumbers<std::uint32_t, float>(to, numbers, bigEndian);
    }
}

} // namespace gaugegl::io
