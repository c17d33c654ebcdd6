#include "io/link_codec.h"

#include "io/endian.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace gaugegl::io {

namespace {

using Complex = std::complex<double>;

/// Plain product: operator* of std::complex spends its time on infinities.
Complex product(const Complex& a, const Complex& b)
{
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

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

Complex determinant(std::size_t n, std::span<const Complex> u);
Complex lastCofactor(std::size_t n, std::span<const Complex> u, std::size_t c);

void completeLastRow(Group group, std::span<Complex> u)
{
    if (traits(group).quaternions) {
        u[2] = -std::conj(u[1]);
        u[3] = std::conj(u[0]);
        return;
    }
    const auto n = std::size_t(colours(group));
    for (std::size_t c = 0; c < n; ++c)
        u[(n - 1) * n + c] = std::conj(lastCofactor(n, u, c));
}

Complex determinant(std::size_t n, std::span<const Complex> u)
{
    if (n == 2) return product(u[0], u[3]) - product(u[1], u[2]);
    if (n == 3) {
        Complex sum = 0;
        for (std::size_t c = 0; c < 3; ++c) {
            const std::size_t a = (c + 1) % 3, b = (c + 2) % 3;
            sum += product(u[c], product(u[3 + a], u[6 + b]) - product(u[3 + b], u[6 + a]));
        }
        return sum;
    }
    Complex sum = 0;
    for (std::size_t c = 0; c < n; ++c)
        sum += product(u[(n - 1) * n + c], lastCofactor(n, u, c));
    return sum;
}

/// The cofactor of element c of the last row.
Complex lastCofactor(std::size_t n, std::span<const Complex> u, std::size_t c)
{
    if (n == 3) {
        const std::size_t a = (c + 1) % 3, b = (c + 2) % 3;
        return product(u[a], u[3 + b]) - product(u[b], u[3 + a]);
    }
    std::vector<Complex> minor;
    minor.reserve((n - 1) * (n - 1));
    for (std::size_t i = 0; i + 1 < n; ++i)
        for (std::size_t j = 0; j < n; ++j)
            if (j != c) minor.push_back(u[i * n + j]);
    const Complex value = determinant(n - 1, minor);
    return (n - 1 + c) % 2 == 0 ? value : -value;
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
        if (stored < link.size()) completeLastRow(group, link);
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

double unitarityDefect(Group group, std::span<const Complex> link)
{
    const auto n = static_cast<std::size_t>(colours(group));
    assert(link.size() == n * n);
    double largest = std::norm(determinant(n, link) - 1.0);
    double everything = largest; // not finite as soon as one element is not
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = i; j < n; ++j) {
            Complex sum = i == j ? -1.0 : 0.0;
            for (std::size_t k = 0; k < n; ++k)
                sum += product(link[i * n + k], std::conj(link[j * n + k]));
            largest = std::max(largest, std::norm(sum));
            everything += std::norm(sum);
        }
    return std::isfinite(everything) ? std::sqrt(largest) : std::numeric_limits<double>::infinity();
}

} // namespace gaugegl::io
