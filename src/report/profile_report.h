// --profile: where the time of a device went, as a table and as JSON.
#pragma once

#include "gaugegl/device/profile.h"
#include "report/json.h"

namespace gaugegl::report {

/// Kernels, the longest first, and the rest.
std::string profileTable(const ProfileReport& report);

/// {"seconds", "clock", "kernels": [{"name", "calls", "seconds", "fraction"}, ..], "kernel_seconds", "kernel_fraction",
/// "compiling", "uploads", "readbacks" (each {"calls", "seconds", "fraction"}), "host_seconds"}.
Json toJson(const ProfileReport& report);

} // namespace gaugegl::report
