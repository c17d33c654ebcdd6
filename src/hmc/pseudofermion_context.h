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
#include "gaugegl/hmc/action.h"
#include "gaugegl/solvers/multishift.h"
#include "gaugegl/solvers/refine.h"
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

/// Calls f with A^dagger A of the even-odd operator, or for staggered quarks with that operator itself.
template<FermionKind kind, HoppingTerm D, class Quark, class F>
auto withPositive(const D& d, const Quark& quark, F f)
{
    const SchurOf<kind, D> a(d, quark);
    if constexpr (kind == FermionKind::Staggered)
        return f(a);
    else
        return f(Normal<SchurOf<kind, D>>(a));
}

/// Quarks with one kind of boundary in the links of a field.  D is the hopping term for energies: that of the device,
/// or one of the host in double precision, with corrections from the device.
template<FermionKind kind, HoppingTerm D>
class PseudofermionContext {
public:
    using EnergyField = typename D::Field; ///< of the sites of one parity
    using Quark = std::conditional_t<kind == FermionKind::Wilson, WilsonParameters, StaggeredParameters>; ///< numbers
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

    /// Solves A x = b on the device; x holds the initial guess.  Throws UnsolvedError, as do the following.
    void solve(const Quark& quark, FermionField& x, const FermionField& b, const PseudofermionSolve& request)
    {
        timed(request, [&] {
            return withPositive<kind>(device_, quark,
                                      [&](const auto& a) { return conjugateGradient(a, x, b, parameters(request)); });
        });
    }
    /// Solves A x = b in double precision on the host, with corrections from the device.
    void solve(const Quark& quark, host::Field<double>& x, const host::Field<double>& b,
               const PseudofermionSolve& request) requires onHost
    {
        timed(request, [&] { return solveOnHost(quark, 0, x, b, parameters(request)); });
    }
    /// Solves (A + shift) x = b for each of the shifts; the initial content of x is ignored.
    void solve(const Quark& quark, std::span<const double> shifts, std::vector<FermionField>& x, const FermionField& b,
               const PseudofermionSolve& request)
    {
        timed(request, [&] {
            return withPositive<kind>(device_, quark, [&](const auto& a) {
                return worst(multiShiftConjugateGradient(a, std::span(x), b,
                                                         {{shifts.begin(), shifts.end()}, parameters(request)}));
            });
        });
    }
    /// Solves for all shifts in double precision: all together on the device first, then each with corrections from the
    /// device.
    void solve(const Quark& quark, std::span<const double> shifts, std::vector<host::Field<double>>& x,
               const host::Field<double>& b, const PseudofermionSolve& request) requires onHost
    {
        timed(request, [&] {
            MultiShiftResult result = solveRoughly(quark, shifts, x, b, request);
            for (std::size_t i = 0; i < x.size(); ++i) {
                SolverResult fine = solveOnHost(quark, shifts[i], x[i], b, parameters(request));
                result.iterations += fine.iterations;
                result.shifts[i] = std::move(fine);
            }
            return worst(result);
        });
    }

private:
    using HostHopping = host::Hopping<double, kind>;
    using Conversion = HostStagedConversion<HostHopping, DeviceHopping>;
    static constexpr double roughTolerance = 1e-4; // of shifts that are then refined separately

    FermionDomain domain() const { return {u_->lattice(), u_->group(), kind}; }
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
                host_.emplace(u_->lattice(), u_->group(), links, boundary_);
            else
                host_.emplace(layout_, u_->group(), links, boundary_);
            layout_ = host_->layout();
        }
        return *host_;
    }

    SolverResult solveOnHost(const Quark& quark, double shift, host::Field<double>& x, const host::Field<double>& b,
                             const SolverParameters& parameters)
    {
        return withPositive<kind>(hostHopping(), quark, [&](const auto& a) {
            return withPositive<kind>(device_, quark, [&](const auto& aDevice) {
                const Shifted inDouble(a, shift);
                const Shifted onDevice(aDevice, shift);
                ConjugateGradient pass(onDevice);
                InnerPass<host::Field<double>, decltype(pass), Conversion> correction(pass,
                                                                                      Conversion(device_, domain()));
                return refine(inDouble, x, b, correction, parameters);
            });
        });
    }
    MultiShiftResult solveRoughly(const Quark& quark, std::span<const double> shifts,
                                  std::vector<host::Field<double>>& x, const host::Field<double>& b,
                                  const PseudofermionSolve& request)
    {
        const FermionField source = onDevice(b);
        std::vector<FermionField> rough(x.size(), zeroLike(source));
        MultiShiftParameters together{{shifts.begin(), shifts.end()}, parameters(request)};
        together.solver.tolerance = std::max(request.tolerance, roughTolerance);
        MultiShiftResult result = withPositive<kind>(device_, quark, [&](const auto& a) {
            return multiShiftConjugateGradient(a, std::span(rough), source, together);
        });
        Conversion conversion(device_, domain());
        for (std::size_t i = 0; i < x.size(); ++i) {
            setZero(x[i]);
            conversion.add(x[i], 1, rough[i]);
        }
        return result;
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
