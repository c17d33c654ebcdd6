// The sections of run files, without what makes a run of them.
#pragma once

#include "gaugegl/run/run_config.h"
#include "run_file_log.h"

namespace gaugegl {

/// A section that run files may have.
struct NamedSection {
    const char* name; ///< without brackets
    const char* help; ///< what it is for
};
/// All of them, in the order in which they are told.
constexpr std::array<NamedSection, 13> runFileSections = {{
    {"lattice", "The lattice and the gauge group."},
    {"action", "The gauge action."},
    {"update", "How the ensemble is generated. Beside [hmc] it has the keys start, file, seed, key_version, generator "
               "and luxury alone, "
               "and what other sections call sweeps are trajectories."},
    {"hmc", "Hybrid Monte Carlo instead of heat bath and overrelaxation."},
    {"measure", "What is measured while the ensemble is generated."},
    {"output", "What is written, and where."},
    {"device", "Where it runs."},
    {"spectrum", "Mesons and the nucleon, measured while the ensemble is generated."},
    {"inverter", "Solves on the last configuration, for timings."},
    {"loops", "Wilson loops and the static potential, measured while the ensemble is generated."},
    {"flow", "The gradient flow, its scales and the topological charge, measured while the ensemble is generated."},
    {"condensate", "The chiral condensate, measured while the ensemble is generated."},
    {"scan", "Couplings and extents in time of the runs of `gaugegl scan`, instead of beta in [action]."},
}};

/// Reads every section that is there.  Throws InputError for unknown keys, wrong types and what is missing, not for values out of range.
RunConfig readSections(const RunFileText& file);

/// Whether toToml() wrote a run file, of this program or of one of old that knew fewer keys: all its lines, in its order, and no others.
bool isWrittenByProgram(std::string_view text);

} // namespace gaugegl
