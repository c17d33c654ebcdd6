// Roots of determinants by rational approximations; CONVENTIONS.md, "Molecular dynamics".
#pragma once

#include "algebra/normal.h"
#include "algebra/operator_view.h"
#include "core/rational_approximation.h"
#include "hmc/pseudofermions.h"
#include "solvers/lanczos.h"

namespace gaugegl {

/// The base of the following actions: rational functions of positive operators.
template<class Context>
class RationalPseudofermions : public Pseudofermions<Context> {
public:
    using Base = Pseudofermions<Context>; ///< of all actions
    using typename Base::ForceHopping;
    using typename Base::Quark;

protected:
    using Base::Base;

    /// The tolerance of the approximations for noise and energy; their error is a systematic error of the ensemble.
    static double exactness(HmcPrecision precision)
    {
        if (precision == HmcPrecision::Single) return 1e-7;
        return precision == HmcPrecision::Mixed ? 1e-10 : 1e-12;
    }
    /// (K + s)^-1 b for the shifts s of r, with the positive operator K of a quark.
    template<class Field>
    std::vector<Field> shifted(const RationalApproximation& r, const Quark& quark, const Field& b,
                               const PseudofermionSolve& request)
    {
        std::vector<Field> x(r.shifts.size(), zeroLike(b));
        this->quarks().solve(quark, r.shifts, x, b, request);
        return x;
    }
    /// r(K) b from these solutions.
    template<class Field>
    static Field sum(const RationalApproximation& r, const Field& b, const std::vector<Field>& x)
    {
        Field y = zeroLike(b);
        axpy(r.constant, b, y);
        for (std::size_t k = 0; k < x.size(); ++k)
            axpy(r.residues[k], x[k], y);
        return y;
    }
    /// r(K) b.
    template<class Field>
    Field applied(const RationalApproximation& r, const Quark& quark, const Field& b, const PseudofermionSolve& request)
    {
        return sum(r, b, shifted(r, quark, b, request));
    }
    /// Throws UnsolvedError unless the eigenvalues of K, measured from a start, lie within the range.
    void requireWithin(const SpectralRange& range, const Quark& quark, const typename Base::EnergyField& start)
    {
        const SchurOf<Base::form, ForceHopping> a(this->quarks().forForces(quark), quark);
        const ExtremalEigenvalues found = withPositive(a, [&](const auto& positive) {
            return extremalEigenvalues(OperatorView(positive), this->quarks().fieldForForces(start));
        });
        if (this->quarks().isDry()) return;
        if (!found.converged)
            throw UnsolvedError(
                fmt::format("{}: the extremal eigenvalues did not converge in {} steps", this->title(), found.steps));
        if (found.lower < range.lower || found.upper > range.upper)
            throw UnsolvedError(fmt::format("{}: the eigenvalues {:.6g} .. {:.6g} lie outside the range {:.6g} .. "
                                            "{:.6g} of its rational approximations",
                                            this->title(), found.lower, found.upper, range.lower, range.upper));
    }
};

/// n flavours: S = phi^dagger r(K) phi, r(x) close to x^(-n/4).
template<class Context>
class RationalStaggered final : public RationalPseudofermions<Context> {
public:
    using Base = RationalPseudofermions<Context>;
    using typename Base::Bilinears;
    using typename Base::EnergyField;
    using typename Base::ForceField;
    using typename Base::ForceHopping;
    using typename Base::Momenta;

    RationalStaggered(std::shared_ptr<Context> quarks, const FermionTerm& term, const HmcParameters& parameters,
                      std::string title)
        : Base(std::move(quarks), parameters, std::move(title)), quark_{term.mass, term.boundary},
          measured_(term.range.has_value()),
          range_(term.range.value_or(SpectralRange{term.mass * term.mass, term.mass * term.mass + 16})),
          ofNoise_(powerTo(Base::exactness(parameters.precision), term.flavours / 8, range_.lower, range_.upper)),
          ofEnergy_(powerTo(Base::exactness(parameters.precision), -term.flavours / 4, range_.lower, range_.upper)),
          ofForce_(powerTo(term.rationalTolerance, -term.flavours / 4, range_.lower, range_.upper))
    {}

    double refreshWith(const FermionVector& noise) override
    {
        const auto eta = this->quarks().halvesOf(noise);
        checkRange(eta[0]);
        phi_ = this->applied(ofNoise_, quark_, eta[0], this->forNoise());
        phiForForces_ = this->quarks().fieldForForces(*phi_);
        return value(norm2(eta[0]));
    }
    double energy() override
    {
        checkRange(*phi_);
        const std::vector<EnergyField> x = this->shifted(ofEnergy_, quark_, *phi_, this->forEnergy());
        double sum = ofEnergy_.constant * value(norm2(*phi_));
        for (std::size_t k = 0; k < x.size(); ++k)
            sum += ofEnergy_.residues[k] * value(realPart(dot(*phi_, x[k])));
        return sum;
    }
    void kickMomenta(Momenta& p, double time) override
    {
        const std::vector<ForceField> x = this->shifted(ofForce_, quark_, *phiForForces_, this->forForce());
        this->quarks().kickThroughSmearing(p, [&](Momenta& q) {
            for (std::size_t k = 0; k < x.size(); ++k)
                kickByStaggered(this->quarks().forForces(quark_), x[k], [&](const Bilinears& fields, double factor) {
                    this->kick(q, fields, factor * ofForce_.residues[k] * time);
                });
        });
        ++this->work().forces;
    }

private:
    /// Measured eigenvalues lie inside the spectrum.
    void checkRange(const EnergyField& start)
    {
        if (measured_) this->requireWithin(range_, quark_, start);
    }

