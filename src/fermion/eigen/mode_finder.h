// The common implementation: which solver runs on which fields.
#pragma once

#include "algebra/normal.h"
#include "algebra/operator_view.h"
#include "core/fermion_source.h"
#include "fermion/eigen/mode_search.h"
#include "fermion/operators/full_vectors.h"
#include "fermion/operators/host_quark.h"
#include "gaugegl/base/clock.h"
#include "gaugegl/base/error.h"
#include "gaugegl/fermion/eigen/low_modes.h"
#include "host/stout_links.h"
#include "solvers/lowest_eigenpairs.h"
#include "solvers/subspace_iteration.h"

#include <optional>

namespace gaugegl {

/// Calls f with the form of the operator; there are no even-odd matrices of domain walls.
template<class F>
decltype(auto) withMatrixForm(const DiracParameters& dirac, F&& f)
{
    if (traits(dirac.type).form == QuarkForm::Wilson) return f(std::integral_constant<QuarkForm, QuarkForm::Wilson>());
    return f(std::integral_constant<QuarkForm, QuarkForm::Staggered>());
}

/// Calls f with a view of the positive matrix over a hopping term: the square of a matrix on the whole lattice times 4 kappa^2,
/// M^dagger M, or the even-odd form.
template<QuarkForm form, HoppingTerm D, class F>
auto withPositiveMatrix(const D& d, const SpectralParameters& of, F f)
{
    if constexpr (form == QuarkForm::Wilson) {
        if (traits(of.type).wholeLattice) {
            const FullOperator<D> m(d, of.dirac.wilson());
            return f(OperatorView(Normal(m)));
        }
    }
    const SchurOf<form, D> a(d, parametersOf<form>(of.dirac));
    return withPositive(a, [&](const auto& positive) { return f(OperatorView(positive)); });
}

/// A field of a matrix with the numbers of a vector.
template<class Field, HoppingTerm D>
Field fieldOf(const D& d, const FermionDomain& space, const FermionVector& vector)
{
    if constexpr (std::is_same_v<Field, FullField<typename D::Field>>)
        return fullFieldOf(d, space, vector);
    else {
        Field even = d.makeField(0);
        upload(even, halfOf(space.lattice, vector, 0, space.components()));
        return even;
    }
}
/// The numbers of a field on the even sites; those on the odd ones are 0.
template<VectorField Half>
FermionVector vectorOf(const FermionDomain& space, const Half& field)
{
    FermionVector vector(space.size());
    HalfVector half(space.size() / 2);
    download(std::span(half), field);
    setHalf(space.lattice, vector, half, 0, space.components());
    return vector;
}

/// What a search in some precision hands to the host.
struct FoundModes {
    EigenReport report = {};
    std::vector<FermionVector> vectors = {};
    double top = 0; ///< of a search for the largest: the values are those of top - A
};

/// What a search needs beside the hopping term.
struct ModeSearch {
    const SpectralParameters& of;
    const FermionDomain& space;
    const SharedLattice& shared;
    EigenParameters parameters;
    bool largest = false;
    bool rough = false; ///< the vectors are made better afterwards, and then is seen what was missed

