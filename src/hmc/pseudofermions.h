// Actions of pseudofermions over the even-odd operators of algebra/schur.h; CONVENTIONS.md, "Molecular dynamics".
#pragma once

#include "gaugegl/base/clock.h"
#include "hmc/forces.h"
#include "hmc/rational_approximation.h"
#include "pseudofermion_context.h"
#include "solvers/extrapolation.h"
#include "solvers/lanczos.h"

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

/// Two flavours: S = phi^dagger (A^dagger A)^-1 phi, or over the quark of W phi^dagger W (A^dagger A)^-1 W^dagger phi; with a clover
/// term also -2 log |det R| of the diagonal R on the odd sites, or over the quark of W minus the same of it.
template<HoppingTerm D>
class WilsonPseudofermion final : public Pseudofermions<QuarkForm::Wilson, D> {
public:
    using Base = Pseudofermions<QuarkForm::Wilson, D>;
    using typename Base::EnergyField;

    WilsonPseudofermion(std::shared_ptr<typename Base::Shared> quarks, const WilsonParameters& quark,
                        const std::optional<WilsonParameters>& over, const HmcParameters& parameters, std::string title)
        : Base(std::move(quarks), parameters, std::move(title)), quark_(quark), over_(over)
    {}

    double refreshWith(const FermionVector& noise) override
    {
        this->history().forget();
        const auto eta = this->quarks().halvesOf(noise);
        EnergyField source = zeroLike(eta[0]);
        WilsonSchur<D>(this->quarks().forEnergies(quark_), quark_).applyAdjoint(source, eta[0]);
        if (over_) { // W^-dagger = W (W^dagger W)^-1
            EnergyField x = zeroLike(source);
            this->quarks().solve(*over_, x, source, this->forNoise());
            WilsonSchur<D>(this->quarks().forEnergies(*over_), *over_).apply(source, x);
        }
        phi_ = std::move(source);
        phiOnDevice_ = this->quarks().onDevice(*phi_);
        return value(norm2(eta[0])) + ofDeterminants();
    }
    double energy() override
    {
        return this->inverseForm(quark_, sourceOf(*phi_,
                                                  [this](const WilsonParameters& quark) -> const D& {
                                                      return this->quarks().forEnergies(quark);
                                                  })) +
               ofDeterminants();
    }
    // dS = 2 Re phi^dagger dW x - 2 Re (A x)^dagger dA x for x = (A^dagger A)^-1 W^dagger phi.
    void kickMomenta(AlgebraField& p, double time) override
    {
        const FermionField x = this->solvedForForce(
            quark_, sourceOf(*phiOnDevice_, [this](const WilsonParameters& quark) -> const DeviceHopping& {
                return this->quarks().forForces(quark);
            }));
        FermionField psi = zeroLike(x);
        WilsonSchur<DeviceHopping>(this->quarks().forForces(quark_), quark_).apply(psi, x);
        this->quarks().kickThroughSmearing(p, [&](AlgebraField& q) {
            kickBy(q, quark_, {psi, x}, time);
            if (over_) kickBy(q, *over_, {*phiOnDevice_, x}, -time);
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
        if (over_) WilsonSchur(of(*over_), *over_).applyAdjoint(b, phi);
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
    void kickBy(AlgebraField& p, const WilsonParameters& quark,
                const std::pair<const FermionField&, const FermionField&>& yAndX, double time) const
    {
        const auto& [y, x] = yAndX;
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

    WilsonParameters quark_;
    std::optional<WilsonParameters> over_;
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

/// n flavours: S = phi^dagger r(K) phi, r(x) close to x^(-n/4).
template<HoppingTerm D>
class RationalPseudofermion final : public Pseudofermions<QuarkForm::Staggered, D> {
public:
    using Base = Pseudofermions<QuarkForm::Staggered, D>;
    using typename Base::EnergyField;

    RationalPseudofermion(std::shared_ptr<typename Base::Shared> quarks, const FermionTerm& term,
                          const HmcParameters& parameters, std::string title)
        : Base(std::move(quarks), parameters, std::move(title)), quark_{term.mass, term.boundary},
          measured_(term.range.has_value()),
          range_(term.range.value_or(SpectralRange{term.mass * term.mass, term.mass * term.mass + 16})),
          ofNoise_(powerTo(exactness(parameters.precision), term.flavours / 8, range_.lower, range_.upper)),
          ofEnergy_(powerTo(exactness(parameters.precision), -term.flavours / 4, range_.lower, range_.upper)),
          ofForce_(powerTo(term.rationalTolerance, -term.flavours / 4, range_.lower, range_.upper))
    {}

    double refreshWith(const FermionVector& noise) override
    {
        const auto eta = this->quarks().halvesOf(noise);
        checkRange(eta[0]);
        const std::vector<EnergyField> x = shifted(ofNoise_, eta[0], this->forNoise());
        phi_ = zeroLike(eta[0]);
        axpy(ofNoise_.constant, eta[0], *phi_);
        for (std::size_t k = 0; k < x.size(); ++k)
            axpy(ofNoise_.residues[k], x[k], *phi_);
        phiOnDevice_ = this->quarks().onDevice(*phi_);
        return value(norm2(eta[0]));
    }
    double energy() override
    {
        checkRange(*phi_);
        const std::vector<EnergyField> x = shifted(ofEnergy_, *phi_, this->forEnergy());
        double sum = ofEnergy_.constant * value(norm2(*phi_));
        for (std::size_t k = 0; k < x.size(); ++k)
            sum += ofEnergy_.residues[k] * value(realPart(dot(*phi_, x[k])));
        return sum;
    }
    void kickMomenta(AlgebraField& p, double time) override
    {
        const std::vector<FermionField> x = shifted(ofForce_, *phiOnDevice_, this->forForce());
        this->quarks().kickThroughSmearing(p, [&](AlgebraField& q) {
            for (std::size_t k = 0; k < x.size(); ++k)
                kickByStaggered(this->quarks().forForces(quark_), x[k], [&](const Bilinear& fields, double factor) {
                    this->kick(q, fields, factor * ofForce_.residues[k] * time);
                });
        });
        ++this->work().forces;
    }

private:
    /// The tolerance of the approximations for noise and energy; their error is a systematic error of the ensemble.
    static double exactness(HmcPrecision precision)
    {
        if (precision == HmcPrecision::Single) return 1e-7;
        return precision == HmcPrecision::Mixed ? 1e-10 : 1e-12;
    }
    template<class Field>
    std::vector<Field> shifted(const RationalApproximation& r, const Field& b, const PseudofermionSolve& request)
    {
        std::vector<Field> x(r.shifts.size(), zeroLike(b));
        this->quarks().solve(quark_, r.shifts, x, b, request);
        return x;
    }
    /// Measured eigenvalues lie inside the spectrum.
    void checkRange(const EnergyField& start)
    {
        if (!measured_) return;
        const ExtremalEigenvalues found = extremalEigenvalues(
            StaggeredSchur<DeviceHopping>(this->quarks().forForces(quark_), quark_), this->quarks().onDevice(start));
        if (ProgramPrecompiler::isDry(this->quarks().device())) return;
        if (!found.converged)
            throw UnsolvedError(
                fmt::format("{}: the extremal eigenvalues did not converge in {} steps", this->title(), found.steps));
        if (found.lower < range_.lower || found.upper > range_.upper)
            throw UnsolvedError(fmt::format("{}: the eigenvalues {:.6g} .. {:.6g} lie outside the range {:.6g} .. "
                                            "{:.6g} of its rational approximations",
                                            this->title(), found.lower, found.upper, range_.lower, range_.upper));
    }

    StaggeredParameters quark_;
    bool measured_;
    SpectralRange range_;
    RationalApproximation ofNoise_, ofEnergy_, ofForce_;
    std::optional<EnergyField> phi_;
    std::optional<FermionField> phiOnDevice_;
};

} // namespace gaugegl
