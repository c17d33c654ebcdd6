// Autotuning: the fastest of several equivalent programs on this device, found by timing on first use and remembered in a file
// (device/tuning_store.h).
#pragma once

#include "device/tuning_store.h"
#include "gaugegl/core/choice.h"
#include "gaugegl/device/device.h"

namespace gaugegl {

/// Something that has variants.
struct TuningQuestion {
    std::string kernel;                ///< with the group and all that makes it another kernel
    std::string lattice;               ///< extents
    std::vector<std::string> variants; ///< their names, each once
    std::size_t standard = 0;          ///< the one that is taken without tuning
    bool sameBits = false;             ///< results do not depend on the variant, in no bit
};

/// How a variant came to be chosen.
enum class ChoiceOrigin {
    Standard,  ///< without timing: there is no tuning here, or it is switched off
    Tuned,     ///< timed by this process
    Remembered ///< timed by an earlier one
};
/// The names of its values in JSON and checkpoints, in order.
template<>
inline constexpr auto choiceTexts<ChoiceOrigin> = std::to_array<NamedChoice<ChoiceOrigin>>(
    {{ChoiceOrigin::Standard, "default"}, {ChoiceOrigin::Tuned, "tuned"}, {ChoiceOrigin::Remembered, "remembered"}});

/// A choice that was used.
struct TuningChoice {
    std::string kernel = {}, lattice = {}, path = {}, precision = {}; ///< as those of TuningKey
    std::string variant = {};                                         ///< its name
    ChoiceOrigin origin = ChoiceOrigin::Standard;                     ///< how it was chosen
    bool sameBits = false;                                            ///< as TuningQuestion has it

    /// What it is for, in one line.
    std::string what() const;
};

/// The parts of a line of Tuner::lines().
struct ChoiceLine {
    std::string what;    ///< TuningChoice::what()
    std::string variant; ///< its name
    std::string origin;  ///< the name of how it was chosen
};
/// Nothing unless the text is such a line.
std::optional<ChoiceLine> choiceLine(const std::string& text);

/// What timing all variants has found.
struct Trial {
    std::optional<std::size_t> fastest; ///< none: no variant builds, or it was stopped
    std::vector<TimedVariant> times;    ///< of the variants that were tried
    bool stopped = false;               ///< by a signal
};
/// Tries the variants of a question by seconds(i), which is nothing for one that does not build, until a signal comes.  The standard
/// one counts as the fastest unless another is faster by more than clocks err.  `watch` receives each, of
/// the kernel by its name.
Trial fastestOf(const TuningQuestion& question, const std::function<std::optional<double>(std::size_t)>& seconds,
                const TuningWatch& watch);

/// The entry of a store for a question, if it can answer it: it was made by this version of gaugegl and has compared all that can be
/// chosen now.  Else null.
const TuningEntry* remembered(const TuningStore& store, const TuningKey& key, const std::vector<std::string>& variants);

/// Keeps what a trial has found, and says it where it cannot be written.
void keep(TuningStore& store, const TuningKey& key, const Trial& trial, const std::string& standard,
          const TuningWatch& watch);

/// The seconds of a call of the work on a device, the fastest of a few; nothing if a program of it does not build.
std::optional<double> secondsOf(Device& device, const std::function<void()>& work,
                                const std::function<double()>& clock);

/// Chooses among the variants of kernels on one device.
class Tuner {
public:
    /// No file: the standard variants are taken; an empty name: what is found is not written.  The device must outlive the
    /// tuner.
    Tuner(Device& device, const std::optional<std::string>& file, std::function<double()> clock = {});

    /// The index of the fastest variant.  run(i) runs variant i and must have no lasting effect.  Variants that do not build are
    /// skipped.  Throws DeviceError with the message of the first one if none builds.  After a signal, and while programs
    /// are only counted or compiled (ProgramPrecompiler), nothing is timed.
    std::size_t best(const TuningQuestion& question, const std::function<void(std::size_t)>& run);

    /// Takes the variants of lines() of another process where they are there: a run that goes on keeps its bits, and what it
    /// says of them.
    void resume(const std::vector<std::string>& lines);
    /// All that were used by now; what has one variant is no choice.
    std::vector<TuningChoice> choices() const;
    /// Those that may change bits, each as a line "KERNEL LATTICE PATH PRECISION: VARIANT, ORIGIN".
    std::vector<std::string> lines() const;

    /// Whether variants are timed.
    bool tunes() const { return tunes_; }
    /// The number of variants timed so far.
    int timed() const { return timed_; }

private:
    std::size_t use(const TuningQuestion& question, const TuningKey& key, std::size_t variant, ChoiceOrigin origin);
    TuningKey keyOf(const TuningQuestion& question) const;

    Device* device_;
    bool tunes_;
    TuningStore store_;
    std::function<double()> clock_;
    std::map<TuningKey, TuningChoice> used_;
    std::map<std::string, std::pair<std::string, ChoiceOrigin>> resumed_; ///< by what they are for
    int timed_ = 0;
};

/// The card and the driver of a context, and what is asked of it.
TuningKey tuningKey(const gl::Capabilities& capabilities);

} // namespace gaugegl
