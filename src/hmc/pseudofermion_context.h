// The common part of the pseudofermion actions of one kind of quarks on a device: hopping terms for forces and energies, noise and
// solves.
#pragma once

#include "core/fermion_source.h"
#include "device/program_precompiler.h"
#include "fermion/operators/exchange.h"
#include "fermion/operators/hopping.h"
#include "gauge/smearing/stout_links.h"
#include "gaugegl/base/clock.h"
#include "gaugegl/base/error.h"
#include "gaugegl/fields/transfer.h"
#include "hmc/action.h"
#include "hmc/clover_force.h"
#include "hmc/forces.h"
#include "hmc/pseudofermion_solve.h"
#include "host/hopping.h"
#include "host/stout_links.h"
#include "solvers/mixed.h"

#include <algorithm>
#include <deque>
#include <fmt/format.h>

namespace gaugegl {

/// Quarks with one kind of boundary and of smearing in the links of a field.  D is the hopping term for energies: that of the device,
/// or one of the host in double precision, with corrections from the device.
template<QuarkForm form_, HoppingTerm D>
class PseudofermionContext {
public:
    static constexpr QuarkForm form = form_;                          ///< of the quarks
    static constexpr FermionKind kind = kindOf(form);                 ///< of the fields
    using Momenta = AlgebraField;                                     ///< of the links
    using EnergyHopping = D;                                          ///< for energies
    using ForceHopping = DeviceHopping;                               ///< for forces
    using EnergyField = typename D::Field;                            ///< of the sites of one parity
    using ForceField = FermionField;                                  ///< of the sites of one parity
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

    /// Whether nothing is computed, so that solves do not converge.
    bool isDry() const { return ProgramPrecompiler::isDry(u_->device()); }
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
    /// The hopping term of a quark on the host in single precision; until the links change.
    host::Hopping<float, kind> inSingle(const Quark& /*quark*/) requires onHost
    {
        const HostHopping& inDouble = hostHopping();
        return {inDouble.layout(), u_->group(), hostLinks_, see_.boundary};
    }
    /// The hopping term of a quark on the host in double precision; until the links change.
    const host::Hopping<double, kind>& inDouble(const Quark& quark) requires onHost { return hostHopping(quark); }
    /// Where the fields are.
    FermionDomain domain() const { return {u_->lattice().local(), u_->group(), kind, see_.slices}; }
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
            const OnHost* clover = withBlocksOf(hostClovers_, quark);
            return clover ? clover->logDeterminant : 0;
        } else {
            const OnDevice* clover = cloverOf(quark);
            return clover ? clover->field->logDeterminant(1) : 0;
        }
    }
    /// p -= factor times the force of Re y^dagger H x.
    void kickMomenta(AlgebraField& p, const Bilinear& fields, double factor) const
    {
        force_.kickMomenta(p, fields, factor);
    }
    /// p -= factor times the force of Re y^dagger H x for fields of the host in any precision.
    template<class T>
    void kickMomenta(AlgebraField& p, const BilinearOf<host::Field<T>>& fields, double factor) const
    {
        const auto y = onDevice(fields.y), x = onDevice(fields.x);
        kickMomenta(p, Bilinear{{&y[0], &y[1]}, {&x[0], &x[1]}}, factor);
    }
    /// Collects weight times Re y^dagger [sum over mu < nu of gamma_mu gamma_nu G_munu] x of the sites of a parity.
    void addClover(int parity, const FermionField& y, const FermionField& x, double weight)
    {
        clover_.add(parity, y, x, weight);
    }
    /// Collects weight times Re tr [R^-1 sum over mu < nu of gamma_mu gamma_nu G_munu], R the diagonal of a quark, of the sites of a
    /// parity.
    void addCloverDeterminant(int parity, const Quark& quark, double weight)
    {
        clover_.addDeterminant(parity, *cloverOf(quark)->field, weight);
    }
    /// p -= the force of what was collected.
    void kickByClover(AlgebraField& p) { clover_.kickMomenta(p); }
    /// Calls kick(q), which subtracts forces of the links that the quarks see from q, and subtracts from p what these are
    /// as forces of the links of the field.
    template<class Kick>
    void kickThroughSmearing(AlgebraField& p, const Kick& kick)
    {
        kickThrough(
            see_.stout, stout_, gradient_, p, [&] { return AlgebraField(u_->device(), u_->lattice(), u_->group()); },
            kick);
    }

    /// Complex Gaussians on the whole lattice, those of the even sites first.
    FermionVector noise(const NoiseSource& from) const { return pseudofermionNoise(u_->lattice(), domain(), from); }
    /// The even and odd sites of the noise as fields for energies.
    std::array<EnergyField, 2> halvesOf(const FermionVector& noise)
    {
        return halves(withoutDiagonal(), domain(), noise);
    }
    /// A copy of a field where forces are computed.
    FermionField fieldForForces(const EnergyField& x) const
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
        timed(request, isDry(), [&] {
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
        timed(request, isDry(), [&] {
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
    template<class T>
    std::array<FermionField, 2> onDevice(const std::array<const host::Field<T>*, 2>& x) const
    {
        HalfVector numbers(domain().size() / 2);
        const auto half = [&](int parity) {
            FermionField field = device_.makeField(parity);
            download(std::span(numbers), *x[std::size_t(parity)]);
            upload(field, numbers);
            return field;
        };
        return {half(0), half(1)};
    }
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
    /// A quark's hopping term on the host, with its clover term.
    struct OnHost {
        Quark quark;
        HostHopping hopping;
        double logDeterminant; ///< of the odd sites
    };

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
            OnDevice* const same = withBlocksOf(clovers_, quark);
            if (!same) {
                const auto field = std::make_shared<CloverField>(stout_.links(), quark);
                return &clovers_.emplace_back(OnDevice{quark, field, device_.with(field)});
            }
            if (!same->current) same->field->update();
            same->current = true;
            return same;
        } else
            return nullptr;
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
        if (const OnHost* known = withBlocksOf(hostClovers_, quark)) return known->hopping;
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
