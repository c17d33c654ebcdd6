// Inverters of overlap quarks, on the CPU and on a device.
#pragma once

#include "fermion/overlap/overlap_on_host.h"
#include "fermion/overlap/overlap_solve.h"
#include "gaugegl/base/clock.h"
#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"
#include "gaugegl/fermion/solve/inversion.h"

#include <fmt/format.h>

namespace gaugegl {

/// x of D(m) x = b becomes the propagator (D(m)^-1 - 1 / (2 rho)) b / (1 - m / (2 rho)).
void subtractContact(FermionVector& x, const FermionVector& b, const OverlapParameters& quark);

/// Solves in a place; the true residual is that of D(m) in double precision on the host.
template<class Backend>
class OverlapInverter final : public Inverter {
public:
    /// Links that are theirs; the store may be null.
    OverlapInverter(Backend place, HostGaugeField links, const DiracParameters& dirac, const SharedLattice& shared,
                    std::shared_ptr<KernelSpectrumStore> store)
        : place_(std::move(place)), host_(std::move(links), dirac, shared, std::move(store))
    {}

    bool setUp(const SolverChoice& choice, const std::function<void(const ModeProgress&)>& watch) override
    {
        validate(choice);
        if (choice.type != SolverType::Cg)
            throw InputError(
                fmt::format("overlap quarks are solved by cg, not by {}", choiceName<SolverType>(choice.type)));
        place_.check(choice.precision);
        const auto finder = [&](const SpectralParameters& of) { return place_.kernelModes(host_, of); };
        if (!host_.learnKernel(choice.precision, {finder, watch})) return false;
        place_.prepare(host_, choice.precision);
        return true;
    }
    Inversion solve(const FermionVector& b, const SolverChoice& choice,
                    const std::function<void(const ResidualPoint&)>& watch) override
    {
        Inversion inversion;
        inversion.status = SolverStatus::Interrupted;
        if (!setUp(choice, {})) return inversion;
        const SolverParameters parameters{
            .tolerance = choice.tolerance, .maxIterations = choice.maxIterations, .watch = watch};
        const int before = applications();
        const Stopwatch time;
        OverlapSolve outcome = solved(b, choice.precision, parameters);
        inversion.seconds = time.seconds();
        inversion.applications = applications() - before;
        inversion.flops = double(inversion.applications) * double(lattice().lattice().volume()) *
                          host::hopFlops(host_.domain().kind, host_.domain().group);
        inversion.status = outcome.result.status;
        inversion.iterations = outcome.result.iterations;
        inversion.restarts = outcome.result.restarts;
        inversion.history = std::move(outcome.result.history);
        if (inversion.status == SolverStatus::Interrupted) return inversion;
        const auto x = fullFieldOf(host_.hopping(), host_.domain(), outcome.x),
                   right = fullFieldOf(host_.hopping(), host_.domain(), b);
        auto r = zeroLike(x);
        host_.op().apply(r, x);
        xpay(right, -1.0, r);
        const double b2 = norm2(right);
        inversion.relativeResidual = b2 > 0 ? std::sqrt(norm2(r) / b2) : 0;
        inversion.solution = std::move(outcome.x);
        subtractContact(inversion.solution, b, host_.dirac().overlap());
        inversion.solutionNorm2 = dot(lattice(), inversion.solution, inversion.solution).real();
        if (interrupted())
            inversion.status = SolverStatus::Interrupted;
        else if (inversion.converged() && !(inversion.relativeResidual <= choice.tolerance))
            inversion.status = SolverStatus::Stagnation;
        return inversion;
    }
    void deflate(std::shared_ptr<const LowModes> modes) override
    {
        if (modes) throw InputError("overlap quarks cannot be deflated: sign_modes are the modes of their kernel");
    }
    const SharedLattice& lattice() const override { return host_.lattice(); }
    std::string place() const override { return place_.name(host_); }

private:
    int applications() const { return host_.op().sign().applications() + place_.applications(); }
    OverlapSolve solved(const FermionVector& b, SolverPrecision precision, const SolverParameters& parameters) const
    {
        if (precision == SolverPrecision::Mixed)
            return solveOverlap(host_.op(), place_.lower(), place_.conversion(host_), {host_.domain(), b, parameters});
        return place_.with(precision, host_, [&](const auto& d) {
            return solveOverlap(d, {host_.domain(), b, parameters});
        });
    }

    Backend place_;
    OverlapOnHost host_;
};

/// An inverter of overlap quarks on the CPU, which takes what is known of the kernel from the store, which may be null, and leaves it
/// there.  Throws as hostInverter(); collective.
std::unique_ptr<Inverter> hostOverlapInverter(const HostGaugeField& links, const DiracParameters& dirac,
                                              const SharedLattice& shared, std::shared_ptr<KernelSpectrumStore> store);

} // namespace gaugegl
