// Files made byte by byte.
#pragma once

#include "io/endian.h"

#include <array>
#include <bit>
#include <complex>
#include <cstdint>
#include <span>
#include <string>

namespace gaugegl::io::test {

/// The bytes of numbers in an order of bytes.
class NumberBytes {
public:
    explicit NumberBytes(bool bigEndian) : bigEndian_(bigEndian) {}
    void integer(std::uint32_t value) { put(value); }
    void real(double value) { put(std::bit_cast<std::uint64_t>(value)); }
    void single(double value) { put(std::bit_cast<std::uint32_t>(float(value))); }
    void matrix(std::span<const std::complex<double>> u)
    {
        for (const std::complex<double>& z : u) {
            real(z.real());
            real(z.imag());
        }
    }
    std::string text;

private:
    template<class Word>
    void put(Word word)
    {
        std::array<std::byte, sizeof(Word)> bytes{};
        store(bytes.data(), word, bigEndian_);
        text.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    }
    bool bigEndian_;
};

} // namespace gaugegl::io::test
