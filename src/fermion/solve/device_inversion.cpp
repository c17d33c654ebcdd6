#include "fermion/solve/device_inversion.h"

#include "device/tuner.h"
#include "fermion/operators/block_links.h"
#include "fermion/operators/bundle_hopping.h"
#include "fermion/operators/device_quark.h"
#include "fermion/overlap/device_overlap.h"
#include "fermion/solve/fastest_rhs.h"
#include "gaugegl/base/error.h"
#include "gaugegl/fields/transfer.h"
#include "host/stout_links.h"
#include "inverter.h"

#include <fmt/format.h>

namespace gaugegl {
namespace {

/// The format of the fields of the innermost solver.  16-bit floats have a shorter mantissa and took 1.5 times the
/// iterations of double precision; this format takes 1.1 times.
constexpr FieldFormat shortFormat = FieldFormat::BlockFloat16;

/// Fields of one format to those of another on the device.
class DeviceFormatConversion {
public:
    explicit DeviceFormatConversion(const DeviceHopping& inner) : inner_(&inner) {}

    FermionField makeField() const { return inner_->makeField(0); }
    void send(FermionField& inner, double factor, const FermionField& outer) { convert(inner, outer, factor); }
    void add(FermionField& outer, double factor, const FermionField& inner) { addConverted(outer, inner, factor); }

private:
    const DeviceHopping* inner_;
};

/// Bundles of the host to those of a device with the same state, and back.
template<FermionKind kind>
class StagedBundles {
public:
    StagedBundles(const DeviceBundleHopping& inner, const host::Hopping<double, kind>& outer,
                  const FermionDomain& space)
        : inner_(&inner), outer_(&outer), size_(space.size() / 2)
    {}

    FermionBundle makeField() const { return inner_->makeField(0); }
    void send(FermionBundle& inner, const Factors& factors, const host::Bundle<double>& outer)
    {
        std::vector<HalfVector> vectors(factors.size(), HalfVector(size_));
        auto one = outer_->makeField(0);
        outer.inUse().forEach([&](int vector) {
            const auto v = std::size_t(vector);
            takeVector(one, outer, vector);
            download(std::span(vectors[v]), one);
            for (auto& number : vectors[v])
                number *= factors[v];
        });
        upload(inner, vectors);
    }
    void add(host::Bundle<double>& outer, const Factors& factors, const FermionBundle& inner)
    {
        const std::vector<HalfVector> vectors = downloadVectors(inner);
        auto one = outer_->makeField(0), sum = outer_->makeField(0);
        outer.inUse().forEach([&](int vector) {
            const auto v = std::size_t(vector);
            upload(one, vectors[v]);
            takeVector(sum, outer, vector);
            axpy(factors[v], one, sum);
            putVector(outer, vector, sum);
        });
    }

private:
    const DeviceBundleHopping* inner_;
    const host::Hopping<double, kind>* outer_;
    std::size_t size_;
};

/// The residual on the host, corrections in single precision, whose corrections have 16 bits.
template<QuarkForm form>
SolveOutcome solveNested(const host::Hopping<double, kindOf(form)>& d,
                         const std::pair<const DeviceHopping&, const DeviceHopping&>& singleAndShort,
                         const SolveRequest& request, const DeflationOf<DeviceHopping>& known)
{
    const DeviceHopping& single = singleAndShort.first;
    const DeviceHopping& inShort = singleAndShort.second;
    const SchurOf<form, DeviceHopping> aSingle(single, parametersOf<form>(request.dirac));
    const SchurOf<form, DeviceHopping> aShort(inShort, parametersOf<form>(request.dirac));
    constexpr const Deflation<FermionField>* undeflated = nullptr;
    return solveEvenOdd<form>(d, request, [&](const auto& a, auto& x, const auto& b, const auto& parameters) {
        return withSolver(
            aShort, NoPreconditioner<FermionField>(), undeflated, request.choice.type, [&](const auto& pass) {
                using Conversion = HostStagedConversion<host::Hopping<double, kindOf(form)>, DeviceHopping>;
                InnerPass<FermionField, DeviceFormatConversion> shortInSingle(pass, DeviceFormatConversion(inShort),
                                                                              bits16Reduction);
                PassOfPasses passesInSingle(aSingle, shortInSingle);
                const Deflation<FermionField> none;
                DeflatedPass deflated(aSingle, passesInSingle, known ? *known : none);
                InnerPass<host::Field<double>, Conversion> singleInDouble(deflated, Conversion(single, request.space),
                                                                          singleReduction);
                return refine(a, x, b, singleInDouble, parameters);
            });
    });
}

/// The hopping term of blocks in one format.
struct DeviceBlocks {
    BlockChoice choice;
    GaugeField u;
    HopLinks links;
    DeviceHopping hopping;
    ResidualSteps steps = {};

