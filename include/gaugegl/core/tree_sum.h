// The order in which numbers of a lattice are added on the host: CONVENTIONS.md, "Lattice sums".
#pragma once

#include <array>
#include <bit>
#include <complex>
#include <cstddef>
#include <vector>

namespace gaugegl {

/// y += x.
inline void addTo(double& y, double x) { y += x; }
/// y += x.
inline void addTo(std::complex<double>& y, const std::complex<double>& x) { y += x; }
/// y += x, each number.
template<std::size_t count>
void addTo(std::array<double, count>& y, const std::array<double, count>& x)
{
    for (std::size_t k = 0; k < count; ++k)
        y[k] += x[k];
}

/// The sum of a line, padded to a power of two: the upper half is added to the lower one until one is left.  The content
/// of the line is lost.
template<class Value>
Value treeSum(std::vector<Value>& line)
{
    if (line.empty()) return {};
    line.resize(std::bit_ceil(line.size()));
    for (std::size_t half = line.size() / 2; half > 0; half /= 2)
        for (std::size_t i = 0; i < half; ++i)
            addTo(line[i], line[i + half]);
    return line[0];
}

} // namespace gaugegl
