#include "estimate.h"

#include "gaugegl/base/error.h"

#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <pybind11/operators.h>
#include <pybind11/stl.h>
#include <random>

namespace gaugegl::python {

namespace py = pybind11;

namespace {

/// A name for data that no other process gives.
std::uint64_t newSource()
{
    static std::mt19937_64 names{std::random_device()() | std::uint64_t(std::random_device()()) << 32};
    return names();
}

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

} // namespace

Estimate::Estimate(const analysis::Estimate& of) : of_(of)
{
    if (of.error != 0) parts_[{newSource(), 0}] = of.error;
}

Estimate::Estimate(double value)
{
    of_.mean = value;
    of_.error = 0;
    of_.effective = std::numeric_limits<double>::infinity();
    of_.drift = 0;
}

std::vector<Estimate> Estimate::ofReplicas(const analysis::Replicas& replicas)
{
    std::vector<Estimate> all(replicas.centre.size());
    const std::uint64_t source = newSource();
    const std::size_t bins = replicas.bins();
    for (std::size_t k = 0; k < all.size(); ++k) {
        all[k].of_ = analysis::estimateOf(replicas, k);
        if (bins == 0) {
            all[k].parts_[{newSource(), 0}] = all[k].of_.error;
            continue;
        }
        // The squared error is the sum of the squares of these: analysis/jackknife.h.
        std::vector<double> pseudo;
        double mean = 0;
        for (std::size_t j = 0; j < bins; ++j) {
            pseudo.push_back((replicas.ratio[j] - 1) * (replicas.centre[k] - replicas.without[j][k]));
            mean += pseudo.back() / double(bins);
        }
        for (std::size_t j = 0; j < bins; ++j)
            all[k].parts_[{source, j}] =
                (pseudo[j] - mean) * std::sqrt(replicas.binning.inflation / double(bins) / (replicas.ratio[j] - 1));
    }
    return all;
}

void Estimate::setError()
{
    double sum = 0;
    for (const auto& [source, part] : parts_)
        sum += part * part;
    of_.error = std::sqrt(sum);
}

Estimate Estimate::combined(double value, const Estimate& a, double byA, const Estimate& b, double byB)
{
    Estimate result;
    result.of_.mean = value;
    const analysis::Estimate& fewer = b.of_.effective < a.of_.effective ? b.of_ : a.of_;
    result.of_.count = fewer.count;
    result.of_.effective = fewer.effective;
    result.of_.drift = std::abs(b.of_.drift) > std::abs(a.of_.drift) ? b.of_.drift : a.of_.drift;
    for (const auto& [source, part] : a.parts_)
        result.parts_[source] += byA * part;
    for (const auto& [source, part] : b.parts_)
        result.parts_[source] += byB * part;
    result.setError();
    return result;
}

Estimate Estimate::mapped(double value, double derivative) const
{
    Estimate result = *this; // to first order with the same autocorrelation time
    result.of_.mean = value;
    for (auto& [source, part] : result.parts_)
        part *= derivative;
    result.setError();
    return result;
}

bool Estimate::operator==(const Estimate& other) const
{
    return same(of_.mean, other.of_.mean) && same(of_.error, other.of_.error) && same(of_.tauInt, other.of_.tauInt) &&
           of_.count == other.of_.count && parts_.size() == other.parts_.size() &&
           std::ranges::equal(parts_, other.parts_, [](const auto& p, const auto& q) {
               return p.first == q.first && same(p.second, q.second);
           });
}

py::tuple Estimate::state() const
{
    py::list parts;
    for (const auto& [source, part] : parts_)
        parts.append(py::make_tuple(source.first, source.second, part));
    return py::make_tuple(of_.mean, of_.error, of_.tauInt, of_.tauError, of_.count, of_.effective, of_.drift, parts);
}

Estimate Estimate::fromState(const py::tuple& state)
{
    if (state.size() != 8) throw InputError("not a pickled Estimate of this module");
    Estimate result;
    result.of_ = {state[0].cast<double>(), state[1].cast<double>(),      state[2].cast<double>(),
                  state[3].cast<double>(), state[4].cast<std::size_t>(), state[5].cast<double>(),
                  state[6].cast<double>()};
    for (const py::handle& one : state[7].cast<py::list>()) {
        const auto part = one.cast<py::tuple>();
        result.parts_[{part[0].cast<std::uint64_t>(), part[1].cast<std::uint64_t>()}] = part[2].cast<double>();
    }
    return result;
}

namespace {

Estimate sum(const Estimate& a, const Estimate& b)
{
    return Estimate::combined(a.get().mean + b.get().mean, a, 1, b, 1);
}
Estimate difference(const Estimate& a, const Estimate& b)
{
    return Estimate::combined(a.get().mean - b.get().mean, a, 1, b, -1);
}
Estimate product(const Estimate& a, const Estimate& b)
{
    return Estimate::combined(a.get().mean * b.get().mean, a, b.get().mean, b, a.get().mean);
}
Estimate quotient(const Estimate& a, const Estimate& b)
{
    const double x = a.get().mean, y = b.get().mean;
    return Estimate::combined(x / y, a, 1 / y, b, -x / (y * y));
}
Estimate power(const Estimate& a, const Estimate& b)
{
    const double x = a.get().mean, y = b.get().mean, value = std::pow(x, y);
    return Estimate::combined(value, a, y == 0 ? 0 : y * std::pow(x, y - 1), b,
                              b.get().error == 0 ? 0 : value * std::log(x));
}

/// Empty: 0.59435(13); else the format of floats for value and error, "0.5944 +- 0.0001".
std::string formatted(const Estimate& e, const std::string& format)
{
    if (format.empty()) return analysis::formatEstimate(e.get());
    const auto text = [&](double x) { return py::str(py::float_(x).attr("__format__")(format)).cast<std::string>(); };
    return text(e.get().mean) + " +- " + text(e.get().error);
}

py::dict dictionaryOf(const Estimate& e)
{
    py::dict result;
    result["value"] = e.get().mean;
    result["error"] = e.get().error;
    result["tau_int"] = e.get().tauInt;
    result["tau_int_error"] = e.get().tauError;
    result["count"] = e.get().count;
    result["warnings"] = analysis::doubts(e.get());
    return result;
}

/// An operation with another estimate or a number on either side; with anything else Python tries the other operand.
template<Estimate (*operation)(const Estimate&, const Estimate&)>
void bindOperation(py::class_<Estimate>& estimate, const char* name, const char* reflected)
{
    estimate.def(name, operation, py::is_operator())
        .def(
            name, [](const Estimate& a, double b) { return operation(a, Estimate(b)); }, py::is_operator())
        .def(
            reflected, [](const Estimate& a, double b) { return operation(Estimate(b), a); }, py::is_operator());
}

} // namespace

void bindEstimate(py::module_& module)
{
    py::class_<Estimate> estimate(module, "Estimate", R"(
A mean with its statistical error; str() gives 0.59435(13).  What the data do not determine is NaN.

Arithmetic with numbers and other estimates, and sqrt, exp and log (also those of NumPy), propagate errors linearly.  What comes from the
same estimate, or from one call of jackknife(), is correlated as its data are; all else is taken as independent.)");
    estimate
        .def_property_readonly(
            "value", [](const Estimate& e) { return e.get().mean; }, "The mean.")
        .def_property_readonly(
            "error", [](const Estimate& e) { return e.get().error; },
            "One standard deviation, autocorrelation included.")
        .def_property_readonly(
            "tau_int", [](const Estimate& e) { return e.get().tauInt; },
            "The integrated autocorrelation time in measurements; 0.5 if uncorrelated.")
        .def_property_readonly(
            "tau_int_error", [](const Estimate& e) { return e.get().tauError; }, "One standard deviation of tau_int.")
        .def_property_readonly(
            "count", [](const Estimate& e) { return e.get().count; }, "The number of measurements.")
        .def_property_readonly(
            "warnings", [](const Estimate& e) { return analysis::doubts(e.get()); },
            "What the data do not vouch for, in words: few independent data, a drift, an error that is not known.")
        .def("__float__", [](const Estimate& e) { return e.get().mean; })
        .def("__str__", [](const Estimate& e) { return analysis::formatEstimate(e.get()); })
        .def("__format__", &formatted)
        .def("__repr__",
             [](const Estimate& e) {
                 return fmt::format("<gaugegl.Estimate {}{}>", analysis::formatEstimate(e.get()),
                                    e.get().count > 0 ? fmt::format(" of {} data", e.get().count) : std::string());
             })
        .def("__eq__", &Estimate::operator==, py::is_operator())
        .def("__hash__",
             [](const Estimate& e) {
                 return std::hash<double>()(e.get().mean) ^ 31 * std::hash<double>()(e.get().error);
             })
        .def("__neg__", [](const Estimate& e) { return e.mapped(-e.get().mean, -1); })
        .def("__pos__", [](const Estimate& e) { return e; })
        .def("__abs__", [](const Estimate& e) { return e.get().mean < 0 ? e.mapped(-e.get().mean, -1) : e; })
        .def(
            "sqrt",
            [](const Estimate& e) {
                const double root = std::sqrt(e.get().mean);
                return e.mapped(root, 0.5 / root);
            },
            "The square root.")
        .def(
            "exp",
            [](const Estimate& e) {
                const double value = std::exp(e.get().mean);
                return e.mapped(value, value);
            },
            "The exponential.")
        .def(
            "log", [](const Estimate& e) { return e.mapped(std::log(e.get().mean), 1 / e.get().mean); },
            "The natural logarithm.")
        .def("as_dict", &dictionaryOf, "The numbers as a dictionary.")
        .def(py::pickle([](const Estimate& e) { return e.state(); },
                        [](const py::tuple& state) { return Estimate::fromState(state); }));
    bindOperation<sum>(estimate, "__add__", "__radd__");
    bindOperation<difference>(estimate, "__sub__", "__rsub__");
    bindOperation<product>(estimate, "__mul__", "__rmul__");
    bindOperation<quotient>(estimate, "__truediv__", "__rtruediv__");
    bindOperation<power>(estimate, "__pow__", "__rpow__");
}

} // namespace gaugegl::python