    /// `whole` is the hopping term without cuts, `cut` has the links of the blocks.
    DeviceBlocks(const BlockChoice& which, const DeviceHopping& whole, const HostGaugeField& cut,
                 const DiracParameters& dirac)
        : choice(which), u(fieldOn(whole.links().gauge().device(), whole.links().gauge().lattice(), cut)),
          links(u, whole.links().storage()),
          hopping(dirac.kind(), links, dirac.phases(), which.sixteen ? shortFormat : FieldFormat::Real)
    {
        if (dirac.slices() > 1) hopping = hopping.inSlices(dirac.slices());
    }
};

template<QuarkForm form>
class DeviceInverter final : public BasicInverter<form> {
public:
    using BasicInverter<form>::kind;

    DeviceInverter(Device& device, const HostGaugeField& links, const DiracParameters& dirac,
                   const SharedLattice& shared)
        : BasicInverter<form>(links, dirac, shared), quark_(device, shared.lattice(), links, dirac)
    {}

    std::string place() const override
    {
        return fmt::format("{} ({} shaders)", device().context().capabilities().renderer, name(device().path()));
    }

private:
    Device& device() const { return quark_.u.device(); }

    /// Not with modes or 16 bits, and not on a lattice that ranks share; no more than a texture has columns for.
    int most(const SolverChoice& choice) const override
    {
        const bool takes = this->takesBatches(choice) && choice.precision != SolverPrecision::Mixed16 &&
                           !this->isDeflated() && !this->lattice().lattice().isShared();
        if (!takes) return 1;
        const int columns = quark_.hopping.space()->shape().width;
        return std::clamp(device().context().capabilities().maxTextureSize / columns, 1, mostRhs);
    }

    /// The tuner times hops of as many vectors in all; without tuning, as on a software driver, nothing is gained.
    int fastest(const SolverChoice& /*choice*/, int count) override
    {
        const FermionSpace::Description& d = quark_.hopping.space()->description();
        TuningQuestion question{
            .kernel = fmt::format("rhs-{}-{}-slices{}-of{}", traits(kind).name, word(d.group), d.slices, count),
            .lattice = d.lattice.name(),
            .variants = {},
            .standard = 0, // one at a time
            .sameBits = true};
        for (const int rhs : triedRhs)
            if (rhs <= count) question.variants.push_back(std::to_string(rhs));
        return triedRhs[device().tuner().best(question, [&](std::size_t i) {
            const int rhs = triedRhs[i];
            const DeviceBundleHopping bundles(quark_.hopping, rhs, host::allInUse(rhs));
            auto psi = bundles.makeField(0), out = bundles.makeField(1);
            setZero(psi.all());
            for (int done = 0; done < mostRhs; done += rhs)
                bundles.hop(out, psi, {.parity = 1});
        })];
    }

    std::vector<SolveOutcome> solvedBatch(std::span<const SolveRequest> whole) const override
    {
        std::vector<SolveRequest> requests(whole.begin(), whole.end());
        for (SolveRequest& request : requests)
            request.parameters.pollInterval = pollIntervalOn(device());
        const int count = int(requests.size());
        const auto inUse = host::allInUse(count);
        const DeviceBundleHopping bundles(quark_.hopping, count, inUse);
        const DeflationOf<DeviceBundleHopping> none;
        if (requests.front().choice.precision != SolverPrecision::Mixed)
            return solveUniformBatch<form>(quark_.hopping, bundles, std::span<const SolveRequest>(requests), none);
        const host::BundleHopping<double, kind> outer(this->inDouble(), count, inUse);
        return solveMixedBatch<form>(
            this->inDouble(), outer,
            LowerHopping{bundles, StagedBundles<kind>(bundles, this->inDouble(), this->domain())},
            std::span<const SolveRequest>(requests), none);
    }

    void deflationChanged() override { modes_ = nullptr; }

