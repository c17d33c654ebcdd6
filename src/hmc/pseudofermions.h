// Actions of pseudofermions over the even-odd operators of algebra/schur.h; CONVENTIONS.md, "Molecular dynamics".
#pragma once

#include "gaugegl/base/clock.h"
#include "hmc/forces.h"
#include "pseudofermion_context.h"
#include "solvers/extrapolation.h"

namespace gaugegl {

/// The base of the following actions.
template<QuarkForm form, HoppingTerm D>
class Pseudofermions : public Action {
public:
    using Shared = PseudofermionContext<form, D>;     ///< the quarks of this boundary
    using Quark = typename Shared::Quark;             ///< numbers of one
    using EnergyField = typename Shared::EnergyField; ///< where energies are computed

    std::string title() const override { return title_; }
    void gaugeFieldChanged() override { quarks_->gaugeFieldChanged(); }
    double refresh(const NoiseSource& noise) override { return this->refreshWith(quarks_->noise(noise)); }

protected:
    Pseudofermions(std::shared_ptr<Shared> quarks, const HmcParameters& parameters, std::string title)
        : quarks_(std::move(quarks)), history_(historyOf(parameters)), title_(std::move(title)),
          forceTolerance_(parameters.forceTolerance.value_or(defaultForceTolerance(parameters.precision))),
          energyTolerance_(parameters.energyTolerance.value_or(defaultEnergyTolerance(parameters.precision)))
    {}

    Shared& quarks() const { return *quarks_; }
    SolutionHistory<FermionField>& history() { return history_; }
    PseudofermionSolve forForce() { return {forceTolerance_, "the force", title_, work()}; }
    PseudofermionSolve forEnergy() { return {energyTolerance_, "the energy", title_, work()}; }
    PseudofermionSolve forNoise() { return {energyTolerance_, "the noise", title_, work()}; }

    /// The solution for a force.
    FermionField solvedForForce(const Quark& quark, const FermionField& b)
    {
        FermionField x = zeroLike(b);
        const Stopwatch watch;
        const SchurOf<form, DeviceHopping> schur(quarks_->forForces(quark), quark);
        withPositive(schur, [&](const auto& a) { history_.guess(a, x, b); });
        work().solverSeconds += watch.seconds();
        quarks_->solve(quark, x, b, forForce());
        history_.add(x);
        return x;
    }
    /// b^dagger A^-1 b, whose error is of second order in that of the solution x: 2 Re (b, x) - (x, A x).
    double inverseForm(const Quark& quark, const EnergyField& b)
    {
        EnergyField x = zeroLike(b);
        quarks_->solve(quark, x, b, forEnergy());
        const SchurOf<form, D> schur(quarks_->forEnergies(quark), quark);
        return withPositive(schur, [&](const auto& a) {
            EnergyField image = zeroLike(b);
            a.apply(image, x);
            return 2 * value(realPart(dot(b, x))) - value(realPart(dot(x, image)));
        });
    }
    void kick(AlgebraField& p, const Bilinear& fields, double factor) const
    {
        quarks_->force().kickMomenta(p, fields, factor);
    }

private:
    static int historyOf(const HmcParameters& parameters)
    {
        if (parameters.guess == Guess::Zero) return 0;
        return parameters.guess == Guess::Last ? 1 : parameters.guesses;
    }