    /// Those of top - A, of the norm of A.
    EigenParameters parametersOfReflected(double top) const
    {
        EigenParameters reflected = parameters;
        reflected.norm = 1.1 * top;
        return reflected;
    }
};

/// Random fields of a hopping term.
template<QuarkForm form, class Field, HoppingTerm D>
RandomVectors<Field> randomFields(const D& d, const ModeSearch& search)
{
    constexpr std::uint64_t seed = 0x6d6f646573; // of this search alone
    return [&d, &search](int k) {
        return fieldOf<Field>(
            d, search.space,
            gaussianSource(search.shared.lattice(), kindOf(form), search.space.group, seed + std::uint64_t(k + 1)));
    };
}

/// Searches with one hopping term.
template<QuarkForm form, HoppingTerm D>
FoundModes searchModes(const D& d, const ModeSearch& search)
{
    return withPositiveMatrix<form>(d, search.of, [&](const auto& a) {
        using Field = typename std::remove_cvref_t<decltype(a)>::Field;
        const RandomVectors<Field> random = randomFields<form, Field>(d, search);
        FoundModes found;
        const auto take = [&](const OperatorView<Field>& of, const EigenParameters& parameters, int before) {
            EigenPairs<Field> pairs =
                search.rough ? firstEigenpairs(of, random, parameters) : lowestEigenpairs(of, random, parameters);
            for (const Field& v : pairs.vectors)
                found.vectors.push_back(vectorOf(search.space, v));
            found.report = std::move(pairs);
            found.report.applications += before;
        };
        if (!search.largest)
            take(a, search.parameters, 0);
        else {
            const ExtremalEigenvalues ends =
                extremalEigenvalues(a, random(-1), {.tolerance = 1e-3, .window = 5, .maxSteps = 100});
            found.top = ends.upper;
            take(Reflected(a, ends.upper), search.parametersOfReflected(ends.upper), ends.steps);
        }
        return found;
    });
}

/// The numbers of values from the smallest modulus to the largest, or the other way.
inline std::vector<std::size_t> byModulus(std::span<const double> values, bool falling)
{
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::ranges::stable_sort(order, [&](std::size_t i, std::size_t j) {
        const double x = std::abs(values[i]), y = std::abs(values[j]);
        return falling ? x > y : x < y;
    });
    return order;
}

/// The base of all finders for one kind of fermions: checks in double precision on the host.
template<QuarkForm form>
class BasicModeFinder : public ModeFinder {
public:
    static constexpr FermionKind kind = kindOf(form); ///< of the fields

    LowModes find(const ModeChoice& choice, const std::function<void(const ModeProgress&)>& watch) final
    {
        validate(choice, of_, shared().lattice(), space_.group);
        prepare(choice);
        const Stopwatch time;
        ModeSearch search{of_, space_, shared(), {}, choice.largest, choice.precision == SolverPrecision::Mixed};
        EigenParameters& parameters = search.parameters;
        parameters.count = std::size_t(choice.count);
        parameters.dimension = rowsOf(of_, shared().lattice().whole(), space_.group);
        parameters.tolerance = search.rough ? roughTolerance : choice.goal();
        if (!choice.wholeLevels) parameters.maxCopies = 0;
        reportProgress(parameters, watch);
        FoundModes found = searched(search, choice.precision);
        parameters.tolerance = choice.goal();
        LowModes modes = finished(std::move(found), search);
        modes.of = of_;
        modes.seconds = time.seconds();
        return modes;
    }

protected:
    using Double = host::Hopping<double, kind>;

    BasicModeFinder(const HostGaugeField& links, const SpectralParameters& of, const SharedLattice& shared)
        : of_(of), space_{links.lattice, links.group, kind}, quark_(links, of.dirac, shared)
    {}

    const SpectralParameters& of() const { return of_; }
    const FermionDomain& space() const { return space_; }
    const SharedLattice& shared() const { return inDouble().layout()->shared(); }
    const Double& inDouble() const { return quark_.inDouble(); }
    /// A hopping term of the host in the slices of the operator, with its clover term if it has one.
    template<class T>
    host::Hopping<T, kind> completed(const host::Hopping<T, kind>& hopping) const
    {
        return quark_.completed(hopping);
    }

private:
    /// Prepares the operators for a choice.  Throws InputError if the precision is not supported.
    virtual void prepare(const ModeChoice& choice) = 0;
    virtual FoundModes searched(const ModeSearch& search, SolverPrecision precision) const = 0;

    /// What was found, better where that is wanted and checked, in double precision.
    LowModes finished(FoundModes found, const ModeSearch& search) const
    {
        if (found.report.status == SolverStatus::Interrupted) return {.status = SolverStatus::Interrupted};
        return withPositiveMatrix<form>(inDouble(), of_, [&](const auto& a) {
            using Field = typename std::remove_cvref_t<decltype(a)>::Field;
            EigenPairs<Field> pairs;
            static_cast<EigenReport&>(pairs) = found.report;
            for (FermionVector& vector : found.vectors)
                pairs.vectors.push_back(fieldOf<Field>(inDouble(), space_, std::exchange(vector, {})));
            if (search.rough) {
                const RandomVectors<Field> random = randomFields<form, Field>(inDouble(), search);
                if (search.largest)
                    improveAndComplete(OperatorView(Reflected(a, found.top)), random, pairs,
                                       search.parametersOfReflected(found.top));
                else
                    improveAndComplete(a, random, pairs, search.parameters);
            }
            LowModes modes;
            if (pairs.status == SolverStatus::Converged) {
                const std::size_t end = endOfLevel(pairs, search.parameters);
                keepIf(pairs, [&](std::size_t k) { return k < end; });
                modes = inDoublePrecision(a, pairs, search);
            } else
                modes.status = pairs.status;
            modes.converged = convergedOf(pairs, search.parameters);
            modes.norm = search.largest ? 1.1 * found.top : pairs.spectrum.upper;
            modes.restarts = pairs.restarts;
            modes.applications = pairs.applications;
            modes.checkApplications = pairs.checkApplications;
            return modes;
        });
    }

