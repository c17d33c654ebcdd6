// The links of a chain on the CPU.
#include "chain/chain_links.h"

#include "gaugegl/chain/configuration.h"
#include "host/link_update.h"
#include "io/sections.h"

#include <fmt/format.h>
#include <optional>

namespace gaugegl {
namespace {

/// In precision T, of numbers of Philox, which follow from key and sweep.
template<class T>
class HostLinks : public ChainLinks {
public:
    HostLinks(const Lattice& lattice, const GeneratorOptions& options)
        : layout_(std::make_shared<const host::BlockLayout>(lattice)), u_(layout_, options.group),
          generator_(Generator::onHost(sizeof(T) == sizeof(float) ? Precision::Single : Precision::Double, options))
    {}

    SharedLattice shared() const override { return layout_->shared(); }

    io::GaugeFileHeader read(const std::string& file, const std::optional<io::RawLayout>& raw) override
    {
        const Configuration found = readConfiguration(file, {u_.group(), layout_->lattice(), raw});
        requireFits(found.header, u_.group(), layout_->lattice());
        u_.assign(found.links.links);
        return found.header;
    }

    Generator& generator() override { return *generator_; }
    ChangingLinks changing() override
    {
        if constexpr (std::is_same_v<T, double>)
            return &u_;
        else
            throw InputError("links in single precision have no dynamics on the CPU");
    }
    void hotStart(bool /*byPhilox*/) override { host::hotStart(u_, generator_->options().seed); }

    void heatBath(const LinkSet& set, const HeatBath& parameters, std::uint32_t sweep, PendingCount* count) override
    {
        const std::int64_t accepted =
            updates(parameters.action).heatBath(u_, set, parameters, {generator_->options().seed, sweep});
        if (count && isCounted(set)) count->add(double(accepted));
    }

    void overrelaxation(const LinkSet& set, const GaugeAction& action) override
    {
        updates(action).overrelaxation(u_, set);
    }

    void reunitarise() override { drift_ = host::reunitarise(u_); }
    bool hasDrift() const override { return true; }
    double drift() const override { return drift_; }

    PendingObservables measure(const ObservableSet& chosen) override
    {
        if constexpr (std::is_same_v<T, double>)
            return PendingObservables(observablesOf(u_, chosen));
        else
            return PendingObservables(observablesOf(host::inDouble(u_), chosen));
    }

    HostGaugeField download() const override { return {layout_->lattice(), u_.group(), u_.links()}; }

    AnyLinks forMeasurements() const override
    {
        if constexpr (std::is_same_v<T, double>)
            return std::make_shared<const host::LinkField>(u_);
        else
            return std::make_shared<const host::LinkField>(host::inDouble(u_));
    }

    /// The numbers of the matrices of a direction and parity, [number][half site]: whatever the instruction set and its lanes.
    void save(SectionWriter& to) const override
    {
        forSections([&](const std::string& name, int mu, int parity) {
            std::vector<T> numbers(std::size_t(layout_->lattice().halfVolume() * u_[mu].perSite()));
            forNumbers(mu, parity, [&](std::size_t inFile, std::size_t inField) {
                numbers[inFile] = u_[mu].data(parity)[inField];
            });
            to.add(name, std::as_bytes(std::span(numbers)));
        });
    }

    void restore(SectionReader& from) override
    {
        forSections([&](const std::string& name, int mu, int parity) {
            std::vector<T> numbers(std::size_t(layout_->lattice().halfVolume() * u_[mu].perSite()));
            from.read(name, numbers.size() * sizeof(T), 0, std::as_writable_bytes(std::span(numbers)));
            T* const to = u_[mu].change(parity);
            forNumbers(mu, parity, [&](std::size_t inFile, std::size_t inField) { to[inField] = numbers[inFile]; });
        });
    }

private:
    host::LinkUpdates<T>& updates(const GaugeAction& action)
    {
        if (!updates_ || !(action == action_)) updates_.emplace(layout_, u_.group(), action);
        action_ = action;
        return *updates_;
    }

    /// f(name, mu, parity); links of devices have other sections, since these are bit for bit those of the CPU.
    template<class F>
    static void forSections(const F& f)
    {
        for (int mu = 0; mu < 4; ++mu)
            for (const int parity : {0, 1})
                f(fmt::format("host-links-{}-{}", mu, parity), mu, parity);
    }
    template<class F>
    void forNumbers(int mu, int parity, const F& f) const
    {
        const auto half = layout_->halfSites(parity);
        for (int number = 0; number < u_[mu].perSite(); ++number)
            for (std::size_t place = 0; place < half.size(); ++place)
                f(std::size_t(number) * half.size() + std::size_t(half[place]), u_[mu].at(std::int64_t(place), number));
    }

    std::shared_ptr<const host::BlockLayout> layout_;
    host::LinksOf<T> u_;
    std::unique_ptr<Generator> generator_;
    GaugeAction action_;
    std::optional<host::LinkUpdates<T>> updates_;
    double drift_ = 0;
};

} // namespace

std::unique_ptr<ChainLinks> makeHostLinks(const ChainBackend& backend, const Lattice& lattice,
                                          const GhostWidth& /*ghosts*/, const GeneratorOptions& options)
{
    host::requireUpdates(options.group);
    if (backend.precision() == Precision::Single) return std::make_unique<HostLinks<float>>(lattice, options);
    return std::make_unique<HostLinks<double>>(lattice, options);
}

} // namespace gaugegl
