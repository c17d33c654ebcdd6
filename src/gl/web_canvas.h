// The canvas of the web page that contexts draw to.
#pragma once

namespace gaugegl::gl {

/// A selector of CSS.
inline constexpr const char* webCanvas = "#lattice";

} // namespace gaugegl::gl
