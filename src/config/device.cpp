#include "gaugegl/config/device.h"

#include "config/sections.h"

namespace gaugegl {

void DeviceSection::check(const RunConfig& run)
{
    if (run.device.storage == Storage::Buffer && run.device.path == Path::Fragment)
        config::reject("device", "storage", "buffer", "'texture' on the fragment path");
}

} // namespace gaugegl
