// Lists of names in options.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gaugegl {

/// The names in a text, with commas between.  Throws InputError for one that is not known, and for one given twice: "channel 'x' is none of
/// all, scalar, pseudoscalar", where `alone` ("all") is the text that stands for a list, which the caller has taken.
std::vector<std::string> namesIn(std::string_view text, const char* what, const char* alone,
                                 const std::vector<std::string>& known);

} // namespace gaugegl
