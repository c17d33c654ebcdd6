// The common part of the pseudofermion actions of one kind of quarks: hopping terms for forces and energies, noise and
// solves.
#pragma once

#include "core/fermion_source.h"
#include "device/program_precompiler.h"
#include "fermion/operators/exchange.h"
#include "gaugegl/base/clock.h"
#include "gaugegl/base/error.h"
#include "gaugegl/fermion/operators/hopping.h"
#include "gaugegl/fields/transfer.h"
#include "gaugegl/solvers/mixed.h"
#include "hmc/action.h"
#include "hmc/forces.h"
#include "host/hopping.h"

#include <fmt/format.h>

namespace gaugegl {

/// The tolerance of a solve, and where its work is recorded.
struct PseudofermionSolve {
    double tolerance;  ///< |b - A x| / |b|
    const char* what;  ///< "the force", "the energy", ..
    std::string title; ///< of the action
    ActionWork& work;  ///< counters to increment
};

/// Quarks with one kind of boundary in the links of a field.  D is the hopping term for energies: that of the device,
/// or one of the host in double precision, with corrections from the device.
template<FermionKind kind, HoppingTerm D>
class PseudofermionContext {
public:
    using EnergyField = typename D::Field;                            ///< of the sites of one parity
    using Quark = typename SchurOf<kind, D>::Parameters;              ///< numbers
    static constexpr bool onHost = !std::is_same_v<D, DeviceHopping>; ///< for energies

    /// The field must outlive the object.
    PseudofermionContext(const GaugeField& u, const BoundaryPhases& boundary, int maxIterations)
        : u_(&u), boundary_(boundary), maxIterations_(maxIterations),
          links_(u, defaultHopStorage(u.group(), u.device().precision(), u.device().registers())),
          device_(kind, links_, boundary), force_(kind, u, boundary)
    {
        if (Tuner* tuner = u.device().tuner()) {
            device_.tune(*tuner);
            force_.tune(*tuner);
        }
    }
    PseudofermionContext(const PseudofermionContext&) = delete;
    PseudofermionContext& operator=(const PseudofermionContext&) = delete;

    /// To be called when the links have changed.
    void gaugeFieldChanged()
    {
        links_.update();
        host_.reset();
    }

    /// The device of the links.
    const Device& device() const { return u_->device(); }
    /// The boundary phases.
    const BoundaryPhases& boundary() const { return boundary_; }
    /// The hopping term for forces.
    const DeviceHopping& forForces() const { return device_; }
    /// The force of Re y^dagger H x.
    const HoppingForce& force() const { return force_; }
    /// The hopping term for energies.
    const D& forEnergies()
    {
        if constexpr (onHost)
            return hostHopping();
        else
            return device_;
    }

    /// Complex Gaussians on the whole lattice, those of the even sites first.
    FermionVector noise(const NoiseSource& from) const
    {
        std::array<Draws, 2> draws; // of each parity
        for (int parity = 0; parity < 2; ++parity)
            draws[std::size_t(parity)] = from.generator->draw(
                {Purpose::Pseudofermion, {from.term, parity}, from.trajectory, noiseDraws(kind, u_->group())});
        const Lattice& lattice = u_->lattice();
        return gaussianNoise(lattice, kind, u_->group(), [&](std::uint32_t site, std::uint32_t draw) {
            return draws[std::size_t(Lattice::parity(lattice.coordinates(site)))](site, draw);
        });
    }
    /// The even and odd sites of the noise as fields for energies.
    std::array<EnergyField, 2> halvesOf(const FermionVector& noise) { return halves(forEnergies(), domain(), noise); }
    /// A copy of the field on the device.
    FermionField onDevice(const EnergyField& x) const
    {
        if constexpr (onHost) {
            HalfVector numbers(domain().size() / 2);
            download(std::span(numbers), x);
            FermionField field = device_.makeField(0);
            upload(field, numbers);
            return field;
        } else
            return x;
    }

