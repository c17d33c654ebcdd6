// Kernels on a lattice that ranks share, each compared bit for bit with the same kernel on the whole lattice.
#pragma once

#include "checks/check.h"
#include "checks/split_comparison.h"
#include "checks/split_inputs.h"

namespace gaugegl {

/// Which kernels are compared.
struct SplitPlan {
    std::string kernels = "all"; ///< or "gauge", "fixing", "fermions", "hmc"
    std::string only;            ///< part of their labels; empty: all
    bool variants = false;       ///< all variants of a kernel, not one for each set of fields that it writes
    bool sums = true;            ///< also sums, which do not depend on the group
};

/// The kernels of one group on one path and precision.
class SplitVerifier {
public:
    /// The lattice as devices.shared.shared() gives it, with ghosts for all kernels.
    SplitVerifier(const SplitDevices& devices, const Lattice& lattice, Group group, const SplitPlan& plan);

    /// Of all checks.
    int total() const { return int(pairs_.size()) + int(functions_.size()); }
    /// Makes the checks until somebody interrupts; collective.  Deviations of numbers must be 0; bits count.
    void run(const CheckObserver& observe);

    /// Kernels of the catalogue that are not compared, each with the reason.
    static const std::map<std::string, std::string>& notSplit();

private:
    using Function = void (SplitVerifier::*)(SplitInputs&, SplitDifference&);

    Check check(const std::string& name, const SplitDifference& own) const;
    SplitDifference difference(SplitInputs& inputs, const KernelSpec& whole, const KernelSpec& part) const;
    void compareSums(SplitInputs& inputs, SplitDifference& difference);
    void compareObservables(SplitInputs& inputs, SplitDifference& difference);
    void compareFixing(SplitInputs& inputs, SplitDifference& difference);

    SplitDevices devices_;
    Lattice lattice_;
    Group group_;
    std::vector<std::pair<KernelSpec, KernelSpec>> pairs_; ///< for the whole and for the part
    std::vector<std::pair<std::string, Function>> functions_;
};

/// The ghosts that kernels of the catalogue read.
constexpr GhostWidth splitGhosts{.z = 2, .t = 2};

} // namespace gaugegl