    std::shared_ptr<Shared> quarks_;
    SolutionHistory<FermionField> history_;
    std::string title_;
    double forceTolerance_, energyTolerance_;
};

/// p -= time times the force of -2 Re y^dagger S x of domain walls: S = 1 - 1/4 H_eo K H_oe K, so that
///   dS = -1/4 [ y^dagger dH K H K x + (K^dagger H^dagger y)^dagger dH K x ].
template<class Kick>
void kickByWalls(const DomainWallSchur<DeviceHopping>& s, const FermionField& y, const FermionField& x,
                 const Kick& kick)
{
    FermionField yOdd = zeroLike(y), xEven = zeroLike(x), xOdd = zeroLike(x);
    s.forForce(yOdd, xEven, xOdd, y, x);
    kick(Bilinear{{&y, &yOdd}, {&xEven, &xOdd}}, 0.5);
}

/// Two flavours: S = phi^dagger (A^dagger A)^-1 phi, or over the quark of W phi^dagger W (A^dagger A)^-1 W^dagger phi; with a clover
/// term also -2 log |det R| of the diagonal R on the odd sites, or over the quark of W minus the same of it.  Domain walls have always W, that
/// of Pauli and Villars in the end.
template<QuarkForm form, HoppingTerm D>
class TwoFlavourPseudofermion final : public Pseudofermions<form, D> {
public:
    using Base = Pseudofermions<form, D>;
    using typename Base::EnergyField;
    using typename Base::Quark;
    using OnDevice = SchurOf<form, DeviceHopping>; ///< A where forces are computed

    TwoFlavourPseudofermion(std::shared_ptr<typename Base::Shared> quarks, const Quark& quark,
                            const std::optional<Quark>& over, const HmcParameters& parameters, std::string title)
        : Base(std::move(quarks), parameters, std::move(title)), quark_(quark), over_(over)
    {}

