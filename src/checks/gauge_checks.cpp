#include "checks/gauge_checks.h"

#include "checks/link_comparison.h"
#include "checks/loop_checks.h"
#include "checks/smearing_checks.h"
#include "checks/staple_checks.h"
#include "gaugegl/core/link_set.h"
#include "gaugegl/gauge/observables/observables.h"
#include "gaugegl/gauge/update/update.h"
#include "reference/update.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace gaugegl {
namespace {

constexpr std::uint64_t seed = 20261120;
constexpr auto creutz = HeatBathAlgorithm::Creutz;

class GaugeVerifier {
public:
    GaugeVerifier(Device& device, const Lattice& lattice, Group group,
                  const std::pair<const CheckObserver&, const CheckPlan&>& how)
        : device_(device), lattice_(lattice), group_(group), observer_(how.first),
          checks_(device, group, how.first, how.second), field_(device, lattice, group), meter_(device, lattice, group)
    {}

    std::vector<Check> run()
    {
        const double beta = traits(group_).beta.crossover;
        thermaliseIfSelected();
        checks_.make(1, [&] { checkHotStart(); });
        checks_.makeOfVariants(1, [&] { checkRanluxStart(); });
        checks_.make(1, [&] { checkCopy(); });
        checks_.make(1, [&] { checkHeatBath("heatbath", {.beta = beta}, 2); });
        checks_.make(1, [&] { checkHeatBath("heatbath-one-trial", {.beta = beta, .trials = 1}, 1); });
        checks_.make(
            1, [&] { checkHeatBath("heatbath-creutz", {.beta = traits(group_).beta.strong, .algorithm = creutz}, 1); });
        checks_.make(1, [&] { checkCount("heatbath-count", GeneratorType::Philox, {.beta = beta}); });
        checks_.make(1, [&] {
            checkCount("heatbath-count-creutz", GeneratorType::Philox, {.beta = beta, .algorithm = creutz});
        });
        checks_.make(1, [&] { checkRanlux(); });
        checks_.make(1, [&] { checkGenerator("heatbath-ranlux", GeneratorType::Ranlux, {.beta = beta}, 2); });
        checks_.makeOfVariants(1, [&] { checkGenerator("heatbath-lcg", GeneratorType::Lcg, {.beta = beta}, 2); });
        checks_.makeOfVariants(1, [&] {
            checkGenerator("heatbath-creutz-ranlux", GeneratorType::Ranlux, {.beta = beta, .algorithm = creutz}, 1);
        });
        countWithRanlux("heatbath-count", {});
        checks_.make(1, [&] { checkOverrelaxation("overrelaxation", {}); });
        checks_.makeOfVariants(2, [&] {
            checkHeatBath("heatbath-between", {.beta = beta}, 1, {}, 2);
            checkOverrelaxation("overrelaxation-between", {}, {}, 2);
        });
        checks_.makeOfVariants(1, [&] {
            checkHeatBath("heatbath-creutz-between", {.beta = traits(group_).beta.strong, .algorithm = creutz}, 1, {},
                          2);
        });
        if (!traits(group_).quaternions) verifyStaples(checks_, field_, "staple", {});
        if (!traits(group_).quaternions && device_.precision() == Precision::Single) // not the default there
            for (const auto& [suffix, staples] :
                 {std::pair("-stored", StapleSource::Stored), {"-rows", StapleSource::ByRows}})
                checks_.makeOfVariants(2, [&, suffix = suffix, staples = staples] {
                    checkHeatBath(std::string("heatbath") + suffix, {.beta = 5.7}, 1, staples);
                    checkOverrelaxation(std::string("overrelaxation") + suffix, {}, staples);
                });
        thermaliseIfSelected();
        checks_.append(verifySmearing(field_, observer_, checks_.plan()));
        checks_.append(verifyLoops(field_, observer_, checks_.plan()));
        checks_.make(2, [&] { checkReunitarisation(); });
        return checks_.done();
    }

    std::vector<Check> rectangles()
    {
        if (!actions::symanzik.loops().fit(lattice_)) return {};
        if (!checks_.plan().count) thermalise();
        checkRectangleAction();
        checks_.append(verifyRectangleFlow(field_, observer_, checks_.plan()));
        return checks_.done();
    }

private:
    double tolerance() const { return elementTolerance(device_.precision()); }

