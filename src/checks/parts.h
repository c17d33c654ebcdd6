// The parts into which kernels are divided: `gaugegl verify` is a walk over their checks, `gaugegl bench` over their entries.
#pragma once

#include "checks/kernel_entry.h"

#include "checks/check.h"
#include "gaugegl/device/device.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gaugegl {

/// Checks kernels of one group on one device and lattice.
using Verifier = std::vector<Check> (*)(Device& device, const Lattice& lattice, Group group,
                                        const CheckObserver& observer, const CheckPlan& plan);

/// One part.
struct KernelPart {
    std::string_view name;                           ///< in options
    std::string_view catalogue;                      ///< of its kernels: gauge, fixing, fermions or hmc
    Verifier verify;                                 ///< makes its checks
    bool standard;                                   ///< what is checked unless more is wanted
    std::vector<KernelEntry> (*entries)() = nullptr; ///< what is timed of its kernels; none: other parts have that
};

/// All of them, in the order in which checks are made.
std::span<const KernelPart> kernelParts();

/// The parts of some names: of parts, of catalogues for all of their parts, or "all"; none: the standard ones.  Throws InputError for
/// another name.
std::vector<const KernelPart*> checkedParts(std::span<const std::string> names);

/// All checks of a catalogue.
std::vector<Check> verifyCatalogue(const std::string& catalogue, Device& device, const Lattice& lattice, Group group,
                                   const CheckPlan& plan = {}, const CheckObserver& observer = {});

} // namespace gaugegl
