// Compiles the programs of some work one after the other, for those who cannot wait for all of them at once.
#pragma once

#include "gaugegl/device/device.h"

#include <set>
#include <string>
#include <vector>

namespace gaugegl {

/// While it lives, kernels of a device run on this thread as always, but of those whose programs are not compiled yet
/// only the first `most`: the others leave their results as they are.  So the same work is done again and again, on
/// fields that nobody needs, until nothing is missing; then it finds all of its programs.
class ProgramPrecompiler {
public:
    /// Begins it.  One at a time on a thread and a device, which must outlive it.
    ProgramPrecompiler(const Device& device, std::size_t most);
    /// One in which no kernel runs at all and every number that is read back is 1: it finds out which programs are
    /// missing, without compiling any.
    explicit ProgramPrecompiler(const Device& device);
    ~ProgramPrecompiler();
    ProgramPrecompiler(const ProgramPrecompiler&) = delete;
    ProgramPrecompiler& operator=(const ProgramPrecompiler&) = delete;

    /// Programs compiled since it began.
    std::size_t compiled() const { return compiled_; }
    /// The labels of the kernels that did not run, each program once, in the order of their first use.
    const std::vector<std::string>& missing() const { return missing_; }

    /// Thrown by Device::kernelProgram in a rehearsal, and caught by Kernel::run, which then does nothing.
    struct ProgramMissing {};
    /// To be called before a program is compiled: throws ProgramMissing where a rehearsal does not allow it.
    static void admit(const Device& device, const std::string& key, const std::string& label);
    /// Whether no kernel of the device runs on this thread just now.
    static bool isDry(const Device& device);

private:
    static ProgramPrecompiler* of(const Device& device);

    ProgramPrecompiler* outer_; ///< that of another device which is under way
    const Device* device_;
    std::size_t most_, compiled_ = 0;
    bool dry_ = false;
    std::set<std::string> keys_; ///< of what is missing
    std::vector<std::string> missing_;
};

} // namespace gaugegl
