// The ILDG format; io/gauge_file.h describes the format and the functions.
// Written: xlf-info and gaugegl-random-streams (where known), one message of ildg-format, ildg-data-lfn (where given), ildg-binary-data, scidac-checksum.
#pragma once

#include "gaugegl/io/gauge_file.h"
#include "io/input_file.h"

namespace gaugegl::io {

/// As openGaugeFile().
std::unique_ptr<GaugeFileReader> openIldg(InputFile file, const GaugeFileHints& hints);

/// As writeGaugeFile().
void writeIldg(const FilePlace& path, Group group, const FilePart& part, const GaugeWriteOptions& options,
               const SiteSource& source);

} // namespace gaugegl::io
