#include "device/timer.h"

#include "gaugegl/base/clock.h"

namespace gaugegl {

Timing timeBatch(Device& device, const std::function<void()>& batch)
{
    device.finish();
    const gl::Functions& gl = device.gl();
    const bool query = !device.context().capabilities().software && gl.GetQueryObjectui64v.loaded();
    gl::Query timer;
    if (query) {
        timer = gl::Query(device.context());
        gl.BeginQuery(GL_TIME_ELAPSED, timer.id());
    }
    const Stopwatch watch;
    batch();
    if (query) gl.EndQuery(GL_TIME_ELAPSED);
    device.finish();
    const double host = watch.seconds();
    if (!query) return {host, "host"};
    GLuint64 nanoseconds = 0;
    gl.GetQueryObjectui64v(timer.id(), GL_QUERY_RESULT, &nanoseconds);
    const double seconds = 1e-9 * double(nanoseconds);
    if (seconds < 0.5 * host) return {host, "host"};
    return {seconds, "query"};
}

} // namespace gaugegl
