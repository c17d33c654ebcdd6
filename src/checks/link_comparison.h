// Compares links of the device with those of the reference, for the verifiers.
#pragma once

#include "checks/check_list.h"
#include "checks/oracle_field.h"

#include <algorithm>
#include <fmt/format.h>

namespace gaugegl {

/// The deviation of links.  Rounding may flip a few accept/reject decisions of the kernels, so links beyond the
/// tolerance are counted separately.
class LinkComparison {
public:
    /// Links that deviate by more than the tolerance are counted separately.
    explicit LinkComparison(double tolerance) : tolerance_(tolerance) {}

    /// Which links; by default all.
    struct Which {
        int first = 0, end = 4; ///< mu
        int parity = -1;        ///< of the sites; -1: both
    };
    /// Counts the links of two fields of one group.
    void add(const OracleField& a, const OracleField& b, const Which& which = {0, 4, -1})
    {
        std::visit(
            [&](const auto& u) {
                const auto& v = std::get<std::decay_t<decltype(u)>>(b);
                for (std::int64_t site = 0; site < u.lattice().volume(); ++site)
                    if (which.parity < 0 || Lattice::parity(u.lattice().coordinates(site)) == which.parity)
                        for (int mu = which.first; mu < which.end; ++mu)
                            add(largestDifference(u(mu, site), v(mu, site)));
            },
            a);
    }
    /// Reports the check, which passes if at most this fraction of the links is beyond the tolerance.
    void report(CheckList& checks, const std::string& name, double allowedFraction = 0) const
    {
        const bool few = double(outside_) <= allowedFraction * double(links_);
        checks.report(name, largest_, tolerance_,
                      {few, fmt::format("{} of {} links beyond the tolerance", outside_, links_)});
    }

private:
    void add(double deviation)
    {
        ++links_;
        if (!(deviation <= tolerance_))
            ++outside_; // NaN is outside
        else
            largest_ = std::max(largest_, deviation);
    }

    double tolerance_;
    double largest_ = 0; ///< of those within the tolerance
    std::int64_t outside_ = 0, links_ = 0;
};

} // namespace gaugegl
