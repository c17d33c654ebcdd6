// The list of formats of propagators: a new one is a source of its own and a line here.
#include "io/propagator_format.h"

#include "base/one_line.h"
#include "base/trimmed.h"
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

const PropagatorFormat& writtenAs(const std::string& key)
{
    for (const PropagatorFormat* one : allPropagators)
        if (one->facts.written && key == one->facts.key) return *one;
    throw InputError(fmt::format("'{}' is no format in which propagators are written, expected one of {}", key,
                                 fmt::join(writtenPropagatorFormats(), ", ")));
}

} // namespace

std::span<const PropagatorFormat* const> propagatorFormats() { return allPropagators; }

std::string textOfHeader(std::string_view text)
{
    constexpr std::size_t longest = 500;
    return oneLine(trimmed(text), longest);
}

const FermionRecord& solutionFor(const FermionFile& content, int component)
{
    return *std::ranges::find_if(content.records, [component](const FermionRecord& one) {
        return one.role == FermionRole::Solution && one.component == component;
    });
}

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

std::function<std::span<const std::complex<double>>()> rowsIn(const SpinBasis* basis, const FermionRows& rows,
                                                              const FermionRecord& record, int n)
{
    return [basis, &rows, &record, n, row = FermionVector()]() mutable {
        const auto ours = rows(record);
        row.assign(ours.begin(), ours.end());
        if (basis != nullptr) basis->convert(row, record.component, n);
        return std::span<const std::complex<double>>(row);
    };
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
    requirePropagatorFormat(options.format, content.kind, content.group);
    requireComplete(path, content);
    const PropagatorFormat& format = writtenAs(options.format);
    PropagatorWriteOptions fitting = options;
    fitting.bits = bitsOf(format.facts, options.bits);
    format.write(path, content, fitting, rows);
}

void requirePropagatorFormat(const std::string& key, FermionKind kind, Group group)
{
    const PropagatorFormat& format = writtenAs(key);
    const auto refuse = [&](const std::string& has, const std::string& wanted) {
        throw InputError(
            fmt::format("{} has propagators of {}; those of {} cannot be written", format.facts.name, has, wanted));
    };
    if (format.kind && *format.kind != kind)
        refuse(fmt::format("a {}", traits(*format.kind).field), fmt::format("a {}", traits(kind).field));
    if (format.facts.group && *format.facts.group != group) refuse(name(*format.facts.group), name(group));
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

const FormatFacts& factsOfPropagatorFormat(const std::string& key) { return writtenAs(key).facts; }

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
