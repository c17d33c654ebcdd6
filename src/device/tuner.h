// Autotuning: the fastest of several equivalent programs on this device, found by timing on first use and stored in a
// file.
#pragma once

#include "gaugegl/device/device.h"

namespace gaugegl {

/// Chooses the fastest among candidates.  Choices are kept in memory and, if a file is given, in that file, which has
/// one line for each device, driver and key.
class Tuner {
public:
    /// An unreadable or damaged file counts as empty; an empty name means no file.  The device must outlive the tuner.
    explicit Tuner(Device& device, std::string file = "");

    /// The index of the fastest of `count` candidates.  run(i) runs candidate i and must have no lasting effect.
    /// Candidates that do not build are skipped.  Throws DeviceError with the message of the first one if none builds.
    int best(const std::string& key, int count, const std::function<void(int)>& run);
    /// The number of candidates timed so far.
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
