// The low modes of D(m) of overlap quarks.  D = D(0) is normal and its eigenvalues lie on a circle, rho (1 + e^(i theta)): zero modes and
// those of 2 rho have a chirality, the others come in pairs of complex conjugates.  D^dagger D commutes with gamma_5; each pair is one
// eigenvalue a = |lambda|^2 of it in the fields of either chirality, with lambda = a / (2 rho) +- i (a - a^2 / (4 rho^2))^(1/2).  With v of
// chirality s and w = (D v - Re lambda v) / |Im lambda|, of the other, the vectors are (v -+ i w) / sqrt 2.
// D(m) = (1 - m / (2 rho)) D + m has the same vectors.
#pragma once

#include "algebra/operator_view.h"
#include "core/fermion_source.h"
#include "fermion/eigen/mode_search.h"
#include "fermion/overlap/overlap_on_host.h"
#include "fermion/overlap/overlap_solve.h"
#include "gaugegl/base/clock.h"
#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"
#include "gaugegl/fermion/eigen/low_modes.h"
#include "solvers/lowest_eigenpairs.h"

#include <fmt/format.h>

namespace gaugegl {

/// The lowest eigenpairs of D^dagger D in the fields of one chirality, checked in double precision on the host.
struct ChiralModes {
    int chirality = 1; ///< 1 or -1
    EigenPairs<FullField<host::Field<double>>> pairs =
        {};            ///< of the host, with all that are degenerate with the last wanted
    int converged = 0; ///< of those that are wanted
    int zeros = 0;     ///< eigenvalues that are 0
};

/// Adds from those of both chiralities the modes of D(m), the smallest modulus first: at most `count`; the index is that of all
/// zero modes.  Throws UnsolvedError where the chiralities do not belong together.  Nothing is complete after Ctrl-C.
void addOverlapModes(LowModes& modes, const OverlapOnHost& host, const std::array<ChiralModes, 2>& of, int count);

/// Random vectors of a chirality.
template<HoppingTerm D>
RandomVectors<FullField<typename D::Field>> randomChiral(const D& d, const OverlapOnHost& host, int chirality)
{
    constexpr std::uint64_t seed = 0x636869; // of this search alone
    return [&d, &host, chirality](int k) {
        const FermionDomain& space = host.domain();
        const auto any = fullFieldOf(
            d, space, gaussianSource(host.lattice().lattice(), space.kind, space.group, seed + std::uint64_t(k + 1)));
        auto part = zeroLike(any), turned = zeroLike(any);
        projectChirality(d, chirality, part, any, turned);
        return part;
    };
}

/// Finds them in a place.
template<class Backend>
class OverlapModeFinder final : public ModeFinder {
public:
    /// Links that are theirs.
    OverlapModeFinder(Backend place, HostGaugeField links, const SpectralParameters& of, const SharedLattice& shared)
        : place_(std::move(place)), of_(of), host_(std::move(links), of.dirac, shared, nullptr)
    {}

    LowModes find(const ModeChoice& choice, const std::function<void(const ModeProgress&)>& watch) override
    {
        const SharedLattice& shared = host_.lattice();
        validate(choice, of_, shared.lattice(), host_.domain().group);
        if (choice.largest)
            throw InputError("the largest modes of overlap quarks, near 2 rho, are not found: leave --largest out");
        place_.check(choice.precision);
        const Stopwatch time;
        LowModes modes{.of = of_, .status = SolverStatus::Interrupted};
        const auto finder = [&](const SpectralParameters& of) { return place_.kernelModes(host_, of); };
        if (!host_.learnKernel(choice.precision, {finder, watch})) return modes;
        place_.prepare(host_, choice.precision);
        modes.status = SolverStatus::Converged;
        std::array<ChiralModes, 2> both;
        const auto half = int(rowsOf(of_, shared.lattice().whole(), host_.domain().group) / 2);
        for (std::size_t i = 0; i < 2 && modes.status == SolverStatus::Converged; ++i) {
            int wanted = std::min(half, (choice.count + 1) / 2);
            while (true) {
                both[i] = search(i == 0 ? 1 : -1, wanted, choice, {watch, modes.applications});
                modes.restarts += both[i].pairs.restarts;
                modes.applications += both[i].pairs.applications;
                modes.checkApplications += both[i].pairs.checkApplications;
                modes.status = both[i].pairs.status;
                // Zero modes of which there may be more do not tell the index.
                if (modes.status != SolverStatus::Converged || both[i].zeros < wanted || wanted == half ||
                    both[i].pairs.lastLevelComplete)
                    break;
                wanted = std::min(half, 2 * wanted);
            }
            modes.converged += std::min(wanted, both[i].converged);
        }
        modes.converged = std::min(modes.converged, choice.count);
        if (modes.status == SolverStatus::Converged) addOverlapModes(modes, host_, both, choice.count);
        if (interrupted()) return {.of = of_, .status = SolverStatus::Interrupted};
        modes.norm = 2 * of_.dirac.rho;
        modes.seconds = time.seconds();
        return modes;
    }
    std::string place() const override { return place_.name(host_); }

private:
    /// Whose progress is reported, after so many applications.
    struct Telling {
        const std::function<void(const ModeProgress&)>& watch;
        int before;
    };

