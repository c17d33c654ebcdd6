// Configurations that other programs wrote, from the folder GAUGEGL_TEST_DATA.
#pragma once

#include "gaugegl/core/fermion.h"
#include "gaugegl/io/gauge_file.h"

#include <cstdlib>
#include <optional>
#include <string>

namespace gaugegl::testing_support {

/// The path of a file of that folder, or nothing where the folder is not given; tests then skip.
inline std::optional<std::string> realFile(const std::string& name)
{
    const char* folder = std::getenv("GAUGEGL_TEST_DATA");
    if (folder == nullptr) return std::nullopt;
    return std::string(folder) + "/" + name;
}

/// What a skipped test says.
constexpr const char* noRealFiles = "set GAUGEGL_TEST_DATA to the folder of configurations by other programs";

/// All links of a file.
inline LinkVector readLinks(const std::string& path)
{
    const auto reader = io::openGaugeFile(path);
    const auto n = std::size_t(colours(reader->header().group));
    LinkVector links;
    links.reserve(std::size_t(reader->header().lattice.volume()) * 4 * n * n);
    reader->read([&](std::int64_t, std::span<const std::complex<double>> site) {
        links.insert(links.end(), site.begin(), site.end());
    });
    return links;
}

} // namespace gaugegl::testing_support
