// Which of several programs that do the same is the fastest on this device: found by timing on first use, kept in a
// file.
#pragma once

#include "gaugegl/device/device.h"

namespace gaugegl {

/// Chooses among candidates by their time.  What it has chosen it keeps, in memory and in a file if it has one: the
/// file holds a line for each device, driver and key.
class Tuner {
public:
    /// An unreadable or damaged file counts as empty; an empty name is no file.  The device must outlive the tuner.
    explicit Tuner(Device& device, std::string file = "");

    /// The number of the fastest of `count` candidates, each run by run(i), which must leave everything as it was.  A
    /// candidate that does not build is passed over.  Throws DeviceError when none builds, with what was said of the
    /// first.
    int best(const std::string& key, int count, const std::function<void(int)>& run);
    /// Candidates that were timed so far.
    int timed() const { return timed_; }

private:
    void read();
    void write() const;
    std::optional<double> seconds(int candidate, const std::function<void(int)>& run);

    Device* device_;
    std::string file_;
    std::map<std::string, int> choices_; ///< by device and key
    int timed_ = 0;
};

} // namespace gaugegl
