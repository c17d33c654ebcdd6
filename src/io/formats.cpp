// The list of formats: a new one is a source of its own and a line here.
#include "gaugegl/io/formats.h"

#include "gaugegl/base/error.h"
#include "io/format.h"

#include <algorithm>
#include <array>
#include <ctime>
#include <filesystem>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sstream>

namespace gaugegl::io {

extern const Format ildgFormat, scidacFormat, nerscFormat, milcFormat, openQcdFormat, hiRepFormat, mdpFormat,
    hdf5Format;

namespace {

constexpr std::array all = {&ildgFormat,    &scidacFormat, &nerscFormat, &milcFormat,
                            &openQcdFormat, &hiRepFormat,  &mdpFormat,   &hdf5Format};

std::vector<std::string> endingsOf(const FormatFacts& facts)
{
    std::istringstream words(facts.endings);
    return {std::istream_iterator<std::string>(words), {}};
}

} // namespace

std::span<const Format* const> formats() { return all; }

const Format* formatOf(InputFile& file)
{
    const auto found = std::ranges::find_if(all, [&](const Format* one) { return one->probe(file); });
    return found == all.end() ? nullptr : *found;
}

std::string timeStamp(const GaugeWriteOptions& options)
{
    return options.timeStamp.empty() ? fmt::format("{:%a %b %d %H:%M:%S %Y UTC}", fmt::gmtime(std::time(nullptr)))
                                     : options.timeStamp;
}

std::vector<FormatFacts> formatFacts()
{
    std::vector<FormatFacts> facts;
    facts.reserve(all.size());
    for (const Format* one : all)
        facts.push_back(one->facts);
    return facts;
}

std::vector<std::string> writtenFormats()
{
    std::vector<std::string> keys;
    for (const Format* one : all)
        if (one->facts.written) keys.emplace_back(one->facts.key);
    return keys;
}

const FormatFacts& factsOfFormat(const std::string& key)
{
    for (const Format* one : all)
        if (key == one->facts.key) return one->facts;
    throw InputError(
        fmt::format("'{}' is no format of configurations, expected one of {}", key, fmt::join(writtenFormats(), ", ")));
}

std::string formatOfName(const std::string& path)
{
    const std::string ending = std::filesystem::path(path).extension().string();
    std::vector<std::string> known;
    for (const Format* one : all) {
        if (!one->facts.written) continue;
        for (const std::string& of : endingsOf(one->facts)) {
            if (ending == "." + of) return one->facts.key;
            known.push_back("." + of);
        }
    }
    throw InputError(fmt::format("{}: the file name does not determine the format; expected one of {} at its end", path,
                                 fmt::join(known, ", ")));
}

std::string formatWords()
{
    std::string words;
    for (const Format* one : all)
        words += fmt::format("{}{}", words.empty() ? "" : one == all.back() ? " or " : ", ", one->facts.name);
    return words;
}

} // namespace gaugegl::io
