// What the fuzz targets share: input of any kind is taken, or refused in one short line; everything else is a finding.
#pragma once

#include "gaugegl/base/error.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>

namespace gaugegl::fuzz {

/// True when `call` returned.  Aborts on an InputError that is not one line of bounded length; any other exception ends
/// the process as it is.
template<class Call>
bool accepted(const Call& call)
{
    try {
        call();
        return true;
    } catch (const InputError& error) {
        const std::string_view message = error.what();
        if (message.empty() || message.size() > 1000 || message.find_first_of("\n\r\x1b") != message.npos) std::abort();
        return false;
    }
}

inline std::span<const std::byte> bytesOf(const std::uint8_t* data, std::size_t size)
{
    return std::as_bytes(std::span(data, size));
}

} // namespace gaugegl::fuzz
