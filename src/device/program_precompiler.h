// Compiles the programs of some work one by one, for callers that must not wait for all of them at once.
#pragma once

#include "gaugegl/device/device.h"

#include <set>
#include <string>
#include <vector>

namespace gaugegl {

/// While it exists, only the first `most` kernels whose programs are not compiled yet are compiled and run on this
/// thread; further ones are skipped and leave their results unchanged.  Kernels that are already compiled run as usual.
/// The caller repeats the same work on scratch fields until no program is missing.
class ProgramPrecompiler {
public:
    /// Compiles up to `most` programs.  Only one may be active per thread and device; the device must outlive it.
    ProgramPrecompiler(const Device& device, std::size_t most);
    /// A dry run: no kernel runs, and every number that is read back is 1.  It finds the missing programs without
    /// compiling any.
    explicit ProgramPrecompiler(const Device& device);
    ~ProgramPrecompiler();
    ProgramPrecompiler(const ProgramPrecompiler&) = delete;
    ProgramPrecompiler& operator=(const ProgramPrecompiler&) = delete;

    /// The number of programs compiled so far.
    std::size_t compiled() const { return compiled_; }
    /// The labels of the kernels that did not run, each program once, in the order of their first use.
    const std::vector<std::string>& missing() const { return missing_; }

    /// Thrown by Device::kernelProgram during precompilation, and caught by Kernel::run, which then does nothing.
    struct ProgramMissing {};
    /// Called before a program is compiled: throws ProgramMissing if a precompiler on this thread does not permit it.
    static void admit(const Device& device, const std::string& key, const std::string& label);
    /// Whether a dry run of the device is active on this thread.
    static bool isDry(const Device& device);
    /// Whether a precompiler of the device is active on this thread, so that kernels may be skipped.
    static bool isActive(const Device& device) { return of(device) != nullptr; }

private:
    static ProgramPrecompiler* of(const Device& device);

    ProgramPrecompiler* outer_; ///< an enclosing precompiler, of another device
    const Device* device_;
    std::size_t most_, compiled_ = 0;
    bool dry_ = false;
    std::set<std::string> keys_; ///< of the missing programs
    std::vector<std::string> missing_;
};

} // namespace gaugegl
