// Names of files from texts, which may hold anything.
#pragma once

#include "base/one_line.h"
#include "gaugegl/base/error.h"

#include <string>

namespace gaugegl {

/// Throws FileError for a name with a NUL in it, of which the operating system would take what comes before.
inline void requireFileName(const std::string& name)
{
    if (name.find('\0') != std::string::npos)
        throw FileError("'" + oneLine(name) + "' is no name of a file: it has a NUL where '?' stands here");
}

} // namespace gaugegl
