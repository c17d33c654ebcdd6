// The common part of the pseudofermion actions of one kind of quarks on the host: hopping terms for forces and energies, noise and
// solves.
#pragma once

#include "fermion/operators/even_odd.h"
#include "fermion/operators/host_conversion.h"
#include "hmc/pseudofermion_solve.h"
#include "host/clover_force.h"
#include "host/hopping.h"
#include "host/stout_links.h"
#include "solvers/mixed.h"

#include <deque>
#include <optional>

namespace gaugegl {

/// Quarks with one kind of boundary and of smearing in the links of a field of the host.  Systems in double precision are solved with
/// corrections in single precision.  ForceT, EnergyT: float or double, of the fields for forces and for energies.
template<QuarkForm form_, class ForceT, class EnergyT>
class HostPseudofermionContext {
public:
    static constexpr QuarkForm form = form_;                        ///< of the quarks
    static constexpr FermionKind kind = kindOf(form);               ///< of the fields
    using Momenta = host::LinkAlgebra;                              ///< of the links
    using EnergyHopping = host::Hopping<EnergyT, kind>;             ///< for energies
    using ForceHopping = host::Hopping<ForceT, kind>;               ///< for forces
    using EnergyField = host::Field<EnergyT>;                       ///< of the sites of one parity
    using ForceField = host::Field<ForceT>;                         ///< of the sites of one parity
    using Quark = typename SchurOf<form, ForceHopping>::Parameters; ///< numbers

    /// The field must outlive the object.
    HostPseudofermionContext(const host::LinkField& u, const FermionLinks& see, int maxIterations)
        : u_(&u), see_(see), maxIterations_(maxIterations), stout_(u, see.stout),
          factors_(*u.layout(), kind, see.boundary)
    {}
    HostPseudofermionContext(const HostPseudofermionContext&) = delete;
    HostPseudofermionContext& operator=(const HostPseudofermionContext&) = delete;

    /// To be called when the links have changed: what follows from them is made when it is asked for.
    void gaugeFieldChanged() { changed_ = true; }
    /// Whether nothing is computed: never.
    static constexpr bool isDry() { return false; }
    /// What the quarks see.
    const FermionLinks& see() const { return see_; }
    /// Where the fields are.
    FermionDomain domain() const { return {u_->layout()->lattice(), u_->group(), kind, see_.slices}; }

    /// The hopping term for forces on a quark; until the links change.
    const ForceHopping& forForces(const Quark& quark) { return hopping<ForceT>(quark); }
    /// The hopping term for energies of a quark; until the links change.
    const EnergyHopping& forEnergies(const Quark& quark) { return hopping<EnergyT>(quark); }
    /// The hopping term of a quark in single precision; until the links change.
    const host::Hopping<float, kind>& inSingle(const Quark& quark) { return hopping<float>(quark); }
    /// The hopping term of a quark in double precision; until the links change.
    const host::Hopping<double, kind>& inDouble(const Quark& quark) { return hopping<double>(quark); }
    /// log |det R| of the diagonal of a quark on the odd sites, where even-odd forms invert it; 0 without a clover term.
    double logDeterminant(const Quark& quark)
    {
        if constexpr (form == QuarkForm::Wilson)
            if (hasBlocks(quark)) return term(quark).logDeterminants[1];
        return 0;
    }

    /// p -= factor times the force of Re y^dagger H x.
    template<class T>
    void kickMomenta(host::LinkAlgebra& p, const BilinearOf<host::Field<T>>& fields, double factor)
    {
        plain<T>().kickMomenta(p, fields.y, fields.x, factor);
    }
    /// Collects weight times Re y^dagger [sum over mu < nu of gamma_mu gamma_nu G_munu] x of the sites of a parity.
    void addClover(int /*parity*/, const ForceField& y, const ForceField& x, double weight)
    {
        cloverForce().add(y, x, weight);
    }
    /// Collects weight times Re tr [R^-1 sum over mu < nu of gamma_mu gamma_nu G_munu], R the diagonal of a quark, of the sites of a
    /// parity.
    void addCloverDeterminant(int parity, const Quark& quark, double weight) requires(form_ == QuarkForm::Wilson)
    {
        cloverForce().addDeterminant(parity, term(quark), weight);
    }
    /// p -= the force of what was collected.
    void kickByClover(host::LinkAlgebra& p) { cloverForce().kickMomenta(p, stout_.links()); }
    /// Calls kick(q), which subtracts forces of the links that the quarks see from q, and subtracts from p what these are
    /// as forces of the links of the field.
    template<class Kick>
    void kickThroughSmearing(host::LinkAlgebra& p, const Kick& kick)
    {
        kickThrough(
            see_.stout, stout_, gradient_, p, [&] { return host::makeLinkAlgebra(u_->layout(), u_->group()); }, kick);
    }

    /// Complex Gaussians on the whole lattice, those of the even sites first.
    FermionVector noise(const NoiseSource& from) const
    {
        return pseudofermionNoise(u_->layout()->shared().lattice(), domain(), from);
    }
    /// The even and odd sites of the noise as fields for energies.
    std::array<EnergyField, 2> halvesOf(const FermionVector& noise)
    {
        return halves(plain<EnergyT>(), domain(), noise);
    }
    /// A copy of a field where forces are computed.
    ForceField fieldForForces(const EnergyField& x)
    {
        if constexpr (std::is_same_v<ForceT, EnergyT>)
            return x;
        else {
            ForceField copy = plain<ForceT>().makeField(x.parity());
            host::convert(copy, x);
            return copy;
        }
    }

