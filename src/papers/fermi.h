// The experiment of Cardoso and Bicudo, "SU(2) Lattice Gauge Theory Simulations on Fermi GPUs", J. Comput. Phys. 230
// (2011) 3998 (arXiv:1010.4834): SU(2) from a hot start; each iteration is a heat bath sweep with one proposal for each
// link, then the plaquette of every site and its reduction to a mean.
//
// The proposals are those of Kennedy and Pendleton, the random numbers those of Philox.  What is timed, by the host's
// clock, are whole iterations, the read-back of the mean included; one iteration before the hot start, in which
// programs are compiled, is not.
#pragma once

#include "checks/rig.h"

namespace gaugegl {

/// The coupling of Cardoso and Bicudo on 48^4 in arXiv:1010.1486.
constexpr double fermiBeta = 6.0;

/// Where the links are stored and where the experiment runs.
struct FermiBackend {
    std::optional<Path> path = {};           ///< none: the CPU reference, in double precision
    Precision precision = Precision::Double; ///< of links and kernels
    Storage storage = Storage::Texture;      ///< of the links
    int linkArrays = 8;                      ///< textures that hold the links; less than eight on the compute path only
    int threads = 0;                         ///< of the reference
    bool operator==(const FermiBackend&) const = default; ///< the same place
};

/// How many iterations are made.
struct FermiLimits {
    int iterations = 100;                             ///< at most
    double seconds = 10;                              ///< no iteration begins after this; at least one is made
    std::function<bool(int iteration)> proceeds = {}; ///< called before each but the first; false ends the experiment
};

/// The result of an experiment.
struct FermiTiming {
    FermiBackend place;   ///< where it ran
    Lattice lattice;      ///< its extents
    int iterations = 0;   ///< that were made
    bool complete = true; ///< not ended by `proceeds`
    double seconds = 0;   ///< mean time of an iteration
    double fastest = 0;   ///< least time of an iteration, in seconds
    double flops = 0;     ///< of an iteration
    double plaquette = 0; ///< after the last one

    double gflops() const;         ///< 10^9 flops in a second
    double linksPerSecond() const; ///< link updates, the time of plaquette and reduction included
    double sweepsPerDay() const;   ///< iterations in a day
};

/// Flops of an iteration, as gauge/flops.h counts them: 4 V links, V sites' plaquettes, V terms of the sum.
double fermiFlops(const Lattice& lattice);

/// On a device, whose path and precision must be those of the place.  Throws DeviceError when the lattice does not fit.
FermiTiming measureFermi(Device& device, const Lattice& lattice, const FermiBackend& place, const FermiLimits& limits);

/// On the CPU.
FermiTiming measureFermiReference(const Lattice& lattice, const FermiBackend& place, const FermiLimits& limits);

} // namespace gaugegl
