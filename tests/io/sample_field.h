// What the tests of the file formats share: a field of group elements, its observables, files and folders.
#pragma once

#include "gaugegl/base/error.h"
#include "gaugegl/io/formats.h"
#include "gaugegl/io/gauge_file.h"

#include <cmath>
#include <complex>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <string>
#include <vector>

namespace gaugegl::io::test {

using Complex = std::complex<double>;
using Links = std::vector<Complex>; // of all sites, one after the other

/// A folder of its own for each object, removed at the end.
class TemporaryFolder {
public:
    TemporaryFolder()
    {
        // mkdtemp() puts letters of its own in the place of these six.
        std::string pattern = (std::filesystem::temp_directory_path() / ("gaugegl-io-" + std::string(6, 'X'))).string();
        if (::mkdtemp(pattern.data()) == nullptr) throw Error("no temporary folder " + pattern);
        path_ = pattern;
    }
    ~TemporaryFolder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    std::string file(const std::string& name) const { return (path_ / name).string(); }
    std::size_t entries() const
    {
        using Iterator = std::filesystem::directory_iterator;
        return static_cast<std::size_t>(std::distance(Iterator(path_), Iterator()));
    }

private:
    std::filesystem::path path_;
};

inline std::string contents(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

inline void save(const std::string& path, const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }

/// The message of the FileError that the call throws, "" when it throws none.
template<class Call>
std::string fileError(const Call& call)
{
    try {
        call();
    } catch (const FileError& error) {
        return error.what();
    }
    return "";
}

inline std::string readError(const std::string& path, const GaugeFileHints& hints = {})
{
    return fileError([&] { openGaugeFile(path, hints)->read([](std::int64_t, std::span<const Complex>) {}); });
}

inline std::size_t numbersPerSite(Group group) { return static_cast<std::size_t>(4 * colours(group) * colours(group)); }

/// Numbers in (-1, 1) that look random: the golden ratio's multiples.
inline double sample(std::size_t i) { return 2 * std::fmod(0.5 + 0.6180339887498949 * static_cast<double>(i), 1) - 1; }

/// An element of SU(N): Gram-Schmidt on sample numbers, the last row as the group demands.
inline void fillLink(Group group, std::span<Complex> u, std::size_t seed)
{
    const auto n = static_cast<std::size_t>(colours(group));
    for (std::size_t row = 0; row + 1 < n; ++row) {
        const auto v = u.subspan(row * n, n);
        for (std::size_t c = 0; c < n; ++c)
            v[c] = {sample(seed * 29 + row * 7 + c), sample(seed * 31 + row * 11 + c)};
        if (row > 0) {
            const Complex along = std::conj(u[0]) * v[0] + std::conj(u[1]) * v[1] + std::conj(u[2]) * v[2];
            for (std::size_t k = 0; k < n; ++k)
                v[k] -= along * u[k];
        }
        double norm = 0;
        for (const Complex& z : v)
            norm += std::norm(z);
        for (Complex& z : v)
            z /= std::sqrt(norm);
    }
    if (group == Group::SU2) {
        u[2] = -std::conj(u[1]);
        u[3] = std::conj(u[0]);
        return;
    }
    for (std::size_t c = 0; c < 3; ++c)
        u[6 + c] = std::conj(u[(c + 1) % 3] * u[3 + (c + 2) % 3] - u[(c + 2) % 3] * u[3 + (c + 1) % 3]);
}

inline Links sampleField(Group group, const Lattice& lattice)
{
    const std::size_t size = numbersPerSite(group) / 4;
    Links links(static_cast<std::size_t>(lattice.volume()) * 4 * size);
    for (std::size_t link = 0; link * size < links.size(); ++link)
        fillLink(group, std::span(links).subspan(link * size, size), link + 1);
    return links;
}

inline SiteSource sourceOf(Group group, const Links& links)
{
    return [&links, size = numbersPerSite(group)](std::int64_t site, std::span<Complex> out) {
        const auto from = std::span(links).subspan(static_cast<std::size_t>(site) * size, size);
        std::copy(from.begin(), from.end(), out.begin());
    };
}

inline Links readAll(GaugeFileReader& reader)
{
    const std::size_t size = numbersPerSite(reader.header().group);
    Links links(static_cast<std::size_t>(reader.header().lattice.volume()) * size);
    std::int64_t next = 0;
    reader.read([&](std::int64_t site, std::span<const Complex> from) {
        EXPECT_EQ(site, next++);
        std::copy(from.begin(), from.end(), links.begin() + site * static_cast<std::ptrdiff_t>(size));
    });
    EXPECT_EQ(next, reader.header().lattice.volume());
    return links;
}

/// Options that satisfy NERSC as well; the values are not those of any field.
inline GaugeWriteOptions sampleOptions(const std::string& format)
{
    GaugeWriteOptions options;
    options.format = format;
    options.plaquette = 0.25;
    options.linkTrace = -0.125;
    return options;
}

} // namespace gaugegl::io::test