    /// The eigenpairs of the matrix in the space of the vectors; none if it was interrupted.
    template<class Field>
    LowModes inDoublePrecision(const OperatorView<Field>& a, EigenPairs<Field>& pairs, const ModeSearch& search) const
    {
        LowModes modes{.status = SolverStatus::Interrupted};
        modes.lastLevelComplete = pairs.lastLevelComplete;
        if (!rayleighRitz(a, pairs)) return modes;
        if constexpr (form == QuarkForm::Wilson && std::is_same_v<Field, FullField<typename Double::Field>>)
            if (!takeRoot(pairs, search.largest)) return modes;
        const std::vector<std::size_t> order = byModulus(pairs.values, search.largest);
        const std::vector<int> multiplicities = multiplicitiesOf(pairs);
        for (const std::size_t k : std::span(order).first(std::min(order.size(), search.parameters.count))) {
            modes.eigenvalues.push_back(pairs.values[k]);
            modes.residuals.push_back(pairs.residuals[k]);
            modes.multiplicities.push_back(multiplicities[k]);
            modes.vectors.push_back(vectorOf(space_, pairs.vectors[k]));
            if (traits(of_.type).wholeLattice)
                modes.chiralities.push_back(chiralityOf(shared(), space_, modes.vectors.back()));
        }
        modes.status = SolverStatus::Converged;
        return modes;
    }

    /// From eigenvectors of M^dagger M those of gamma_5 M / (2 kappa).  In the space of a v the other vector is gamma_5 M v:
    /// both signs may belong to one eigenvalue of the square.  False if it was interrupted.
    template<class Field>
    bool takeRoot(EigenPairs<Field>& pairs, bool largest) const
    {
        const GammaFiveM h(inDouble(), of_.dirac);
        const std::size_t count = pairs.vectors.size();
        for (std::size_t k = 0; k < count; ++k) {
            if (interrupted()) return false;
            const double modulus = std::sqrt(std::max(pairs.values[k], 0.0));
            Field other = zeroLike(pairs.vectors[k]);
            h.apply(other, pairs.vectors[k]);
            for (int pass = 0; pass < 2; ++pass)
                removeParts<Field>(other, pairs.vectors);
            const double norm = std::sqrt(norm2(other));
            // What is left of an eigenvector of one sign is its error.
            if (norm * modulus > std::max(1e-3 * modulus * modulus, 30 * pairs.residuals[k]))
                pairs.vectors.push_back(normalised(other, norm));
        }
        if (!rayleighRitz(OperatorView(h), pairs)) return false;
        const std::vector<std::size_t> order = byModulus(pairs.values, largest);
        EigenPairs<Field> best;
        for (std::size_t k = 0; k < count; ++k) {
            const double scale = 0.5 / of_.dirac.kappa;
            best.values.push_back(scale * pairs.values[order[k]]);
            best.residuals.push_back(scale * pairs.residuals[order[k]]);
            best.vectors.push_back(std::move(pairs.vectors[order[k]]));
        }
        pairs.values = std::move(best.values);
        pairs.residuals = std::move(best.residuals);
        pairs.vectors = std::move(best.vectors);
        return true;
    }

    /// gamma_5 M as an operator.
    class GammaFiveM {
    public:
        using Field = FullField<typename Double::Field>;

        GammaFiveM(const Double& d, const DiracParameters& dirac) : m_(d, parametersOf<form>(dirac)) {}
        void apply(Field& out, const Field& in) const { m_.applyGamma5(out, in); }

    private:
        FullOperator<Double> m_;
    };

    SpectralParameters of_;
    FermionDomain space_;
    HostQuark<kind> quark_;
};

} // namespace gaugegl
