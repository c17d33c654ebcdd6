// The common implementation of all inverters.
#pragma once

#include "fermion/operators/host_quark.h"
#include "fermion/solve/systems.h"
#include "fermion/solve/walls.h"
#include "gaugegl/base/clock.h"
#include "gaugegl/base/error.h"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>

namespace gaugegl {

/// The base of all inverters for one kind of fermions: computes the true residual on the host in double precision.
template<QuarkForm form>
class BasicInverter : public Inverter {
public:
    static constexpr FermionKind kind = kindOf(form); ///< of the fields

    Inversion solve(const FermionVector& b, const SolverChoice& choice,
                    const std::function<void(const ResidualPoint&)>& watch) final
    {
        check(choice);
        prepare(choice);
        const FermionVector inFive = sourceInFive(b);
        const SolveRequest request = requestOf(inFive.empty() ? b : inFive, choice, watch);
        const Stopwatch time;
        SolveOutcome outcome = solved(request);
        return inversionOf(std::move(outcome), request, time.seconds());
    }

    int batchSize(const SolverChoice& choice, int count) final
    {
        check(choice);
        const int can = most(choice);
        if (choice.rhs > can)
            throw InputError(
                fmt::format("rhs = {}: on {} the solver {} with these options takes {} right-hand side{} at "
                            "a time",
                            choice.rhs, place(), choiceName<SolverType>(choice.type), can, can == 1 ? "" : "s"));
        const int useful = std::min(can, std::max(count, 1));
        if (choice.rhs > 0 || useful == 1) return std::clamp(choice.rhs, 1, useful);
        prepare(choice);
        return fastest(choice, useful);
    }

    const SharedLattice& lattice() const final { return inDouble().layout()->shared(); }

    void deflate(std::shared_ptr<const LowModes> modes) final
    {
        if constexpr (form == QuarkForm::DomainWall)
            if (modes) throw InputError("domain-wall quarks cannot be deflated: no modes of their operator are found");
        if (modes && (form == QuarkForm::IsospinStaggered || dirac_.isospinMu != 0))
            throw InputError(fmt::format("isospin_mu = {}: low modes are those of operators without a chemical "
                                         "potential, with which {} quarks cannot be deflated",
                                         dirac_.isospinMu, choiceName<DiracType>(dirac_.type)));
        modes_ = std::move(modes);
        deflationChanged();
    }

protected:
    /// The modes in the fields of a hopping term, or null.
    template<HoppingTerm D>
    DeflationOf<D> deflationIn(const D& d) const
    {
        if (!modes_) return nullptr;
        auto known = std::make_shared<Deflation<typename D::Field>>();
        const double own = massSquared(dirac_) - massSquared(modes_->of.dirac);
        for (std::size_t k = 0; k < modes_->vectors.size(); ++k) {
            known->values.push_back(modes_->eigenvalues[k] + own);
            known->vectors.push_back(d.makeField(0));
            upload(known->vectors.back(), halfOf(domain_.lattice, modes_->vectors[k], 0, domain_.components()));
        }
        return known;
    }
    BasicInverter(const HostGaugeField& links, const DiracParameters& dirac, const SharedLattice& shared)
        : dirac_(dirac), domain_{links.lattice, links.group, kind, dirac.slices()}, quark_(links, dirac, shared)
    {}

    const DiracParameters& dirac() const { return dirac_; }
    const FermionDomain& domain() const { return domain_; }
    const host::Hopping<double, kind>& inDouble() const { return quark_.inDouble(); }
    /// A hopping term of the host in the slices of the operator, with its clover term if it has one.
    template<class T>
    host::Hopping<T, kind> completed(const host::Hopping<T, kind>& hopping) const
    {
        return quark_.completed(hopping);
    }

    /// Whether there are modes.
    bool isDeflated() const { return modes_ != nullptr; }
    /// Whether there is a solver of bundles for the choice.
    static bool takesBatches(const SolverChoice& choice)
    {
        return choice.type == SolverType::Cg || choice.type == SolverType::BiCgStab;
    }

private:
    /// The most right-hand sides that can be solved together.
    virtual int most(const SolverChoice& /*choice*/) const { return 1; }
    /// Of at most so many as many as are fastest, after prepare(); collective.
    virtual int fastest(const SolverChoice& /*choice*/, int count) { return count; }
    /// Systems of the same choice; most() is at least their number.
    virtual std::vector<SolveOutcome> solvedBatch(std::span<const SolveRequest> /*requests*/) const
    {
        throw std::logic_error("this inverter takes one right-hand side at a time");
    }

    std::vector<Inversion> solveBatch(std::span<const FermionVector> b, const SolverChoice& choice,
                                      const std::function<void(int, const ResidualPoint&)>& watch) final
    {
        check(choice);
        prepare(choice);
        std::vector<FermionVector> inFive;
        for (const FermionVector& one : b)
            inFive.push_back(sourceInFive(one));
        std::vector<SolveRequest> requests;
        for (std::size_t v = 0; v < b.size(); ++v) {
            std::function<void(const ResidualPoint&)> watchOne;
            if (watch) watchOne = [&watch, v](const ResidualPoint& seen) { watch(int(v), seen); };
            requests.push_back(requestOf(inFive[v].empty() ? b[v] : inFive[v], choice, watchOne));
        }
        const Stopwatch time;
        std::vector<SolveOutcome> outcomes = solvedBatch(requests);
        const double share = time.seconds() / double(b.size());
        std::vector<Inversion> all;
        for (std::size_t v = 0; v < b.size(); ++v)
            all.push_back(inversionOf(std::move(outcomes[v]), requests[v], share));
        return all;
    }

