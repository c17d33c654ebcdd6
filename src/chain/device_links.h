// The links of a chain on a device, with their generator and what measures them.
#pragma once

#include "chain/chain_links.h"

namespace gaugegl {

/// Every link 1 at first.
class DeviceLinks : public ChainLinks {
public:
    DeviceLinks(Device& device, const Lattice& lattice, const GeneratorOptions& options)
        : field_(device, lattice, options.group), generator_(Generator::create(device, lattice, options)),
          meter_(device, lattice, options.group)
    {}

    GaugeField& field() { return field_; }
    ObservableMeter& meter() { return meter_; }

    SharedLattice shared() const override { return field_.device().sharedBy(field_.lattice()); }
    io::GaugeFileHeader read(const std::string& file, const std::optional<io::RawLayout>& raw) override;
    Generator& generator() override { return *generator_; }
    ChangingLinks changing() override { return &field_; }
    void hotStart(bool byPhilox) override;
    void heatBath(const LinkSet& set, const HeatBath& parameters, std::uint32_t sweep, PendingCount* count) override;
    void overrelaxation(const LinkSet& set, const GaugeAction& action) override;
    void reunitarise() override;
    bool hasDrift() const override { return ready(drift_); }
    double drift() const override { return unitarityDrift(drift_, field_.lattice()); }
    PendingObservables measure(const ObservableSet& chosen) override { return meter_.begin(field_, chosen); }
    HostGaugeField download() const override;
    AnyLinks forMeasurements() const override { return &field_; }
    void save(SectionWriter& to) const override;
    void restore(SectionReader& from) override;

private:
    GaugeField field_;
    std::unique_ptr<Generator> generator_;
    ObservableMeter meter_;
    PendingSums drift_;
};

} // namespace gaugegl
