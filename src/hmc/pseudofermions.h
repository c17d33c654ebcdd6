// Actions of pseudofermions over the even-odd operators of algebra/schur.h; CONVENTIONS.md, "Molecular dynamics".
#pragma once

#include "gaugegl/base/clock.h"
#include "hmc/forces.h"
#include "pseudofermion_context.h"
#include "solvers/extrapolation.h"

namespace gaugegl {

/// The base of the following actions.  Context: what they share with others of this boundary, on a device (pseudofermion_context.h) or
/// on the host (host_pseudofermion_context.h).
template<class Context>
class Pseudofermions : public ActionOn<typename Context::Momenta> {
public:
    static constexpr QuarkForm form = Context::form;       ///< of the quarks
    using Momenta = typename Context::Momenta;             ///< of the links
    using Quark = typename Context::Quark;                 ///< numbers of one
    using EnergyHopping = typename Context::EnergyHopping; ///< for energies
    using ForceHopping = typename Context::ForceHopping;   ///< for forces
    using EnergyField = typename Context::EnergyField;     ///< where energies are computed
    using ForceField = typename Context::ForceField;       ///< where forces are computed
    using Bilinears = BilinearOf<ForceField>;              ///< of forces

    std::string title() const override { return title_; }
    void gaugeFieldChanged() override { quarks_->gaugeFieldChanged(); }
    double refresh(const NoiseSource& noise) override { return this->refreshWith(quarks_->noise(noise)); }

protected:
    Pseudofermions(std::shared_ptr<Context> quarks, const HmcParameters& parameters, std::string title)
        : quarks_(std::move(quarks)), history_(historyOf(parameters)), title_(std::move(title)),
          forceTolerance_(parameters.forceTolerance.value_or(defaultForceTolerance(parameters.precision))),
          energyTolerance_(parameters.energyTolerance.value_or(defaultEnergyTolerance(parameters.precision)))
    {}

    Context& quarks() const { return *quarks_; }
    SolutionHistory<ForceField>& history() { return history_; }
    PseudofermionSolve forForce() { return {forceTolerance_, "the force", title_, this->work()}; }
    PseudofermionSolve forEnergy() { return {energyTolerance_, "the energy", title_, this->work()}; }
    PseudofermionSolve forNoise() { return {energyTolerance_, "the noise", title_, this->work()}; }

    /// The solution for a force.
    ForceField solvedForForce(const Quark& quark, const ForceField& b)
    {
        ForceField x = zeroLike(b);
        const Stopwatch watch;
        const SchurOf<form, ForceHopping> schur(quarks_->forForces(quark), quark);
        withPositive(schur, [&](const auto& a) { history_.guess(a, x, b); });
        this->work().solverSeconds += watch.seconds();
        quarks_->solve(quark, x, b, forForce());
        history_.add(x);
        return x;
    }
    /// b^dagger A^-1 b, whose error is of second order in that of the solution x: 2 Re (b, x) - (x, A x).
    double inverseForm(const Quark& quark, const EnergyField& b)
    {
        EnergyField x = zeroLike(b);
        quarks_->solve(quark, x, b, forEnergy());
        const SchurOf<form, EnergyHopping> schur(quarks_->forEnergies(quark), quark);
        return withPositive(schur, [&](const auto& a) {
            EnergyField image = zeroLike(b);
            a.apply(image, x);
            return 2 * value(realPart(dot(b, x))) - value(realPart(dot(x, image)));
        });
    }
    void kick(Momenta& p, const Bilinears& fields, double factor) const { quarks_->kickMomenta(p, fields, factor); }

private:
    static int historyOf(const HmcParameters& parameters)
    {
        if (parameters.guess == Guess::Zero) return 0;
        return parameters.guess == Guess::Last ? 1 : parameters.guesses;
    }

