// The list of formats of propagators: a new one is a source of its own and a line here.
#include "io/propagator_format.h"

#include "gaugegl/base/error.h"
#include "io/foreign_format.h"
#include "io/lime.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gaugegl::io {

extern const PropagatorFormat usqcdPropagators, etmcPropagators, milcPropagators, milcStaggeredPropagators;

namespace {

constexpr std::array allPropagators = {&usqcdPropagators, &etmcPropagators, &milcPropagators,
                                       &milcStaggeredPropagators};

const PropagatorFormat* propagatorFormatOf(InputFile& file)
{
    const auto found =
        std::ranges::find_if(allPropagators, [&](const PropagatorFormat* one) { return one->probe(file); });
    return found == allPropagators.end() ? nullptr : *found;
}

void requireComplete(const std::string& path, const FermionFile& content)
{
    std::vector<int> components;
    for (const FermionRecord& record : content.records)
        if (record.role == FermionRole::Solution) components.push_back(record.component);
    std::ranges::sort(components);
    const int all = fermionComponents(content.kind, content.group);
    bool complete = int(components.size()) == all;
    for (int k = 0; complete && k < all; ++k)
        complete = components[std::size_t(k)] == k;
    if (!complete)
        throw InputError(fmt::format("{}: a propagator has a column for each of {} components of the source, here are "
                                     "the components {}",
                                     path, all, fmt::join(components, ", ")));
}

} // namespace

std::span<const PropagatorFormat* const> propagatorFormats() { return allPropagators; }

int SpinBasis::componentOf(int component, int n) const
{
    const auto spin = std::ranges::find(from, component / n) - from.begin();
    return int(spin) * n + component % n;
}

void SpinBasis::convert(FermionVector& column, int component, int n) const
{
    const auto each = std::size_t(n);
    const double ofSource = component < 0 ? 1 : sign[std::size_t(component / n)];
    FermionVector site(4 * each);
    for (std::size_t first = 0; first < column.size(); first += site.size()) {
        std::copy_n(column.begin() + std::ptrdiff_t(first), site.size(), site.begin());
        for (std::size_t spin = 0; spin < 4; ++spin)
            for (std::size_t colour = 0; colour < each; ++colour)
                column[first + spin * each + colour] =
                    ofSource * sign[spin] * site[std::size_t(from[spin]) * each + colour];
    }
}

std::unique_ptr<PropagatorReader> openPropagator(const std::string& path) { return openPropagator(InputFile(path)); }

std::unique_ptr<PropagatorReader> openPropagator(InputFile file)
{
    file.unpack();
    if (const PropagatorFormat* format = propagatorFormatOf(file)) return format->open(std::move(file));
    if (!limeTypes(file).empty()) return usqcdPropagators.open(std::move(file)); // says what is wrong with it
    failAsForeign(file, "a propagator in a format that is read (" + propagatorFormatWords() + ")",
                  "none of these begins so, or the file is cut off in its header");
}

bool beginsAsPropagator(const std::string& path)
{
    try {
        InputFile file(path);
        file.unpack();
        return propagatorFormatOf(file) != nullptr;
    } catch (const FileError&) { // none that can be read
        return false;
    }
}

void writePropagator(const std::string& path, const FermionFile& content, const PropagatorWriteOptions& options,
                     const FermionRows& rows)
{
    const FormatFacts& facts = factsOfPropagatorFormat(options.format);
    if (facts.group && *facts.group != content.group)
        throw InputError(fmt::format("{}: {} has propagators of {}; those of {} cannot be written", path, facts.name,
                                     name(*facts.group), name(content.group)));
    requireComplete(path, content);
    PropagatorWriteOptions fitting = options;
    fitting.bits = bitsOf(facts, options.bits);
    for (const PropagatorFormat* format : allPropagators)
        if (options.format == format->facts.key) format->write(path, content, fitting, rows);
}

std::vector<FormatFacts> propagatorFormatFacts()
{
    std::vector<FormatFacts> facts;
    facts.reserve(allPropagators.size());
    for (const PropagatorFormat* one : allPropagators)
        facts.push_back(one->facts);
    return facts;
}

std::vector<std::string> writtenPropagatorFormats()
{
    std::vector<std::string> keys;
    for (const PropagatorFormat* one : allPropagators)
        if (one->facts.written) keys.emplace_back(one->facts.key);
    return keys;
}

const FormatFacts& factsOfPropagatorFormat(const std::string& key)
{
    for (const PropagatorFormat* one : allPropagators)
        if (one->facts.written && key == one->facts.key) return one->facts;
    throw InputError(fmt::format("'{}' is no format in which propagators are written, expected one of {}", key,
                                 fmt::join(writtenPropagatorFormats(), ", ")));
}

std::string propagatorFormatWords()
{
    std::string words;
    for (const PropagatorFormat* one : allPropagators)
        words += fmt::format("{}{}",
                             words.empty()                  ? ""
                             : one == allPropagators.back() ? " or "
                                                            : ", ",
                             one->facts.name);
    return words;
}

} // namespace gaugegl::io
