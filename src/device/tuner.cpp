#include "device/tuner.h"

#include "base/file_lock.h"
#include "gaugegl/base/clock.h"
#include "gaugegl/base/error.h"
#include "gaugegl/base/output_file.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <fstream>

namespace gaugegl {
namespace {

constexpr int rounds = 3;             // of a candidate; the fastest counts
constexpr double roundSeconds = 2e-3; // at least, so that the clock is fine enough
constexpr std::string_view header = "gaugegl tuning 1";

} // namespace

Tuner::Tuner(Device& device, std::string file) : device_(&device), file_(std::move(file)) { read(); }

void Tuner::read()
{
    if (file_.empty()) return;
    std::ifstream in(file_);
    std::string line;
    if (!std::getline(in, line) || line != header) return;
    while (std::getline(in, line)) {
        const std::size_t tab = line.rfind('\t');
        int choice = -1;
        if (tab == std::string::npos) continue;
        const auto [end, error] = std::from_chars(line.data() + tab + 1, line.data() + line.size(), choice);
        if (error == std::errc() && end == line.data() + line.size() && choice >= 0)
            choices_[line.substr(0, tab)] = choice;
    }
}

void Tuner::write() const
{
    if (file_.empty()) return;
    std::string text = std::string(header) + "\n";
    for (const auto& [key, choice] : choices_)
        text += fmt::format("{}\t{}\n", key, choice);
    try {
        writeTextFile(file_, text);
    } catch (const FileError&) { // then it is timed again next time
    }
}

std::optional<double> Tuner::seconds(int candidate, const std::function<void(int)>& run)
{
    try {
        run(candidate); // compiles
        device_->finish();
    } catch (const DeviceError&) {
        return std::nullopt;
    }
    ++timed_;
    double best = 1e300;
    int calls = 1;
    for (int round = 0; round < rounds;) {
        const double start = steadySeconds();
        for (int i = 0; i < calls; ++i)
            run(candidate);
        device_->finish();
        const double taken = steadySeconds() - start;
        if (taken < roundSeconds && calls < 1000) {
            calls *= 2;
            continue;
        }
        best = std::min(best, taken / calls);
        ++round;
    }
    return best;
}

int Tuner::best(const std::string& key, int count, const std::function<void(int)>& run)
{
    const gl::Capabilities& c = device_->context().capabilities();
    std::string full = fmt::format("{} | {} | {}", c.renderer, c.version, key);
    std::ranges::replace_if(
        full, [](char ch) { return ch == '\n' || ch == '\t'; }, ' ');
    // Variants may differ in their last bits: the first rank chooses for all.
    const auto found = choices_.find(full);
    const int known = ofFirstRank(device_->ranks(), found == choices_.end() ? -1 : found->second);
    if (known >= 0 && known < count) return known;
    int choice = -1;
    double least = 1e300;
    for (int i = 0; i < count; ++i)
        if (const auto taken = seconds(i, run); taken && *taken < least) {
            least = *taken;
            choice = i;
        }
    if (choice < 0) {
        run(0); // throws the reason
        throw DeviceError("no variant of " + key + " runs on this device");
    }
    choice = ofFirstRank(device_->ranks(), choice);
    choices_[full] = choice;
    write();
    return choice;
}

} // namespace gaugegl