    StaggeredParameters quark_;
    bool measured_;
    SpectralRange range_;
    RationalApproximation ofNoise_, ofEnergy_, ofForce_;
    std::optional<EnergyField> phi_;
    std::optional<ForceField> phiForForces_;
};

/// n flavours of domain walls over as many of Pauli and Villars: with K = S^dagger S of the quark and V that of the mass 1,
///   S_pf = phi^dagger p(V) r(K) p(V) phi,  r(x) close to x^(-n/2), p(x) to x^(n/4).
template<class Context>
class RationalDomainWall final : public RationalPseudofermions<Context> {
public:
    using Base = RationalPseudofermions<Context>;
    using typename Base::Bilinears;
    using typename Base::EnergyField;
    using typename Base::ForceField;
    using typename Base::ForceHopping;
    using typename Base::Momenta;
    using typename Base::Quark;

    RationalDomainWall(std::shared_ptr<Context> quarks, const Quark& quark, const Quark& pauliVillars,
                       const FermionTerm& term, const HmcParameters& parameters, std::string title)
        : Base(std::move(quarks), parameters, std::move(title)), quark_(quark), pauliVillars_(pauliVillars),
          range_(*term.range)
    {
        const double exact = Base::exactness(parameters.precision), n = term.flavours;
        const auto root = [&](double power, double error) { return powerTo(error, power, range_.lower, range_.upper); };
        noise_ = {root(n / 4, exact), root(-n / 4, exact)};
        energy_ = {root(-n / 2, exact), root(n / 4, exact)};
        force_ = {root(-n / 2, term.rationalTolerance), root(n / 4, term.rationalTolerance)};
    }

    double refreshWith(const FermionVector& noise) override
    {
        const auto eta = this->quarks().halvesOf(noise);
        checkRange(eta[0]);
        phi_ = this->applied(noise_.ofHeavy, pauliVillars_,
                             this->applied(noise_.ofQuark, quark_, eta[0], this->forNoise()), this->forNoise());
        phiForForces_ = this->quarks().fieldForForces(*phi_);
        return value(norm2(eta[0]));
    }
    double energy() override
    {
        checkRange(*phi_);
        const EnergyField u = this->applied(energy_.ofHeavy, pauliVillars_, *phi_, this->forEnergy());
        return value(realPart(dot(u, this->applied(energy_.ofQuark, quark_, u, this->forEnergy()))));
    }
    // With u = p(V) phi and v = r(K) u, and the solutions of the partial fractions: dS_pf = 2 Re (dp phi)^dagger v + u^dagger dr u,
    //   d (K + s)^-1 = -(K + s)^-1 (dS^dagger S + S^dagger dS) (K + s)^-1.
    void kickMomenta(Momenta& p, double time) override
    {
        const ForceField& phi = *phiForForces_;
        const std::vector<ForceField> ofPhi = this->shifted(force_.ofHeavy, pauliVillars_, phi, this->forForce());
        const ForceField u = this->sum(force_.ofHeavy, phi, ofPhi);
        const std::vector<ForceField> ofU = this->shifted(force_.ofQuark, quark_, u, this->forForce());
        const ForceField v = this->sum(force_.ofQuark, u, ofU);
        const std::vector<ForceField> ofV = this->shifted(force_.ofHeavy, pauliVillars_, v, this->forForce());
        this->quarks().kickThroughSmearing(p, [&](Momenta& q) {
            const DomainWallSchur<ForceHopping> s(this->quarks().forForces(quark_), quark_),
                w(this->quarks().forForces(pauliVillars_), pauliVillars_);
            ForceField image = zeroLike(phi);
            const auto kick = [&](const auto& a, const ForceField& left, const ForceField& right, double weight) {
                a.apply(image, left);
                kickByWalls(a, image, right, [&](const Bilinears& fields, double factor) {
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

    void checkRange(const EnergyField& start)
    {
        for (const Quark& quark : {quark_, pauliVillars_})
            this->requireWithin(range_, quark, start);
    }

    Quark quark_, pauliVillars_;
    SpectralRange range_;
    Roots noise_, energy_, force_;
    std::optional<EnergyField> phi_;
    std::optional<ForceField> phiForForces_;
};

} // namespace gaugegl
