#include "gaugegl/hmc/hybrid_monte_carlo.h"

#include "gaugegl/base/clock.h"
#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"
#include "hmc/action.h"
#include "hmc/forces.h"
#include "hmc/integrator.h"

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

/// The root of the mean squared difference of the stored numbers of links.
double distance(const GaugeField& u, const GaugeField& v)
{
    double sum = 0, count = 0;
    forEveryLinkTexture(4, [&](int mu, int parity) {
        const std::vector<double> a = u.links(mu, parity).download(), b = v.links(mu, parity).download();
        for (std::size_t i = 0; i < a.size(); ++i)
            sum += (a[i] - b[i]) * (a[i] - b[i]);
        count += double(a.size());
    });
    return std::sqrt(sum / count);
}

double sumOf(const std::vector<double>& energies) { return std::accumulate(energies.begin(), energies.end(), 0.0); }

} // namespace

class HybridMonteCarlo::Impl {
public:
    Impl(Device& device, GaugeField& u, const HmcParameters& parameters, Generator& generator)
        : device_(&device), u_(&u), parameters_(parameters), generator_(&generator), actions_(actionsOf(u, parameters)),
          scales_(timeScalesOf(parameters)), updates_(gaugegl::trajectory(parameters.scales, parameters.length)),
          p_(device, u.lattice(), u.group()), before_(u), reduction_(device)
    {
        requireFeature(u.group(), Feature::MolecularDynamics);
        requirePrecision(device, parameters);
    }

    const HmcParameters& parameters() const { return parameters_; }

    Trajectory trajectory(std::uint64_t number, Proposal proposal)
    {
        requireNumber(number);
        const Stopwatch watch;
        Trajectory result;
        result.number = number;
        for (const auto& action : actions_) {
            action->takeWork();
            result.terms.push_back({action->title()});
        }
        before_ = *u_;
        generator_->mark();
        try {
            simulate(result);
            result.accepted = proposal == Proposal::Accept || isAccepted(result);
        } catch (const UnsolvedError& error) {
            if (interrupted()) generator_->rewind(); // it is done again
            result.failure = error.what();
            result.deltaH = std::numeric_limits<double>::quiet_NaN();
        }
        if (!result.accepted) {
            *u_ = before_;
            gaugeFieldChanged();
        }
        device_->finish();
        takeWork(result);
        result.seconds = watch.seconds();
        return result;
    }

    Reversal reversal(std::uint64_t number)
    {
        requireNumber(number);
        before_ = *u_;
        generator_->mark();
        Trajectory ignored;
        ignored.terms.resize(actions_.size());
        gaugeFieldChanged();
        drawMomenta(p_, *generator_, std::uint32_t(number));
        const double start = kineticEnergy(p_, reduction_) + sumOf(refreshed(number, ignored));
        for (const MotionUpdate& update : updates_)
            apply(update, ignored);
        for (const MotionUpdate& update : updates_) // symmetric in time: backwards they are the same
            apply({update.scale, -update.time}, ignored);
        Reversal result{distance(*u_, before_), kineticEnergy(p_, reduction_) + sumOf(energies()) - start};
        *u_ = before_;
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
        drawMomenta(p_, *generator_, std::uint32_t(result.number));
        result.kineticBefore = result.kineticAfter = kineticEnergy(p_, reduction_);
        const std::vector<double> before = refreshed(result.number, result);
        for (const MotionUpdate& update : updates_) {
            if (interrupted()) throw UnsolvedError("interrupted");
            apply(update, result);
        }
        result.kineticAfter = kineticEnergy(p_, reduction_);
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
            moveLinks(*u_, p_, update.time);
            gaugeFieldChanged();
            device_->finish();
            result.gaugeSeconds += watch.seconds();
            return;
        }
        for (std::size_t k = 0; k < actions_.size(); ++k) {
            if (scales_[k] != update.scale) continue;
            const Stopwatch watch;
            actions_[k]->kickMomenta(p_, update.time);
            device_->finish();
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
        const Communicator& ranks = device_->ranks(); // the first of them has the site 0
        return ofFirstRank(ranks, ranks.rank() > 0 || draws(0, 0)[0] < std::exp(-result.deltaH));
    }
    void gaugeFieldChanged()
    {
        for (const auto& action : actions_)
            action->gaugeFieldChanged();
    }

    Device* device_;
    GaugeField* u_;
    HmcParameters parameters_;
    Generator* generator_;
    std::vector<std::unique_ptr<Action>> actions_;
    std::vector<int> scales_; ///< of each action
    std::vector<MotionUpdate> updates_;
    AlgebraField p_;
    GaugeField before_; ///< the links at the beginning
    Reduction reduction_;
};

HybridMonteCarlo::HybridMonteCarlo(Device& device, GaugeField& u, const HmcParameters& parameters, Generator& generator)
    : impl_(std::make_unique<Impl>(device, u, parameters, generator))
{}

HybridMonteCarlo::HybridMonteCarlo(Device& device, GaugeField& u, const HmcParameters& parameters, std::uint64_t seed)
    : philox_(Generator::create(device, u.lattice(), {.group = u.group(), .seed = seed})),
      impl_(std::make_unique<Impl>(device, u, parameters, *philox_))
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
