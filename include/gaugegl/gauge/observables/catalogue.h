// The observables of a gauge field.  A line of observableTraits says all that is known of one: runs, `measure`, tables, checkpoints,
// Python, `shaders` and `verify` walk over the catalogue.
#pragma once

#include "gaugegl/core/choice.h"

#include <array>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gaugegl {

/// An observable of the catalogue.  The plaquettes, the action density and the mean link trace are always measured.
enum class Observable {
    Plaquette,           ///< GaugeObservables::plaquette and what is measured with it
    PolyakovLoop,        ///< (1/N) tr of the product of links around the lattice in t
    Rectangle,           ///< 1x2 loops
    AdjointPolyakovLoop, ///< the Polyakov loop in the adjoint representation
    SpatialPolyakovLoop  ///< Polyakov loops around the lattice in x, y and z
};

/// What a kernel does for a texel of its density, in functions of shaders/lattice, and the links that it loads.
struct DensityWork {
    double products = 0;      ///< of two matrices
    double sums = 0;          ///< of two matrices
    double traces = 0;        ///< real parts
    double complexTraces = 0; ///< both parts
    double tracesAdj = 0;     ///< Re tr a b^dagger
    double reals = 0;         ///< operations with real numbers
    double links = 0;         ///< loaded once
    double linksOfRows = 0;   ///< loaded for each row, where products are computed row by row
};

/// A kernel of densities: it writes four numbers for each site of the lattice, or for each line around it.
struct DensityKernel {
    const char* name; ///< of shaders/kernels/NAME.glsl
    DensityWork work; ///< for a site; of lines without their links and products, which their length says
    int reach = 1;    ///< how far from its site it reads links; lines read no others than their own
};

/// The plaquettes of a site: six products of two links, differences and traces, quotients, sums; link traces.
inline constexpr DensityKernel plaquetteKernel = {"plaquette",
                                                  {.products = 12,
                                                   .sums = 6,
                                                   .traces = 4,
                                                   .tracesAdj = 12,
                                                   .reals = 6 * (3 + 1) + 4 + 2,
                                                   .links = 4,
                                                   .linksOfRows = 24}};
/// Twelve traces of two products of three links; their mean.
inline constexpr DensityKernel rectangleKernel = {
    "rectangle", {.products = 48, .tracesAdj = 12, .reals = 12 + 1, .linksOfRows = 72}, 2};
/// The trace of a line, and that in the adjoint representation.
inline constexpr DensityKernel polyakovKernel = {"polyakov", {.complexTraces = 1, .reals = 2 + 6}};

/// The check of a density against that of the observable in the reference (reference/observables.h).
struct DensityCheck {
    const char* name; ///< in `verify`
    double single;    ///< the deviation that is allowed at a site in single precision
    double inDouble;  ///< and in double precision
};

/// What is known of an observable.
struct ObservableTraits {
    Observable observable;       ///< which
    const char* name;            ///< in run files, options and results
    const char* column;          ///< in tables and checkpoints; _re, _im and _abs follow if it is complex
    const char* title;           ///< in text
    const char* symbol;          ///< in text and figures
    bool complex = false;        ///< two numbers; means and errors are given of its absolute value, too
    bool onRequest = false;      ///< measured only where it is asked for by name, else by default
    const DensityKernel* kernel; ///< computes its density
    std::size_t component = 0;   ///< the first of its numbers in the result of the kernel
    /// The directions of the lines whose densities they are, such as "t" or "xyz"; a density of the lattice has none.  Where there are
    /// several, so many numbers are measured, and names, columns, titles and symbols say which.
    std::string_view along = {};
    DensityCheck check; ///< of the device
};

