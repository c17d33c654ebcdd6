// Wuppertal smearing of the sources and sinks of quark propagators: CONVENTIONS.md, "Smeared quarks".
#pragma once

#include "gaugegl/core/fermion.h"
#include "gaugegl/core/stout.h"

namespace gaugegl {

/// So many steps psi -> (1 + alpha H) psi / (1 + 6 alpha) in the spatial links (S. Guesken, Nucl. Phys. B (Proc. Suppl.) 17
/// (1990) 361).
struct WuppertalSteps {
    double alpha = 0; ///< weight of the neighbours, at least 0
    int steps = 0;    ///< 0: the field as it is

    /// Whether a field changes.
    constexpr bool smears() const { return steps > 0 && alpha != 0; }
    /// "0.25:30".
    std::string text() const;
    /// Parses "ALPHA:STEPS", or "none".  Throws InputError, which names the value and what was expected.
    static WuppertalSteps parse(std::string_view text);
    /// Equal numbers.
    bool operator==(const WuppertalSteps&) const = default;
};

/// What is smeared of a propagator.
struct QuarkSmearing {
    WuppertalSteps source = {}; ///< of every source
    WuppertalSteps sink = {};   ///< of every solution
    StoutSteps links = {};      ///< of the links that both take: spatial links, with staples in space

    /// Whether a field changes.
    constexpr bool smears() const { return source.smears() || sink.smears(); }
    /// Equal numbers.
    bool operator==(const QuarkSmearing&) const = default;
};

/// Throws InputError unless alpha is a number of at least 0 and the number of steps 0 to 10000.
void validate(const WuppertalSteps& smearing);
/// Throws InputError as the others do, where links are smeared but no quark, and for quarks without spin.
void validate(const QuarkSmearing& smearing, FermionKind kind);

} // namespace gaugegl
