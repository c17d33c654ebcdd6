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

/// The tolerance of the approximations for noise and energy; their error is a systematic error of the ensemble.
inline double exactnessOfRoots(HmcPrecision precision)
{
    if (precision == HmcPrecision::Single) return 1e-7;
    return precision == HmcPrecision::Mixed ? 1e-10 : 1e-12;
}

/// Throws UnsolvedError unless measured eigenvalues lie within the range of rational approximations.
inline void requireWithin(const Action& action, const Device& device, const SpectralRange& range,
                          const ExtremalEigenvalues& found)
{
    if (ProgramPrecompiler::isDry(device)) return;
    if (!found.converged)
        throw UnsolvedError(
            fmt::format("{}: the extremal eigenvalues did not converge in {} steps", action.title(), found.steps));
    if (found.lower < range.lower || found.upper > range.upper)
        throw UnsolvedError(fmt::format("{}: the eigenvalues {:.6g} .. {:.6g} lie outside the range {:.6g} .. "
                                        "{:.6g} of its rational approximations",
                                        action.title(), found.lower, found.upper, range.lower, range.upper));
}

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
          ofNoise_(powerTo(exactnessOfRoots(parameters.precision), term.flavours / 8, range_.lower, range_.upper)),
          ofEnergy_(powerTo(exactnessOfRoots(parameters.precision), -term.flavours / 4, range_.lower, range_.upper)),
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
        requireWithin(*this, this->quarks().device(), range_, found);
    }

    StaggeredParameters quark_;
    bool measured_;
    SpectralRange range_;
    RationalApproximation ofNoise_, ofEnergy_, ofForce_;
    std::optional<EnergyField> phi_;
    std::optional<FermionField> phiOnDevice_;
};

/// n flavours of domain walls over as many of Pauli and Villars: with K = S^dagger S of the quark and V that of the mass 1,
///   S_pf = phi^dagger p(V) r(K) p(V) phi,  r(x) close to x^(-n/2), p(x) to x^(n/4).
template<HoppingTerm D>
class RationalDomainWall final : public Pseudofermions<QuarkForm::DomainWall, D> {
public:
    using Base = Pseudofermions<QuarkForm::DomainWall, D>;
    using typename Base::EnergyField;
    using typename Base::Quark;

    RationalDomainWall(std::shared_ptr<typename Base::Shared> quarks, const Quark& quark, const Quark& pauliVillars,
                       const FermionTerm& term, const HmcParameters& parameters, std::string title)
        : Base(std::move(quarks), parameters, std::move(title)), quark_(quark), pauliVillars_(pauliVillars),
          range_(*term.range)
    {
        const double exact = exactnessOfRoots(parameters.precision), n = term.flavours;
        const auto root = [&](double power, double error) { return powerTo(error, power, range_.lower, range_.upper); };
        noise_ = {root(n / 4, exact), root(-n / 4, exact)};
        energy_ = {root(-n / 2, exact), root(n / 4, exact)};
        force_ = {root(-n / 2, term.rationalTolerance), root(n / 4, term.rationalTolerance)};
    }

    double refreshWith(const FermionVector& noise) override
    {
        const auto eta = this->quarks().halvesOf(noise);
        checkRange(eta[0]);
        phi_ = applied(noise_.ofHeavy, pauliVillars_, applied(noise_.ofQuark, quark_, eta[0], this->forNoise()),
                       this->forNoise());
        phiOnDevice_ = this->quarks().onDevice(*phi_);
        return value(norm2(eta[0]));
    }
    double energy() override
    {
        checkRange(*phi_);
        const EnergyField u = applied(energy_.ofHeavy, pauliVillars_, *phi_, this->forEnergy());
        return value(realPart(dot(u, applied(energy_.ofQuark, quark_, u, this->forEnergy()))));
    }
    // With u = p(V) phi and v = r(K) u, and the solutions of the partial fractions: dS_pf = 2 Re (dp phi)^dagger v + u^dagger dr u,
    //   d (K + s)^-1 = -(K + s)^-1 (dS^dagger S + S^dagger dS) (K + s)^-1.
    void kickMomenta(AlgebraField& p, double time) override
    {
        const FermionField& phi = *phiOnDevice_;
        const std::vector<FermionField> ofPhi = shifted(force_.ofHeavy, pauliVillars_, phi, this->forForce());
        const FermionField u = sum(force_.ofHeavy, phi, ofPhi);
        const std::vector<FermionField> ofU = shifted(force_.ofQuark, quark_, u, this->forForce());
        const FermionField v = sum(force_.ofQuark, u, ofU);
        const std::vector<FermionField> ofV = shifted(force_.ofHeavy, pauliVillars_, v, this->forForce());
        this->quarks().kickThroughSmearing(p, [&](AlgebraField& q) {
            const DomainWallSchur<DeviceHopping> s(this->quarks().forForces(quark_), quark_),
                w(this->quarks().forForces(pauliVillars_), pauliVillars_);
            FermionField image = zeroLike(phi);
            const auto kick = [&](const auto& a, const FermionField& left, const FermionField& right, double weight) {
                a.apply(image, left);
                kickByWalls(a, image, right, [&](const Bilinear& fields, double factor) {
                    this->kick(q, fields, factor * weight * time);
                });
            };
            // -2 Re (S x)^dagger dS x for each, weighted; of p(V) twice the half of it from either side.
            for (std::size_t k = 0; k < ofU.size(); ++k)
                kick(s, ofU[k], ofU[k], force_.ofQuark.residues[k]);
            for (std::size_t k = 0; k < ofPhi.size(); ++k) {
                kick(w, ofPhi[k], ofV[k], force_.ofHeavy.residues[k]);
                kick(w, ofV[k], ofPhi[k], force_.ofHeavy.residues[k]);
            }
        });
        ++this->work().forces;
    }

private:
    /// A function of K, and one of V.
    struct Roots {
        RationalApproximation ofQuark, ofHeavy;
    };

    template<class Field>
    std::vector<Field> shifted(const RationalApproximation& r, const Quark& quark, const Field& b,
                               const PseudofermionSolve& request)
    {
        std::vector<Field> x(r.shifts.size(), zeroLike(b));
        this->quarks().solve(quark, r.shifts, x, b, request);
        return x;
    }
    template<class Field>
    static Field sum(const RationalApproximation& r, const Field& b, const std::vector<Field>& x)
    {
        Field y = zeroLike(b);
        axpy(r.constant, b, y);
        for (std::size_t k = 0; k < x.size(); ++k)
            axpy(r.residues[k], x[k], y);
        return y;
    }
    template<class Field>
    Field applied(const RationalApproximation& r, const Quark& quark, const Field& b, const PseudofermionSolve& request)
    {
        return sum(r, b, shifted(r, quark, b, request));
    }
    void checkRange(const EnergyField& start)
    {
        for (const Quark& quark : {quark_, pauliVillars_}) {
            const DomainWallSchur<DeviceHopping> s(this->quarks().forForces(quark), quark);
            requireWithin(*this, this->quarks().device(), range_,
                          extremalEigenvalues(Normal(s), this->quarks().onDevice(start)));
        }
    }

    Quark quark_, pauliVillars_;
    SpectralRange range_;
    Roots noise_, energy_, force_;
    std::optional<EnergyField> phi_;
    std::optional<FermionField> phiOnDevice_;
};

} // namespace gaugegl
