// What is wrong with a link, in words: the one text for files, checkpoints and arrays.
#pragma once

#include "gaugegl/core/group.h"
#include "gaugegl/core/lattice.h"

#include <complex>
#include <span>
#include <string>

namespace gaugegl::io {

/// The largest distance of links from the group that is taken as rounding: far above that of single precision (5e-7 in known files), even
/// accumulated, and far below any real damage.
constexpr double unitarityTolerance = 1e-4;

/// "link t of site (0,0,3,1) is not in SU3: ..." for an N x N matrix that is farther from it than the tolerance; empty for others.
std::string linkFault(Group group, std::span<const std::complex<double>> link, int mu, const Coordinates& site,
                      double tolerance = unitarityTolerance);

} // namespace gaugegl::io
