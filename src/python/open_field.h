// Devices and gauge fields as Python has them.
#pragma once

#include "worker.h"

#include "gaugegl/core/random_streams.h"
#include "gaugegl/device/device.h"
#include "gaugegl/fields/gauge_field.h"
#include "gaugegl/host/gauge_field.h"

#include <map>
#include <typeindex>

namespace gaugegl::python {

/// A device, the thread that it lives on, and what works on it keeps.
class OpenDevice {
public:
    /// Opens it on a thread of its own: `path` is "auto", "fragment" or "compute".  Throws InputError and DeviceError.
    OpenDevice(const std::string& path, const std::string& precision, const std::optional<int>& index);
    /// Frees everything on its thread.
    ~OpenDevice();
    OpenDevice(const OpenDevice&) = delete;
    OpenDevice& operator=(const OpenDevice&) = delete;

    /// The name of the card, or of the software driver.
    const std::string& name() const { return name_; }
    /// Fragment or compute shaders.
    Path path() const { return path_; }
    /// Of its fields.
    Precision precision() const { return precision_; }

    /// Does work on the device and waits for it, as Worker::run().
    template<class F>
    auto run(F&& work)
    {
        return worker_.run(std::forward<F>(work));
    }
    /// Its thread.
    Worker& worker() { return worker_; }
    /// On its thread alone.
    Device& device() { return *driven_->device; }

    /// On its thread: an object T(device, lattice, group) that is kept for the next call with the same ones.
    template<class T>
    T& kept(const Lattice& lattice, Group group)
    {
        Kept& kept = driven_->kept[typeid(T)];
        if (!kept.object || kept.of != std::pair(lattice.extents(), group)) {
            kept.object.reset();
            kept.object = std::make_shared<T>(*driven_->device, lattice, group);
            kept.of = {lattice.extents(), group};
        }
        return *static_cast<T*>(kept.object.get());
    }

private:
    struct Kept {
        std::pair<std::array<int, 4>, Group> of;
        std::shared_ptr<void> object;
    };

    /// What the driver knows of, on its thread alone.
    struct Driven {
        std::optional<Device> device;
        std::map<std::type_index, Kept> kept; ///< goes before the device
    };

    std::unique_ptr<Driven> driven_ = std::make_unique<Driven>();
    std::string name_;
    Path path_ = Path::Fragment;
    Precision precision_ = Precision::Single;
    Worker worker_; ///< ends first
};

/// A gauge field that does not change: in double precision on the host, or on a device.
class Field {
public:
    /// On the host.
    explicit Field(HostGaugeField links, RandomPast past = {})
        : host_(std::make_shared<const HostGaugeField>(std::move(links))), past_(std::move(past))
    {}
    /// On a device, whose thread this is; the field goes there when nothing needs it.
    Field(std::shared_ptr<OpenDevice> device, GaugeField links, RandomPast past = {});

    /// Extents.
    const Lattice& lattice() const { return host_ ? host_->lattice : lattice_; }
    /// Of the links.
    Group group() const { return host_ ? host_->group : group_; }
    /// Null on the host.
    const std::shared_ptr<OpenDevice>& device() const { return device_; }
    /// Throws InputError on the host: `what` needs a device.
    OpenDevice& requireDevice(const char* what) const;

    /// On a device; on its thread alone.
    const GaugeField& links() const { return *onDevice_; }
    /// The links on the host, downloaded from a device.
    std::shared_ptr<const HostGaugeField> onHost() const;
    /// The field on another device, or on the host (null).
    Field to(const std::shared_ptr<OpenDevice>& device) const;
    /// The random numbers that the links rest on.
    const RandomPast& past() const { return past_; }
    /// The same links, that also rest on the numbers of a key before this sweep.
    Field withUsed(std::uint64_t key, std::uint32_t next) const;
    /// What `change` makes of a copy on the device; it rests on the same random numbers.
    Field changed(const char* what, const std::function<void(GaugeField&)>& change) const;

private:
    std::shared_ptr<const HostGaugeField> host_;
    std::shared_ptr<OpenDevice> device_;
    std::shared_ptr<const GaugeField> onDevice_; ///< goes before the device
    RandomPast past_;
    Lattice lattice_{{2, 2, 2, 2}};
    Group group_ = Group::SU3;
};

} // namespace gaugegl::python
