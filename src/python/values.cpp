#include "values.h"

#include "worker.h"

#include "gaugegl/base/error.h"
#include "gaugegl/base/file_place.h"
#include "io/link_check.h"

#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>

namespace gaugegl::python {
namespace {

/// As numpy tells a shape.
std::string shapeText(const std::vector<py::ssize_t>& shape) { return fmt::format("({})", fmt::join(shape, ", ")); }

std::vector<py::ssize_t> shapeOf(const py::array& array) { return {array.shape(), array.shape() + array.ndim()}; }

/// An array of complex numbers in the order of C, of double precision when those of single precision are widened.
py::array requireComplex(const py::object& given, const char* what)
{
    if (!py::isinstance<py::array>(given))
        throw InputError(fmt::format("{} must be a NumPy array, but it is of the type {}", what,
                                     py::str(py::type::of(given).attr("__name__")).cast<std::string>()));
    auto array = given.cast<py::array>();
    const bool single = array.dtype().equal(py::dtype::of<std::complex<float>>());
    if (!single && !array.dtype().equal(py::dtype::of<std::complex<double>>()))
        throw InputError(fmt::format("{} must have numbers of the type complex128 or complex64, but they are {}", what,
                                     py::str(array.dtype()).cast<std::string>()));
    if ((array.flags() & py::array::c_style) == 0)
        throw InputError(
            fmt::format("{} must be contiguous in the order of C: numpy.ascontiguousarray(a) makes it so", what));
    return single ? py::array(array.attr("astype")("complex128")) : array;
}

/// Extents from the axes t, z, y, x that begin at `first`.
Lattice latticeAt(const py::array& array, py::ssize_t first)
{
    const auto extent = [&](py::ssize_t axis) {
        return int(std::min<py::ssize_t>(array.shape(first + axis), 1 << 30));
    };
    return Lattice({extent(3), extent(2), extent(1), extent(0)});
}

std::vector<py::ssize_t> fermionShape(const Lattice& lattice, FermionKind kind, Group group)
{
    std::vector<py::ssize_t> shape = {lattice.extent(3), lattice.extent(2), lattice.extent(1), lattice.extent(0)};
    if (hasSpin(kind)) shape.push_back(spins(kind));
    shape.push_back(colours(group));
    return shape;
}

} // namespace

std::string pathOf(const py::object& given)
{
    const py::module_ os = py::module_::import("os");
    return FilePlace(os.attr("fsencode")(given).cast<std::string>()).path();
}

Lattice latticeOf(const py::object& given)
{
    if (py::isinstance<py::str>(given)) return Lattice::parse(given.cast<std::string>());
    std::array<int, 4> extents{};
    try {
        const auto numbers = given.cast<py::sequence>();
        if (numbers.size() != extents.size()) throw py::cast_error();
        const py::object index = py::module_::import("operator").attr("index"); // of whole numbers alone: 8.9 is none
        for (std::size_t mu = 0; mu < extents.size(); ++mu)
            extents[mu] = index(numbers[mu]).cast<int>();
    } catch (const std::exception&) {
        throw InputError(fmt::format("the lattice {} is not four extents (Lx, Ly, Lz, Lt) or a text such as '8x8x8x16'",
                                     py::repr(given).cast<std::string>()));
    }
    return Lattice(extents);
}

py::tuple tupleOf(const Lattice& lattice)
{
    return py::make_tuple(lattice.extent(0), lattice.extent(1), lattice.extent(2), lattice.extent(3));
}

ComplexArray arrayOf(const HostGaugeField& links)
{
    const Lattice& lattice = links.lattice;
    const int n = colours(links.group);
    ComplexArray array(
        std::vector<py::ssize_t>{4, lattice.extent(3), lattice.extent(2), lattice.extent(1), lattice.extent(0), n, n});
    std::complex<double>* out = array.mutable_data();
    for (int mu = 0; mu < 4; ++mu)
        for (std::int64_t site = 0; site < lattice.volume(); ++site)
            out = std::ranges::copy(links.link(mu, site), out).out;
    return array;
}

HostGaugeField linksOf(const py::object& given)
{
    const py::array array = requireComplex(given, "an array of links");
    const std::vector<py::ssize_t> shape = shapeOf(array);
    const auto wrong = [&] {
        return InputError(fmt::format("an array of links has the shape (4, Lt, Lz, Ly, Lx, N, N), but this one has {}",
                                      shapeText(shape)));
    };
    if (shape.size() != 7 || shape[0] != 4 || shape[5] != shape[6]) throw wrong();
    std::optional<Group> group;
    for (const Group one : allGroups())
        if (colours(one) == shape[5]) group = one;
    if (!group)
        throw InputError(fmt::format("links of {}x{} matrices: the groups are {}", shape[5], shape[5], groupWords()));
    HostGaugeField links = hostGaugeField(latticeAt(array, 1), *group);
    const auto* in = static_cast<const std::complex<double>*>(array.data());
    const std::size_t numbers = std::size_t(shape[5] * shape[5]);
    for (int mu = 0; mu < 4; ++mu)
        for (std::int64_t site = 0; site < links.lattice.volume(); ++site, in += numbers) {
            const std::span<const std::complex<double>> link(in, numbers);
            const std::string fault = io::linkFault(*group, link, mu, links.lattice.coordinates(site));
            if (!fault.empty()) throw InputError(fault);
            std::ranges::copy(link, links.link(mu, site).begin());
        }
    return links;
}

ComplexArray arrayOf(const FermionVector& field, const Lattice& lattice, FermionKind kind, Group group)
{
    ComplexArray array(fermionShape(lattice, kind, group));
    std::ranges::copy(field, array.mutable_data());
    return array;
}

FermionVector fermionOf(const py::object& given, const Lattice& lattice, FermionKind kind, Group group)
{
    const py::array array = requireComplex(given, "a source");
    const std::vector<py::ssize_t> expected = fermionShape(lattice, kind, group);
    if (shapeOf(array) != expected)
        throw InputError(fmt::format("a source of {}s of {} on {} has the shape {}, but this one has {}",
                                     traits(kind).field, name(group), lattice.name(), shapeText(expected),
                                     shapeText(shapeOf(array))));
    const auto* in = static_cast<const std::complex<double>*>(array.data());
    FermionVector field(in, in + array.size());
    for (const std::complex<double>& number : field)
        if (!std::isfinite(number.real()) || !std::isfinite(number.imag()))
            throw InputError("a source has numbers that are not finite");
    return field;
}

py::array_t<double> densityArray(const std::vector<std::array<double, 4>>& density, std::size_t component,
                                 const Lattice& lattice)
{
    py::array_t<double> array(
        std::vector<py::ssize_t>{lattice.extent(3), lattice.extent(2), lattice.extent(1), lattice.extent(0)});
    double* out = array.mutable_data();
    for (const std::array<double, 4>& site : density)
        *out++ = site[component];
    return array;
}

py::array_t<double> arrayOf(const std::vector<double>& numbers)
{
    return py::array_t<double>(py::ssize_t(numbers.size()), numbers.data());
}

py::object toPython(const report::Json& json)
{
    if (json.is_null()) return py::none();
    if (json.is_boolean()) return py::bool_(json.get<bool>());
    if (json.is_number_unsigned()) return py::int_(json.get<std::uint64_t>());
    if (json.is_number_integer()) return py::int_(json.get<std::int64_t>());
    if (json.is_number()) return py::float_(json.get<double>());
    if (json.is_string()) return py::str(json.get<std::string>());
    if (json.is_array()) {
        py::list list;
        for (const report::Json& one : json)
            list.append(toPython(one));
        return list;
    }
    py::dict dictionary;
    for (const auto& [key, value] : json.items())
        dictionary[py::str(key)] = toPython(value);
    return dictionary;
}

ProgressReport::ProgressReport(const py::object& progress, const std::string& label, std::int64_t total)
    : function_(py::none()), total_(total)
{
    if (progress.is_none() || progress.is(py::bool_(false))) return;
    if (!progress.is(py::bool_(true))) {
        if (PyCallable_Check(progress.ptr()) == 0)
            throw InputError(
                fmt::format("progress = {} is none of None, False, True or a function of (done, total, note)",
                            py::repr(progress).cast<std::string>()));
        function_ = progress;
        return;
    }
    const py::object stream = py::module_::import("sys").attr("stderr");
    ProgressOptions options{.label = label, .total = total};
    options.terminal = py::hasattr(stream, "isatty") && stream.attr("isatty")().cast<bool>();
    options.sink = [](std::string_view text) {
        callPython([&] {
            const py::object out = py::module_::import("sys").attr("stderr");
            out.attr("write")(py::str(text.data(), text.size()));
            out.attr("flush")();
        });
    };
    line_ = std::make_unique<Progress>(std::move(options));
}

ProgressReport::~ProgressReport() = default;

void ProgressReport::update(std::int64_t done, const std::string& note)
{
    if (line_) {
        line_->update(done, note);
        if (total_ > 0 && done == total_) line_->finish();
    }
    if (function_.is_none()) return;
    callPython([&] { function_(done, total_ > 0 ? py::object(py::int_(total_)) : py::object(py::none()), note); });
}

} // namespace gaugegl::python
