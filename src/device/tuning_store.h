// What tuning has found, kept in one file beside the compiled programs.
//
// The file is JSON with one line for each choice, so that it can be read and compared by eye:
//
//   {"format": 1, "choices": [
//   {"driver": .., "kernel": "wilson-su3-12", "lattice": "16x16x16x16", "path": "compute", "precision": "single",
//    "program": "0.1.0", "renderer": .., "standard": "straight 8x8x1", "variant": "straight 32x2x1",
//    "variants": [{"name": "straight 8x8x1", "seconds": 1.2e-4}, {"name": .., "seconds": null}]}
//   ]}
//
// There is one file for all devices: entries are few and small, and a user finds all of them in one place.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace gaugegl {

/// What a choice is for.  Variants go by their names: an index would mean another variant when the list changes.
struct TuningKey {
    std::string renderer;  ///< the card
    std::string driver;    ///< its version
    std::string kernel;    ///< what is chosen, with the group and all that makes it another kernel
    std::string lattice;   ///< extents
    std::string path;      ///< "fragment", "compute", "buffers"; of the choice of the path "auto"
    std::string precision; ///< of fields and kernels

    /// By every member.
    auto operator<=>(const TuningKey&) const = default; // NOLINT(modernize-use-nullptr): the compiler writes it
};

/// A variant and its time.
struct TimedVariant {
    std::string name;              ///< under which it is stored and reported
    std::optional<double> seconds; ///< of a call; none: it does not build on this device
};

/// A choice with what it was made from.
struct TuningEntry {
    TuningKey key;                      ///< what it is for
    std::string variant;                ///< the fastest
    std::string standard;               ///< what would be taken without tuning
    std::vector<TimedVariant> variants; ///< all that were compared
    std::string program;                ///< the version of gaugegl that timed them

    /// The seconds of one of the variants; nothing if it was not compared or does not build.
    std::optional<double> secondsOf(const std::string& name) const;
    /// Time of the standard variant over that of the chosen one; nothing if the standard does not build.
    std::optional<double> gain() const;
};

/// The choices of one file.  Several processes may use it at once: each adds its choices to what is there, under a lock.  What is
/// damaged counts as missing.  Nothing here throws, since a variant can always be timed again.  Not thread-safe.
class TuningStore {
public:
    static constexpr std::size_t most = 4096; ///< entries in a file; beyond that the oldest go

    /// An empty name means no file: what is kept is in memory only.
    explicit TuningStore(std::string file);
    /// The file in the folder of the program cache (gl::userCache); empty where there is none.
    static std::string userFile();

    /// The entry for that, or null.
    const TuningEntry* find(const TuningKey& key) const;
    /// Keeps an entry, in place of an older one, in memory and in the file, beside those that others have added there.
    /// False if the file could not be written; then it is no longer tried, and the answer is true.
    bool keep(const TuningEntry& entry);
    /// All, the oldest first.
    const std::vector<TuningEntry>& entries() const { return entries_; }
    /// Removes the file.  Returns the number of entries that it had.
    std::size_t clear();
    /// The name of the file.
    const std::string& file() const { return file_; }

private:
    std::string file_;
    std::vector<TuningEntry> entries_;
    bool failed_ = false; ///< to write the file
};

} // namespace gaugegl
