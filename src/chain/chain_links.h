// The links of a chain on its backend, and all that the chain does with them: on a device (chain/device_links.h), or on the CPU.
#pragma once

#include "gaugegl/chain/chain.h"
#include "gaugegl/io/gauge_file.h"

namespace gaugegl {

/// What both backends do.
class ChainLinks {
public:
    virtual ~ChainLinks() = default;
    ChainLinks() = default;
    ChainLinks(const ChainLinks&) = delete;
    ChainLinks& operator=(const ChainLinks&) = delete;

    /// The lattice, and who shares it.
    virtual SharedLattice shared() const = 0;
    /// Takes the links of a file, which is of this group and lattice where it does not say so, and has that layout if it is in no format;
    /// collective.  Throws FileError for a damaged file and InputError for one of another group or lattice.
    virtual io::GaugeFileHeader read(const std::string& file, const std::optional<io::RawLayout>& raw) = 0;
    /// The random numbers of the chain, with their state.
    virtual Generator& generator() = 0;
    /// The links, for dynamics to change.
    virtual ChangingLinks changing() = 0;
    /// Links from the Haar measure; by Philox whatever the generator, or by the generator.
    virtual void hotStart(bool byPhilox) = 0;
    /// Heat bath of a set of links; where there is a count, it counts.
    virtual void heatBath(const LinkSet& set, const HeatBath& parameters, std::uint32_t sweep, PendingCount* count) = 0;
    /// Overrelaxation of a set of links.
    virtual void overrelaxation(const LinkSet& set, const GaugeAction& action) = 0;
    /// Projects the links on the group, and before begins to measure their distance from it.
    virtual void reunitarise() = 0;
    /// Whether the distance is there; does not wait.
    virtual bool hasDrift() const = 0;
    /// The distance; waits until it is there.
    virtual double drift() const = 0;
    /// Begins to measure the links.
    virtual PendingObservables measure(const ObservableSet& chosen) = 0;
    /// The links on the host, this rank's part.
    virtual HostGaugeField download() const = 0;
    /// The links as measurements read them (measure/measurement.h).
    virtual AnyLinks forMeasurements() const = 0;
    /// Writes the links and the state of the generator.
    virtual void save(SectionWriter& to) const = 0;
    /// Reads them.  Throws FileError if a section is missing or of another size.
    virtual void restore(SectionReader& from) = 0;
};

/// ChainBackend::links() of a device.
std::unique_ptr<ChainLinks> makeDeviceLinks(const ChainBackend& backend, const Lattice& lattice,
                                            const GhostWidth& ghosts, const GeneratorOptions& options);
/// ChainBackend::links() of the CPU.
std::unique_ptr<ChainLinks> makeHostLinks(const ChainBackend& backend, const Lattice& lattice, const GhostWidth& ghosts,
                                          const GeneratorOptions& options);

} // namespace gaugegl
