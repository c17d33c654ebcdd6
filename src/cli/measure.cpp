// gaugegl measure: observables of configurations.
#include "command.h"
#include "report.h"

#include "gaugegl/gauge/configuration.h"
#include "gaugegl/gauge/observables.h"

#include <fmt/format.h>

namespace gaugegl::cli {
namespace {

struct MeasureOptions {
    CommonOptions common;
    std::vector<std::string> files;
    std::string group, lattice;
};

/// The meter of the last lattice and group, so that an ensemble shares programs and textures.
class Meters {
public:
    explicit Meters(Device& device) : device_(device) {}

    GaugeObservables measure(const HostGaugeField& links)
    {
        const Lattice& lattice = latticeOf(links);
        const Group group = groupOf(links);
        if (!field_ || !(field_->lattice() == lattice) || field_->group() != group) {
            meter_.reset();
            field_.reset();
            field_ = std::make_unique<GaugeField>(device_, lattice, group);
            meter_ = std::make_unique<ObservableMeter>(device_, lattice, group);
        }
        upload(*field_, links);
        return meter_->measure(*field_);
    }

private:
    Device& device_;
    std::unique_ptr<GaugeField> field_;
    std::unique_ptr<ObservableMeter> meter_;
};

nlohmann::json toJson(const std::string& file, const io::GaugeFileHeader& header, const GaugeObservables& o)
{
    return {{"file", file},
            {"format", header.format},
            {"bits", header.bits},
            {"group", name(header.group)},
            {"lattice", header.lattice.extents()},
            {"plaquette", o.plaquette},
            {"plaquette_space", o.plaquetteSpace},
            {"plaquette_time", o.plaquetteTime},
            {"rectangle", o.rectangle},
            {"polyakov_loop", {o.polyakovLoop.real(), o.polyakovLoop.imag()}},
            {"link_trace", o.linkTrace},
            {"action_density", o.actionDensity}};
}

void print(const std::string& file, const io::GaugeFileHeader& header, const GaugeObservables& o)
{
    fmt::print("{} ({}, {}-bit, {} {})\n", file, header.format, header.bits, name(header.group), header.lattice.name());
    fmt::print("  plaquette       {:.12f}  (space {:.12f}, time {:.12f})\n", o.plaquette, o.plaquetteSpace,
               o.plaquetteTime);
    fmt::print("  rectangle       {:.12f}\n", o.rectangle);
    fmt::print("  Polyakov loop   {:+.12f} {:+.12f} i\n", o.polyakovLoop.real(), o.polyakovLoop.imag());
    fmt::print("  link trace      {:+.12f}\n  action density  {:.12f}\n", o.linkTrace, o.actionDensity);
}

int runMeasure(const MeasureOptions& options)
{
    const io::GaugeFileHints hints = parseHints(options.group, options.lattice);
    Device device = openDevice(options.common);
    Meters meters(device);
    nlohmann::json configurations = nlohmann::json::array();
    for (const std::string& file : options.files) {
        const Configuration configuration = readConfiguration(file, hints);
        const GaugeObservables o = meters.measure(configuration.links);
        configurations.push_back(toJson(file, configuration.header, o));
        if (printsText(options.common)) print(file, configuration.header, o);
    }
    if (!options.common.json.empty()) writeJson({{"configurations", configurations}}, options.common.json);
    return success;
}

} // namespace

void addMeasure(CLI::App& app, Runner& chosen)
{
    auto options = std::make_shared<MeasureOptions>();
    CLI::App* command =
        app.add_subcommand("measure", "Plaquettes, rectangle, Polyakov loop and action of configurations");
    command->add_option("files", options->files, "Configurations, ILDG or NERSC")->required();
    addHintOptions(*command, options->group, options->lattice);
    addOutputOptions(*command, options->common);
    addDeviceOptions(*command, options->common);
    command->callback([options, &chosen] { chosen = [options] { return runMeasure(*options); }; });
}

} // namespace gaugegl::cli
