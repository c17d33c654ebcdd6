// Sources b of M x = b, given as text: "point:0,0,0,0:1:2", "wall:3", "z2:3", "random:7", "ones".  CONVENTIONS.md, "Fermions".
#pragma once

#include "gaugegl/core/fermion.h"
#include "gaugegl/core/noise.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace gaugegl {

/// A source.  A point or wall is 1, a noise wall a random root of 1, in one component, given by spin and colour, and 0 in all others.
struct Source {
    /// The kinds of sources.
    enum class Type {
        Point,  ///< one site
        Wall,   ///< all sites of one t
        Noise,  ///< all sites of one t, at each of them another root of 1, which all components share
        Random, ///< independent Gaussians at all sites (core/fermion_source.h)
        Ones    ///< every component of every site is 1
    };

    Type type = Type::Point;         ///< which kind
    Coordinates at = {0, 0, 0, 0};   ///< of a point; of a wall only t
    int spin = 0;                    ///< of a point or wall; 0 for staggered fermions
    int colour = 0;                  ///< of a point or wall
    bool oneComponent = false;       ///< spin and colour were given
    std::uint64_t seed = 0;          ///< of the random numbers
    NoiseType noise = NoiseType::Z2; ///< of a noise wall, not Gaussian

    /// "point:x,y,z,t", "wall:t", "z2:t", "z3:t", "z4:t" or with a seed "z2:t,SEED", each optionally followed by ":spin:colour",
    /// "random:SEED" or "ones".  Throws InputError.
    static Source parse(std::string_view text);
    /// The text that parse() takes.
    std::string name() const;

    /// Whether it is a point or a wall, which has one source per spin and colour; together they give a propagator.
    bool hasComponents() const { return type == Type::Point || isWall(); }
    /// Whether it is a wall, of ones or of noise.
    bool isWall() const { return type == Type::Wall || type == Type::Noise; }
};

/// Throws InputError, which names the value and the allowed range, unless the source is valid on this lattice, for this
/// kind of fermions and this group.
void validate(const Source& source, const Lattice& lattice, FermionKind kind, Group group);

/// The source field b; of a shared lattice the sites of lattice.local().  Throws as validate().
FermionVector sourceVector(const Source& source, const Lattice& lattice, FermionKind kind, Group group);

} // namespace gaugegl
