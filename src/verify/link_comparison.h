// Links of the device beside those of the reference, for who verifies.
#pragma once

#include "gaugegl/fields/transfer.h"
#include "verify/check_list.h"

#include <algorithm>
#include <fmt/format.h>

namespace gaugegl {

/// How far links deviate: rounding decides a few choices of the kernels, so those far off are counted by themselves.
class LinkComparison {
public:
    /// A link that deviates by more than the tolerance is far off.
    explicit LinkComparison(double tolerance) : tolerance_(tolerance) {}

    /// Which links; by default all.
    struct Which {
        int first = 0, end = 4; ///< mu
        int parity = -1;        ///< of the sites; -1: both
    };
    /// Counts the links of two fields of one group.
    void add(const HostGaugeField& a, const HostGaugeField& b, const Which& which = {0, 4, -1})
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
    /// The check has passed if at most so large a fraction of the links is far off.
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
