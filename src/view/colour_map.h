// Colour maps that are perceptually uniform and safe for colour-blind eyes, from formulas in the colour space OKLab
// (B. Ottosson, 2020): equal steps of the value are equal steps of lightness, which every eye sees.
#pragma once

#include <array>
#include <vector>

namespace gaugegl::view {

/// Red, green, blue of the screen (sRGB), 0 to 1.
using Colour = std::array<float, 3>;

/// What a colour stands for.
enum class ColourMap {
    Sequential, ///< a positive number: dark blue to light yellow
    Diverging,  ///< a number of either sign: blue, dark grey at 0, orange
    Cyclic      ///< a phase: lightest at 0, all hues around
};

/// Lightness 0 to 1, and the two colour axes (green to red, blue to yellow), to the screen; cut to what it can show.
Colour fromOklab(const std::array<double, 3>& lab);
/// The inverse.
std::array<double, 3> toOklab(const Colour& colour);

/// The colour of x, which is 0 to 1 (Diverging: 0 is the lowest, 1/2 is zero; Cyclic: phase / 2 pi + 1/2).
Colour colourOf(ColourMap map, double x);

/// `size` colours for x = 0 to 1 as a texture holds them: red, green, blue, 1 of each.
std::vector<float> colourTable(ColourMap map, int size);

} // namespace gaugegl::view
