// Compiles the programs of some work one by one, for callers that must not wait for all of them at once.
#pragma once

#include "gaugegl/device/device.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace gaugegl {

/// What it does with kernels that have run before.
enum class KnownKernels {
    Run, ///< as usual
    Skip ///< they leave their results unchanged, and every number that is read back is 1: only what is new takes time
};

/// While it exists, only the first `most` kernels whose programs are not compiled yet are compiled and run on this
/// thread; further ones are skipped and leave their results unchanged.  The caller repeats the same work on scratch fields
/// until no program is missing.
class ProgramPrecompiler {
public:
    /// Compiles up to `most` programs.  Only one may be active per thread and device; the device must outlive it.
    ProgramPrecompiler(const Device& device, std::size_t most, KnownKernels known = KnownKernels::Run);
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

    /// The labels of all programs that kernels asked for, known ones too, by the key of the program: of what it is made, and on which
    /// lattice, but not the path and the precision, which are the device's.
    const std::map<std::string, std::string>& needed() const { return needed_; }

    /// Called for each program that a kernel asks for.
    static void see(const Device& device, const std::string& key, const std::string& label);
    /// Thrown by Device::kernelProgram during precompilation, and caught by Kernel::run, which then does nothing.
    struct ProgramMissing {};
    /// Called before a program is compiled: throws ProgramMissing if a precompiler on this thread does not permit it.
    static void admit(const Device& device, const std::string& key, const std::string& label);
    /// Called with a program that the driver is still compiling: while a precompiler is active on this thread it counts as missing,
    /// and this throws ProgramMissing.
    static void postpone(const Device& device, const std::string& key, const std::string& label);
    /// Whether numbers that are read back are 1 on this thread: in a dry run of the device, or where known kernels are skipped.
    static bool isDry(const Device& device);
    /// Whether a kernel must not run now; `known`: it has run before.
    static bool skips(const Device& device, bool known);
    /// Whether a precompiler of the device is active on this thread, so that kernels may be skipped.
    static bool isActive(const Device& device) { return of(device) != nullptr; }

private:
    static ProgramPrecompiler* of(const Device& device);
    [[noreturn]] void miss(const std::string& key, const std::string& label);

    ProgramPrecompiler* outer_; ///< an enclosing precompiler, of another device
    const Device* device_;
    std::size_t most_, compiled_ = 0;
    bool dry_ = false, skipsKnown_ = false;
    std::set<std::string> keys_; ///< of the missing programs
    std::vector<std::string> missing_;
    std::map<std::string, std::string> needed_; ///< label by key
};

} // namespace gaugegl
