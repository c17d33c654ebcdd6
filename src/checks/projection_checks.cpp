#include "checks/projection_checks.h"

#include "checks/check_list.h"
#include "checks/gauge_checks.h"
#include "checks/oracle_field.h"
#include "gaugegl/gauge/projection/projection.h"
#include "reference/projection.h"

#include <cmath>
#include <fmt/format.h>

namespace gaugegl {
namespace {

class ProjectionVerifier {
public:
    ProjectionVerifier(const GaugeField& u, const CheckObserver& observer, const CheckPlan& plan)
        : u_(u), checks_(u.device(), u.group(), observer, plan), meter_(u.device(), u.lattice(), u.group())
    {}

    std::vector<Check> run()
    {
        checks_.make(2, [&] { checkDensities(); });
        return checks_.done();
    }

private:
    void checkDensities()
    {
        const OracleField host = oracleField(u_);
        std::visit(
            [this](const auto& links) {
                meter_.abelian(u_);
                const auto abelian = reference::abelianSites(links);
                compare("monopoles", abelian.size(), [&](std::size_t site) {
                    const auto& [monopoles, monopolesTime, space, time] = abelian[site];
                    return std::array{monopoles, monopolesTime, space, time};
                });
                meter_.centre(u_);
                const auto centre = reference::centreSites(links);
                compare("vortices", centre.size(), [&](std::size_t site) {
                    return std::array{centre[site].space, centre[site].time, 0.0, 0.0};
                });
            },
            host);
    }

    /// The density of the last measurement with what is expected at each site.
    template<class Expected>
    void compare(const std::string& name, std::size_t sites, const Expected& expected)
    {
        const double tolerance = elementTolerance(u_.device().precision());
        const auto found = downloadDensity(u_.lattice(), meter_.density().even, meter_.density().odd);
        double largest = 0;
        std::size_t outside = 0;
        for (std::size_t site = 0; site < sites; ++site) {
            const std::array<double, 4> values = expected(site);
            double deviation = 0;
            for (std::size_t i = 0; i < values.size(); ++i)
                deviation = reference::larger(deviation, std::abs(found[site][i] - values[i]));
            if (deviation <= tolerance)
                largest = std::max(largest, deviation);
            else
                ++outside; // NaN is outside
        }
        // A flux is on the faces of four cubes, a link of six plaquettes.
        const bool few = double(outside) <= 6 * allowedFlips * double(sites);
        checks_.report(name, largest, tolerance,
                       {few, fmt::format("{} of {} sites beyond the tolerance", outside, sites)});
    }

    const GaugeField& u_;
    CheckList checks_;
    ProjectionMeter meter_;
};

} // namespace

std::vector<Check> verifyProjection(const GaugeField& u, const CheckObserver& observer, const CheckPlan& plan)
{
    return ProjectionVerifier(u, observer, plan).run();
}

} // namespace gaugegl
