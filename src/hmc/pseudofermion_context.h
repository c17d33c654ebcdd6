// The common part of the pseudofermion actions of one kind of quarks: hopping terms for forces and energies, noise and
// solves.
#pragma once

#include "core/fermion_source.h"
#include "device/program_precompiler.h"
#include "fermion/operators/exchange.h"
#include "gauge/smearing/stout_links.h"
#include "gaugegl/base/clock.h"
#include "gaugegl/base/error.h"
#include "gaugegl/fermion/operators/hopping.h"
#include "gaugegl/fields/transfer.h"
#include "gaugegl/solvers/mixed.h"
#include "hmc/action.h"
#include "hmc/clover_force.h"
#include "hmc/forces.h"
#include "host/hopping.h"
#include "host/stout.h"

#include <algorithm>
#include <deque>
#include <fmt/format.h>

namespace gaugegl {

/// The tolerance of a solve, and where its work is recorded.
struct PseudofermionSolve {
    double tolerance;  ///< |b - A x| / |b|
    const char* what;  ///< "the force", "the energy", ..
    std::string title; ///< of the action
    ActionWork& work;  ///< counters to increment
};

/// What hopping terms of quarks depend on besides the links of the field.
struct FermionLinks {
    BoundaryPhases boundary = {}; ///< of the fermions
    StoutSteps stout = {};        ///< by which their links are smeared
    int slices = 1;               ///< of their fields

    /// Equal numbers.
    bool operator==(const FermionLinks&) const = default;
};

/// Quarks with one kind of boundary and of smearing in the links of a field.  D is the hopping term for energies: that of the device,
/// or one of the host in double precision, with corrections from the device.
template<QuarkForm form, HoppingTerm D>
class PseudofermionContext {
public:
    static constexpr FermionKind kind = kindOf(form);                 ///< of the fields
    using EnergyField = typename D::Field;                            ///< of the sites of one parity
    using Quark = typename SchurOf<form, D>::Parameters;              ///< numbers
    static constexpr bool onHost = !std::is_same_v<D, DeviceHopping>; ///< for energies

    /// The field must outlive the object.
    PseudofermionContext(const GaugeField& u, const FermionLinks& see, int maxIterations)
        : u_(&u), see_(see), maxIterations_(maxIterations), stout_(u, see.stout),
          links_(stout_.links(), defaultHopStorage(u.group(), u.device().precision(), u.device().registers())),
          device_(inSlices(DeviceHopping(kind, links_, see.boundary), see.slices)),
          force_(kind, stout_.links(), see.boundary, see.slices), clover_(stout_.links())
    {
        device_.tune(u.device().tuner());
        force_.tune(u.device().tuner());
    }
    PseudofermionContext(const PseudofermionContext&) = delete;
    PseudofermionContext& operator=(const PseudofermionContext&) = delete;

    /// To be called when the links have changed: what follows from them is made when it is asked for.
    void gaugeFieldChanged() { changed_ = true; }

    /// The device of the links.
    const Device& device() const { return u_->device(); }
    /// What the quarks see.
    const FermionLinks& see() const { return see_; }
    /// The hopping term for forces on a quark; until the links change.
    const DeviceHopping& forForces(const Quark& quark)
    {
        if (const OnDevice* clover = cloverOf(quark)) return clover->hopping;
        return device_;
    }
    /// The hopping term for energies of a quark; until the links change.
    const D& forEnergies(const Quark& quark)
    {
        if constexpr (onHost)
            return hostHopping(quark);
        else
            return forForces(quark);
    }
    /// The links that the quarks see, on the host; until the links change.
    const LinkVector& linksOnHost() requires onHost
    {
        hostHopping();
        return hostLinks_;
    }
    /// The hopping term of any quark, without a clover term.
    const D& withoutDiagonal()
    {
        if constexpr (onHost)
            return hostHopping();
        else {
            makeCurrent();
            return device_;
        }
    }
    /// log |det R| of the diagonal of a quark on the odd sites, where even-odd forms invert it; 0 without a clover term.
    double logDeterminant(const Quark& quark)
    {
        if constexpr (onHost) {
            hostHopping(quark);
            const OnHost* clover = hostCloverOf(quark);
            return clover ? clover->logDeterminant : 0;
        } else {
            const OnDevice* clover = cloverOf(quark);
            return clover ? clover->field->logDeterminant(1) : 0;
        }
    }
    /// The force of Re y^dagger H x.
    const HoppingForce& force() const { return force_; }
    /// The force of clover terms.
    CloverForce& cloverForce() { return clover_; }
    /// The clover term of a quark on the device, or null.
    const CloverField* cloverField(const Quark& quark)
    {
        const OnDevice* clover = cloverOf(quark);
        return clover ? clover->field.get() : nullptr;
    }
    /// Calls kick(q), which subtracts forces of the links that the quarks see from q, and subtracts from p what these are
    /// as forces of the links of the field.
    template<class Kick>
    void kickThroughSmearing(AlgebraField& p, const Kick& kick)
    {
        if (!see_.stout.smears()) {
            kick(p);
            return;
        }
        if (!gradient_) gradient_.emplace(u_->device(), u_->lattice(), u_->group());
        setZero(*gradient_);
        kick(*gradient_);
        stout_.pullBack(*gradient_);
        add(p, *gradient_);
    }

