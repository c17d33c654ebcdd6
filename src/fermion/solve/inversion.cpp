#include "gaugegl/fermion/solve/inversion.h"

#include "fermion/operators/block_links.h"
#include "fermion/overlap/overlap_inverter.h"
#include "fermion/solve/fastest_rhs.h"
#include "gaugegl/base/error.h"
#include "host/stout_links.h"
#include "inverter.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <stdexcept>

namespace gaugegl {
namespace {

/// The fields of hopping terms in the same precision.
template<HoppingTerm D>
class SameFields {
public:
    using Field = typename D::Field;

    explicit SameFields(const D& inner) : inner_(&inner) {}

    Field makeField() const { return inner_->makeField(0); }
    void send(Field& inner, double factor, const Field& outer) { convert(inner, outer, factor); }
    void add(Field& outer, double factor, const Field& inner) { axpy(factor, inner, outer); }

private:
    const D* inner_;
};

template<QuarkForm form>
class HostInverter final : public BasicInverter<form> {
public:
    using BasicInverter<form>::kind;

    HostInverter(const HostGaugeField& links, const DiracParameters& dirac, const SharedLattice& shared)
        : BasicInverter<form>(links, dirac, shared), links_(links.links)
    {}

    std::string place() const override
    {
        return fmt::format("CPU ({})", name(this->inDouble().layout()->instructionSet()));
    }

private:
    using Single = host::Hopping<float, kind>;

    int most(const SolverChoice& choice) const override { return this->takesBatches(choice) ? mostRhs : 1; }

    int fastest(const SolverChoice& choice, int count) override
    {
        const bool isDouble = choice.precision == SolverPrecision::Double;
        int& known = fastest_[{isDouble, count}];
        if (known == 0)
            known = isDouble ? fastestRhs<form>(this->inDouble(), this->dirac(), count)
                             : fastestRhs<form>(*single_, this->dirac(), count);
        return known;
    }

    void deflationChanged() override
    {
        doubleModes_ = nullptr;
        singleModes_ = nullptr;
    }

    void prepare(const SolverChoice& choice) override
    {
        const SolverPrecision precision = choice.precision;
        if (precision == SolverPrecision::Mixed16)
            throw InputError("mixed16 has 16-bit fields, which are on a device only: give --path fragment or compute");
        if (precision != SolverPrecision::Double && !single_)
            single_.emplace(this->completed(
                Single(this->inDouble().layout(), this->domain().group, links_, this->dirac().phases())));
        if (precision == SolverPrecision::Double && !doubleModes_) doubleModes_ = this->deflationIn(this->inDouble());
        if (precision != SolverPrecision::Double && !singleModes_) singleModes_ = this->deflationIn(*single_);
        if (const auto blocks = BlockChoice::of(choice); blocks && !(blocks_ && blocks_->choice == *blocks))
            blocks_.emplace(ofBlocks(*blocks));
    }

    SolveOutcome solved(const SolveRequest& request) const override
    {
        const SolverPrecision precision = request.choice.precision;
        if (request.choice.preconditioner == PreconditionerType::Schwarz) return solvedWithBlocks(request);
        if (precision == SolverPrecision::Double) return solveUniform<form>(this->inDouble(), request, doubleModes_);
        if (precision == SolverPrecision::Single) return solveUniform<form>(*single_, request, singleModes_);
        return solveMixed<form>(this->inDouble(), LowerHopping{*single_, DoubleToFloat<kind>(*single_)}, request,
                                singleModes_);
    }

    std::vector<SolveOutcome> solvedBatch(std::span<const SolveRequest> requests) const override
    {
        using Bundles = host::BundleHopping<double, kind>;
        using SingleBundles = host::BundleHopping<float, kind>;
        const int count = int(requests.size());
        const auto inUse = host::allInUse(count);
        const SolverPrecision precision = requests.front().choice.precision;
        const Bundles isDouble(this->inDouble(), count, inUse);
        if (precision == SolverPrecision::Double)
            return solveUniformBatch<form>(this->inDouble(), isDouble, requests, doubleModes_);
        const SingleBundles single(*single_, count, inUse);
        if (precision == SolverPrecision::Single)
            return solveUniformBatch<form>(*single_, single, requests, singleModes_);
        return solveMixedBatch<form>(this->inDouble(), isDouble, LowerHopping{single, BundlesToFloat<kind>(single)},
                                     requests, singleModes_);
    }

