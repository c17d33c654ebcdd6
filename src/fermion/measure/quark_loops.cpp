#include "gaugegl/fermion/measure/quark_loops.h"

#include "fermion/measure/distances.h"
#include "fermion/measure/gamma.h"
#include "fermion/solve/solve_each.h"
#include "gaugegl/base/error.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

namespace gaugegl {
namespace {

Monomial gammaNamed(std::string_view name)
{
    const auto every = everyGamma();
    const auto found = std::ranges::find(every, name, &std::pair<std::string, Monomial>::first);
    if (found == every.end()) throw InputError(fmt::format("there is no gamma '{}'", name));
    return found->second;
}

/// The sum over the parts b of noise of eta_b(x)_alpha^* (M^-1 eta_b)(x)_beta, over colours: the matrix of spins of each site of which
/// loops are traces.
class SpinDensity {
public:
    explicit SpinDensity(const FermionDomain& space)
        : spins_(std::size_t(spins(space.kind))), colours_(std::size_t(colours(space.group))),
          matrices_(std::size_t(space.lattice.volume()) * spins_ * spins_)
    {}

    void add(const FermionVector& eta, const FermionVector& x)
    {
        const std::size_t components = spins_ * colours_, sites = matrices_.size() / (spins_ * spins_);
#pragma omp parallel for schedule(static)
        for (std::int64_t site = 0; site < std::int64_t(sites); ++site) {
            const std::complex<double>* const b = &eta[std::size_t(site) * components];
            const std::complex<double>* const solution = &x[std::size_t(site) * components];
            std::complex<double>* const matrix = &matrices_[std::size_t(site) * spins_ * spins_];
            for (std::size_t alpha = 0; alpha < spins_; ++alpha)
                for (std::size_t colour = 0; colour < colours_; ++colour) {
                    const std::complex<double> left = std::conj(b[alpha * colours_ + colour]);
                    if (left == 0.0) continue; // of another part
                    for (std::size_t beta = 0; beta < spins_; ++beta)
                        matrix[alpha * spins_ + beta] += left * solution[beta * colours_ + colour];
                }
        }
    }

    /// Of the sites of each t; collective.
    std::vector<std::complex<double>> traces(const Monomial& gamma, const CorrelatorGeometry& geometry) const
    {
        return sumsOfDistances(geometry, [&](std::int64_t site) {
            const std::complex<double>* const matrix = &matrices_[std::size_t(site) * spins_ * spins_];
            std::complex<double> sum = 0;
            for (std::size_t alpha = 0; alpha < spins_; ++alpha)
                sum += gamma.value[alpha] * matrix[alpha * spins_ + std::size_t(gamma.column[alpha])];
            return sum;
        });
    }

private:
    std::size_t spins_, colours_;
    std::vector<std::complex<double>> matrices_;
};

} // namespace

LoopParts loopParts(const DiracParameters& dirac, std::string_view gamma)
{
    if (dirac.mu != 0 || dirac.isospinMu != 0) return {};
    const Monomial matrix = gammaNamed(gamma), mirrored = gamma5 * adjoint(matrix) * gamma5;
    const bool real = mirrored.value == matrix.value; // else its negative
    return {real, !real};
}

void validate(const LoopRequest& request, FermionKind kind)
{
    for (const std::string& name : request.gammas) {
        gammaNamed(name);
        if (!hasSpin(kind) && name != "scalar")
            throw InputError(fmt::format("gamma '{}': of staggered quarks the scalar alone is a loop of one site, as "
                                         "other singlets of taste join sites by links",
                                         name));
    }
    validate(request.dilution, kind);
    validate(request.choice);
    if (request.choice.type == SolverType::MultiShift)
        throw InputError("the solver multishift gives no loops; use cg or bicgstab");
}

LoopMeasurement measureLoops(Inverter& inverter, const FermionDomain& space, int vectors,
                             const std::function<FermionVector(int)>& noise, const LoopRequest& request)
{
    validate(request, space.kind);
    const SharedLattice& shared = inverter.lattice();
    const CorrelatorGeometry geometry{shared, space.kind, space.group};
    const std::int64_t parts = request.dilution.parts(shared.lattice().whole(), space.kind, space.group);
    std::vector<Monomial> matrices;
    for (const std::string& name : request.gammas)
        matrices.push_back(gammaNamed(name));
    LoopMeasurement result;
    FermionVector eta;
    std::optional<SpinDensity> density;
    solveEach(
        inverter, vectors * parts, request.choice,
        [&](std::int64_t k) {
            if (k % parts == 0) eta = noise(int(k / parts));
            return request.dilution.part(eta, k % parts, shared.lattice(), space.kind, space.group);
        },
        [&](std::int64_t k, const FermionVector& b, const Inversion& x) {
            result.iterations += x.iterations;
            result.seconds += x.seconds;
            result.largestResidual = std::max(result.largestResidual, x.relativeResidual);
            result.status = x.status;
            if (!x.converged()) return false;
            if (k % parts == 0) density.emplace(space);
            density->add(b, x.solution);
            if (k % parts < parts - 1) return true;
            QuarkLoops& loops = result.ofNoise.emplace_back();
            for (const Monomial& gamma : matrices)
                loops.push_back(density->traces(gamma, geometry));
            return true;
        });
    return result;
}

} // namespace gaugegl
