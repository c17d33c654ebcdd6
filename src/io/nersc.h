// The NERSC archive format; io/gauge_file.h describes the format and the functions.
//
// DATATYPE   4D_SU3_GAUGE: rows 0 and 1 of each link; 4D_SU3_GAUGE_3x3: all rows; 4D_SU2_GAUGE_2x2: all rows of SU(2),
//            as GLU and Grid write it, and as this program does; 4D_SU2_GAUGE: row 0 (GLU) or both, depending on the
//            size of the file.
// FLOATING_POINT   IEEE32BIG, IEEE32LITTLE, IEEE64BIG, IEEE64LITTLE; IEEE32 and IEEE64 are big endian.
#pragma once

#include "gaugegl/io/gauge_file.h"
#include "io/input_file.h"

namespace gaugegl::io {

/// As openGaugeFile().
std::unique_ptr<GaugeFileReader> openNersc(InputFile file, const GaugeFileHints& hints);

/// As writeGaugeFile().
void writeNersc(const FilePlace& path, Group group, const FilePart& part, const GaugeWriteOptions& options,
                const SiteSource& source);

} // namespace gaugegl::io