    std::shared_ptr<Context> quarks_;
    SolutionHistory<ForceField> history_;
    std::string title_;
    double forceTolerance_, energyTolerance_;
};

/// p -= time times the force of -2 Re y^dagger S x of domain walls: S = 1 - 1/4 H_eo K H_oe K, so that
///   dS = -1/4 [ y^dagger dH K H K x + (K^dagger H^dagger y)^dagger dH K x ].
template<HoppingTerm D, class Kick>
void kickByWalls(const DomainWallSchur<D>& s, const typename D::Field& y, const typename D::Field& x, const Kick& kick)
{
    typename D::Field xEven = s.makeField(), xOdd = s.makeOtherField(), yOdd = s.makeOtherField();
    s.forForce(yOdd, xEven, xOdd, y, x);
    kick(BilinearOf<typename D::Field>{{&y, &yOdd}, {&xEven, &xOdd}}, 0.5);
}

/// Two flavours, or eight tastes of staggered quarks with a chemical potential:
/// S = phi^dagger (A^dagger A)^-1 phi, or over the quark of W phi^dagger W (A^dagger A)^-1 W^dagger phi; with a clover
/// term also -2 log |det R| of the diagonal R on the odd sites, and over the quark of W plus 2 log |det R| of that quark.  Domain walls
/// have always W, that of Pauli and Villars in the end.
template<class Context>
class TwoFlavourPseudofermion final : public Pseudofermions<Context> {
public:
    using Base = Pseudofermions<Context>;
    using Base::form;
    using typename Base::Bilinears;
    using typename Base::EnergyField;
    using typename Base::EnergyHopping;
    using typename Base::ForceField;
    using typename Base::ForceHopping;
    using typename Base::Momenta;
    using typename Base::Quark;
    using OfForces = SchurOf<form, ForceHopping>; ///< A where forces are computed

    TwoFlavourPseudofermion(std::shared_ptr<Context> quarks, const Quark& quark, const std::optional<Quark>& over,
                            const HmcParameters& parameters, std::string title)
        : Base(std::move(quarks), parameters, std::move(title)), quark_(quark), over_(over)
    {}

    double refreshWith(const FermionVector& noise) override
    {
        this->history().forget();
        const auto eta = this->quarks().halvesOf(noise);
        EnergyField source = zeroLike(eta[0]);
        SchurOf<form, EnergyHopping>(this->quarks().forEnergies(quark_), quark_).applyAdjoint(source, eta[0]);
        if (over_) { // W^-dagger = W (W^dagger W)^-1
            EnergyField x = zeroLike(source);
            this->quarks().solve(*over_, x, source, this->forNoise());
            SchurOf<form, EnergyHopping>(this->quarks().forEnergies(*over_), *over_).apply(source, x);
        }
        phi_ = std::move(source);
        phiForForces_ = this->quarks().fieldForForces(*phi_);
        return value(norm2(eta[0])) + ofDeterminants();
    }
    double energy() override
    {
        return this->inverseForm(quark_, sourceOf(*phi_,
                                                  [this](const Quark& quark) -> const EnergyHopping& {
                                                      return this->quarks().forEnergies(quark);
                                                  })) +
               ofDeterminants();
    }
    // dS = 2 Re phi^dagger dW x - 2 Re (A x)^dagger dA x for x = (A^dagger A)^-1 W^dagger phi.
    void kickMomenta(Momenta& p, double time) override
    {
        const ForceField x =
            this->solvedForForce(quark_, sourceOf(*phiForForces_, [this](const Quark& quark) -> const ForceHopping& {
                                     return this->quarks().forForces(quark);
                                 }));
        ForceField psi = zeroLike(x);
        OfForces(this->quarks().forForces(quark_), quark_).apply(psi, x);
        this->quarks().kickThroughSmearing(p, [&](Momenta& q) {
            kickBy(q, quark_, {psi, x}, time);
            if (over_) kickBy(q, *over_, {*phiForForces_, x}, -time);
            if constexpr (form == QuarkForm::Wilson)
                if (quark_.hasBlocks()) this->quarks().kickByClover(q);
        });
        ++this->work().forces;
    }

private:
    /// phi, or W^dagger phi with the hopping term that `of` gives for the quark of W.
    template<class Field, class Hopping>
    Field sourceOf(const Field& phi, const Hopping& of) const
    {
        Field b = phi;
        if (over_) {
            const auto& d = of(*over_);
            SchurOf<form, std::remove_cvref_t<decltype(d)>>(d, *over_).applyAdjoint(b, phi);
        }
        return b;
    }
    /// What the determinants of diagonals contribute to S.
    double ofDeterminants()
    {
        double sum = -2 * this->quarks().logDeterminant(quark_);
        if (over_) sum += 2 * this->quarks().logDeterminant(*over_);
        return sum;
    }
    /// p -= time times the force of -2 Re y^dagger A x:
    ///   A = R - kappa^2 H_eo R^-1 H_oe,  R = B + i mt gamma_5, or R = m and kappa^2 = 1/4 of staggered quarks.
    /// Of a clover term that is collected, with the determinant: with d(R^-1) = -R^-1 dR R^-1 and yo = R^-dagger H^dagger y, xo = R^-1 H x
    ///   dS = -2 Re [y^dagger dR x + kappa^2 yo^dagger dR xo] - 2 Re tr R^-1 dR,  dR = -kappa c_SW sum gamma_mu gamma_nu dG_munu.
    void kickBy(Momenta& p, const Quark& quark, const std::pair<const ForceField&, const ForceField&>& yAndX,
                double time) const
    {
        const auto& [y, x] = yAndX;
        if constexpr (form == QuarkForm::DomainWall)
            kickByWalls(OfForces(this->quarks().forForces(quark), quark), y, x,
                        [&](const Bilinears& fields, double factor) { this->kick(p, fields, factor * time); });
        else
            kickByHops(p, quark, y, x, time);
    }
    void kickByHops(Momenta& p, const Quark& quark, const ForceField& y, const ForceField& x, double time) const
    {
        const ForceHopping& d = this->quarks().forForces(quark);
        const SiteDiagonal inverse = diagonalOf(quark).inverse();
        ForceField xOdd = d.makeField(1), yOdd = d.makeField(1);
        d.hop(xOdd, x, {1, Sign::Plus, fused(noDiagonal, inverse)});
        d.hop(yOdd, y, {1, Sign::Minus, fused(noDiagonal, inverse.adjoint())});
        const double k2 = hopFactorOf(quark) * hopFactorOf(quark);
        this->kick(p, {{&y, &yOdd}, {&x, &xOdd}}, 2 * k2 * time);
        if constexpr (form == QuarkForm::Wilson) {
            if (!quark.hasBlocks()) return;
            const double weight = 2 * quark.kappa * quark.clover * time;
            Context& quarks = this->quarks();
            quarks.addClover(0, y, x, weight);
            quarks.addClover(1, yOdd, xOdd, k2 * weight);
            quarks.addCloverDeterminant(1, quark, weight);
        }
    }

