#include "gaugegl/fermion/solve/inversion.h"

#include "fermion/operators/block_links.h"
#include "fermion/overlap/overlap_inverter.h"
#include "gaugegl/base/error.h"
#include "host/stout.h"
#include "inverter.h"

#include <fmt/format.h>

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
                Single(this->inDouble().layout(), this->domain().group, links_, this->dirac().boundary)));
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
            this->completed(Single(this->inDouble().layout(), domain.group, cut.links, this->dirac().boundary));
        return {choice, hopping,
                learnBlockSteps<form>(hopping, this->dirac(), shared.lattice(), domain.group, choice.steps)};
    }

    LinkVector links_;
    std::optional<Single> single_;                         ///< once it is asked for
    std::optional<OfBlocks> blocks_;                       ///< of the last preconditioner
    DeflationOf<host::Hopping<double, kind>> doubleModes_; ///< once it is asked for
    DeflationOf<Single> singleModes_;                      ///< once it is asked for
};

} // namespace

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