    /// Where the checks that do it may be left out: smearing does not begin from a hot start.
    void thermaliseIfSelected()
    {
        if (checks_.plan().selection && !checks_.plan().count) thermalise();
    }
    /// On the host.
    void thermalise()
    {
        OracleField links = hotField(lattice_, group_, seed);
        const HeatBath parameters{.beta = traits(group_).beta.crossover};
        for (std::uint32_t sweep = 0; sweep < 2; ++sweep)
            for (const LinkSet& set : linkSets(lattice_, parameters.action.loops()))
                std::visit([&](auto& u) { reference::heatBath(u, set, parameters, seed, sweep, device_.precision()); },
                           links);
        upload(field_, links);
    }

    void checkHotStart()
    {
        hotStart(field_, seed);

        LinkComparison links(tolerance());
        const OracleField found = oracleField(field_);
        const OracleField expected = withColours(
            group_, [&](auto n) -> OracleField { return reference::hotStart<n>(lattice_, seed, device_.precision()); });
        links.add(found, expected);
        links.report(checks_, "hot-start");
    }

    void checkCopy()
    {
        const GaugeField copy = field_;
        LinkComparison links(0);
        links.add(oracleField(field_), oracleField(copy));
        links.report(checks_, "copy");
    }

    /// Those of a sweep, or of one through sublattices of time slices.
    std::vector<LinkSet> setsOf(const GaugeAction& action, int thickness = 0) const
    {
        return thickness > 0 ? linkSetsBetween(lattice_, thickness) : linkSets(lattice_, action.loops());
    }

    /// One update of the device and of the reference from the same links, compared; for each set of links in turn.
    template<class OnDevice, class OnHost>
    void stepByStep(LinkComparison& links, const std::vector<LinkSet>& sets, const OnDevice& onDevice,
                    const OnHost& onHost)
    {
        for (const LinkSet& set : sets) {
            OracleField expected = oracleField(field_);
            std::visit([&](auto& u) { onHost(u, set); }, expected);
            onDevice(set);
            links.add(oracleField(field_), expected, {set.mu, set.mu + 1, set.parity});
        }
    }

    void checkHeatBath(const std::string& name, const HeatBath& parameters, int sweeps,
                       std::optional<StapleSource> staples = {}, int thickness = 0)
    {
        LinkComparison links(tolerance());
        for (int i = 0; i < sweeps; ++i, ++sweep_)
            stepByStep(
                links, setsOf(parameters.action, thickness),
                [&](const LinkSet& set) { heatBath(field_, set, parameters, seed, sweep_, staples); },
                [&](auto& u, const LinkSet& set) {
                    reference::heatBath(u, set, parameters, seed, sweep_, device_.precision());
                });
        links.report(checks_, name, allowedFlips);
    }

    /// For as many trials as a run has by default, which its programs know.
    std::unique_ptr<Generator> generatorOf(GeneratorType type) const
    {
        return Generator::create(device_, lattice_, {{type}, group_, seed, defaultTrials(type)});
    }

    /// A heat bath with any generator against the reference with the random numbers of that generator on the host.
    void checkGenerator(const std::string& name, GeneratorType type, HeatBath parameters, std::uint32_t sweeps)
    {
        parameters.trials = defaultTrials(type);
        const auto generator = generatorOf(type);
        LinkComparison links(tolerance());
        for (std::uint32_t sweep = 0; sweep < sweeps; ++sweep)
            stepByStep(
                links, setsOf(parameters.action),
                [&](const LinkSet& set) { heatBath(field_, set, parameters, *generator, sweep); },
                [&](auto& u, const LinkSet& set) {
                    reference::heatBath(u, set, parameters, generator->hostDraws(set, sweep));
                });
        links.report(checks_, name, allowedFlips);
    }

    void checkRanluxStart()
    {
        const auto onDevice = generatorOf(GeneratorType::Ranlux), onHost = generatorOf(GeneratorType::Ranlux);
        hotStart(field_, *onDevice);
        std::array<Draws, 8> passes;
        for (int pass = 0; pass < 8; ++pass) {
            const Drawing drawing{Purpose::HotStart, {pass / 2, pass % 2}, 0, elementDraws(group_)};
            passes[std::size_t(pass)] = onHost->hostDraws(drawing);
            onHost->prepare(drawing);
        }
        const LinkDraws draws = [&](int mu, std::uint32_t site, std::uint32_t draw) {
            return passes[std::size_t(2 * mu + Lattice::parity(lattice_.coordinates(site)))](site, draw);
        };
        LinkComparison links(tolerance());
        links.add(oracleField(field_),
                  withColours(group_, [&](auto n) -> OracleField { return reference::hotStart<n>(lattice_, draws); }));
        links.report(checks_, "hot-start-ranlux");
    }

