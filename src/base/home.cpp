#include "base/home.h"

#include "base/one_line.h"
#include "gaugegl/base/error.h"

#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>

namespace gaugegl {
namespace {

#ifdef _WIN32
constexpr const char *variable = "USERPROFILE", *slashes = "/\\";
#else
constexpr const char *variable = "HOME", *slashes = "/";
#endif

} // namespace

std::string withHome(const std::string& name)
{
    if (!name.starts_with('~') || (name.size() > 1 && name.find_first_of(slashes) != 1)) return name;
    const char* home = std::getenv(variable);
    if (home == nullptr || !std::filesystem::path(home).is_absolute())
        throw InputError(
            fmt::format("{}: ~ is the home of the user, but {} does not say where that is; write ./~ for a "
                        "name that begins so",
                        oneLine(name), variable));
    return home + name.substr(1);
}

} // namespace gaugegl
