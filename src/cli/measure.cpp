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

/// The field and the meter of the last lattice and group, so that an ensemble shares programs and textures.
class Meters {
public:
    explicit Meters(Device& device) : device_(device) {}

    ConfigurationTarget targetOf(const io::GaugeFileHeader& header)
    {
        if (!field_ || field_->lattice() != header.lattice || field_->group() != header.group) {
            meter_.reset();
            field_.reset();
            field_ = std::make_unique<GaugeField>(device_, header.lattice, header.group);
            meter_ = std::make_unique<ObservableMeter>(device_, header.lattice, header.group);
        }
        return {*field_, *meter_};
    }

    /// Of the last target.
    GaugeObservables measure() { return meter_->measure(*field_); }

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
        const io::GaugeFileHeader header =
            readConfiguration(file, hints, [&meters](const auto& known) { return meters.targetOf(known); });
        const GaugeObservables o = meters.measure();
        configurations.push_back(toJson(file, header, o));
        if (printsText(options.common)) print(file, header, o);
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
