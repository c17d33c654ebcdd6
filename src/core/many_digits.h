// Numbers of 200 digits, for what cancels in all but the first few digits of doubles.  One type for all of it: its templates take seconds
// to compile.
#pragma once

#include <boost/multiprecision/cpp_bin_float.hpp>

namespace gaugegl {

using ManyDigits =
    boost::multiprecision::number<boost::multiprecision::cpp_bin_float<200>, boost::multiprecision::et_off>;

} // namespace gaugegl
