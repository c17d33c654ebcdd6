// --deflate of `solve` and `spectrum`: low modes from a file, or so many that are found first.
#pragma once

#include "dirac_options.h"

namespace gaugegl::cli {

/// Adds --deflate.
void addDeflateOption(CLI::App& command, std::string& deflate);

/// Before the work: throws InputError for what is neither a file that is there nor a number of modes, and for a solver that
/// cannot be deflated.
void checkDeflateOption(const std::string& deflate, const DiracOptions& options);

/// Modes for solves.
struct Deflating {
    std::shared_ptr<const LowModes> modes; ///< or null: none are asked for, or it was interrupted
    double seconds = 0;                    ///< to read or find them
    bool interrupted = false;              ///< by a signal
};

/// The modes that --deflate asks for, read or found in the precision of the solves with their own progress line; together.
/// Throws UnsolvedError if they are not found.
Deflating deflatingModes(const std::string& deflate, const DiracOptions& options, const SharedLinks& of,
                         const DiracParameters& dirac, SolveBackend& place);

} // namespace gaugegl::cli
