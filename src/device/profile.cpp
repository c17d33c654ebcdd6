#include "gaugegl/device/profile.h"

#include <algorithm>
#include <cassert>
#include <functional>

namespace gaugegl {
namespace {

constexpr std::size_t mostPending = 1024; // queries; then the older half is read, whose work is long done

} // namespace

double ProfileReport::kernelSeconds() const
{
    double sum = 0;
    for (const ProfileEntry& kernel : kernels)
        sum += kernel.seconds;
    return sum;
}

Profile::Profile(Device& device, std::optional<ProfileClock> clock)
    : device_(&device),
      clock_(clock.value_or(device.context().capabilities().software ? ProfileClock::Host : ProfileClock::Query))
{
    assert(!device.profile_);
    device.finish();
    device.profile_ = this;
    watch_.restart();
}

Profile::~Profile() { device_->profile_ = nullptr; }

ProfileReport Profile::report()
{
    device_->finish();
    ProfileReport report;
    report.seconds = watch_.seconds();
    report.clock = clock_ == ProfileClock::Host ? "host" : "query";
    collect(0);
    for (const auto& [label, sums] : kernels_)
        report.kernels.push_back({label, sums.calls, sums.seconds});
    std::ranges::stable_sort(report.kernels, std::greater(), &ProfileEntry::seconds);
    for (const auto& [entry, work] : {std::pair(&report.compiling, DeviceWork::Compiling),
                                      {&report.uploads, DeviceWork::Upload},
                                      {&report.readbacks, DeviceWork::Readback},
                                      {&report.exchanges, DeviceWork::Exchange},
                                      {&report.gathers, DeviceWork::Gather}}) {
        entry->calls = works_[work].calls;
        entry->seconds = works_[work].seconds;
    }
    report.exchangedBytes = exchangedBytes_;
    report.hiddenExchanges = hiddenExchanges_;
    return report;
}

void Profile::time(const std::string* label, const std::function<void()>& submit)
{
    double& seconds = label ? kernels_[*label].seconds : works_[DeviceWork::Compiling].seconds;
    const gl::Functions& gl = device_->gl();
    if (clock_ == ProfileClock::Host) {
        gl.Finish();
        const Stopwatch watch;
        submit();
        gl.Finish();
        seconds += watch.seconds();
        return;
    }
    if (pending_.size() >= mostPending) collect(mostPending / 2);
    if (spare_.empty()) spare_.emplace_back(device_->context());
    pending_.push_back({std::move(spare_.back()), &seconds});
    spare_.pop_back();
    gl.BeginQuery(GL_TIME_ELAPSED, pending_.back().query.id());
    submit();
    gl.EndQuery(GL_TIME_ELAPSED);
}

/// Reads queries, the oldest first, until so many are left.
void Profile::collect(std::size_t left)
{
    while (pending_.size() > left) {
        Pending& oldest = pending_.front();
        GLuint64 nanoseconds = 0;
        device_->gl().GetQueryObjectui64v(oldest.query.id(), GL_QUERY_RESULT, &nanoseconds);
        *oldest.seconds += 1e-9 * double(nanoseconds);
        spare_.push_back(std::move(oldest.query));
        pending_.pop_front();
    }
}

ProfiledWork::ProfiledWork(const Device& device, DeviceWork work, DeviceState state, int calls)
    : device_(device.profile() ? &device : nullptr), work_(work), state_(state), calls_(calls)
{
    if (!device_) return;
    if (state_ == DeviceState::Idle) device_->finish();
    watch_.restart();
}

ProfiledWork::~ProfiledWork()
{
    if (!device_) return;
    if (state_ == DeviceState::Idle) device_->gl().Finish();
    Profile::Sums& sums = device_->profile()->works_[work_];
    sums.calls += calls_;
    sums.seconds += watch_.seconds();
}

} // namespace gaugegl
