#include "device/tuner.h"

#include "base/one_line.h"
#include "device/program_precompiler.h"
#include "gaugegl/base/clock.h"
#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"

#include <algorithm>
#include <fmt/format.h>

namespace gaugegl {
namespace {

constexpr int rounds = 3;             // of a variant; the fastest counts
constexpr double roundSeconds = 2e-3; // at least, so that the clock is fine enough
constexpr double enoughSeconds = 0.2; // one round of such length says enough, and a signal must not wait
constexpr double worthwhile = 0.97;   // of the time of the standard variant: less is within the error of clocks
constexpr int mostCalls = 1024;       // of a round

std::optional<std::size_t> indexOf(const std::vector<std::string>& variants, const std::string& name)
{
    const auto found = std::ranges::find(variants, name);
    return found == variants.end() ? std::nullopt : std::optional(std::size_t(found - variants.begin()));
}

} // namespace

std::string TuningChoice::what() const { return fmt::format("{} {} {} {}", kernel, lattice, path, precision); }

std::optional<ChoiceLine> choiceLine(const std::string& text)
{
    const std::size_t colon = text.rfind(": "), comma = text.rfind(", ");
    if (colon == std::string::npos || comma == std::string::npos || comma < colon + 2) return std::nullopt;
    return ChoiceLine{text.substr(0, colon), text.substr(colon + 2, comma - colon - 2), text.substr(comma + 2)};
}

TuningKey tuningKey(const gl::Capabilities& capabilities)
{
    return {.renderer = oneLine(capabilities.renderer),
            .driver = oneLine(capabilities.version),
            .kernel = {},
            .lattice = {},
            .path = {},
            .precision = {}};
}

Trial fastestOf(const TuningQuestion& question, const std::function<std::optional<double>(std::size_t)>& seconds,
                const TuningWatch& watch)
{
    const std::vector<std::string>& variants = question.variants;
    Trial trial;
    const double start = steadySeconds();
    for (std::size_t i = 0; i < variants.size(); ++i) {
        if (interrupted()) {
            trial.stopped = true;
            break;
        }
        if (watch.begins) watch.begins(question.kernel, int(i) + 1, int(variants.size()));
        const std::optional<double> taken = seconds(i);
        trial.times.push_back({variants[i], taken});
        if (taken && (!trial.fastest || *taken < *trial.times[*trial.fastest].seconds)) trial.fastest = i;
    }
    if (trial.stopped) trial.fastest.reset(); // the others were not tried
    if (trial.fastest) {
        const std::optional<double> standard = trial.times[question.standard].seconds;
        if (standard && *trial.times[*trial.fastest].seconds > worthwhile * *standard)
            trial.fastest = question.standard;
    }
    if (watch.ends) watch.ends(!trial.stopped, steadySeconds() - start);
    return trial;
}

const TuningEntry* remembered(const TuningStore& store, const TuningKey& key, const std::vector<std::string>& variants)
{
    const TuningEntry* entry = store.find(key);
    if (entry == nullptr || entry->program != GAUGEGL_VERSION || !indexOf(variants, entry->variant)) return nullptr;
    const auto compared = [&](const std::string& variant) {
        return std::ranges::count(entry->variants, variant, &TimedVariant::name) > 0;
    };
    return std::ranges::all_of(variants, compared) ? entry : nullptr;
}

void keep(TuningStore& store, const TuningKey& key, const Trial& trial, const std::string& standard,
          const TuningWatch& watch)
{
    const TuningEntry entry{.key = key,
                            .variant = trial.times[*trial.fastest].name,
                            .standard = standard,
                            .variants = trial.times,
                            .program = GAUGEGL_VERSION};
    if (!store.keep(entry) && watch.note)
        watch.note(fmt::format("{} cannot be written: what tuning finds is forgotten at the end", store.file()));
}

std::optional<double> secondsOf(Device& device, const std::function<void()>& work, const std::function<double()>& clock)
{
    try {
        work(); // compiles
        device.finish();
    } catch (const DeviceError&) {
        return std::nullopt;
    }
    std::optional<double> best;
    int calls = 1;
    for (int round = 0; round < rounds;) {
        const double start = clock();
        for (int i = 0; i < calls; ++i)
            work();
        device.finish();
        const double taken = clock() - start;
        if (taken < roundSeconds && calls < mostCalls) {
            calls *= 2;
            continue;
        }
        best = std::min(best.value_or(taken / calls), taken / calls);
        if (taken > enoughSeconds) break;
        ++round;
    }
    return best;
}

Tuner::Tuner(Device& device, const std::optional<std::string>& file, std::function<double()> clock)
    : device_(&device), tunes_(file.has_value()), store_(file.value_or("")),
      clock_(clock ? std::move(clock) : steadySeconds)
{}

TuningKey Tuner::keyOf(const TuningQuestion& question) const
{
    TuningKey key = tuningKey(device_->context().capabilities());
    key.kernel = question.kernel;
    key.lattice = question.lattice;
    key.path = gaugegl::name(device_->path(), device_->storage());
    key.precision = gaugegl::name(device_->precision());
    return key;
}

std::size_t Tuner::use(const TuningQuestion& question, const TuningKey& key, std::size_t variant, ChoiceOrigin origin)
{
    used_[key] = {.kernel = key.kernel,
                  .lattice = key.lattice,
                  .path = key.path,
                  .precision = key.precision,
                  .variant = question.variants[variant],
                  .origin = origin,
                  .sameBits = question.sameBits};
    if (device_->tuningWatch().chosen) device_->tuningWatch().chosen(used_[key]);
    return variant;
}

std::size_t Tuner::best(const TuningQuestion& question, const std::function<void(std::size_t)>& run)
{
    if (question.variants.size() == 1) return 0;
    const TuningKey key = keyOf(question);
    if (const auto used = used_.find(key); used != used_.end())
        if (const auto same = indexOf(question.variants, used->second.variant))
            return use(question, key, *same, used->second.origin);
    const auto known = [&]() -> std::optional<std::size_t> {
        const TuningEntry* entry = tunes_ ? remembered(store_, key, question.variants) : nullptr;
        return entry ? indexOf(question.variants, entry->variant) : std::nullopt;
    };
    if (ProgramPrecompiler::isActive(*device_)) return known().value_or(question.standard);
    const TuningChoice requested{
        .kernel = key.kernel, .lattice = key.lattice, .path = key.path, .precision = key.precision};
    if (const auto before = resumed_.find(requested.what()); before != resumed_.end())
        if (const auto same = indexOf(question.variants, before->second.first))
            return use(question, key, *same, before->second.second);
    if (!tunes_) return use(question, key, question.standard, ChoiceOrigin::Standard);
    // Variants may differ in their last bits: the first rank chooses for all.
    const auto agreed = [this](std::optional<std::size_t> mine) {
        const int index = ofFirstRank(device_->ranks(), mine ? int(*mine) : -1);
        return index < 0 ? std::nullopt : std::optional(std::size_t(index));
    };
    if (const auto before = agreed(known())) return use(question, key, *before, ChoiceOrigin::Remembered);
    const Trial trial = fastestOf(
        question,
        [&](std::size_t i) {
            const auto seconds = secondsOf(
                *device_, [&] { run(i); }, clock_);
            timed_ += seconds ? 1 : 0;
            return seconds;
        },
        device_->tuningWatch());
    if (trial.stopped) return question.standard; // the caller asks, too, and ends
    const auto choice = agreed(trial.fastest);
    if (!choice) {
        run(0); // throws the reason
        throw DeviceError("no variant of " + question.kernel + " runs on this device");
    }
    if (trial.fastest == choice) keep(store_, key, trial, question.variants[question.standard], device_->tuningWatch());
    return use(question, key, *choice, ChoiceOrigin::Tuned);
}

void Tuner::resume(const std::vector<std::string>& lines)
{
    for (const std::string& text : lines)
        if (const auto line = choiceLine(text))
            for (const auto& [origin, name] : choiceTexts<ChoiceOrigin>)
                if (line->origin == name) resumed_[line->what] = {line->variant, origin};
}

std::vector<TuningChoice> Tuner::choices() const
{
    std::vector<TuningChoice> all;
    for (const auto& [key, choice] : used_)
        all.push_back(choice);
    return all;
}

std::vector<std::string> Tuner::lines() const
{
    std::vector<std::string> lines;
    for (const TuningChoice& one : choices())
        if (!one.sameBits) lines.push_back(fmt::format("{}: {}, {}", one.what(), one.variant, choiceName(one.origin)));
    return lines;
}

} // namespace gaugegl
