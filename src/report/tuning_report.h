// Which variants of kernels results were made with, and what tuning has found.
#pragma once

#include "device/tuner.h"
#include "report/json.h"

namespace gaugegl::report {

/// [{"kernel", "lattice", "path", "precision", "variant", "origin"}, ..] of choices that were used, without those on which no bit of a result depends.
Json toJson(const std::vector<TuningChoice>& choices);

/// An entry of a store with all that were compared, and the gain over the standard variant.
Json toJson(const TuningEntry& entry);
/// Those entries as a table for each card and driver.
std::string tuningTable(const std::vector<TuningEntry>& entries);

} // namespace gaugegl::report
