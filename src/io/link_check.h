// What is wrong with a link, in words: the one text for files, checkpoints and arrays.
#pragma once

#include "gaugegl/core/group.h"
#include "gaugegl/io/file_part.h"

#include <complex>
#include <span>
#include <string>

namespace gaugegl::io {

/// Whether all its numbers are zero, as openQCD has them for links that open boundary conditions leave out.
bool isZero(std::span<const std::complex<double>> link);

/// "link t of site (0,0,3,1) is not in SU3: ..." for an N x N matrix that is farther from it than the tolerance; empty for others.
std::string linkFault(Group group, std::span<const std::complex<double>> link, int mu, const Coordinates& site,
                      double tolerance = unitarityTolerance);

} // namespace gaugegl::io