    /// Complex Gaussians on the whole lattice, those of the even sites first.
    FermionVector noise(const NoiseSource& from) const
    {
        const int ofSlice = noiseDraws(kind, u_->group());
        std::array<Draws, 2> draws; // of each parity
        for (int parity = 0; parity < 2; ++parity)
            draws[std::size_t(parity)] = from.generator->draw(
                {Purpose::Pseudofermion, {from.term, parity}, from.trajectory, see_.slices * ofSlice});
        const Lattice& lattice = u_->lattice();
        return gaugegl::inSlices(see_.slices, fermionComponents(kind, u_->group()), [&](int slice) {
            return gaussianNoise(lattice, kind, u_->group(), [&](std::uint32_t site, std::uint32_t draw) {
                const auto parity = std::size_t(Lattice::parity(lattice.coordinates(site)));
                return draws[parity](site, draw + std::uint32_t(slice * ofSlice));
            });
        });
    }
    /// The even and odd sites of the noise as fields for energies.
    std::array<EnergyField, 2> halvesOf(const FermionVector& noise)
    {
        return halves(withoutDiagonal(), domain(), noise);
    }
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

    /// The hopping term in the slices of its quarks.
    static DeviceHopping inSlices(const DeviceHopping& hopping, int slices)
    {
        return slices > 1 ? hopping.inSlices(slices) : hopping;
    }
    FermionDomain domain() const { return {u_->lattice().local(), u_->group(), kind, see_.slices}; }
    SolverParameters parameters(const PseudofermionSolve& request) const
    {
        return {.tolerance = request.tolerance,
                .maxIterations = maxIterations_,
                .pollInterval = pollIntervalOn(u_->device())};
    }
    /// A quark's clover term on the device, and the hopping term with it.
    struct OnDevice {
        Quark quark;
        std::shared_ptr<CloverField> field;
        DeviceHopping hopping;
        bool current = true;
    };
    /// The same on the host.
    struct OnHost {
        Quark quark;
        HostHopping hopping;
        double logDeterminant; ///< of the odd sites
    };

    static bool hasBlocks(const Quark& quark)
    {
        if constexpr (form == QuarkForm::Wilson)
            return quark.hasBlocks();
        else
            return false;
    }
    static bool sameBlocks(const Quark& a, const Quark& b)
    {
        if constexpr (form == QuarkForm::Wilson)
            return a.kappa == b.kappa && a.mu == b.mu && a.clover == b.clover;
        else
            return false;
    }
    void makeCurrent()
    {
        if (!changed_) return;
        changed_ = false;
        if (see_.stout.smears()) stout_.update();
        links_.update();
        for (OnDevice& one : clovers_)
            one.current = false;
        host_.reset();
        hostClovers_.clear();
    }
    OnDevice* cloverOf(const Quark& quark)
    {
        makeCurrent();
        if (!hasBlocks(quark)) return nullptr;
        if constexpr (form == QuarkForm::Wilson) {
            const auto same =
                std::ranges::find_if(clovers_, [&](const OnDevice& one) { return sameBlocks(one.quark, quark); });
            if (same == clovers_.end()) {
                const auto field = std::make_shared<CloverField>(stout_.links(), quark);
                return &clovers_.emplace_back(OnDevice{quark, field, device_.with(field)});
            }
            if (!same->current) same->field->update();
            same->current = true;
            return &*same;
        } else
            return nullptr;
    }
    const OnHost* hostCloverOf(const Quark& quark) const
    {
        const auto same =
            std::ranges::find_if(hostClovers_, [&](const OnHost& one) { return sameBlocks(one.quark, quark); });
        return same == hostClovers_.end() ? nullptr : &*same;
    }
    const HostHopping& hostHopping()
    {
        makeCurrent();
        if (!host_) {
            const SharedLattice shared = u_->device().sharedBy(u_->lattice());
            hostLinks_ = host::stoutSmeared(download(*u_), see_.stout, shared).links;
            if (!layout_)
                host_.emplace(shared, u_->group(), hostLinks_, see_.boundary);
            else
                host_.emplace(layout_, u_->group(), hostLinks_, see_.boundary);
            layout_ = host_->layout();
            host_ = host_->inSlices(see_.slices);
        }
        return *host_;
    }
    const HostHopping& hostHopping(const Quark& quark)
    {
        const HostHopping& plain = hostHopping();
        if (!hasBlocks(quark)) return plain;
        if (const OnHost* known = hostCloverOf(quark)) return known->hopping;
        if constexpr (form == QuarkForm::Wilson) {
            const host::CloverTerm term =
                host::cloverTerm(u_->device().sharedBy(u_->lattice()), u_->group(), hostLinks_, quark);
            return hostClovers_.emplace_back(OnHost{quark, plain.with(term), term.logDeterminants[1]}).hopping;
        } else
            return plain;
    }

    /// Calls onDevice with the positive operator, or mixed with that of the host and that of the device as its lower
    /// precision, as the fields are.
    template<class Field, class OnDevice, class Mixed>
    auto withOperator(const Quark& quark, const OnDevice& onDevice, const Mixed& mixed)
    {
        const DeviceHopping& device = forForces(quark);
        const SchurOf<form, DeviceHopping> a(device, quark);
        return withPositive(a, [&](const auto& positive) {
            if constexpr (std::is_same_v<Field, FermionField>)
                return onDevice(positive);
            else {
                const SchurOf<form, HostHopping> inDouble(hostHopping(quark), quark);
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
    FermionLinks see_;
    int maxIterations_;
    StoutLinks stout_;
    HopLinks links_;
    DeviceHopping device_;
    HoppingForce force_;
    CloverForce clover_;
    bool changed_ = false;            ///< the links, since what follows was made
    std::deque<OnDevice> clovers_;    ///< of the quarks that were asked for
    std::optional<HostHopping> host_; ///< of the current links, made on first use
    LinkVector hostLinks_;            ///< that the quarks see; of host_
    std::deque<OnHost> hostClovers_;  ///< of the current links
    std::optional<AlgebraField> gradient_;
    std::shared_ptr<const host::BlockLayout> layout_;
};

} // namespace gaugegl
