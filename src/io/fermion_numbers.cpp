#include "io/fermion_numbers.h"

#include "gaugegl/base/error.h"
#include "io/endian.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <fmt/format.h>

namespace gaugegl::io {
namespace {

constexpr std::size_t sitesOfBlock = 4096;

double realAt(const std::byte* bytes, const FermionNumbers& numbers)
{
    return numbers.bits == 64 ? std::bit_cast<double>(load<std::uint64_t>(bytes, numbers.bigEndian))
                              : double(std::bit_cast<float>(load<std::uint32_t>(bytes, numbers.bigEndian)));
}

template<class Real>
bool isFinite(const std::complex<Real>& number)
{
    return std::isfinite(number.real()) && std::isfinite(number.imag());
}

void putAt(std::byte* bytes, const std::complex<double>& number, const FermionNumbers& numbers)
{
    for (const double real : {number.real(), number.imag()}) {
        if (numbers.bits == 64)
            store(bytes, std::bit_cast<std::uint64_t>(real), numbers.bigEndian);
        else
            store(bytes, std::bit_cast<std::uint32_t>(float(real)), numbers.bigEndian);
        bytes += numbers.bits / 8;
    }
}

} // namespace

std::string placeOf(const FermionNumbers& of, std::size_t number)
{
    const int n = colours(of.group);
    const auto component = int(number % std::size_t(of.components()));
    const Coordinates x = of.lattice.coordinates(std::int64_t(number / std::size_t(of.components())));
    const std::string spin = hasSpin(of.kind) ? fmt::format("spin {}, ", component / n) : "";
    return fmt::format("{}colour {} of site ({},{},{},{})", spin, component % n, x[0], x[1], x[2], x[3]);
}

FermionVector readFermionNumbers(InputFile& file, const FermionNumbers& numbers, const SiteBytes& bytes)
{
    const std::size_t siteBytes = numbers.bytesPerSite(), realBytes = std::size_t(numbers.bits) / 8;
    const auto volume = std::size_t(numbers.lattice.volume()), components = std::size_t(numbers.components());
    std::vector<std::byte> block(std::min(sitesOfBlock, volume) * siteBytes);
    FermionVector field;
    field.reserve(volume * components); // so many are in the file
    for (std::size_t first = 0; first < volume; first += sitesOfBlock) {
        const std::size_t count = std::min(sitesOfBlock, volume - first);
        const std::uint64_t offset = numbers.offset + first * siteBytes;
        file.read(std::span(block).first(count * siteBytes), offset);
        for (std::size_t site = 0; site < count; ++site) {
            for (std::size_t k = 0; k < components; ++k) {
                const std::size_t which = numbers.chosen.empty() ? k : std::size_t(numbers.chosen[k]);
                const std::size_t at = site * siteBytes + 2 * which * realBytes;
                const std::complex<double> z(realAt(&block[at], numbers), realAt(&block[at + realBytes], numbers));
                if (!isFinite(z))
                    file.fail(offset + at, fmt::format("{} is not a finite number", placeOf(numbers, field.size())));
                field.push_back(z);
            }
            bytes(std::int64_t(first + site), std::span(block).subspan(site * siteBytes, siteBytes));
        }
    }
    return field;
}

void writeFermionNumbers(OutputFile& out, const std::string& path, const FermionNumbers& numbers,
                         const std::function<std::span<const std::complex<double>>()>& next, const SiteBytes& bytes)
{
    const std::size_t rows = std::size_t(numbers.lattice.extent(2)) * std::size_t(numbers.lattice.extent(3)),
                      sites = std::size_t(numbers.lattice.volume()) / rows, siteBytes = numbers.bytesPerSite();
    std::vector<std::byte> row(sites * siteBytes);
    for (std::size_t first = 0; first < rows * sites; first += sites) {
        const std::span<const std::complex<double>> of = next();
        for (std::size_t k = 0; k < of.size(); ++k) {
            putAt(&row[2 * k * std::size_t(numbers.bits) / 8], of[k], numbers);
            if (!(numbers.bits == 64 ? isFinite(of[k]) : isFinite(std::complex<float>(of[k]))))
                throw InputError(fmt::format("{}: the field cannot be saved: {} is not a finite number{}", path,
                                             placeOf(numbers, first * std::size_t(numbers.components()) + k),
                                             numbers.bits == 32 ? " of 32 bits" : ""));
        }
        for (std::size_t site = 0; site < sites; ++site)
            bytes(std::int64_t(first + site), std::span(row).subspan(site * siteBytes, siteBytes));
        out.write(row);
    }
}

} // namespace gaugegl::io
