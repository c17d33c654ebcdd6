// Where the time of a device goes: which programs run how often and how long, and what else there is to wait for.
//
// Cards time passes themselves, by queries that are read later, so that nothing waits; on software drivers, whose
// queries are unreliable, the host waits before and after each pass and takes its own time.
#pragma once

#include "gaugegl/base/clock.h"
#include "gaugegl/device/device.h"

#include <deque>

namespace gaugegl {

/// One line of a profile.
struct ProfileEntry {
    std::string name;       ///< of kernels their label
    std::int64_t calls = 0; ///< how often
    double seconds = 0;     ///< of all calls
};

/// What a device does besides running programs.
enum class DeviceWork {
    Compiling, ///< of programs, or taking them from the cache
    Upload,    ///< of fields to the device, conversions on the host included
    Readback   ///< of fields and numbers to the host, conversions included; not what it has to wait for
};

/// Where the time went: the parts add up to `seconds`.
struct ProfileReport {
    double seconds = 0;                ///< from the beginning of the profile, on the host's clock
    std::string clock = "host";        ///< of kernels: "host", or "query" for timer queries of the device
    std::vector<ProfileEntry> kernels; ///< the longest first
    /// So many programs were made.  Drivers go on translating at the first run of a program: it is counted here, not
    /// among the kernels.
    ProfileEntry compiling = {"compiling"};
    ProfileEntry uploads = {"uploads"};     ///< calls are transfers
    ProfileEntry readbacks = {"readbacks"}; ///< likewise

    /// Of all kernels.
    double kernelSeconds() const;
    /// What is left: work of the host while the device has nothing to do.
    double hostSeconds() const
    {
        return seconds - kernelSeconds() - compiling.seconds - uploads.seconds - readbacks.seconds;
    }
};

/// Who times kernels.
enum class ProfileClock { Host, Query };

/// Measures all that a device does while the object lives.  A device has one profile at a time, and no other timer
/// query (device/timer.h) may be under way.
class Profile {
public:
    /// Begins.  The device must outlive the object; without a clock cards have queries and software drivers the host's.
    explicit Profile(Device& device, std::optional<ProfileClock> clock = {});
    ~Profile();
    Profile(const Profile&) = delete;
    Profile& operator=(const Profile&) = delete;

    /// Waits for the device and says where the time went until now.
    ProfileReport report();

    // For kernels:

    /// A kernel ran, all its passes; not for the first time.
    void called(const std::string& label) { ++kernels_[label].calls; }
    /// Gives a piece of a pass to the device, as `submit` does it, and counts its time: as the kernel's, or without a
    /// label as that of compiling.
    void time(const std::string* label, const std::function<void()>& submit);

private:
    friend class ProfiledWork; // which adds to the works
    struct Sums {
        std::int64_t calls = 0;
        double seconds = 0;
    };
    struct Pending {
        gl::Query query;
        double* seconds; ///< is added to
    };

    void collect(std::size_t left);

    Device* device_;
    ProfileClock clock_;
    Stopwatch watch_;
    std::map<std::string, Sums> kernels_; ///< by label
    std::map<DeviceWork, Sums> works_;
    std::deque<Pending> pending_; ///< queries that were not read yet, the oldest first
    std::vector<gl::Query> spare_;
};

/// What a device may do meanwhile.
enum class DeviceState {
    Idle, ///< nothing
    Busy  ///< go on with what it was given
};

/// From its beginning to its end the host does such work, which counts if the device is profiled.
class ProfiledWork {
public:
    /// If the device is profiled and to be idle, waits for it, and again at the end.  Counts so many calls.
    ProfiledWork(const Device& device, DeviceWork work, DeviceState state = DeviceState::Idle, int calls = 1);
    ~ProfiledWork();
    ProfiledWork(const ProfiledWork&) = delete;
    ProfiledWork& operator=(const ProfiledWork&) = delete;

private:
    const Device* device_; ///< null: there is no profile
    DeviceWork work_;
    DeviceState state_;
    int calls_;
    Stopwatch watch_;
};

} // namespace gaugegl
