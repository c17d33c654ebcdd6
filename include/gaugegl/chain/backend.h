// Where the links of a chain are: on a device, or on the CPU.
#pragma once

#include "gaugegl/comm/shared_lattice.h"
#include "gaugegl/device/device.h"

namespace gaugegl {

/// A device, or the CPU with links in a precision.  Copies are cheap.
class ChainBackend {
public:
    /// The device must outlive what uses it.
    ChainBackend(Device& device); // NOLINT(google-explicit-constructor): every device is one
    /// The CPU, in the best of its instruction sets; nothing of OpenGL is used.
    static ChainBackend cpu(Precision precision);

    /// The device; null: the CPU.
    Device* device() const { return device_; }
    /// Of the links.
    Precision precision() const { return precision_; }
    /// "fragment", "compute" or "cpu".
    std::string path() const;
    /// The renderer of the device, or "CPU, 2 threads, AVX2".
    std::string renderer() const;
    /// What decides the bits of numbers: the driver and its path, or "CPU, AVX2".
    std::string driver() const;
    /// For people: "compute shaders, single", "CPU, double".
    std::string work(const std::string& precisionName) const;
    /// The variants of kernels of the device by now; none on the CPU.
    std::vector<std::string> variants() const;
    /// Those that share lattices; on the CPU this process alone.
    const Communicator& ranks() const { return *ranks_; }

private:
    ChainBackend(Device* device, Precision precision, std::shared_ptr<const Communicator> ranks)
        : device_(device), precision_(precision), ranks_(std::move(ranks))
    {}

    Device* device_;
    Precision precision_;
    std::shared_ptr<const Communicator> ranks_;
};

} // namespace gaugegl