/// The catalogue, in the order of Observable.
constexpr std::array<ObservableTraits, 5> observableTraits = {{
    {.observable = Observable::Plaquette,
     .name = "plaquette",
     .column = "plaquette",
     .title = "plaquette",
     .symbol = "P",
     .kernel = &plaquetteKernel,
     .check = {"plaquette", 5e-6, 1e-13}},
    {.observable = Observable::PolyakovLoop,
     .name = "polyakov_loop",
     .column = "polyakov",
     .title = "Polyakov loop",
     .symbol = "L",
     .complex = true,
     .kernel = &polyakovKernel,
     .along = "t",
     .check = {"polyakov", 5e-6, 1e-13}},
    {.observable = Observable::Rectangle,
     .name = "rectangle",
     .column = "rectangle",
     .title = "rectangle",
     .symbol = "R",
     .kernel = &rectangleKernel,
     .check = {"rectangle", 2e-6, 1e-13}},
    {.observable = Observable::AdjointPolyakovLoop,
     .name = "adjoint_polyakov_loop",
     .column = "adjoint_polyakov",
     .title = "adjoint Polyakov loop",
     .symbol = "L_A",
     .onRequest = true,
     .kernel = &polyakovKernel,
     .component = 2,
     .along = "t",
     .check = {"polyakov-adjoint", 2e-5, 1e-12}},
    {.observable = Observable::SpatialPolyakovLoop,
     .name = "spatial_polyakov_loop",
     .column = "spatial_polyakov",
     .title = "Polyakov loop",
     .symbol = "L",
     .complex = true,
     .onRequest = true,
     .kernel = &polyakovKernel,
     .along = "xyz",
     .check = {"polyakov-spatial", 5e-6, 1e-13}},
}};

/// The entry of an observable.
constexpr const ObservableTraits& traits(Observable observable) { return observableTraits[std::size_t(observable)]; }

/// How many numbers, real or complex, an observable is.
constexpr std::size_t partsOf(const ObservableTraits& one) { return one.along.size() > 1 ? one.along.size() : 1; }
/// The first of them among those of the catalogue.
constexpr std::size_t firstPartOf(Observable observable)
{
    std::size_t before = 0;
    for (std::size_t i = 0; i < std::size_t(observable); ++i)
        before += partsOf(observableTraits[i]);
    return before;
}
/// Those of the whole catalogue.
constexpr std::size_t partCount = firstPartOf(observableTraits.back().observable) + partsOf(observableTraits.back());

/// The names of its values in run files and options, in order.
template<>
inline constexpr auto choiceTexts<Observable> = choicesOf(observableTraits, &ObservableTraits::observable);

/// A set of observables.
class ObservableSet {
public:
    /// Plaquettes alone.
    constexpr ObservableSet() = default;
    /// These, and the plaquettes.
    constexpr ObservableSet(std::initializer_list<Observable> observables)
    {
        for (const Observable one : observables)
            add(one);
    }
    /// These, and the plaquettes.
    constexpr explicit ObservableSet(std::span<const Observable> observables)
    {
        for (const Observable one : observables)
            add(one);
    }
    /// The whole catalogue.
    static constexpr ObservableSet all()
    {
        ObservableSet set;
        for (const ObservableTraits& one : observableTraits)
            set.add(one.observable);
        return set;
    }

    /// Adds one.
    constexpr void add(Observable observable) { has_[std::size_t(observable)] = true; }
    /// Whether it is one of them.
    constexpr bool has(Observable observable) const { return has_[std::size_t(observable)]; }

private:
    std::array<bool, observableTraits.size()> has_ = {true};
};

/// A number, real or complex, that tables, results and checkpoints show beside the plaquettes: an observable, or one direction of an
/// observable with lines in several.  Its names are those of the observable, there with the direction.
struct ObservablePart {
    const ObservableTraits* of; ///< the observable
    std::size_t index;          ///< in GaugeObservables::others
    std::string name;           ///< ends with "_x" for a direction
    std::string column;         ///< ends with "_x"
    std::string title;          ///< ends with " in x"
    std::string symbol;         ///< ends with "_x"
};

/// All of them in the order of tables: what is measured by default, real numbers first, then what is measured on request.
const std::vector<ObservablePart>& observableParts();
/// Those of a set, in that order.
std::vector<ObservablePart> observableParts(const ObservableSet& chosen);

} // namespace gaugegl
