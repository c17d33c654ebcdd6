#include "checks/smearing_checks.h"

#include "checks/check_list.h"
#include "checks/oracle_field.h"
#include "gauge/observables/multihit.h"
#include "gaugegl/gauge/flow/flow.h"
#include "gaugegl/gauge/smearing/smearing.h"
#include "gaugegl/gauge/update/update.h"
#include "reference/flow.h"

#include <algorithm>

namespace gaugegl {
namespace {

double largestDeviation(const OracleField& a, const OracleField& b)
{
    double deviation = 0;
    std::visit(
        [&](const auto& u) {
            const auto& v = std::get<std::decay_t<decltype(u)>>(b);
            for (std::int64_t site = 0; site < u.lattice().volume(); ++site)
                for (int mu = 0; mu < 4; ++mu)
                    deviation = reference::larger(deviation, largestDifference(u(mu, site), v(mu, site)));
        },
        a);
    return deviation;
}

/// The matrix that a texel of a field of general matrices holds.
template<int N>
reference::Matrix<N> generalMatrix(const std::vector<double>& planes, std::size_t texels, std::size_t texel)
{
    const auto number = [&](std::size_t plane, std::size_t component) {
        return planes[4 * (plane * texels + texel) + component];
    };
    if constexpr (N == 2) {
        return reference::toMatrix({number(0, 0), number(0, 1), number(0, 2), number(0, 3)});
    } else {
        reference::Matrix<N> m;
        for (std::size_t row = 0; row < N; ++row)
            for (std::size_t column = 0; column < N; ++column) // two planes a row, two columns in the first
                m(int(row), int(column)) = {number(2 * row + column / 2, 2 * (column % 2)),
                                            number(2 * row + column / 2, 2 * (column % 2) + 1)};
        return m;
    }
}

class SmearingVerifier {
public:
    SmearingVerifier(const GaugeField& u, const CheckObserver& observer, const CheckPlan& plan)
        : u_(u), checks_(u.device(), u.group(), observer, plan), start_(oracleField(u))
    {}

    std::vector<Check> run()
    {
        checkSmearing("ape", ApeSmearing{.alpha = 0.5, .steps = 1},
                      [](const auto& u) { return reference::apeSmeared(u, 0.5, true); });
        checkSmearing("ape-all-directions", ApeSmearing{.alpha = 0.6, .steps = 1, .spatial = false},
                      [](const auto& u) { return reference::apeSmeared(u, 0.6, false); });
        checkSmearing("stout", StoutSmearing{.rho = 0.1},
                      [](const auto& u) { return reference::stoutSmeared(u, 0.1, false); });
        checkSmearing("stout-space", StoutSmearing{.rho = 0.15, .spatial = true},
                      [](const auto& u) { return reference::stoutSmeared(u, 0.15, true); });
        checkSmearing("hyp", HypSmearing{},
                      [](const auto& u) { return reference::hypSmeared(u, HypSmearing().alpha); });
        if (has(u_.group(), Feature::MeanLinks)) checks_.make(1, [&] { checkMultihit(); });
        checks_.make(2, [&] { checkFlow("flow", {}); });
        checks_.make(1, [&] { checkCooling("cooling", {}); });
        return checks_.done();
    }

    std::vector<Check> rectangles()
    {
        checks_.make(2, [&] { checkFlow("flow-symanzik", actions::symanzik); });
        checks_.make(1, [&] { checkCooling("cooling-symanzik", actions::symanzik); });
        return checks_.done();
    }

private:
    /// Every result is a mean of a few links, made a group element.
    double tolerance() const { return checks_.either(2e-5, 2e-12); }

    template<class Smearing, class OnHost>
    void checkSmearing(const std::string& name, const Smearing& smearing, const OnHost& onHost)
    {
        checks_.make(1, [&] {
            GaugeField smeared = u_;
            smear(smeared, smearing);
            const OracleField expected = std::visit([&](const auto& u) { return OracleField(onHost(u)); }, start_);
            checks_.report(name, largestDeviation(oracleField(smeared), expected), tolerance());
        });
    }

    void checkMultihit()
    {
        const double beta = traits(u_.group()).beta.crossover;
        const MultihitLinks mean(u_, beta);
        double deviation = 0;
        const auto compare = [&]<int N>(const reference::GaugeField<N>& u) {
            const auto texels = std::size_t(u.lattice().halfVolume());
            for (int parity = 0; parity < 2; ++parity) {
                const std::vector<double> planes = mean.links(parity).download();
                for (std::size_t texel = 0; texel < texels; ++texel) {
                    const std::int64_t site = siteOfTexel(u.lattice(), parity, texel);
                    const auto expected = reference::meanLink(reference::staple(u, 3, site), beta);
                    deviation = reference::larger(deviation,
                                                  largestDifference(generalMatrix<N>(planes, texels, texel), expected));
                }
            }
        };
        std::visit(compare, start_);
        checks_.report("multihit", deviation, tolerance());
    }

    /// A step, and one that is adaptive with a tolerance it keeps at once.
    void checkFlow(const std::string& name, const GaugeAction& action)
    {
        const double step = 0.04;
        OracleField expected = start_;
        std::visit([&](auto& u) { u = reference::flowStep(u, step, action); }, expected);
        GradientFlow fixed(u_, {.action = action, .step = step}),
            adaptive(u_, {.action = action, .step = step, .tolerance = 0.1});
        fixed.flowTo(step);
        adaptive.flowTo(step);
        checks_.report(name, largestDeviation(oracleField(fixed.field()), expected), tolerance());
        checks_.report(name + "-adaptive", largestDeviation(oracleField(adaptive.field()), expected), tolerance());
    }

    /// Link set by link set from the same links; the rotation is defined by the direction of a sum of staples.
    void checkCooling(const std::string& name, const GaugeAction& action)
    {
        GaugeField cooled = u_;
        double deviation = 0;
        for (const LinkSet& set : linkSets(u_.lattice(), action.loops())) {
            OracleField expected = oracleField(cooled);
            std::visit([&](auto& u) { reference::cooling(u, set, action); }, expected);
            cooling(cooled, set, action);
            deviation = reference::larger(deviation, largestDeviation(oracleField(cooled), expected));
        }
        checks_.report(name, deviation, tolerance());
    }

    const GaugeField& u_;
    CheckList checks_;
    OracleField start_;
};

} // namespace

std::vector<Check> verifySmearing(const GaugeField& u, const CheckObserver& observer, const CheckPlan& plan)
{
    return SmearingVerifier(u, observer, plan).run();
}

std::vector<Check> verifyRectangleFlow(const GaugeField& u, const CheckObserver& observer, const CheckPlan& plan)
{
    return SmearingVerifier(u, observer, plan).rectangles();
}

} // namespace gaugegl
