#include "chain/device_links.h"

#include "gauge/field_sections.h"
#include "gaugegl/chain/configuration.h"

#include <fmt/format.h>

namespace gaugegl {
namespace {

std::string linksName(int mu, int parity) { return fmt::format("links-{}-{}", mu, parity); }

} // namespace

std::unique_ptr<ChainLinks> makeDeviceLinks(const ChainBackend& backend, const Lattice& lattice,
                                            const GhostWidth& ghosts, const GeneratorOptions& options)
{
    return std::make_unique<DeviceLinks>(*backend.device(), backend.device()->shared(lattice, ghosts), options);
}

io::GaugeFileHeader DeviceLinks::read(const std::string& file, const std::optional<io::RawLayout>& raw)
{
    return readConfiguration(file, {field_, meter_}, raw);
}

void DeviceLinks::hotStart(bool byPhilox)
{
    if (byPhilox)
        gaugegl::hotStart(field_, generator_->options().seed);
    else
        gaugegl::hotStart(field_, *generator_);
}

void DeviceLinks::heatBath(const LinkSet& set, const HeatBath& parameters, std::uint32_t sweep, PendingCount* count)
{
    if (count)
        countedHeatBath(field_, set, parameters, *generator_, sweep, meter_.reduction(), *count);
    else
        gaugegl::heatBath(field_, set, parameters, *generator_, sweep);
}

void DeviceLinks::overrelaxation(const LinkSet& set, const GaugeAction& action)
{
    gaugegl::overrelaxation(field_, set, action);
}

void DeviceLinks::reunitarise()
{
    drift_ = beginUnitarityDrift(field_, meter_.reduction());
    gaugegl::reunitarise(field_);
}

HostGaugeField DeviceLinks::download() const { return gaugegl::download(field_); }

void DeviceLinks::save(SectionWriter& to) const
{
    for (int mu = 0; mu < 4; ++mu)
        for (int parity = 0; parity < 2; ++parity)
            saveField(to, linksName(mu, parity), field_.links(mu, parity));
    generator_->save(to);
}

void DeviceLinks::restore(SectionReader& from)
{
    for (int mu = 0; mu < 4; ++mu)
        for (int parity = 0; parity < 2; ++parity)
            restoreField(from, linksName(mu, parity), field_.links(mu, parity));
    generator_->restore(from);
}

} // namespace gaugegl
