// The observables of a gauge field that runs, `measure`, tables, checkpoints and `verify` know by name.
#pragma once

#include "gaugegl/core/choice.h"
#include "gaugegl/gauge/kernels.h"

#include <array>
#include <span>

namespace gaugegl {

/// An observable of the catalogue.  The plaquettes, the action density and the mean link trace are always measured.
enum class Observable {
    Plaquette,          ///< GaugeObservables::plaquette and what is measured with it
    PolyakovLoop,       ///< (1/N) tr of the product of links around the lattice in t
    Rectangle,          ///< 1x2 loops
    AdjointPolyakovLoop ///< the Polyakov loop in the adjoint representation
};

/// What is known of an observable.
struct ObservableTraits {
    Observable observable; ///< which
    const char* name;      ///< in run files, options and results
    const char* column;    ///< in tables and checkpoints; _re, _im and _abs follow if it is complex
    const char* title;     ///< in text
    const char* symbol;    ///< in text and figures
    bool complex;          ///< two numbers; means and errors are given of its absolute value, too
    bool onSlice;          ///< its density is that of the slice t = 0, else of the lattice
    bool onRequest;        ///< measured only where it is asked for by name, else by default
    std::size_t component; ///< the first of its numbers in the result of the kernel
    KernelSpec (*kernel)(Group group, const Lattice& lattice, Precision precision,
                         Registers registers); ///< its density
};

/// The catalogue, in the order of Observable.
constexpr std::array<ObservableTraits, 4> observableTraits = {{
    {Observable::Plaquette, "plaquette", "plaquette", "plaquette", "P", false, false, false, 0, plaquetteSpec},
    {Observable::PolyakovLoop, "polyakov_loop", "polyakov", "Polyakov loop", "L", true, true, false, 0, polyakovSpec},
    {Observable::Rectangle, "rectangle", "rectangle", "rectangle", "R", false, false, false, 0, rectangleSpec},
    {Observable::AdjointPolyakovLoop, "adjoint_polyakov_loop", "adjoint_polyakov", "adjoint Polyakov loop", "L_A",
     false, true, true, 2, polyakovSpec},
}};

/// The entry of an observable.
constexpr const ObservableTraits& traits(Observable observable) { return observableTraits[std::size_t(observable)]; }

/// The order in which tables and results show what is measured beside the plaquettes.
constexpr std::array<Observable, observableTraits.size() - 1> tableOrder = {
    Observable::Rectangle, Observable::PolyakovLoop, Observable::AdjointPolyakovLoop};

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

} // namespace gaugegl
