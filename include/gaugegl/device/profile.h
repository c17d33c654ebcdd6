// Profiles a device: the calls and the time of every kernel, and the time for compilation and transfers.
//
// On cards, passes are timed by timer queries that are read later, without stalls.  The queries of software drivers are
// unreliable; there the host waits before and after each pass and uses its own clock.
#pragma once

#include "gaugegl/base/clock.h"
#include "gaugegl/device/device.h"

#include <deque>

namespace gaugegl {

/// One line of a profile.
struct ProfileEntry {
    std::string name;       ///< of kernels the label of the spec
    std::int64_t calls = 0; ///< number of calls
    double seconds = 0;     ///< of all calls
};

/// The kinds of work other than kernels.
enum class DeviceWork {
    Compiling, ///< of programs, or loading them from the cache
    Upload,    ///< of fields to the device, conversions on the host included
    Readback,  ///< of fields and numbers to the host, conversions included, without the wait for the device
    Exchange,  ///< of ghosts with other ranks, waiting for them included
    Gather     ///< of the rows of sums from other ranks, waiting for them included
};

/// The result of a profile; the parts add up to `seconds`.
struct ProfileReport {
    double seconds = 0;                ///< from the beginning of the profile, on the host's clock
    std::string clock = "host";        ///< of kernels: "host", or "query" for timer queries of the device
    std::vector<ProfileEntry> kernels; ///< the longest first
    /// Programs made.  Many drivers finish compiling at the first run of a program, so that run is counted here and not
    /// among the kernels.
    ProfileEntry compiling = {"compiling"};
    ProfileEntry uploads = {"uploads"};     ///< calls are transfers
    ProfileEntry readbacks = {"readbacks"}; ///< transfers to the host, DeviceWork::Readback
    ProfileEntry exchanges = {"exchanges"}; ///< DeviceWork::Exchange, by the host's clock
    ProfileEntry gathers = {"gathers"};     ///< DeviceWork::Gather, by the host's clock
    double exchangedBytes = 0;              ///< sent in exchanges
    std::int64_t hiddenExchanges = 0;       ///< those during which the device never waited

    /// The seconds of all kernels.
    double kernelSeconds() const;
    /// The remainder: work of the host while the device is idle.
    double hostSeconds() const
    {
        return seconds - kernelSeconds() - compiling.seconds - uploads.seconds - readbacks.seconds - exchanges.seconds -
               gathers.seconds;
    }
};

/// The clock that times kernels.
enum class ProfileClock { Host, Query };

/// Profiles a device during the lifetime of the object.  A device has one profile at a time, and no other timer query
/// (device/timer.h) may be active.
class Profile {
public:
    /// Starts the profile.  The device must outlive the object.  The default clock is Query on cards and Host on
    /// software drivers.
    explicit Profile(Device& device, std::optional<ProfileClock> clock = {});
    ~Profile();
    Profile(const Profile&) = delete;
    Profile& operator=(const Profile&) = delete;

    /// Waits for the device and reports the times so far.
    ProfileReport report();

    // Called by Kernel:

    /// Counts a call of a kernel, with all its passes, other than its first run.
    void called(const std::string& label) { ++kernels_[label].calls; }
    /// Counts an exchange of so many bytes; hidden where the device worked to its end.
    void exchanged(std::size_t bytes, bool hidden)
    {
        exchangedBytes_ += double(bytes);
        hiddenExchanges_ += hidden ? 1 : 0;
    }
    /// Calls `submit`, which submits a piece of a pass, and adds its time to the kernel with this label, or without a
    /// label to compilation.
    void time(const std::string* label, const std::function<void()>& submit);

private:
    friend class ProfiledWork; // adds to the other kinds of work
    struct Sums {
        std::int64_t calls = 0;
        double seconds = 0;
    };
    struct Pending {
        gl::Query query;
        double* seconds; ///< the sum to add to
    };

    void collect(std::size_t left);

    Device* device_;
    ProfileClock clock_;
    Stopwatch watch_;
    std::map<std::string, Sums> kernels_; ///< by label
    std::map<DeviceWork, Sums> works_;
    std::deque<Pending> pending_; ///< queries that have not been read yet, the oldest first
    std::vector<gl::Query> spare_;
    double exchangedBytes_ = 0;
    std::int64_t hiddenExchanges_ = 0;
};

/// The state of the device during work of the host.
enum class DeviceState {
    Idle, ///< waits
    Busy  ///< may continue with submitted work
};

/// Scope in which the host does work other than kernels; counted if the device is profiled.
class ProfiledWork {
public:
    /// Begins such work.  If the device is profiled and `state` is Idle, waits for it here and at the end.  `calls` is
    /// added to the count.
    ProfiledWork(const Device& device, DeviceWork work, DeviceState state = DeviceState::Idle, int calls = 1);
    ~ProfiledWork();
    ProfiledWork(const ProfiledWork&) = delete;
    ProfiledWork& operator=(const ProfiledWork&) = delete;

private:
    const Device* device_; ///< null: the device is not profiled
    DeviceWork work_;
    DeviceState state_;
    int calls_;
    Stopwatch watch_;
};

} // namespace gaugegl
