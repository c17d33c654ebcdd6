#include "bindings.h"

#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace gaugegl::python {
namespace {

/// What stands between commas or other marks that are in no brackets and in no text.
std::vector<std::string_view> parts(std::string_view text, std::string_view mark)
{
    std::vector<std::string_view> found;
    std::size_t begin = 0;
    int depth = 0;
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\'') quoted = !quoted;
        if (quoted) continue;
        if (std::strchr("([{", text[i])) ++depth;
        if (std::strchr(")]}", text[i])) --depth;
        if (depth > 0 || !text.substr(i).starts_with(mark)) continue;
        found.push_back(text.substr(begin, i - begin));
        begin = i + mark.size();
    }
    found.push_back(text.substr(begin));
    return found;
}

/// "name(self, beta, sweeps=1)" of "name(self: T, beta: float, sweeps: int = 1) -> T"; nothing for another line.
std::string withoutTypes(std::string_view line)
{
    const std::size_t open = line.find('(');
    std::size_t close = line.rfind(" -> ");
    close = close == std::string_view::npos ? line.size() - 1 : close - 1;
    if (open == std::string_view::npos || close <= open || line[close] != ')') return {};
    std::string text(line.substr(0, open + 1));
    for (const std::string_view parameter : parts(line.substr(open + 1, close - open - 1), ", ")) {
        if (text.back() != '(') text += ", ";
        const std::vector<std::string_view> sides = parts(parameter, " = ");
        text += sides[0].substr(0, sides[0].find(':'));
        if (sides.size() > 1) text += "=" + std::string(sides[1]);
    }
    return text + ")";
}

/// pybind11 puts a line with types of C++ before the text of a function.  Python finds names and defaults in "name(..)\n--\n\n" there, and
/// shows them in help() and inspect.signature().
void sign(pybind11::handle function)
{
    if (PyInstanceMethod_Check(function.ptr())) function = PyInstanceMethod_Function(function.ptr());
    if (Py_TYPE(function.ptr()) == &PyStaticMethod_Type)
        return sign(pybind11::reinterpret_borrow<pybind11::object>(function).attr("__func__"));
    if (!PyCFunction_Check(function.ptr())) return;
    PyMethodDef& method = *reinterpret_cast<PyCFunctionObject*>(function.ptr())->m_ml;
    if (!method.ml_doc) return;
    const std::string_view text = method.ml_doc;
    const std::size_t end = text.find('\n');
    const std::string names = withoutTypes(text.substr(0, end));
    const std::size_t rest = text.find_first_not_of('\n', end);
    if (names.empty()) return;
    const std::string signedText =
        names + "\n--\n\n" + std::string(rest == std::string_view::npos ? "" : text.substr(rest));
    std::free(const_cast<char*>(method.ml_doc)); // pybind11 made it with strdup, and frees it so
    method.ml_doc = ::strdup(signedText.c_str());
}

} // namespace

void signFunctions(const pybind11::module_& module)
{
    for (const auto& [name, value] : module.attr("__dict__").cast<pybind11::dict>()) {
        sign(value);
        if (!PyType_Check(value.ptr())) continue;
        const pybind11::dict members(value.attr("__dict__"));
        for (const auto& [member, function] : members)
            sign(function);
    }
}

} // namespace gaugegl::python
