// What is written about a picture, by the window and by the page.
#pragma once

#include "compilation.h"
#include "scene.h"
#include "steered_chain.h"

namespace gaugegl::view {

/// What is drawn, after which smoothing, and the coordinates that are not drawn.
std::string titleText(const Settings& settings, Quantity quantity);
/// The chain, the unit of the numbers, and what was measured on the way: a line each.  `several`: with the plaquette, as
/// no chart shows it.
std::string subtitleText(const SteeredChain& chain, const io::StatedAction& action, const Take& take, bool several);
/// "compiling program 3 of 14: heatbath".
std::string compilationText(const Compilation& compilation);
/// The numbers beside the bar of colours: where, 0 to 1, and what.
std::vector<std::pair<float, std::string>> barNumbers(const ColourScale& scale, Group group);

/// What the numbers of a quantity are.
std::string unitOf(Quantity quantity);

/// The coupling and the action of links, "Wilson action, beta = 2.4" with the Greek letter; what is not known is said
/// to be unknown.
std::string actionText(const io::StatedAction& action);

/// A number with a real minus sign instead of the hyphen.
std::string withMinusSign(std::string number);

/// Numbers such as 0.25, 2.5e-05, 1200: short, at most `digits` digits.
std::string shortNumber(double value, int digits = 3);

} // namespace gaugegl::view
