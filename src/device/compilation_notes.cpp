#include "device/compilation_notes.h"

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
                             .ends = [&progress](double seconds) { progress.exclude(seconds); }});
}

CompilationNotes::~CompilationNotes() { device_->watchCompilation({}); }

} // namespace gaugegl
