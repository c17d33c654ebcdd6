// What functions of quarks in Python share: the numbers of operators, and where systems are solved.
#pragma once

#include "open_field.h"
#include "values.h"

#include "fermion/solve/inverter_backend.h"
#include "gaugegl/core/dirac_parameters.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace gaugegl::python {

/// The number of a keyword.  Throws InputError for something else.
double numberOf(const std::string& key, const py::handle& value);

/// Puts the keywords that an operator has into its parameters; `needed` says which number must be given.  Throws InputError for keywords
/// that it lacks and for a number that is missing.
void setParameters(DiracParameters& dirac, const std::string& kind, const py::kwargs& given,
                   const std::function<bool(const DiracNumber&)>& needed);

/// The precision of solves where the field is, with what is not given as the program has it.  Throws InputError for one that the device of
/// the field does not have.
SolverPrecision precisionOf(const Field& field, const std::optional<std::string>& given);

/// Works where the field is, with its links on the host.
template<class F>
auto where(const Field& field, F&& work)
{
    const std::shared_ptr<const HostGaugeField> links = field.onHost();
    const auto there = [&] {
        InverterBackend place(field.device() ? &field.device()->device() : nullptr);
        return work(place, *links);
    };
    return field.device() ? field.device()->run(there) : aside(there);
}

} // namespace gaugegl::python
