#include "gaugegl/device/readback.h"

#include "device/program_precompiler.h"
#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"
#include "gaugegl/device/profile.h"

namespace gaugegl {
namespace {

gl::Buffer begun(const PlaneTexture& texture)
{
    Device& device = texture.device();
    device.context().makeCurrent();
    const ProfiledWork asking(device, DeviceWork::Readback, DeviceState::Busy, /*calls=*/0);
    gl::Buffer buffer(device.context());
    texture.copyTo(buffer);
    return buffer;
}

} // namespace

Readback::Readback(const PlaneTexture& texture)
    : device_(&texture.device()), shape_(texture.shape()), bytes_(texture.bytes()), buffer_(begun(texture)),
      fence_(device_->context())
{}

bool Readback::ready() const { return ProgramPrecompiler::isDry(*device_) || fence_.passed(); }

std::vector<double> Readback::values() const
{
    fence_.wait();
    if (ProgramPrecompiler::isDry(*device_))
        return std::vector<double>(shape_.texels() * std::size_t(shape_.planes) * 4, 1.0);
    const ProfiledWork reading(*device_, DeviceWork::Readback, DeviceState::Busy);
    const BlockingCall waiting;
    const gl::Functions& gl = device_->gl();
    gl.BindBuffer(GL_PIXEL_PACK_BUFFER, buffer_.id());
    std::vector<double> values;
    bool there = true;
    if (gl.MapBufferRange.loaded()) {
        const void* data = gl.MapBufferRange(GL_PIXEL_PACK_BUFFER, 0, GLsizeiptr(bytes_), GL_MAP_READ_BIT);
        there = data != nullptr;
        if (data) values = planeValues(*device_, shape_, data);
        gl.UnmapBuffer(GL_PIXEL_PACK_BUFFER);
    } else { // a browser copies
        std::vector<std::uint64_t> data((bytes_ + 7) / 8);
        gl.GetBufferSubData(GL_PIXEL_PACK_BUFFER, 0, GLsizeiptr(bytes_), data.data());
        values = planeValues(*device_, shape_, data.data());
    }
    gl.BindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    device_->checkResults();
    if (!there) throw DeviceError("the driver does not map the buffer of a read-back");
    return values;
}

} // namespace gaugegl
