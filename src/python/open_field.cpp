#include "open_field.h"

#include "base/platform.h"
#include "gauge/path_trial.h"
#include "gaugegl/base/error.h"
#include "gaugegl/config/run_config.h"
#include "gaugegl/device/open_device.h"
#include "gaugegl/fields/transfer.h"

#include <atomic>
#include <fmt/format.h>

namespace gaugegl::python {

OpenDevice::OpenDevice(const std::string& path, const std::string& precision, const std::optional<int>& index)
{
    if (path == "cpu")
        throw InputError(
            "path = 'cpu' is no device: fields on the host are there, and gaugegl.run() makes chains on the CPU "
            "for a run with path = \"cpu\" in [device]");
    const DeviceOptions options{.path = shadersOf(parseChoice<PathChoice>(path)),
                                .precision = parsePrecision(precision)};
    gl::ContextOptions context;
    if (index && *index < 0) throw InputError(fmt::format("device {} is not a number from 0 on", *index));
    if (index) context.device = *index;
    // A driver has threads and locks of its own, which a fork does not copy.
    static std::atomic<int> opener = 0;
    int none = 0;
    if (!opener.compare_exchange_strong(none, processId()) && none != processId())
        throw Error("this process was forked from one that had opened a device, and cannot open one itself: have "
                    "processes started "
                    "anew: multiprocessing.set_start_method('spawn')");
    worker_.run([&] {
        const Device& device = driven_->device.emplace(openDevice(openContext(context), options, stapleTrial));
        name_ = device.context().capabilities().renderer;
        path_ = device.path();
        precision_ = device.precision();
    });
}

OpenDevice::~OpenDevice()
{
    Driven* const driven = driven_.release(); // in a forked process it stays: it belongs to the one that was forked
    worker_.post([driven] { delete driven; });
}

Field::Field(std::shared_ptr<OpenDevice> device, GaugeField links, RandomPast past)
    : device_(std::move(device)), past_(std::move(past)), lattice_(links.lattice()), group_(links.group())
{
    // The field is freed on the thread of the device, which lives as long as fields on it.
    onDevice_ = std::shared_ptr<const GaugeField>(
        new GaugeField(std::move(links)),
        [device = device_](const GaugeField* field) { device->worker().post([field] { delete field; }); });
}

OpenDevice& Field::requireDevice(const char* what) const
{
    if (!device_)
        throw InputError(
            fmt::format("{} needs a device, but this field is on the host: field.to(device) copies it", what));
    return *device_;
}

std::shared_ptr<const HostGaugeField> Field::onHost() const
{
    if (host_) return host_;
    return device_->run([&] { return std::make_shared<const HostGaugeField>(download(*onDevice_)); });
}

Field Field::to(const std::shared_ptr<OpenDevice>& device) const
{
    if (device == device_) return *this;
    const std::shared_ptr<const HostGaugeField> links = onHost();
    if (!device) return Field(*links, past_);
    return device->run([&] {
        GaugeField copy(device->device(), links->lattice, links->group);
        upload(copy, *links);
        return Field(device, std::move(copy), past_);
    });
}

Field Field::withUsed(std::uint64_t key, std::uint32_t next) const
{
    Field field = *this;
    field.past_.streams.use(key, next);
    return field;
}

Field Field::changed(const char* what, const std::function<void(GaugeField&)>& change) const
{
    return requireDevice(what).run([&] {
        GaugeField copy = *onDevice_;
        change(copy);
        return Field(device_, std::move(copy), past_);
    });
}

} // namespace gaugegl::python
