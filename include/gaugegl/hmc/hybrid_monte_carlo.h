// Hybrid Monte Carlo (Duane, Kennedy, Pendleton, Roweth, Phys. Lett. B 195 (1987) 216): momenta and pseudofermions are
// drawn, links and momenta follow the equations of motion for a trajectory, and its end is accepted with probability
// min(1, exp(-dH)).
#pragma once

#include "gaugegl/core/hmc.h"
#include "gaugegl/fields/any_links.h"
#include "gaugegl/gauge/update/generator.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gaugegl {

/// The energies and the work of a term of the action in a trajectory.
struct TermReport {
    std::string title;           ///< "gauge", "Wilson, two flavours, kappa = 0.15 over 0.14", ..
    double energyBefore = 0;     ///< at its beginning
    double energyAfter = 0;      ///< at its end; equal to energyBefore if the trajectory failed
    int forces = 0;              ///< number of force computations
    std::int64_t iterations = 0; ///< of all its solves
};

/// The result of a trajectory.
struct Trajectory {
    std::uint64_t number = 0; ///< of the trajectory
    double deltaH = 0;        ///< H at its end - H at its beginning; NaN if it failed
    bool accepted = false;    ///< if not, the links are those before the trajectory
    /// The reason for a failure: a solver that did not converge, an energy that is not a number, or eigenvalues out of
    /// range.  A failed trajectory is rejected.
    std::optional<std::string> failure;
    std::vector<TermReport> terms; ///< in the order of the terms
    double kineticBefore = 0;      ///< kinetic energy of the momenta at its beginning
    double kineticAfter = 0;       ///< of the momenta
    double seconds = 0;            ///< of everything
    double solverSeconds = 0;      ///< in solvers, for forces and energies
    double forceSeconds = 0;       ///< in forces of fermions without solvers
    double gaugeSeconds = 0;       ///< in forces of the gauge action and moving links

    /// The rest: momenta, noise, energies without their solves, copies of links.
    double otherSeconds() const { return seconds - solverSeconds - forceSeconds - gaugeSeconds; }
    /// Solver iterations of all terms.
    std::int64_t iterations() const
    {
        std::int64_t sum = 0;
        for (const TermReport& term : terms)
            sum += term.iterations;
        return sum;
    }
};

/// Whether a trajectory is subject to the Metropolis test.
enum class Proposal {
    Metropolis, ///< accepted with probability min(1, exp(-dH))
    Accept      ///< always accepted, unless it failed: the first trajectories from a start far from equilibrium
};

/// The reversibility violation of a trajectory.
struct Reversal {
    double links = 0;  ///< root mean square difference of the real numbers of the links
    double deltaH = 0; ///< H of the end - H of the beginning
};

/// Where such a run integrates on that device: what Auto stands for, else the path itself.
HmcPath pathOf(const HmcParameters& parameters, const Device& device);

/// Hybrid Monte Carlo of a gauge field.
class HybridMonteCarlo {
public:
    /// Links and generator must outlive the object.  Those of the host are moved there, whatever the path.  Throws InputError for
    /// invalid parameters (core/hmc.h) or a device of another precision, and DeviceError if the fields do not fit.
    HybridMonteCarlo(ChangingLinks u, const HmcParameters& parameters, Generator& generator);
    /// With the Philox numbers of a seed.
    HybridMonteCarlo(Device& device, GaugeField& u, const HmcParameters& parameters, std::uint64_t seed);
    ~HybridMonteCarlo();
    /// Takes over the state of the other.
    HybridMonteCarlo(HybridMonteCarlo&&) noexcept;
    HybridMonteCarlo& operator=(HybridMonteCarlo&&) = delete;
    HybridMonteCarlo(const HybridMonteCarlo&) = delete;
    HybridMonteCarlo& operator=(const HybridMonteCarlo&) = delete;

    /// Computes the trajectory with that number, below 2^32.  It depends only on the links, the parameters, the number,
    /// and the seed or state of the generator.  Ctrl-C (base/interrupt.h) aborts it: links and generator are restored,
    /// and the failure is "interrupted".
    Trajectory trajectory(std::uint64_t number, Proposal proposal = Proposal::Metropolis);

    /// Integrates a trajectory forwards and backwards and returns the difference.  It is due to rounding, and to the
    /// tolerance of forces if initial guesses depend on earlier solutions.  The links are restored.  Throws
    /// UnsolvedError if a solver does not converge.
    Reversal reversal(std::uint64_t number);

    /// The parameters given to the constructor.
    const HmcParameters& parameters() const;

    class Impl; ///< on the device, or on the CPU

private:
    std::unique_ptr<Generator> philox_; ///< owned if only a seed was given
    std::unique_ptr<Impl> impl_;
};

} // namespace gaugegl