    ChiralModes search(int chirality, int count, const ModeChoice& choice, const Telling& reporting) const
    {
        EigenParameters parameters{.count = std::size_t(count)};
        // An application takes hundreds of hops, and keeping vectors orthogonal is cheap beside it: 2 of 5 applications of the defaults.
        parameters.growth = 2;
        parameters.block = 2;
        parameters.dimension = rowsOf(of_, host_.lattice().lattice().whole(), host_.domain().group) / 2;
        const bool rough = choice.precision == SolverPrecision::Mixed;
        parameters.tolerance = rough ? roughTolerance : choice.goal();
        reportProgress(parameters, reporting.watch, reporting.before);
        ChiralModes found{.chirality = chirality};
        auto& pairs = found.pairs;
        OverlapParameters massless = host_.dirac().overlap();
        massless.mass = 0;
        place_.with(choice.precision, host_, [&](const auto& d) {
            const OverlapOperator own(d.sign(), massless);
            const ChiralOverlap a(own, chirality);
            const auto random = randomChiral(d.sign().hopping(), host_, chirality);
            const OperatorView any(a);
            auto first = rough ? firstEigenpairs(any, random, parameters) : lowestEigenpairs(any, random, parameters);
            static_cast<EigenReport&>(pairs) = first;
            for (const auto& v : first.vectors)
                pairs.vectors.push_back(fullFieldOf(host_.hopping(), host_.domain(), vectorOf(host_.domain(), v)));
            return true;
        });
        const OverlapOperator onHost(host_.op().sign(), massless);
        const ChiralOverlap a(onHost, chirality);
        parameters.tolerance = choice.goal();
        if (rough)
            improveAndComplete(OperatorView(a), randomChiral(host_.hopping(), host_, chirality), pairs, parameters);
        found.converged = convergedOf(pairs, parameters);
        if (pairs.status != SolverStatus::Converged) return found;
        const std::size_t end = endOfLevel(pairs, parameters);
        keepIf(pairs, [&](std::size_t k) { return k < end; });
        if (!rayleighRitz(OperatorView(a), pairs)) {
            pairs.status = SolverStatus::Interrupted;
            return found;
        }
        // The quotient of a zero mode is of the order of the square of its residual; others lie above theirs.
        const double none = 1e-11 * pairs.spectrum.upper;
        const auto isZero = [&](std::size_t k) { return pairs.values[k] < std::max(none, 2 * pairs.residuals[k]); };
        while (std::size_t(found.zeros) < pairs.values.size() && isZero(std::size_t(found.zeros)))
            ++found.zeros;
        return found;
    }

    Backend place_;
    SpectralParameters of_;
    OverlapOnHost host_;
};

/// What finds the modes of overlap quarks on the CPU.  Throws as hostModeFinder(); collective.
std::unique_ptr<ModeFinder> hostOverlapModes(const HostGaugeField& links, const SpectralParameters& of,
                                             const SharedLattice& shared);

} // namespace gaugegl
