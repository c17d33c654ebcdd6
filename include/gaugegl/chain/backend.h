// Where the links of a chain are: on a device, or on the CPU.
#pragma once

#include "gaugegl/config/device.h"
#include "gaugegl/device/device.h"

#include <functional>
#include <memory>

namespace gaugegl {

class ChainLinks;
struct GeneratorOptions;
struct RunConfig;

/// A device, or the CPU with links in a precision.  Copies are cheap.
class ChainBackend {
public:
    /// The device must outlive what uses it.
    ChainBackend(Device& device); // NOLINT(google-explicit-constructor): every device is one
    /// A device that the last copy closes.
    static ChainBackend owning(Device device);
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
    /// What computes, for people: "compute shaders", "CPU".
    std::string work() const;
    /// With precision and renderer: "compute shaders, single, llvmpipe", "double, CPU, 2 threads, AVX2".
    std::string work(const std::string& precisionName) const;
    /// The variants of kernels of the device by now; none on the CPU.
    std::vector<std::string> variants() const;
    /// Those that share lattices; on the CPU this process alone.
    const Communicator& ranks() const;
    /// Links there, each 1, of a whole lattice; ghosts are of fields on devices.  Throws InputError for a group or a generator that the CPU
    /// lacks.
    std::unique_ptr<ChainLinks> links(const Lattice& lattice, const GhostWidth& ghosts,
                                      const GeneratorOptions& options) const;

private:
    /// A function, so that what never asks for the CPU does not need its code.
    using MakeLinks = std::unique_ptr<ChainLinks> (*)(const ChainBackend&, const Lattice&, const GhostWidth&,
                                                      const GeneratorOptions&);
    ChainBackend(Device* device, Precision precision, MakeLinks makeLinks)
        : device_(device), precision_(precision), makeLinks_(makeLinks)
    {}

    Device* device_;
    Precision precision_;
    MakeLinks makeLinks_;
    std::shared_ptr<Device> own_;
};

/// Which backend is opened.
struct BackendRequest {
    PathChoice path = PathChoice::Auto;           ///< what is asked for
    std::function<Device()> device;               ///< opens it; throws DeviceError
    bool needsDevice = false;                     ///< whether `auto` must not stand for the CPU: a device was asked for
    Precision onCpu = Precision::Double;          ///< of links on the CPU
    const Communicator* ranks = nullptr;          ///< those of the program; null: this process alone
    std::function<void(const std::string&)> note; ///< receives a line where `auto` stands for the CPU: why
};

/// The device; or the CPU, if that is asked for, or there is no driver and `auto` leaves it open.  Throws DeviceError as the device, and
/// InputError where the process is one of several ranks, which the CPU does not have.
ChainBackend openBackend(const BackendRequest& request);

/// The precision of links on the CPU in a run: that of [device]; double with [hmc].
Precision precisionOnCpu(const RunConfig& run);

} // namespace gaugegl
