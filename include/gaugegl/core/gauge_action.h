// Gauge actions as lists of loops with coefficients:
//   S = beta sum over shapes of c_shape sum over the loops of the shape (1 - (1/N) Re tr U_loop).
// The shapes, and everything about them that is not the text of a kernel, are entries of loopShapes.
#pragma once

#include "gaugegl/core/lattice.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string_view>

namespace gaugegl {

/// The closed loops of which gauge actions are made.
enum class LoopShape {
    Plaquette, ///< 1x1
    Rectangle  ///< 1x2
};

/// What is known of a shape.
struct LoopTraits {
    LoopShape shape;              ///< which
    std::string_view name;        ///< in the plural, for messages, labels of programs and run files
    std::string_view coefficient; ///< the name of its coefficient in files and formulas
    std::string_view define;      ///< whether lattice/staple.glsl sums its staples; empty: always
    std::string_view uniform;     ///< its coefficient there
    std::array<int, 6> path;      ///< steps along axes 1, 2 .. of different directions, negative: back; 0: no step
    int steps;                    ///< the length of the path
    int perSite;                  ///< loops per site, without regard to orientation
    int staples;                  ///< staples per link
    double products;              ///< matrix products of the staples of a link, per plane and side
    double sums;                  ///< sums of matrices of the staples of a link, per plane and side
    double loads;                 ///< links that they load
    int smallestExtent;           ///< of a lattice on which no loop holds a link twice
    bool withinParity;            ///< whether a loop holds two links of one direction and parity
};

/// The shapes, in the order of LoopShape.  Conventions of c0 and c1: P. Weisz, Nucl. Phys. B212 (1983) 1.
constexpr std::array<LoopTraits, 2> loopShapes = {{
    {.shape = LoopShape::Plaquette,
     .name = "plaquettes",
     .coefficient = "c0",
     .define = "",
     .uniform = "uC0",
     .path = {1, 2, -1, -2},
     .steps = 4,
     .perSite = 6,
     .staples = 6,
     .products = 2,
     .sums = 1,
     .loads = 18,
     .smallestExtent = 2,
     .withinParity = false},
    // Three multiplications by a number beside three sums; they take as many flops.  Half of a path is shared.
    {.shape = LoopShape::Rectangle,
     .name = "rectangles",
     .coefficient = "c1",
     .define = "RECTANGLES",
     .uniform = "uC1",
     .path = {1, 1, 2, -1, -1, -2},
     .steps = 6,
     .perSite = 12,
     .staples = 18,
     .products = 9,
     .sums = 6,
     .loads = 66,
     .smallestExtent = 4,
     .withinParity = true},
}};

/// The entry of a shape.
constexpr const LoopTraits& traits(LoopShape shape) { return loopShapes[std::size_t(shape)]; }

/// The shapes that an action has; the plaquette is always one of them.
class LoopSet {
public:
    /// Plaquettes alone.
    constexpr LoopSet() = default;
    /// Plaquettes and these.
    constexpr LoopSet(std::initializer_list<LoopShape> shapes)
    {
        for (const LoopShape shape : shapes)
            add(shape);
    }

    /// Adds a shape.
    constexpr void add(LoopShape shape) { has_[std::size_t(shape)] = true; }
    /// Whether this shape is one of them.
    constexpr bool has(LoopShape shape) const { return has_[std::size_t(shape)]; }
    /// Whether there is no other shape than the plaquette.
    constexpr bool plaquettesOnly() const { return *this == LoopSet(); }
    /// Whether links of one direction and parity share loops, so that they are updated by sublattices (core/link_set.h).
    constexpr bool couplesParity() const
    {
        return std::ranges::any_of(loopShapes,
                                   [&](const LoopTraits& one) { return has(one.shape) && one.withinParity; });
    }
    /// Whether no loop holds a link twice on this lattice.
    bool fit(const Lattice& lattice) const
    {
        for (const LoopTraits& one : loopShapes)
            for (const int extent : lattice.extents())
                if (has(one.shape) && extent < one.smallestExtent) return false;
        return true;
    }
    /// A sum over the shapes.
    template<class Number>
    constexpr double sum(const Number& number) const
    {
        double result = 0;
        for (const LoopTraits& one : loopShapes)
            if (has(one.shape)) result += number(one);
        return result;
    }

    /// Equal shapes.
    constexpr bool operator==(const LoopSet&) const = default;

private:
    std::array<bool, loopShapes.size()> has_ = {true};
};

/// A gauge action without its beta: a coefficient for each shape.
class GaugeAction {
public:
    /// A shape with its coefficient.
    struct Term {
        LoopShape shape;    ///< of the loops
        double coefficient; ///< of each of them
    };

    /// The Wilson action: plaquettes with coefficient 1.
    constexpr GaugeAction() = default;
    /// These loops, and no others.
    constexpr GaugeAction(std::initializer_list<Term> terms) : coefficients_{}
    {
        for (const Term& term : terms)
            coefficients_[std::size_t(term.shape)] = term.coefficient;
    }
    /// c1 for rectangles and c0 = 1 - 8 c1 for plaquettes.
    static constexpr GaugeAction withRectangles(double c1)
    {
        return {{LoopShape::Plaquette, 1 - 8 * c1}, {LoopShape::Rectangle, c1}};
    }

    /// The coefficient of a shape; 0 if the action does not have it.
    constexpr double of(LoopShape shape) const { return coefficients_[std::size_t(shape)]; }
    /// The shapes with a coefficient that is not 0, and the plaquette.
    constexpr LoopSet loops() const
    {
        LoopSet set;
        for (const LoopTraits& one : loopShapes)
            if (of(one.shape) != 0) set.add(one.shape);
        return set;
    }
    /// Calls use(traits, coefficient) for each of loops().
    template<class Use>
    void forEachLoop(const Use& use) const
    {
        const LoopSet set = loops();
        for (const LoopTraits& one : loopShapes)
            if (set.has(one.shape)) use(one, of(one.shape));
    }

    /// Equal coefficients.
    constexpr bool operator==(const GaugeAction&) const = default;

private:
    std::array<double, loopShapes.size()> coefficients_ = {1};
};

/// The actions of the literature.
namespace actions {

/// The Wilson action.
constexpr GaugeAction wilson = {};
/// The tree-level Symanzik action: P. Weisz, Nucl. Phys. B212 (1983) 1.
constexpr GaugeAction symanzik = GaugeAction::withRectangles(-1.0 / 12);
/// The action of Y. Iwasaki, UTHEP-118 (1983).
constexpr GaugeAction iwasaki = GaugeAction::withRectangles(-0.331);
/// The DBW2 action: QCD-TARO, Nucl. Phys. B577 (2000) 263.
constexpr GaugeAction dbw2 = GaugeAction::withRectangles(-1.4088);

} // namespace actions

/// An action with a name.
struct NamedAction {
    const char* word;   ///< in run files and options
    const char* title;  ///< in text and figures
    GaugeAction action; ///< its coefficients
};

/// The actions with a name, in the order in which lists show them.
constexpr std::array<NamedAction, 4> namedActions = {{{"wilson", "Wilson", actions::wilson},
                                                      {"symanzik", "Symanzik", actions::symanzik},
                                                      {"iwasaki", "Iwasaki", actions::iwasaki},
                                                      {"dbw2", "DBW2", actions::dbw2}}};

} // namespace gaugegl