    /// Three blocks of every luxury level; the states are compared whole, bit for bit.
    void checkRanlux()
    {
        const Precision precision = device_.precision();
        const TextureShape shape = halfFieldShape(lattice_, ranluxPlanes(precision));
        PlaneTexture before(device_, shape), after(device_, shape);
        std::int64_t wrong = 0;
        for (int luxury = 0; luxury <= 4; ++luxury) {
            std::vector<Ranlux> host;
            for (std::uint32_t site = 0; site < shape.texels(); ++site)
                host.emplace_back(luxury, ranluxStart(seed, site));
            for (int block = 0; block < 3; ++block) {
                if (block == 0) before.upload(planesOf(host));
                Kernel(device_, ranluxSpec(luxury, precision))
                    .read("uState", before)
                    .set("uRounds", ranluxPeriod(luxury) / 24)
                    .run(after);
                for (Ranlux& one : host)
                    one.advance();
                const std::vector<double> found = after.download(), expected = planesOf(host);
                for (std::size_t i = 0; i < found.size(); ++i)
                    wrong += found[i] != expected[i];
                std::swap(before, after);
            }
        }
        checks_.report("ranlux", double(wrong), 0,
                       {.note = "numbers and carries that differ in three blocks of every level"});
    }

    std::vector<double> planesOf(const std::vector<Ranlux>& generators) const
    {
        std::vector<RanluxState> states;
        states.reserve(generators.size());
        for (const Ranlux& one : generators)
            states.push_back(one.state());
        return planesFromRanlux(states, device_.precision());
    }

    /// The counted acceptance of the links (t, even) with one trial, so that many fail.
    void checkCount(const std::string& name, GeneratorType type, HeatBath parameters)
    {
        parameters.trials = 1;
        const auto generator = generatorOf(type);
        PendingCount count(field_.lattice(), field_.group());
        reference::UpdateCount expected;
        for (const LinkSet& set : linkSets(lattice_, parameters.action.loops())) {
            OracleField links = oracleField(field_);
            const reference::UpdateCount own = std::visit(
                [&](auto& u) { return reference::heatBath(u, set, parameters, generator->hostDraws(set, sweep_)); },
                links);
            countedHeatBath(field_, set, parameters, *generator, sweep_, meter_.reduction(), count);
            if (set.mu != 3 || set.parity != 0) continue;
            expected.proposals += own.proposals;
            expected.accepted += own.accepted;
        }
        ++sweep_;

        // Each flip changes the count by one at most.
        const HeatBathCount found = count.values();
        const double allowed = std::ceil(allowedFlips * double(lattice_.volume()));
        checks_.report(name, std::abs(found.accepted - double(expected.accepted)), allowed,
                       {found.proposals == double(expected.proposals),
                        fmt::format("{:.0f} of {:.0f} accepted", found.accepted, found.proposals)});
    }
    void countWithRanlux(const std::string& name, const GaugeAction& action)
    {
        const double beta = traits(group_).beta.crossover;
        checks_.makeOfVariants(
            1, [&] { checkCount(name + "-ranlux", GeneratorType::Ranlux, {.beta = beta, .action = action}); });
        checks_.makeOfVariants(1, [&] {
            checkCount(name + "-creutz-ranlux", GeneratorType::Ranlux,
                       {.beta = beta, .algorithm = creutz, .action = action});
        });
    }

    void checkOverrelaxation(const std::string& name, const GaugeAction& action,
                             std::optional<StapleSource> staples = {}, int thickness = 0)
    {
        LinkComparison links(tolerance());
        stepByStep(
            links, setsOf(action, thickness), [&](const LinkSet& set) { overrelaxation(field_, set, action, staples); },
            [&](auto& u, const LinkSet& set) { reference::overrelaxation(u, set, action); });
        links.report(checks_, name);
    }

