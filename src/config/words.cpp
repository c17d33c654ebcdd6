#include "config/words.h"

#include "config/sections.h"
#include "gaugegl/core/lattice.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gaugegl::config {
namespace {

template<class Of>
Of numberIn(std::string_view word)
{
    Of number{};
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    const bool whole = end == word.data() + word.size() && !word.empty();
    if (whole && error == std::errc()) return number;
    const char* const kind = std::is_floating_point_v<Of> ? "a number" : "a whole number";
    if (whole && error == std::errc::result_out_of_range)
        throw InputError(fmt::format("{} is out of range of {}", word, kind));
    throw InputError(fmt::format("'{}' is not {}", word, kind));
}

/// Calls take() with what is between commas.
template<class Take>
void forEachPart(std::string_view words, const Take& take)
{
    for (std::size_t begin = 0; begin <= words.size();) {
        const std::size_t end = std::min(words.find(',', begin), words.size());
        take(words.substr(begin, end - begin));
        begin = end + 1;
    }
}

template<class Of>
std::vector<Of> numbersIn(std::string_view words)
{
    std::vector<Of> numbers;
    forEachPart(words, [&](std::string_view one) { numbers.push_back(numberIn<Of>(one)); });
    return numbers;
}

bool switchIn(std::string_view word)
{
    if (word != "true" && word != "false") throw InputError(fmt::format("'{}' is neither true nor false", word));
    return word == "true";
}

/// Gives a value one word.
struct Setter {
    std::string_view word;

    void operator()(bool* value) const { *value = switchIn(word); }
    void operator()(std::string* value) const { *value = word; }
    void operator()(std::array<int, 4>* value) const { *value = Lattice::parse(word).extents(); }
    void operator()(std::vector<std::string>* value) const
    {
        value->clear();
        forEachPart(word, [&](std::string_view one) { value->emplace_back(one); });
    }
    template<class Of>
    void operator()(std::vector<Of>* value) const
    {
        *value = numbersIn<Of>(word);
    }
    template<class Of>
    void operator()(std::optional<Of>* value) const
    {
        *value = numberIn<Of>(word);
    }
    template<class Of>
    void operator()(Of* value) const
    {
        *value = numberIn<Of>(word);
    }
    void operator()(const Word& value) const { value.set(word); }
    void operator()(const Words& value) const
    {
        value.clear();
        forEachPart(word, value.add);
    }
    void operator()(const Number& value) const { value.set(numberIn<double>(word)); }
    template<class Of>
    void operator()(const Numbers<Of>& value) const
    {
        value.set(numbersIn<Of>(word));
    }
    void operator()(const Tables&) const { throw Error("tables of a run file are no single word"); }
};

/// Nothing where the run does not have it.
std::optional<Key> findKey(RunConfig& run, std::string_view name)
{
    const std::size_t dot = name.find('.');
    for (const Section& section : sections()) {
        if (section.name != name.substr(0, dot) || !section.has(run)) continue;
        for (Key& key : section.keys(run))
            if (key.name == name.substr(dot + 1)) return key;
    }
    return std::nullopt;
}

} // namespace

Key keyNamed(RunConfig& run, std::string_view name)
{
    if (std::optional<Key> key = findKey(run, name)) return *key;
    throw Error(fmt::format("no key '{}' in the run", name));
}

Key keyOfVariant(RunConfig& run, std::string_view name)
{
    if (std::optional<Key> key = findKey(run, name)) return *key;
    for (const Key& selector : sectionNamed(name.substr(0, name.find('.'))).keys(run))
        for (const std::string& choice : selector.facts.selects ? selector.choices : std::vector<std::string>()) {
            setWord(selector, choice);
            if (std::optional<Key> key = findKey(run, name)) return *key;
        }
    return keyNamed(run, name); // throws
}

std::string wordOf(const Key& key)
{
    if (const auto* word = std::get_if<Word>(&key.value)) return word->get();
    if (const auto* const* text = std::get_if<std::string*>(&key.value)) return **text;
    if (const auto* const* extents = std::get_if<std::array<int, 4>*>(&key.value))
        return fmt::format("{}", fmt::join(**extents, "x"));
    if (const auto* words = std::get_if<Words>(&key.value)) return fmt::format("{}", fmt::join(words->get(), ","));
    std::string text = tomlOf(key);
    std::erase_if(text, [](char c) { return c == '[' || c == ']' || c == ' ' || c == '"'; });
    return text;
}

void setWord(const Key& key, std::string_view word) { std::visit(Setter{word}, key.value); }

} // namespace gaugegl::config
