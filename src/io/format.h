// A format of configurations.  Each has a source of its own with `extern const Format`, and a line in formats.cpp.
#pragma once

#include "gaugegl/io/formats.h"
#include "gaugegl/io/gauge_file.h"
#include "io/input_file.h"

#include <memory>
#include <span>

namespace gaugegl::io {

/// What is known of it, and what it does.
struct Format {
    FormatFacts facts;
    /// Whether the file begins as one of this format; nothing else is checked, and nothing is thrown but by the file itself.
    bool (*probe)(InputFile& file);
    /// As openGaugeFile(), for a file that begins so.
    std::unique_ptr<GaugeFileReader> (*open)(InputFile file, const GaugeFileHints& hints);
    /// As writeGaugeFile(), for options that facts allow; null where facts.written is false.
    void (*write)(const FilePlace& path, Group group, const FilePart& part, const GaugeWriteOptions& options,
                  const SiteSource& source);
};

/// All of them.
std::span<const Format* const> formats();

/// When a file is made, as MILC and QIO write it: "Fri Nov 27 12:00:00 2026 UTC".
std::string timeStamp(const GaugeWriteOptions& options);

/// As openGaugeFile(), for a file whose layout hints.layout says.
std::unique_ptr<GaugeFileReader> openRaw(InputFile file, const GaugeFileHints& hints);

/// The one of a file, by its content; null if there is none.
const Format* formatOf(InputFile& file);

} // namespace gaugegl::io
