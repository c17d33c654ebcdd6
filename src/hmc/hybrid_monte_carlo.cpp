#include "gaugegl/hmc/hybrid_monte_carlo.h"

#include "gaugegl/base/clock.h"
#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"
#include "hmc/action.h"
#include "hmc/integrator.h"
#include "hmc/motion.h"

#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <numeric>

namespace gaugegl {
namespace {

void requirePrecision(const Device& device, const HmcParameters& parameters)
{
    const Precision expected = devicePrecision(parameters.precision);
    if (device.precision() != expected)
        throw InputError(
            fmt::format("a device in {} precision was opened for a hybrid Monte Carlo that needs one in {}",
                        name(device.precision()), name(expected)));
}

double sumOf(const std::vector<double>& energies) { return std::accumulate(energies.begin(), energies.end(), 0.0); }

} // namespace

HmcPath pathOf(const HmcParameters& parameters, const Device& device)
{
    if (parameters.path != HmcPath::Auto) return parameters.path;
    return !parameters.fermions.empty() && device.context().capabilities().software ? HmcPath::Cpu : HmcPath::Device;
}

class HybridMonteCarlo::Impl {
public:
    virtual ~Impl() = default;
    Impl() = default;
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;

    virtual Trajectory trajectory(std::uint64_t number, Proposal proposal) = 0;
    virtual Reversal reversal(std::uint64_t number) = 0;
    virtual const HmcParameters& parameters() const = 0;
};

namespace {

/// Where links and momenta are: a motion of hmc/motion.h.
template<class Motion>
class HmcWith final : public HybridMonteCarlo::Impl {
public:
    template<class Links>
    HmcWith(Links& u, const HmcParameters& parameters, Generator& generator)
        : motion_(u), parameters_(parameters), generator_(&generator), actions_(actionsOf(motion_.links(), parameters)),
          scales_(timeScalesOf(parameters)), updates_(gaugegl::trajectory(parameters.scales, parameters.length))
    {
        requireFeature(u.group(), Feature::MolecularDynamics);
    }

    const HmcParameters& parameters() const override { return parameters_; }

    Trajectory trajectory(std::uint64_t number, Proposal proposal) override
    {
        requireNumber(number);
        const Stopwatch watch;
        Trajectory result;
        result.number = number;
        if (!motion_.computes()) return result;
        for (const auto& action : actions_) {
            action->takeWork();
            result.terms.push_back({action->title()});
        }
        motion_.begin();
        generator_->mark();
        try {
            simulate(result);
            result.accepted = proposal == Proposal::Accept || isAccepted(result);
        } catch (const UnsolvedError& error) {
            if (interrupted()) generator_->rewind(); // it is done again
            result.failure = error.what();
            result.deltaH = std::numeric_limits<double>::quiet_NaN();
        }
        motion_.end(result.accepted);
        if (!result.accepted) gaugeFieldChanged();
        motion_.finish();
        takeWork(result);
        result.seconds = watch.seconds();
        return result;
    }

    Reversal reversal(std::uint64_t number) override
    {
        requireNumber(number);
        motion_.begin();
        generator_->mark();
        Trajectory ignored;
        ignored.terms.resize(actions_.size());
        gaugeFieldChanged();
        motion_.drawMomenta(*generator_, std::uint32_t(number));
        const double start = motion_.kineticEnergy() + sumOf(refreshed(number, ignored));
        for (const MotionUpdate& update : updates_)
            apply(update, ignored);
        for (const MotionUpdate& update : updates_) // symmetric in time: backwards they are the same
            apply({update.scale, -update.time}, ignored);
        Reversal result{motion_.distanceToBeginning(), motion_.kineticEnergy() + sumOf(energies()) - start};
        motion_.end(/*accepted=*/false);
        generator_->rewind();
        gaugeFieldChanged();
        return result;
    }

private:
    static void requireNumber(std::uint64_t number)
    {
        if (number > std::numeric_limits<std::uint32_t>::max())
            throw InputError(fmt::format("trajectory {} has no random numbers; numbers end at 2^32 - 1", number));
    }

    std::vector<double> refreshed(std::uint64_t number, Trajectory& result)
    {
        std::vector<double> all;
        all.reserve(actions_.size());
        for (std::size_t k = 0; k < actions_.size(); ++k) {
            all.push_back(actions_[k]->refresh({generator_, std::uint32_t(number), int(k) - 1}));
            result.terms[k].energyBefore = result.terms[k].energyAfter = all.back();
            count(result, actions_[k]->takeWork(), k); // before the first force, whose time it is not
        }
        return all;
    }
    std::vector<double> energies()
    {
        std::vector<double> all;
        all.reserve(actions_.size());
        for (const auto& action : actions_)
            all.push_back(action->energy());
        return all;
    }

