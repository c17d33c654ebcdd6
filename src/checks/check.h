// The result of `gaugegl verify` for a kernel.
#pragma once

#include "gaugegl/core/group.h"

#include <functional>
#include <string>

namespace gaugegl {

/// The comparison of a kernel with the reference.
struct Check {
    std::string name;            ///< of the kernel
    Group group;                 ///< SU(2) or SU(3)
    Path path;                   ///< kind of shaders
    Precision precision;         ///< of fields and kernels
    Storage storage;             ///< where fields lie
    double largestDeviation = 0; ///< over all that is compared: absolute, or of norms
    double tolerance = 0;        ///< largest deviation that is allowed
    bool passed = false;         ///< whether it was within
    std::string note;            ///< further counts, such as accept/reject flips
};

/// Called after each check.
using CheckObserver = std::function<void(const Check&)>;

class CheckSelection;

/// The checks that a verifier makes.
struct CheckPlan {
    /// Also of the variants of kernels that the device would not choose.
    bool variants = true;
    /// If not null, no check is made, and the number of checks is added to this.
    int* count = nullptr;
    /// If not null, only those checks are made that it takes; it counts them itself.
    CheckSelection* selection = nullptr;
};

} // namespace gaugegl
