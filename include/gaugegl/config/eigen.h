// [eigen] of run files: low modes of Dirac operators on configurations.
#pragma once

#include "gaugegl/config/key_facts.h"
#include "gaugegl/fermion/eigen/low_modes.h"

#include <optional>
#include <string>

namespace gaugegl {

struct RunConfig;

/// [eigen]: the modes of smallest or largest modulus of a matrix (core/spectral_operator.h).
struct EigenSection {
    int every = 0; ///< sweeps between measurements, a multiple of that of [measure]; required
    SpectralType type = SpectralType::HermitianWilson;  ///< key operator
    DiracParameters numbers = {};                       ///< those of its operator, under their keys, but for
    std::optional<double> mass;                         ///< M0 of a matrix that is given by it, where kappa is not
    std::optional<double> kappa;                        ///< 1/(2 (M0 + 4)), where the mass is not given
    std::string stout = "none";                         ///< as StoutSteps::parse takes it
    std::string boundary = "antiperiodic";              ///< as BoundaryPhases::parse takes it
    int count = ModeChoice().count;                     ///< modes
    bool largest = false;                               ///< of largest modulus instead of the smallest
    std::optional<double> tolerance;                    ///< ModeChoice::tolerance
    SolverPrecision precision = SolverPrecision::Mixed; ///< not mixed16
    std::string path = "auto";                          ///< or "fragment", "compute", "cpu"

    /// The matrix.  Throws InputError for numbers that give none.
    SpectralParameters matrix() const;
    /// Which modes, and how well.
    ModeChoice choice() const
    {
        return {.count = count, .largest = largest, .precision = precision, .tolerance = tolerance};
    }

    /// Its keys.
    static void list(auto& key, auto& run)
    {
        EigenSection& s = *run.eigen;
        key("every", s.every,
            {.help = "Sweeps between measurements, a multiple of that of [measure]", .required = true});
        key("operator", s.type,
            {.help = "hermitian-wilson: gamma_5 (M0 + 4 - H / 2), with clover a clover term; clover: the same, needs "
                     "clover; wilson, twisted-mass, staggered: what conjugate gradients invert on the even sites; "
                     "overlap: D(m), with the index",
             .selects = true});
        // The same for all operators: pages of keys show one text.
        constexpr const char* massHelp =
            "Of hermitian-wilson and clover M0, where kappa is not given; of staggered and "
            "overlap a m, which may be 0";
        constexpr const char* kappaHelp = "1/(2 (M0 + 4)), of hermitian-wilson and clover where the mass is not given";
        const SpectralTraits& matrix = traits(s.type);
        for (const DiracNumber* number : traits(matrix.dirac).numbers()) {
            if (number == &isospinNumber) continue; // validate() refuses it
            if (matrix.byBareMass && number == &kappaNumber) {
                key(massNumber.key, s.mass, {.help = massHelp});
                key(kappaNumber.key, s.kappa, {.help = kappaHelp});
            } else {
                double& value = s.numbers.*number->value;
                const bool needed = !number->optional && number != &massNumber;
                key(number->key, value,
                    {.help = number == &massNumber    ? massHelp
                             : number == &kappaNumber ? kappaHelp
                                                      : number->help,
                     .required = needed || (number == &cloverNumber && matrix.needsClover),
                     .written = needed || value != number->standard});
            }
        }
        key("stout", s.stout,
            {.help = "RHO:STEPS of stout smearing of the links of the operator", .written = s.stout != "none"});
        key("boundary", s.boundary,
            {.help = "periodic, antiperiodic (in time), or tx,ty,tz,tt: phases exp(i pi theta), at the edge or, with "
                     ":spread behind it, over all links"});
        key("count", s.count, {.help = "Number of modes"});
        key("largest", s.largest, {.help = "Compute the modes of largest modulus instead of the smallest"});
        key("precision", s.precision,
            {.help = "single, double or mixed: computed in single, refined in double on the CPU"});
        key("tolerance", s.tolerance,
            {.help = "Largest |A v - lambda v| / |A| of a mode, of hermitian-wilson and clover with A the square; by "
                     "default 1e-10, in single precision 3e-6"});
        key("path", pathKey(s.path), {.help = "Where modes are computed: auto, fragment, compute or cpu"});
    }
    /// Throws RunConfigError for what is out of range.
    static void check(const RunConfig& run);
};

} // namespace gaugegl
