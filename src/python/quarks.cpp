#include "quarks.h"

#include "gaugegl/base/error.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <vector>

namespace gaugegl::python {

double numberOf(const std::string& key, const py::handle& value)
{
    try {
        return py::float_(py::reinterpret_borrow<py::object>(value)).cast<double>();
    } catch (const py::error_already_set&) {
        throw InputError(fmt::format("{} = {} is not a number", key, py::repr(value).cast<std::string>()));
    }
}

void setParameters(DiracParameters& dirac, const std::string& kind, const py::kwargs& given,
                   const std::function<bool(const DiracNumber&)>& needed)
{
    std::vector<std::string> known = {"boundary", "stout"};
    for (const DiracNumber* number : traits(dirac.type).numbers())
        known.emplace_back(number->key);
    for (const auto& [key, value] : given) {
        const auto word = key.cast<std::string>();
        if (std::ranges::find(known, word) == known.end())
            throw InputError(fmt::format("{} quarks have no '{}'; they have {}", kind, word, fmt::join(known, ", ")));
    }
    for (const DiracNumber* number : traits(dirac.type).numbers()) {
        if (!given.contains(number->key) && needed(*number))
            throw InputError(fmt::format("{} quarks need {}", kind, number->key));
        dirac.*number->value =
            given.contains(number->key) ? numberOf(number->key, given[number->key]) : number->standard;
    }
    const auto text = [&](const char* key, const char* standard) {
        return given.contains(key) ? py::str(given[key]).cast<std::string>() : std::string(standard);
    };
    dirac.boundary = BoundaryPhases::parse(text("boundary", "antiperiodic"));
    dirac.stout = StoutSteps::parse(text("stout", "none"));
    warn(warningsOf(dirac.stout));
}

SolverPrecision precisionOf(const Field& field, const std::optional<std::string>& given)
{
    const bool isDouble = field.device() && field.device()->precision() == Precision::Double;
    const SolverPrecision precision = given      ? parseChoice<SolverPrecision>(*given)
                                      : isDouble ? SolverPrecision::Double
                                                 : SolverPrecision::Mixed;
    if (field.device() && (precision == SolverPrecision::Double) != isDouble)
        throw InputError(fmt::format("precision '{}' does not go with a device of {} precision", choiceName(precision),
                                     name(field.device()->precision())));
    return precision;
}

} // namespace gaugegl::python