    /// Throws InputError for a choice that solves do not take.
    void check(const SolverChoice& choice) const
    {
        validate(choice);
        if (choice.type == SolverType::MultiShift && choice.precision == SolverPrecision::Mixed16)
            throw InputError("the solver multishift works in single, double or mixed precision, not in mixed16");
        if (choice.type == SolverType::MultiShift && modes_)
            throw InputError("the solver multishift starts at 0 for all shifts and cannot be deflated: cg, bicgstab or "
                             "flexible is expected");
        if (choice.preconditioner == PreconditionerType::Schwarz) gaugegl::validate(choice.blocks, lattice().lattice());
        if constexpr (form == QuarkForm::DomainWall)
            if (choice.type == SolverType::MultiShift)
                throw InputError(
                    "the solver multishift does not solve domain walls, whose sources lie on the walls alone: cg, "
                    "bicgstab or flexible is expected");
    }
    /// Of domain walls the source in five dimensions, else nothing.
    FermionVector sourceInFive([[maybe_unused]] const FermionVector& b) const
    {
        if constexpr (form == QuarkForm::DomainWall)
            return wallSource(inDouble(), dirac_.domainWall(), b);
        else
            return {};
    }
    SolveRequest requestOf(const FermionVector& b, const SolverChoice& choice,
                           const std::function<void(const ResidualPoint&)>& watch) const
    {
        SolveRequest request{dirac_, domain_, b, choice, {}};
        request.parameters.tolerance = choice.tolerance;
        request.parameters.maxIterations = choice.maxIterations;
        request.parameters.watch = watch;
        return request;
    }

    /// Forgets the fields of deflationIn().
    virtual void deflationChanged() = 0;
    /// Prepares the operators for a choice, so that this time does not count as solving.  Throws InputError if the
    /// precision is not supported.
    virtual void prepare(const SolverChoice& choice) = 0;
    virtual SolveOutcome solved(const SolveRequest& request) const = 0;

    Inversion inversionOf(SolveOutcome outcome, const SolveRequest& request, double seconds) const
    {
        Inversion inversion;
        inversion.status = outcome.result.status;
        inversion.iterations = outcome.result.iterations;
        inversion.restarts = outcome.result.restarts;
        inversion.history = std::move(outcome.result.history);
        inversion.seconds = seconds;
        inversion.applications = outcome.result.applications;
        inversion.blockApplications = outcome.blockApplications;
        // An application of the even-odd operator is a hop to each parity.
        inversion.flops = double(inversion.applications + inversion.blockApplications) *
                          double(lattice().lattice().volume()) * domain_.slices * host::hopFlops(kind, domain_.group);
        if (request.choice.type == SolverType::MultiShift)
            addShifts(inversion, outcome, request);
        else {
            inversion.relativeResidual = relativeResidual<form>(inDouble(), dirac_, domain_, {&outcome.x, &request.b});
            if constexpr (form == QuarkForm::DomainWall) {
                inversion.solution = ofWalls(outcome.x, domain_);
                if (domain_.slices % 2 == 0) inversion.midpoint = ofMidpoint(outcome.x, domain_);
            } else
                inversion.solution = std::move(outcome.x);
            inversion.solutionNorm2 = norm2Of(inversion.solution);
        }
        if (inversion.converged() && !(inversion.relativeResidual <= request.parameters.tolerance))
            inversion.status = SolverStatus::Stagnation;
        return inversion;
    }

    void addShifts(Inversion& inversion, const SolveOutcome& outcome, const SolveRequest& request) const
    {
        const SchurOf<form, host::Hopping<double, kind>> a(inDouble(), parametersOf<form>(dirac_));
        const auto b = evenSites(inDouble(), request);
        const double b2 = norm2(b);
        auto x = zeroLike(b), r = x;
        for (std::size_t i = 0; i < outcome.shifted.size(); ++i) {
            ShiftedSolution one{request.choice.shifts[i], FermionVector(domain_.size()), 0};
            setHalf(domain_.lattice, one.solution, outcome.shifted[i], 0, domain_.components());
            upload(x, outcome.shifted[i]);
            withPositive(a, [&](const auto& normal) { normal.apply(r, x); });
            axpy(one.shift, x, r);
            xpay(b, -1.0, r);
            one.relativeResidual = b2 > 0 ? std::sqrt(norm2(r) / b2) : 0;
            inversion.relativeResidual = std::max(inversion.relativeResidual, one.relativeResidual);
            inversion.solutionNorm2 += norm2Of(one.solution);
            inversion.shifted.push_back(std::move(one));
        }
    }

    double norm2Of(const FermionVector& x) const { return dot(lattice(), x, x).real(); }

    /// What a mass adds to the eigenvalues of modes.
    static double massSquared(const DiracParameters& dirac) { return dirac.mass * dirac.mass; }

    DiracParameters dirac_;
    FermionDomain domain_;
    HostQuark<kind> quark_;
    std::shared_ptr<const LowModes> modes_; ///< or null
};

} // namespace gaugegl
