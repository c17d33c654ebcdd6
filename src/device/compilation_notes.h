// Compiling and tuning on the progress line: which program or variant it is, and that the time is not that of sweeps.
#pragma once

#include "gaugegl/base/progress.h"
#include "gaugegl/device/device.h"

namespace gaugegl {

/// While it lives, the line says which program of the device is compiled and which variant is timed, and the time of that
/// counts neither for rates nor for the time left.
class CompilationNotes {
public:
    /// `expected`: how many programs the device will have, if that is known, together with those of `other`.  All must
    /// outlive the object; a device has one at a time.
    CompilationNotes(Device& device, Progress& progress, std::optional<std::size_t> expected = {},
                     const Device* other = nullptr);
    ~CompilationNotes();
    CompilationNotes(const CompilationNotes&) = delete;
    CompilationNotes& operator=(const CompilationNotes&) = delete;

private:
    Device* device_;
    TuningWatch outer_;    ///< who heard of tuning before
    double compiling_ = 0; ///< seconds since the tuning under way began
};

} // namespace gaugegl
