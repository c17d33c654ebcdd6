#include "fermion/measure/momenta.h"

#include "gaugegl/base/error.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>
#include <numbers>

namespace gaugegl {
namespace {

constexpr int largestSquare = 99; ///< of p2<=N

int squareOf(const WaveVector& n) { return n[0] * n[0] + n[1] * n[1] + n[2] * n[2]; }

/// The one that stands for all that are measured alike.
WaveVector standardOf(WaveVector n, bool averaged)
{
    if (averaged) {
        for (int& component : n)
            component = std::abs(component);
        std::ranges::sort(n, std::greater());
        return n;
    }
    const auto first = std::ranges::find_if(n, [](int component) { return component != 0; });
    if (first != n.end() && *first < 0)
        for (int& component : n)
            component = -component;
    return n;
}

std::vector<WaveVector> upTo(int square, bool averaged)
{
    std::vector<WaveVector> all;
    const int most = int(std::sqrt(double(square)));
    for (int x = most; x >= -most; --x)
        for (int y = most; y >= -most; --y)
            for (int z = most; z >= -most; --z) {
                const WaveVector n = {x, y, z};
                if (squareOf(n) > 0 && squareOf(n) <= square && standardOf(n, averaged) == n) all.push_back(n);
            }
    std::ranges::stable_sort(all, {}, squareOf);
    return all;
}

/// The number that is all of a text but for spaces around it.
int wholeNumber(std::string_view text)
{
    const auto begin = text.find_first_not_of(' ');
    if (begin != std::string_view::npos) text = text.substr(begin, text.find_last_not_of(' ') - begin + 1);
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || text.empty())
        throw InputError(fmt::format("'{}' is no whole number", text));
    return number;
}

/// The parts of a text between separators.
std::vector<std::string_view> partsOf(std::string_view text, char separator)
{
    std::vector<std::string_view> parts;
    for (auto at = text.find(separator); at != std::string_view::npos; at = text.find(separator)) {
        parts.push_back(text.substr(0, at));
        text.remove_prefix(at + 1);
    }
    parts.push_back(text);
    return parts;
}

/// p_j (x_j - y_j), exact before it is rounded.
double angle(int n, int distance, int extent) { return 2 * std::numbers::pi * double(n * distance % extent) / extent; }

} // namespace

std::string momentumName(const WaveVector& momentum) { return fmt::format("({})", fmt::join(momentum, ",")); }

MomentumChoice MomentumChoice::parse(std::string_view text, bool averaged)
{
    MomentumChoice choice{.averaged = averaged};
    if (text == "none") return choice;
    constexpr std::string_view upToWord = "p2<=";
    if (text.starts_with(upToWord)) {
        const int square = wholeNumber(text.substr(upToWord.size()));
        if (square < 1 || square > largestSquare)
            throw InputError(fmt::format("momenta '{}': n^2 from 1 to {} was expected", text, largestSquare));
        choice.momenta = upTo(square, averaged);
        return choice;
    }
    for (const std::string_view part : partsOf(text, ';')) {
        const std::vector<std::string_view> components = partsOf(part, ',');
        if (components.size() != 3)
            throw InputError(
                fmt::format("momenta '{}': three whole numbers with commas between were expected instead of "
                            "'{}', such as 1,0,0; 1,1,0, or p2<=4",
                            text, part));
        WaveVector n{};
        std::transform(components.begin(), components.end(), n.begin(), wholeNumber);
        n = standardOf(n, averaged);
        if (squareOf(n) == 0) continue;
        if (std::ranges::find(choice.momenta, n) != choice.momenta.end())
            throw InputError(fmt::format("momenta '{}': {} is given twice{}", text, momentumName(n),
                                         averaged ? ", since permutations and signs are averaged over"
                                                  : ", since p and -p are one"));
        choice.momenta.push_back(n);
    }
    return choice;
}

MomentumWeights::MomentumWeights(const CorrelatorGeometry& geometry)
    : lattice_(geometry.lattice), local_(geometry.lattice.local())
{
    const Lattice& whole = lattice_.lattice();
    std::size_t next = 0;
    for (int mu = 0; mu < 4; ++mu)
        if (mu != geometry.direction) directions_[next++] = std::size_t(mu);
    std::array<int, 3> extents{}, source{};
    for (std::size_t j = 0; j < 3; ++j) {
        extents[j] = whole.extent(int(directions_[j]));
        source[j] = geometry.source[directions_[j]];
    }
    for (const WaveVector& momentum : geometry.momenta.momenta) {
        std::vector<double>& table = tables_.emplace_back();
        for (int z = 0; z < extents[2]; ++z)
            for (int y = 0; y < extents[1]; ++y)
                for (int x = 0; x < extents[0]; ++x) {
                    const std::array<int, 3> way = {x - source[0], y - source[1], z - source[2]};
                    const auto angleOf = [&](const WaveVector& n, std::size_t j) {
                        return angle(n[j], way[j], extents[j]);
                    };
                    if (!geometry.momenta.averaged) {
                        table.push_back(std::cos(angleOf(momentum, 0) + angleOf(momentum, 1) + angleOf(momentum, 2)));
                        continue;
                    }
                    // Over the signs: a product of cosines.
                    WaveVector n = momentum;
                    std::ranges::sort(n);
                    double sum = 0;
                    int count = 0;
                    do {
                        sum += std::cos(angleOf(n, 0)) * std::cos(angleOf(n, 1)) * std::cos(angleOf(n, 2));
                        ++count;
                    } while (std::next_permutation(n.begin(), n.end()));
                    table.push_back(sum / count);
                }
    }
}

std::size_t MomentumWeights::across(std::int64_t site) const
{
    const Coordinates x = lattice_.wholeCoordinates(local_.coordinates(site));
    const auto extent = [&](std::size_t j) { return std::size_t(lattice_.lattice().extent(int(directions_[j]))); };
    const auto at = [&](std::size_t j) { return std::size_t(x[directions_[j]]); };
    return at(0) + extent(0) * (at(1) + extent(1) * at(2));
}

} // namespace gaugegl