    double refreshWith(const FermionVector& noise) override
    {
        this->history().forget();
        const auto eta = this->quarks().halvesOf(noise);
        EnergyField source = zeroLike(eta[0]);
        SchurOf<form, D>(this->quarks().forEnergies(quark_), quark_).applyAdjoint(source, eta[0]);
        if (over_) { // W^-dagger = W (W^dagger W)^-1
            EnergyField x = zeroLike(source);
            this->quarks().solve(*over_, x, source, this->forNoise());
            SchurOf<form, D>(this->quarks().forEnergies(*over_), *over_).apply(source, x);
        }
        phi_ = std::move(source);
        phiOnDevice_ = this->quarks().onDevice(*phi_);
        return value(norm2(eta[0])) + ofDeterminants();
    }
    double energy() override
    {
        return this->inverseForm(quark_, sourceOf(*phi_,
                                                  [this](const Quark& quark) -> const D& {
                                                      return this->quarks().forEnergies(quark);
                                                  })) +
               ofDeterminants();
    }
    // dS = 2 Re phi^dagger dW x - 2 Re (A x)^dagger dA x for x = (A^dagger A)^-1 W^dagger phi.
    void kickMomenta(AlgebraField& p, double time) override
    {
        const FermionField x =
            this->solvedForForce(quark_, sourceOf(*phiOnDevice_, [this](const Quark& quark) -> const DeviceHopping& {
                                     return this->quarks().forForces(quark);
                                 }));
        FermionField psi = zeroLike(x);
        OnDevice(this->quarks().forForces(quark_), quark_).apply(psi, x);
        this->quarks().kickThroughSmearing(p, [&](AlgebraField& q) {
            kickBy(q, quark_, {psi, x}, time);
            if (over_) kickBy(q, *over_, {*phiOnDevice_, x}, -time);
            if constexpr (form == QuarkForm::Wilson)
                if (quark_.hasBlocks()) this->quarks().cloverForce().kickMomenta(q);
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
    ///   A = R - kappa^2 H_eo R^-1 H_oe,  R = B + i mt gamma_5.
    /// Of a clover term that is collected, with the determinant: with d(R^-1) = -R^-1 dR R^-1 and yo = R^-dagger H^dagger y, xo = R^-1 H x
    ///   dS = -2 Re [y^dagger dR x + kappa^2 yo^dagger dR xo] - 2 Re tr R^-1 dR,  dR = -kappa c_SW sum gamma_mu gamma_nu dG_munu.
    void kickBy(AlgebraField& p, const Quark& quark, const std::pair<const FermionField&, const FermionField&>& yAndX,
                double time) const
    {
        const auto& [y, x] = yAndX;
        if constexpr (form == QuarkForm::DomainWall)
            kickByWalls(OnDevice(this->quarks().forForces(quark), quark), y, x,
                        [&](const Bilinear& fields, double factor) { this->kick(p, fields, factor * time); });
        else
            kickByWilson(p, quark, y, x, time);
    }
    void kickByWilson(AlgebraField& p, const Quark& quark, const FermionField& y, const FermionField& x,
                      double time) const
    {
        const DeviceHopping& d = this->quarks().forForces(quark);
        const SiteDiagonal inverse = diagonalOf(quark).inverse();
        FermionField xOdd = zeroLike(x), yOdd = zeroLike(x);
        d.hop(xOdd, x, {1, Sign::Plus, fused(noDiagonal, inverse)});
        d.hop(yOdd, y, {1, Sign::Minus, fused(noDiagonal, inverse.adjoint())});
        const double k2 = quark.kappa * quark.kappa;
        this->kick(p, {{&y, &yOdd}, {&x, &xOdd}}, 2 * k2 * time);
        if (!quark.hasBlocks()) return;
        const double weight = 2 * quark.kappa * quark.clover * time;
        CloverForce& force = this->quarks().cloverForce();
        force.add(0, y, x, weight);
        force.add(1, yOdd, xOdd, k2 * weight);
        force.addDeterminant(1, *this->quarks().cloverField(quark), weight);
    }

    Quark quark_;
    std::optional<Quark> over_;
    std::optional<EnergyField> phi_;
    std::optional<FermionField> phiOnDevice_;
};

/// p -= time times the force of S = phi^dagger K^-1 phi: with x = K^-1 phi and X = H_oe x,
///   dS = -x^dagger dK x = 1/4 Re [x^dagger dH_eo X - X^dagger dH_oe x].
template<class Kick>
void kickByStaggered(const DeviceHopping& d, const FermionField& x, const Kick& kick)
{
    FermionField xOdd = zeroLike(x), minus = zeroLike(x);
    d.hop(xOdd, x, {1, Sign::Plus, {0, 0, 1, 0}});
    axpy(-1.0, xOdd, minus);
    kick(Bilinear{{&x, &minus}, {&x, &xOdd}}, 0.25);
}

/// Four tastes: S = phi^dagger K^-1 phi.
template<HoppingTerm D>
class StaggeredPseudofermion final : public Pseudofermions<QuarkForm::Staggered, D> {
public:
    using Base = Pseudofermions<QuarkForm::Staggered, D>;
    using typename Base::EnergyField;

    StaggeredPseudofermion(std::shared_ptr<typename Base::Shared> quarks, const StaggeredParameters& quark,
                           const HmcParameters& parameters, std::string title)
        : Base(std::move(quarks), parameters, std::move(title)), quark_(quark)
    {}

    double refreshWith(const FermionVector& noise) override
    {
        this->history().forget();
        const auto eta = this->quarks().halvesOf(noise);
        const StaggeredSchur<D> k(this->quarks().forEnergies(quark_), quark_);
        phi_ = zeroLike(eta[0]);
        k.prepareSource(*phi_, eta[0], eta[1]);
        phiOnDevice_ = this->quarks().onDevice(*phi_);
        return energy();
    }
    double energy() override { return this->inverseForm(quark_, *phi_); }
    void kickMomenta(AlgebraField& p, double time) override
    {
        const FermionField x = this->solvedForForce(quark_, *phiOnDevice_);
        this->quarks().kickThroughSmearing(p, [&](AlgebraField& q) {
            kickByStaggered(this->quarks().forForces(quark_), x,
                            [&](const Bilinear& fields, double factor) { this->kick(q, fields, factor * time); });
        });
        ++this->work().forces;
    }

private:
    StaggeredParameters quark_;
    std::optional<EnergyField> phi_;
    std::optional<FermionField> phiOnDevice_;
};

} // namespace gaugegl
