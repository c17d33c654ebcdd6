// Hybrid Monte Carlo (Duane, Kennedy, Pendleton, Roweth, Phys. Lett. B 195 (1987) 216): momenta and pseudofermions are
// drawn, links and momenta follow the equations of motion for a trajectory, and its end is accepted with probability
// min(1, exp(-dH)).
#pragma once

#include "gaugegl/core/hmc.h"
#include "gaugegl/fields/gauge_field.h"
#include "gaugegl/gauge/update/generator.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gaugegl {

/// What a term of the action had to do in a trajectory.
struct TermReport {
    std::string title;           ///< "gauge", "Wilson, two flavours, kappa = 0.15 over 0.14", ..
    double energyBefore = 0;     ///< at its beginning
    double energyAfter = 0;      ///< at its end; as before where the trajectory failed
    int forces = 0;              ///< that were computed
    std::int64_t iterations = 0; ///< of all its solves
};

/// One trajectory.
struct Trajectory {
    std::uint64_t number = 0; ///< of it
    double deltaH = 0;        ///< H at its end - H at its beginning; NaN where it failed
    bool accepted = false;    ///< else the links are those of before
    /// Why it was given up: a solver that did not converge, an energy that is no number, eigenvalues out of range.  It
    /// is then rejected.
    std::optional<std::string> failure;
    std::vector<TermReport> terms; ///< in the order of the terms
    double kineticBefore = 0;      ///< of the momenta
    double kineticAfter = 0;       ///< of the momenta
    double seconds = 0;            ///< of everything
    double solverSeconds = 0;      ///< of it in solvers: forces and energies
    double forceSeconds = 0;       ///< in forces of fermions without solvers
    double gaugeSeconds = 0;       ///< in forces of the gauge action and moving links

    /// The rest: momenta, noise, energies but for their solves, copies of links.
    double otherSeconds() const { return seconds - solverSeconds - forceSeconds - gaugeSeconds; }
    /// Of all terms.
    std::int64_t iterations() const
    {
        std::int64_t sum = 0;
        for (const TermReport& term : terms)
            sum += term.iterations;
        return sum;
    }
};

/// Whether the end of a trajectory is put to the test.
enum class Proposal {
    Metropolis, ///< accepted with probability min(1, exp(-dH))
    Accept      ///< always accepted, unless it failed: the first trajectories from a start far from equilibrium
};

/// How well a trajectory runs backwards.
struct Reversal {
    double links = 0;  ///< root of the mean squared difference of the numbers of links
    double deltaH = 0; ///< H of the end - H of the beginning
};

/// Makes trajectories of a gauge field.
class HybridMonteCarlo {
public:
    /// Device, field and generator must outlive the object.  Throws InputError for parameters that make no sense
    /// (core/hmc.h) or a device of another precision, and DeviceError where the fields do not fit.
    HybridMonteCarlo(Device& device, GaugeField& u, const HmcParameters& parameters, Generator& generator);
    /// With the Philox numbers of a seed.
    HybridMonteCarlo(Device& device, GaugeField& u, const HmcParameters& parameters, std::uint64_t seed);
    ~HybridMonteCarlo();
    /// Takes everything over.
    HybridMonteCarlo(HybridMonteCarlo&&) noexcept;
    HybridMonteCarlo& operator=(HybridMonteCarlo&&) = delete;
    HybridMonteCarlo(const HybridMonteCarlo&) = delete;
    HybridMonteCarlo& operator=(const HybridMonteCarlo&) = delete;

    /// The trajectory of that number, below 2^32.  What it does depends on the links, the parameters, the number and
    /// the generator, its seed or state, alone.  After Ctrl-C (base/interrupt.h) it is given up: links and generator
    /// are those of before, and the reason is "interrupted".
    Trajectory trajectory(std::uint64_t number, Proposal proposal = Proposal::Metropolis);

    /// Goes there and back: what is left of the difference is rounding, and where guesses depend on the way the
    /// tolerance of forces.  The links are those of before.  Throws UnsolvedError where a solver does not converge.
    Reversal reversal(std::uint64_t number);

    /// As given.
    const HmcParameters& parameters() const;

private:
    class Impl;
    std::unique_ptr<Generator> philox_; ///< where only a seed was given
    std::unique_ptr<Impl> impl_;
};

} // namespace gaugegl