    void prepare(const SolverChoice& choice) override
    {
        const SolverPrecision precision = choice.precision;
        if ((device().precision() == Precision::Double) != (precision == SolverPrecision::Double))
            throw InputError(fmt::format("a device in {} precision was opened for a solve in {}",
                                         name(device().precision()), choiceName<SolverPrecision>(precision)));
        if (!modes_) modes_ = this->deflationIn(quark_.hopping);
        if (const auto blocks = BlockChoice::of(choice)) {
            if (!blocks_ || blocks_->choice != *blocks) cut(*blocks);
        } else if (precision == SolverPrecision::Mixed16 && !short_)
            shorten();
    }

    SolveOutcome solved(const SolveRequest& whole) const override
    {
        SolveRequest request = whole;
        const SolverPrecision precision = request.choice.precision;
        request.parameters.pollInterval = pollIntervalOn(device());
        if (request.choice.preconditioner == PreconditionerType::Schwarz) return solvedWithBlocks(request);
        if (precision == SolverPrecision::Mixed16)
            return solveNested<form>(this->inDouble(), {quark_.hopping, *short_}, request, modes_);
        if (precision != SolverPrecision::Mixed) return solveUniform<form>(quark_.hopping, request, modes_);
        return solveMixed<form>(this->inDouble(), inSingle(), request, modes_);
    }

    SolveOutcome solvedWithBlocks(const SolveRequest& request) const
    {
        const Schwarz<form, DeviceHopping, DeviceHopping, DeviceFormatConversion> preconditioner(
            blocks_->hopping, this->dirac(), blocks_->steps, DeviceFormatConversion(blocks_->hopping));
        SolveOutcome outcome = request.choice.precision == SolverPrecision::Single
                                   ? solveUniform<form>(quark_.hopping, request, modes_, preconditioner)
                                   : solveMixed<form>(this->inDouble(), inSingle(), request, modes_, preconditioner);
        outcome.blockApplications = preconditioner.applications();
        return outcome;
    }

    auto inSingle() const
    {
        using Conversion = HostStagedConversion<host::Hopping<double, kind>, DeviceHopping>;
        return LowerHopping{quark_.hopping, Conversion(quark_.hopping, this->domain())};
    }

    void cut(const BlockChoice& choice)
    {
        const SharedLattice& shared = this->lattice();
        blocks_.reset(); // its memory first
        blocks_ = std::make_unique<DeviceBlocks>(
            choice, quark_.hopping, linksWithinBlocks(download(quark_.u), shared, choice.blocks), this->dirac());
        blocks_->hopping.tune(device().tuner());
        if (eachWithinARank(choice.blocks, shared)) blocks_->hopping.stayWithinRank();
        if (quark_.clover) // it is on the sites: that of the whole links
            blocks_->hopping = blocks_->hopping.with(cloverOf(choice.sixteen ? shortFormat : FieldFormat::Real));
        blocks_->steps = learnBlockSteps<form>(blocks_->hopping, this->dirac(), shared.lattice(), this->domain().group,
                                               choice.steps);
    }

    std::shared_ptr<const CloverField> cloverOf(FieldFormat format) const
    {
        return format == FieldFormat::Real ? quark_.clover : quark_.clover->inShort();
    }

    void shorten()
    {
        short_.emplace(kind, quark_.links, this->dirac().phases(), shortFormat);
        if (this->domain().slices > 1) short_ = short_->inSlices(this->domain().slices);
        short_->tune(device().tuner());
        if (quark_.clover) short_ = short_->with(cloverOf(shortFormat));
    }

    DeviceQuark quark_;
    std::optional<DeviceHopping> short_;   ///< once it is asked for
    std::unique_ptr<DeviceBlocks> blocks_; ///< of the last preconditioner
    DeflationOf<DeviceHopping> modes_;     ///< once they are asked for
};

} // namespace

std::unique_ptr<Inverter> deviceInverter(Device& device, const HostGaugeField& links, const DiracParameters& dirac,
                                         const SharedLattice& shared)
{
    validate(dirac);
    if (!hasEvenOdd(dirac.type)) return deviceOverlapInverter(device, links, dirac, shared, nullptr);
    return withEvenOddForm(traits(dirac.type).form, [&](auto form) -> std::unique_ptr<Inverter> {
        return std::make_unique<DeviceInverter<form>>(device, host::stoutSmeared(links, dirac.stout, shared), dirac,
                                                      shared);
    });
}

} // namespace gaugegl
