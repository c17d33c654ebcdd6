// The parts into which the checks of kernels are divided.
#pragma once

#include "gaugegl/device/device.h"
#include "verify/check.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gaugegl {

/// Checks kernels of one group on one device and lattice.
using Verifier = std::vector<Check> (*)(Device& device, const Lattice& lattice, Group group,
                                        const CheckObserver& observer, const CheckPlan& plan);

/// One part.
struct CheckedPart {
    std::string_view name;      ///< in options
    std::string_view catalogue; ///< of its kernels: gauge, fixing, fermions or hmc
    Verifier verify;            ///< makes its checks
    bool standard;              ///< what is checked unless more is wanted
};

/// All of them, in the order in which they are made.
std::span<const CheckedPart> checkedParts();

/// The parts of some names: of parts, of catalogues for all of their parts, or "all"; none: the standard ones.  Throws InputError for
/// another name.
std::vector<const CheckedPart*> checkedParts(std::span<const std::string> names);

/// All checks of a catalogue.
std::vector<Check> verifyCatalogue(const std::string& catalogue, Device& device, const Lattice& lattice, Group group,
                                   const CheckPlan& plan = {}, const CheckObserver& observer = {});

} // namespace gaugegl
