// Specifications of kernels that run again and again, so that a call neither makes their texts of defines nor looks for their programs.
#pragma once

#include "gaugegl/device/kernel_spec.h"

#include <memory>
#include <utility>
#include <vector>

namespace gaugegl {

struct KernelProgram;

/// A specification with the programs that a device has made of it.
class PreparedKernel {
public:
    /// Of one device.
    explicit PreparedKernel(KernelSpec spec) : spec_(std::move(spec)) {}

    /// The specification.
    const KernelSpec& spec() const { return spec_; }

private:
    friend class Device; // keeps its programs here
    struct Made {
        int firstLayer;
        bool images, stridedRows;
        int chunks;
        KernelProgram* program;
    };

    KernelSpec spec_;
    std::vector<Made> made_;
    int generation_ = 0; ///< of the device's programs
};

/// The kernels that a piece of code has used on a device, by what chooses among them.
template<class Key>
class PreparedKernels {
public:
    /// That of a key, from makeSpec() at first.
    template<class MakeSpec>
    const std::shared_ptr<PreparedKernel>& of(const Key& key, const MakeSpec& makeSpec)
    {
        for (const auto& [known, kernel] : kernels_)
            if (known == key) return kernel;
        return kernels_.emplace_back(key, std::make_shared<PreparedKernel>(makeSpec())).second;
    }
    /// Forgets all.
    void clear() { kernels_.clear(); }

private:
    std::vector<std::pair<Key, std::shared_ptr<PreparedKernel>>> kernels_;
};

} // namespace gaugegl
