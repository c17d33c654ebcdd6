// The totally antisymmetric tensor.
#pragma once

namespace gaugegl::reference {

/// The sign of the permutation (a, b, c, d) of 0, 1, 2, 3; 0 where two are equal.
constexpr int epsilon(int a, int b, int c, int d)
{
    return (b - a) * (c - a) * (d - a) * (c - b) * (d - b) * (d - c) / 12;
}

} // namespace gaugegl::reference