    /// From the drawing of momenta to the energies of the end.
    void simulate(Trajectory& result)
    {
        gaugeFieldChanged();
        motion_.drawMomenta(*generator_, std::uint32_t(result.number));
        result.kineticBefore = result.kineticAfter = motion_.kineticEnergy();
        const std::vector<double> before = refreshed(result.number, result);
        for (const MotionUpdate& update : updates_) {
            if (interrupted()) throw UnsolvedError("interrupted");
            apply(update, result);
        }
        result.kineticAfter = motion_.kineticEnergy();
        const std::vector<double> after = energies();
        for (std::size_t k = 0; k < actions_.size(); ++k)
            result.terms[k].energyAfter = after[k];
        result.deltaH = result.kineticAfter - result.kineticBefore + sumOf(after) - sumOf(before);
        if (!std::isfinite(result.deltaH)) throw UnsolvedError("the energy at the end of the trajectory is not finite");
    }

    void apply(const MotionUpdate& update, Trajectory& result)
    {
        if (update.scale == MotionUpdate::links) {
            const Stopwatch watch;
            motion_.moveLinks(update.time);
            gaugeFieldChanged();
            motion_.finish();
            result.gaugeSeconds += watch.seconds();
            return;
        }
        for (std::size_t k = 0; k < actions_.size(); ++k) {
            if (scales_[k] != update.scale) continue;
            const Stopwatch watch;
            actions_[k]->kickMomenta(motion_.momenta(), update.time);
            motion_.finish();
            (actions_[k]->isGauge() ? result.gaugeSeconds : result.forceSeconds) += watch.seconds();
            const ActionWork work = actions_[k]->takeWork();
            count(result, work, k);
            result.forceSeconds -= work.solverSeconds;
        }
    }

    static void count(Trajectory& result, const ActionWork& work, std::size_t k)
    {
        result.terms[k].forces += work.forces;
        result.terms[k].iterations += work.iterations;
        result.solverSeconds += work.solverSeconds;
    }
    void takeWork(Trajectory& result)
    {
        for (std::size_t k = 0; k < actions_.size(); ++k)
            count(result, actions_[k]->takeWork(), k);
    }

    bool isAccepted(const Trajectory& result) const
    {
        const Draws draws = generator_->draw({Purpose::Metropolis, {}, std::uint32_t(result.number), 1});
        const Communicator& ranks = motion_.ranks(); // the first of them has the site 0
        return ofFirstRank(ranks, ranks.rank() > 0 || draws(0, 0)[0] < std::exp(-result.deltaH));
    }
    void gaugeFieldChanged()
    {
        for (const auto& action : actions_)
            action->gaugeFieldChanged();
    }

    Motion motion_;
    HmcParameters parameters_;
    Generator* generator_;
    std::vector<std::unique_ptr<ActionOn<typename Motion::Momenta>>> actions_;
    std::vector<int> scales_; ///< of each action
    std::vector<MotionUpdate> updates_;
};

std::unique_ptr<HybridMonteCarlo::Impl> implementation(ChangingLinks links, const HmcParameters& parameters,
                                                       Generator& generator)
{
    if (host::LinkField** const u = std::get_if<host::LinkField*>(&links))
        return std::make_unique<HmcWith<HostMotion>>(**u, parameters, generator);
    GaugeField& u = *std::get<GaugeField*>(links);
    requirePrecision(u.device(), parameters);
    if (pathOf(parameters, u.device()) == HmcPath::Cpu)
        return std::make_unique<HmcWith<MotionOfDownloaded>>(u, parameters, generator);
    return std::make_unique<HmcWith<DeviceMotion>>(u, parameters, generator);
}

} // namespace

HybridMonteCarlo::HybridMonteCarlo(ChangingLinks u, const HmcParameters& parameters, Generator& generator)
    : impl_(implementation(u, parameters, generator))
{}

HybridMonteCarlo::HybridMonteCarlo(Device& device, GaugeField& u, const HmcParameters& parameters, std::uint64_t seed)
    : philox_(Generator::create(device, u.lattice(), {.group = u.group(), .seed = seed})),
      impl_(implementation(&u, parameters, *philox_))
{}

HybridMonteCarlo::~HybridMonteCarlo() = default;
HybridMonteCarlo::HybridMonteCarlo(HybridMonteCarlo&&) noexcept = default;

Trajectory HybridMonteCarlo::trajectory(std::uint64_t number, Proposal proposal)
{
    return impl_->trajectory(number, proposal);
}

Reversal HybridMonteCarlo::reversal(std::uint64_t number) { return impl_->reversal(number); }

const HmcParameters& HybridMonteCarlo::parameters() const { return impl_->parameters(); }

} // namespace gaugegl