    /// Updates with rectangles, from every source of staples that the device is sure to hold.
    void checkRectangleAction()
    {
        const HeatBath parameters{.beta = traits(group_).beta.symanzik, .action = actions::symanzik};
        if (!traits(group_).quaternions) verifyStaples(checks_, field_, "staple-rectangles", actions::iwasaki);
        checks_.makeOfVariants(
            1, [&] { checkGenerator("heatbath-rectangles-ranlux", GeneratorType::Ranlux, parameters, 1); });
        HeatBath atStrongCoupling = parameters;
        atStrongCoupling.algorithm = creutz;
        checks_.makeOfVariants(1, [&] { checkHeatBath("heatbath-rectangles-creutz", atStrongCoupling, 1); });
        checks_.makeOfVariants(1, [&] {
            checkGenerator("heatbath-rectangles-creutz-ranlux", GeneratorType::Ranlux, atStrongCoupling, 1);
        });
        checks_.makeOfVariants(1, [&] { checkCount("heatbath-rectangles-count", GeneratorType::Philox, parameters); });
        checks_.makeOfVariants(
            1, [&] { checkCount("heatbath-rectangles-count-creutz", GeneratorType::Philox, atStrongCoupling); });
        countWithRanlux("heatbath-rectangles-count", actions::symanzik);
        const LoopSet loops = parameters.action.loops();
        for (const StapleSource staples : stapleSources(group_, loops)) {
            const bool usual = staples == defaultStapleSource(group_, device_.precision(), loops, device_.registers());
            if (!usual && device_.precision() == Precision::Double) continue;
            const std::string suffix = usual ? "" : staples == StapleSource::ByRows ? "-rows" : "-stored";
            const auto both = [&] {
                checkHeatBath("heatbath-rectangles" + suffix, parameters, 1, staples);
                checkOverrelaxation("overrelaxation-rectangles" + suffix, parameters.action, staples);
            };
            usual ? checks_.make(2, both) : checks_.makeOfVariants(2, both);
        }
    }

    void checkReunitarisation()
    {
        OracleField bent = oracleField(field_);
        std::visit([&](auto& u) { bend(u); }, bent);
        upload(field_, bent);
        OracleField expected = oracleField(field_); // what the device holds, after rounding

        const double drift = unitarityDrift(field_, meter_.reduction());
        checks_.report("unitarity", std::abs(drift - std::visit([](const auto& u) { return driftOf(u); }, expected)),
                       checks_.either(1e-6, 1e-12), {drift > 1e-3, fmt::format("drift {:.3g} of bent links", drift)});

        std::visit([](auto& u) { reference::reunitarise(u); }, expected);
        reunitarise(field_);
        LinkComparison links(tolerance());
        const OracleField found = oracleField(field_);
        links.add(found, expected);
        links.report(checks_, "reunitarise");
    }

    /// Takes links out of the group by about a percent, differently at each site; SU(3) in rows 0 and 1, SU(2) by a
    /// factor.
    template<int N>
    void bend(reference::GaugeField<N>& u) const
    {
        for (std::int64_t site = 0; site < lattice_.volume(); ++site)
            for (int mu = 0; mu < 4; ++mu) {
                const double epsilon = 0.01 * std::cos(double(site + mu));
                for (int i = 0; i < (N == 2 ? 2 : 1); ++i)
                    for (int j = 0; j < N; ++j)
                        u(mu, site)(i, j) *= 1 + epsilon;
                if (N > 2) u(mu, site)(1, 1) += epsilon;
            }
    }

    /// The drift by its definition, from the stored rows.
    template<int N>
    static double driftOf(const reference::GaugeField<N>& u)
    {
        double sum = 0;
        for (std::int64_t site = 0; site < u.lattice().volume(); ++site)
            for (int mu = 0; mu < 4; ++mu) {
                const auto& m = u(mu, site);
                for (int i = 0; i + 1 < N; ++i) // a quaternion has one norm
                    for (int j = 0; j + 1 < N; ++j) {
                        std::complex<double> product = i == j ? -1 : 0;
                        for (int k = 0; k < N; ++k)
                            product += std::conj(m(i, k)) * m(j, k);
                        sum += std::norm(product);
                    }
            }
        return std::sqrt(sum / double(4 * u.lattice().volume()));
    }

    Device& device_;
    Lattice lattice_;
    Group group_;
    const CheckObserver& observer_;
    CheckList checks_;
    GaugeField field_;
    ObservableMeter meter_;
    std::uint32_t sweep_ = 0;
};

} // namespace

std::vector<Check> verifyGauge(Device& device, const Lattice& lattice, Group group, const CheckObserver& observer,
                               const CheckPlan& plan)
{
    return GaugeVerifier(device, lattice, group, {observer, plan}).run();
}

std::vector<Check> verifyRectangles(Device& device, const Lattice& lattice, Group group, const CheckObserver& observer,
                                    const CheckPlan& plan)
{
    return GaugeVerifier(device, lattice, group, {observer, plan}).rectangles();
}

} // namespace gaugegl
