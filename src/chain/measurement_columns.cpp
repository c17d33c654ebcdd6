#include "chain/measurement_columns.h"

namespace gaugegl {
namespace {

MeasurementColumn plain(const char* name, double GaugeObservables::*member)
{
    return {name, [member](const Measurement& m) { return m.values.*member; },
            [member](Measurement& m, double value) { m.values.*member = value; }};
}

} // namespace

// Checkpoints that did not name their columns had the first nine, in this order.
std::vector<MeasurementColumn> measurementColumns()
{
    std::vector<MeasurementColumn> all = {{"sweep", [](const Measurement& m) { return double(m.sweep); },
                                           [](Measurement& m, double value) { m.sweep = int(value); }},
                                          plain("plaquette", &GaugeObservables::plaquette),
                                          plain("plaquette_space", &GaugeObservables::plaquetteSpace),
                                          plain("plaquette_time", &GaugeObservables::plaquetteTime),
                                          plain("action_density", &GaugeObservables::actionDensity),
                                          plain("link_trace", &GaugeObservables::linkTrace)};
    for (const ObservablePart& part : observableParts()) {
        const std::size_t index = part.index;
        all.push_back({part.column + (part.of->complex ? "_re" : ""),
                       [index](const Measurement& m) { return m.values.others[index].real(); },
                       [index](Measurement& m, double value) { m.values.others[index].real(value); }});
        if (part.of->complex)
            all.push_back({part.column + "_im", [index](const Measurement& m) { return m.values.others[index].imag(); },
                           [index](Measurement& m, double value) { m.values.others[index].imag(value); }});
    }
    return all;
}

} // namespace gaugegl