    /// Solves A x = b for the positive form of the operator; x holds the initial guess.  Throws UnsolvedError, as does the
    /// following.
    template<class T>
    void solve(const Quark& quark, host::Field<T>& x, const host::Field<T>& b, const PseudofermionSolve& request)
    {
        timed(request, isDry(), [&] {
            return withOperator<T>(
                quark, [&](const auto& a) { return conjugateGradient(a, x, b, parameters(request)); },
                [&](const auto& a, const auto& lower) {
                    return mixedConjugateGradient(Shifted(a, 0), x, b, lower, parameters(request));
                });
        });
    }
    /// Solves (A + shift) x = b for each of the shifts; the initial content of x is ignored.
    template<class T>
    void solve(const Quark& quark, std::span<const double> shifts, std::vector<host::Field<T>>& x,
               const host::Field<T>& b, const PseudofermionSolve& request)
    {
        const MultiShiftParameters all{{shifts.begin(), shifts.end()}, parameters(request)};
        timed(request, isDry(), [&] {
            return worst(withOperator<T>(
                quark, [&](const auto& a) { return multiShiftConjugateGradient(a, std::span(x), b, all); },
                [&](const auto& a, const auto& lower) { return mixedMultiShift(a, std::span(x), b, lower, all); }));
        });
    }

private:
    /// The hopping terms in one precision.
    template<class T>
    struct Hoppings {
        /// With the clover term of a quark.
        struct OfQuark {
            Quark quark;
            host::Hopping<T, kind> hopping;
        };
        std::optional<host::Hopping<T, kind>> plain; ///< made on first use
        std::deque<OfQuark> clovers;
    };
    /// The clover term of a quark.
    struct Term {
        Quark quark;
        host::CloverTerm term;
    };

    host::CloverForce& cloverForce()
    {
        if (!clover_) clover_.emplace(u_->layout(), u_->group());
        return *clover_;
    }
    SolverParameters parameters(const PseudofermionSolve& request) const
    {
        return {.tolerance = request.tolerance, .maxIterations = maxIterations_};
    }
    void makeCurrent()
    {
        if (!changed_) return;
        changed_ = false;
        stout_.update();
        single_ = {};
        double_ = {};
        terms_.clear();
    }
    template<class T>
    Hoppings<T>& hoppings()
    {
        makeCurrent();
        if constexpr (std::is_same_v<T, float>)
            return single_;
        else
            return double_;
    }
    /// Without a clover term.
    template<class T>
    const host::Hopping<T, kind>& plain()
    {
        Hoppings<T>& all = hoppings<T>();
        if (!all.plain) all.plain = host::Hopping<T, kind>(stout_.links(), factors_).inSlices(see_.slices);
        return *all.plain;
    }
    template<class T>
    const host::Hopping<T, kind>& hopping(const Quark& quark)
    {
        if constexpr (form == QuarkForm::Wilson)
            if (hasBlocks(quark)) {
                Hoppings<T>& all = hoppings<T>();
                if (const auto* known = withBlocksOf(all.clovers, quark)) return known->hopping;
                return all.clovers.emplace_back(typename Hoppings<T>::OfQuark{quark, plain<T>().with(term(quark))})
                    .hopping;
            }
        return plain<T>();
    }
    const host::CloverTerm& term(const Quark& quark) requires(form_ == QuarkForm::Wilson)
    {
        makeCurrent();
        if (const auto* known = withBlocksOf(terms_, quark)) return known->term;
        return terms_
            .emplace_back(
                Term{quark, host::cloverTerm(u_->layout()->shared(), u_->group(), stout_.links().links(), quark)})
            .term;
    }

    /// Calls same with the positive operator in single precision, or mixed with that in double precision and, as its lower
    /// precision, the former.
    template<class T, class Same, class Mixed>
    auto withOperator(const Quark& quark, const Same& same, const Mixed& mixed)
    {
        const host::Hopping<float, kind>& single = hopping<float>(quark);
        const SchurOf<form, host::Hopping<float, kind>> a(single, quark);
        return withPositive(a, [&](const auto& positive) {
            if constexpr (std::is_same_v<T, float>)
                return same(positive);
            else {
                const SchurOf<form, host::Hopping<double, kind>> inDouble(hopping<double>(quark), quark);
                return withPositive(inDouble, [&](const auto& outer) {
                    return mixed(outer, LowerPrecision{positive, DoubleToFloat<kind>(single)});
                });
            }
        });
    }

    const host::LinkField* u_;
    FermionLinks see_;
    int maxIterations_;
    host::StoutLinks stout_;
    host::StepFactors factors_;
    std::optional<host::CloverForce> clover_; ///< once there is a clover term
    bool changed_ = false;                    ///< the links, since what follows was made
    Hoppings<float> single_;
    Hoppings<double> double_;
    std::deque<Term> terms_;
    std::optional<host::LinkAlgebra> gradient_;
};

} // namespace gaugegl
