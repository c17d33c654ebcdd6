// --profile: where the time of a device went, as a table and as JSON.
#pragma once

#include "command.h"
#include "report.h"

#include "gaugegl/device/profile.h"

namespace gaugegl::cli {

/// --profile.
void addProfileOption(CLI::App& command, CommonOptions& options);

/// What --profile asks for, from here on; null without it.
std::unique_ptr<Profile> profileOf(Device& device, const CommonOptions& options);

/// Kernels, the longest first, and the rest.
std::string profileTable(const ProfileReport& report);

/// {"seconds", "clock", "kernels": [{"name", "calls", "seconds", "fraction"}, ..], "kernel_seconds", "kernel_fraction",
/// "compiling", "uploads", "readbacks" (each {"calls", "seconds", "fraction"}), "host_seconds"}.
Json toJson(const ProfileReport& report);

} // namespace gaugegl::cli
