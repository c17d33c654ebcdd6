// The numbers of a measurement by the names that they have in checkpoints and, beside others, in history.csv.
#pragma once

#include "gaugegl/chain/ensemble.h"

namespace gaugegl {

/// One of them.
struct MeasurementColumn {
    std::string name;
    std::function<double(const Measurement&)> get;
    std::function<void(Measurement&, double)> set;
};

/// All of them: what a measurement is made of.
std::vector<MeasurementColumn> measurementColumns();

} // namespace gaugegl
