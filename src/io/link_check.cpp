#include "io/link_check.h"

#include "host/matrix.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace gaugegl::io {

bool isZero(std::span<const std::complex<double>> link)
{
    return std::ranges::all_of(link, [](const auto& u) { return u == 0.0; });
}

std::string linkFault(Group group, std::span<const std::complex<double>> link, int mu, const Coordinates& site,
                      double tolerance)
{
    const double defect = host::unitarityDefect(group, link);
    if (defect <= tolerance) return {};
    const std::string which = fmt::format("link {} of site ({},{},{},{})", directionNames[static_cast<std::size_t>(mu)],
                                          site[0], site[1], site[2], site[3]);
    const auto bad =
        std::ranges::find_if(link, [](const auto& u) { return !std::isfinite(u.real()) || !std::isfinite(u.imag()); });
    if (bad != link.end()) {
        const auto at = bad - link.begin();
        const int n = colours(group);
        return fmt::format("{} has an element that is not a finite number: in row {}, column {} it is ({:.6g}, {:.6g})",
                           which, at / n + 1, at % n + 1, bad->real(), bad->imag());
    }
    if (mu == 3 && site[3] > 0 && isZero(link)) // those of the slices before it are right
        return fmt::format("{} is zero, as links in t of the last slice are with open boundary conditions in time "
                           "(openQCD); the lattices here are periodic",
                           which);
    return fmt::format("{} is not in {}: U U^dagger or det U differs from 1 by {:.3g}, at most {} is taken as rounding",
                       which, name(group), defect, tolerance);
}

} // namespace gaugegl::io