    /// Solves A x = b for the positive form of the operator; x holds the initial guess.  On the device in its precision,
    /// or in double precision on the host with corrections from the device.  Throws UnsolvedError, as does the
    /// following.
    template<class Field>
    void solve(const Quark& quark, Field& x, const Field& b, const PseudofermionSolve& request)
    {
        timed(request, [&] {
            return withOperator<Field>(
                quark, [&](const auto& a) { return conjugateGradient(a, x, b, parameters(request)); },
                [&](const auto& a, const auto& lower) {
                    return mixedConjugateGradient(Shifted(a, 0), x, b, lower, parameters(request));
                });
        });
    }
    /// Solves (A + shift) x = b for each of the shifts; the initial content of x is ignored.
    template<class Field>
    void solve(const Quark& quark, std::span<const double> shifts, std::vector<Field>& x, const Field& b,
               const PseudofermionSolve& request)
    {
        const MultiShiftParameters all{{shifts.begin(), shifts.end()}, parameters(request)};
        timed(request, [&] {
            return worst(withOperator<Field>(
                quark, [&](const auto& a) { return multiShiftConjugateGradient(a, std::span(x), b, all); },
                [&](const auto& a, const auto& lower) { return mixedMultiShift(a, std::span(x), b, lower, all); }));
        });
    }

private:
    using HostHopping = host::Hopping<double, kind>;
    using Conversion = HostStagedConversion<HostHopping, DeviceHopping>;

    FermionDomain domain() const { return {u_->lattice().local(), u_->group(), kind}; }
    SolverParameters parameters(const PseudofermionSolve& request) const
    {
        return {.tolerance = request.tolerance,
                .maxIterations = maxIterations_,
                .pollInterval = pollIntervalOn(u_->device())};
    }
    const HostHopping& hostHopping()
    {
        if (!host_) {
            const LinkVector links = download(*u_).links;
            if (!layout_)
                host_.emplace(u_->device().sharedBy(u_->lattice()), u_->group(), links, boundary_);
            else
                host_.emplace(layout_, u_->group(), links, boundary_);
            layout_ = host_->layout();
        }
        return *host_;
    }

    /// Calls onDevice with the positive operator, or mixed with that of the host and that of the device as its lower
    /// precision, as the fields are.
    template<class Field, class OnDevice, class Mixed>
    auto withOperator(const Quark& quark, const OnDevice& onDevice, const Mixed& mixed)
    {
        const SchurOf<kind, DeviceHopping> a(device_, quark);
        return withPositive(a, [&](const auto& positive) {
            if constexpr (std::is_same_v<Field, FermionField>)
                return onDevice(positive);
            else {
                const SchurOf<kind, HostHopping> inDouble(hostHopping(), quark);
                return withPositive(inDouble, [&](const auto& outer) {
                    return mixed(outer, LowerPrecision{positive, Conversion(device_, domain())});
                });
            }
        });
    }
    /// One result for all shifts.
    static SolverResult worst(const MultiShiftResult& shifts)
    {
        SolverResult result;
        result.status = SolverStatus::Converged;
        result.iterations = shifts.iterations;
        for (const SolverResult& shift : shifts.shifts) {
            result.relativeResidual = std::max(result.relativeResidual, shift.relativeResidual);
            if (!shift.converged() && result.converged()) result.status = shift.status;
        }
        return result;
    }

    template<class Solve>
    void timed(const PseudofermionSolve& request, const Solve& solve) const
    {
        const Stopwatch watch;
        const SolverResult result = solve();
        request.work.solverSeconds += watch.seconds();
        request.work.iterations += result.iterations;
        if (!result.converged() && !ProgramPrecompiler::isDry(u_->device()))
            throw UnsolvedError(
                fmt::format("{}: the solver of {} ended with '{}' after {} iterations, relative residual "
                            "{:.3g} instead of {:.3g}",
                            request.title, request.what, name(result.status), result.iterations,
                            result.relativeResidual, request.tolerance));
    }

    const GaugeField* u_;
    BoundaryPhases boundary_;
    int maxIterations_;
    HopLinks links_;
    DeviceHopping device_;
    HoppingForce force_;
    std::optional<HostHopping> host_; ///< of the current links, made on first use
    std::shared_ptr<const host::BlockLayout> layout_;
};

} // namespace gaugegl