    SolveOutcome solvedWithBlocks(const SolveRequest& request) const
    {
        const Schwarz<form, Single, Single, SameFields<Single>> preconditioner(
            blocks_->hopping, this->dirac(), blocks_->steps, SameFields<Single>(blocks_->hopping));
        SolveOutcome outcome =
            request.choice.precision == SolverPrecision::Single
                ? solveUniform<form>(*single_, request, singleModes_, preconditioner)
                : solveMixed<form>(this->inDouble(), LowerHopping{*single_, DoubleToFloat<kind>(*single_)}, request,
                                   singleModes_, preconditioner);
        outcome.blockApplications = preconditioner.applications();
        return outcome;
    }

    struct OfBlocks {
        BlockChoice choice;
        Single hopping;
        ResidualSteps steps;
    };
    OfBlocks ofBlocks(const BlockChoice& choice) const
    {
        const FermionDomain& domain = this->domain();
        const SharedLattice& shared = this->lattice();
        const HostGaugeField cut = linksWithinBlocks({domain.lattice, domain.group, links_}, shared, choice.blocks);
        // The clover term is on the sites: that of the whole links.
        const Single hopping =
            this->completed(Single(this->inDouble().layout(), domain.group, cut.links, this->dirac().phases()));
        return {choice, hopping,
                learnBlockSteps<form>(hopping, this->dirac(), shared.lattice(), domain.group, choice.steps)};
    }

    LinkVector links_;
    std::optional<Single> single_;                         ///< once it is asked for
    std::optional<OfBlocks> blocks_;                       ///< of the last preconditioner
    DeflationOf<host::Hopping<double, kind>> doubleModes_; ///< once it is asked for
    DeflationOf<Single> singleModes_;                      ///< once it is asked for
    std::map<std::pair<bool, int>, int> fastest_; ///< in double precision, of at most so many; once it is asked for
};

} // namespace

int Inverter::batchSize(const SolverChoice& choice, int /*count*/)
{
    validate(choice);
    if (choice.rhs > 1)
        throw InputError(
            fmt::format("rhs = {}: this operator is solved for one right-hand side at a time", choice.rhs));
    return 1;
}

std::vector<Inversion> Inverter::solve(std::span<const FermionVector> b, const SolverChoice& choice,
                                       const std::function<void(int, const ResidualPoint&)>& watch)
{
    std::vector<Inversion> all;
    const auto each = std::size_t(batchSize(choice, int(b.size())));
    while (all.size() < b.size()) {
        const std::size_t first = all.size(), count = std::min(each, b.size() - first);
        const auto watchFrom = [&watch, first](int vector, const ResidualPoint& seen) {
            watch(int(first) + vector, seen);
        };
        if (count == 1) {
            std::function<void(const ResidualPoint&)> one;
            if (watch) one = [&](const ResidualPoint& seen) { watchFrom(0, seen); };
            all.push_back(solve(b[first], choice, one));
        } else
            for (Inversion& x : solveBatch(b.subspan(first, count), choice,
                                           watch ? std::function<void(int, const ResidualPoint&)>(watchFrom) : nullptr))
                all.push_back(std::move(x));
        if (all.back().status == SolverStatus::Interrupted) break;
    }
    return all;
}

std::vector<Inversion> Inverter::solveBatch(std::span<const FermionVector> /*b*/, const SolverChoice& /*choice*/,
                                            const std::function<void(int, const ResidualPoint&)>& /*watch*/)
{
    throw std::logic_error("this inverter takes one right-hand side at a time");
}

std::unique_ptr<Inverter> hostInverter(const HostGaugeField& links, const DiracParameters& dirac,
                                       const SharedLattice& shared)
{
    requireFeature(links.group, Feature::Fermions);
    validate(dirac);
    if (!hasEvenOdd(dirac.type)) return hostOverlapInverter(links, dirac, shared, nullptr);
    return withEvenOddForm(traits(dirac.type).form, [&](auto form) -> std::unique_ptr<Inverter> {
        return std::make_unique<HostInverter<form>>(host::stoutSmeared(links, dirac.stout, shared), dirac, shared);
    });
}

} // namespace gaugegl
