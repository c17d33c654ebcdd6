// What `gaugegl verify` says of a kernel.
#pragma once

#include "gaugegl/core/group.h"

#include <functional>
#include <string>

namespace gaugegl {

/// A kernel compared with the reference.
struct Check {
    std::string name;            ///< of the kernel
    Group group;                 ///< SU(2) or SU(3)
    Path path;                   ///< kind of shaders
    Precision precision;         ///< of fields and kernels
    Storage storage;             ///< where fields lie
    double largestDeviation = 0; ///< over all that is compared: absolute, or of norms
    double tolerance = 0;        ///< largest deviation that is allowed
    bool passed = false;         ///< whether it was within
    std::string note;            ///< what else was counted, such as accept/reject flips
};

/// Called after each check.
using CheckObserver = std::function<void(const Check&)>;

/// Which checks a verifier makes.
struct CheckPlan {
    /// Also of the variants of kernels that the device would not choose.
    bool variants = true;
    /// If it is there no check is made, but their number is added to this.
    int* count = nullptr;
};

} // namespace gaugegl
