#include "device/compilation_notes.h"

#include <algorithm>
#include <fmt/format.h>

namespace gaugegl {

CompilationNotes::CompilationNotes(Device& device, Progress& progress, std::optional<std::size_t> expected,
                                   const Device* other)
    : device_(&device)
{
    device.watchCompilation({.begins =
                                 [&device, &progress, expected, other](const std::string& label) {
                                     const std::size_t number =
                                         device.programCount() + (other ? other->programCount() : 0) + 1;
                                     const bool known = expected && number <= *expected;
                                     progress.say(fmt::format("compiling program {}{} ({})", number,
                                                              known ? fmt::format(" of {}", *expected) : "", label));
                                 },
                             .ends =
                                 [this, &progress](double seconds) {
                                     compiling_ += seconds;
                                     progress.exclude(seconds);
                                 }});
    outer_ = device.watchTuning(
        {.begins =
             [this, &progress](const std::string& kernel, int number, int of) {
                 if (number == 1) compiling_ = 0;
                 progress.say(fmt::format("tuning {} {}/{}", kernel, number, of));
             },
         .ends = [this, &progress](bool /*complete*/,
                                   double seconds) { progress.exclude(std::max(0.0, seconds - compiling_)); },
         .note = device.tuningWatch().note});
}

CompilationNotes::~CompilationNotes()
{
    device_->watchCompilation({});
    device_->watchTuning(outer_);
}

} // namespace gaugegl
