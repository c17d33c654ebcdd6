// Numbers, arrays and lattices between Python and the library.
#pragma once

#include "gaugegl/base/progress.h"
#include "gaugegl/core/fermion.h"
#include "gaugegl/host/gauge_field.h"
#include "report/json.h"

#include <complex>
#include <functional>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <string>

namespace gaugegl::python {

namespace py = pybind11;

/// Complex numbers in the order of C.
using ComplexArray = py::array_t<std::complex<double>>;

/// The name of a file: a text, bytes or what has __fspath__.  Throws FileError for a name with a NUL in it; Python's TypeError for
/// something else.
std::string pathOf(const py::object& given);

/// (Lx, Ly, Lz, Lt) from four numbers or "LxxLyxLzxLt".  Throws InputError.
Lattice latticeOf(const py::object& given);
/// (Lx, Ly, Lz, Lt).
py::tuple tupleOf(const Lattice& lattice);

/// Shape (4, Lt, Lz, Ly, Lx, N, N): the links U_mu, row by row.
ComplexArray arrayOf(const HostGaugeField& links);
/// The opposite.  Throws InputError unless the array has such a shape, complex numbers of double or single precision in the order of
/// C, and links of SU(N).
HostGaugeField linksOf(const py::object& array);

/// Shape (Lt, Lz, Ly, Lx, 4, N), of staggered fields (Lt, Lz, Ly, Lx, N).
ComplexArray arrayOf(const FermionVector& field, const Lattice& lattice, FermionKind kind, Group group);
/// The opposite.  Throws InputError for another shape, other numbers or another order.
FermionVector fermionOf(const py::object& array, const Lattice& lattice, FermionKind kind, Group group);

/// Shape (Lt, Lz, Ly, Lx): one component of a density in the order of sites.
py::array_t<double> densityArray(const std::vector<std::array<double, 4>>& density, std::size_t component,
                                 const Lattice& lattice);
/// A row of numbers.
py::array_t<double> arrayOf(const std::vector<double>& numbers);

/// Dictionaries, lists, texts and numbers; null is None.
py::object toPython(const report::Json& json);

/// Tells of progress: Python's None or False not at all, True as the program on sys.stderr, a function with (done, total, note), where
/// a total that is not known is None.  For the work of a worker.
class ProgressReport {
public:
    /// Called with the lock of the interpreter.  Throws InputError for something else.
    ProgressReport(const py::object& progress, const std::string& label, std::int64_t total);
    ~ProgressReport();
    ProgressReport(const ProgressReport&) = delete;
    ProgressReport& operator=(const ProgressReport&) = delete;

    /// So many steps are done.
    void update(std::int64_t done, const std::string& note = {});

private:
    py::object function_; ///< None: no function
    std::int64_t total_;
    std::unique_ptr<Progress> line_;
};

} // namespace gaugegl::python