    Quark quark_;
    std::optional<Quark> over_;
    std::optional<EnergyField> phi_;
    std::optional<ForceField> phiForForces_;
};

/// p -= time times the force of S = phi^dagger K^-1 phi: with x = K^-1 phi and X = H_oe x,
///   dS = -x^dagger dK x = 1/4 Re [x^dagger dH_eo X - X^dagger dH_oe x].
template<HoppingTerm D, class Kick>
void kickByStaggered(const D& d, const typename D::Field& x, const Kick& kick)
{
    typename D::Field xOdd = d.makeField(1);
    d.hop(xOdd, x, {1, Sign::Plus, {0, 0, 1, 0}});
    typename D::Field minus = zeroLike(xOdd);
    axpy(-1.0, xOdd, minus);
    kick(BilinearOf<typename D::Field>{{&x, &minus}, {&x, &xOdd}}, 0.25);
}

/// Four tastes: S = phi^dagger K^-1 phi.
template<class Context>
class StaggeredPseudofermion final : public Pseudofermions<Context> {
public:
    using Base = Pseudofermions<Context>;
    using typename Base::Bilinears;
    using typename Base::EnergyField;
    using typename Base::EnergyHopping;
    using typename Base::ForceField;
    using typename Base::Momenta;

    StaggeredPseudofermion(std::shared_ptr<Context> quarks, const StaggeredParameters& quark,
                           const HmcParameters& parameters, std::string title)
        : Base(std::move(quarks), parameters, std::move(title)), quark_(quark)
    {}

    double refreshWith(const FermionVector& noise) override
    {
        this->history().forget();
        const auto eta = this->quarks().halvesOf(noise);
        const StaggeredSchur<EnergyHopping> k(this->quarks().forEnergies(quark_), quark_);
        phi_ = zeroLike(eta[0]);
        k.prepareSource(*phi_, eta[0], eta[1]);
        phiForForces_ = this->quarks().fieldForForces(*phi_);
        return energy();
    }
    double energy() override { return this->inverseForm(quark_, *phi_); }
    void kickMomenta(Momenta& p, double time) override
    {
        const ForceField x = this->solvedForForce(quark_, *phiForForces_);
        this->quarks().kickThroughSmearing(p, [&](Momenta& q) {
            kickByStaggered(this->quarks().forForces(quark_), x,
                            [&](const Bilinears& fields, double factor) { this->kick(q, fields, factor * time); });
        });
        ++this->work().forces;
    }

private:
    StaggeredParameters quark_;
    std::optional<EnergyField> phi_;
    std::optional<ForceField> phiForForces_;
};

} // namespace gaugegl
