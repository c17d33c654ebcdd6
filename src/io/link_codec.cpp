#include "io/link_codec.h"

#include "host/matrix.h"
#include "io/endian.h"

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <utility>

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
    return codec.quaternions ? 2
                             : static_cast<std::size_t>(codec.rows) * static_cast<std::size_t>(colours(codec.group));
}

} // namespace

std::size_t LinkCodec::bytesPerLink() const { return storedNumbers(*this) * static_cast<std::size_t>(bits) / 4; }

std::size_t LinkCodec::numbersPerSite() const
{
    const auto n = static_cast<std::size_t>(colours(group));
    return 4 * n * n;
}

void LinkCodec::decodeLink(std::span<Complex> link, std::span<const std::byte> bytes) const
{
    assert(4 * link.size() == numbersPerSite() && bytes.size() == bytesPerLink());
    const auto stored = link.first(storedNumbers(*this));
    if (bits == 64)
        decodeNumbers<std::uint64_t, double>(stored, bytes.data(), bigEndian);
    else
        decodeNumbers<std::uint32_t, float>(stored, bytes.data(), bigEndian);
    if (quaternions) {
        const Complex q01 = link[0], q23 = link[1];
        link[0] = {q01.real(), q23.imag()};
        link[1] = {-q23.real(), q01.imag()};
    }
    if (transposed)
        for (std::size_t n = std::size_t(rows), i = 0; i < n; ++i)
            for (std::size_t j = 0; j < i; ++j)
                std::swap(link[n * i + j], link[n * j + i]);
    if (stored.size() < link.size()) host::completeLastRow(group, link);
}

void LinkCodec::encodeLink(std::span<std::byte> bytes, std::span<const Complex> link) const
{
    assert(4 * link.size() == numbersPerSite() && bytes.size() == bytesPerLink());
    const auto put = [&](std::span<const Complex> numbers) {
        if (bits == 64)
            encodeNumbers<std::uint64_t, double>(bytes.data(), numbers, bigEndian);
        else
            encodeNumbers<std::uint32_t, float>(bytes.data(), numbers, bigEndian);
    };
    if (quaternions)
        put(std::array{Complex(link[0].real(), link[1].imag()), Complex(-link[1].real(), link[0].imag())});
    else
        put(link.first(storedNumbers(*this)));
}

void LinkCodec::decode(std::span<Complex> links, std::span<const std::byte> bytes) const
{
    for (std::size_t mu = 0; mu < 4; ++mu)
        decodeLink(links.subspan(mu * links.size() / 4, links.size() / 4),
                   bytes.subspan(mu * bytes.size() / 4, bytes.size() / 4));
}

void LinkCodec::encode(std::span<std::byte> bytes, std::span<const Complex> links) const
{
    for (std::size_t mu = 0; mu < 4; ++mu)
        encodeLink(bytes.subspan(mu * bytes.size() / 4, bytes.size() / 4),
                   links.subspan(mu * links.size() / 4, links.size() / 4));
}

} // namespace gaugegl::io
