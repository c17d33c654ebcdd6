// A key of a run file as the walks see it, with the form of its value.
#pragma once

#include "gaugegl/config/key_facts.h"
#include "gaugegl/core/choice.h"
#include "gaugegl/core/group.h"

#include <array>
#include <cstdint>
#include <fmt/format.h>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace gaugegl::config {

struct Key;

/// A text that stands for something.
struct Word {
    std::function<std::string()> get;
    std::function<void(std::string_view)> set; ///< throws InputError
};
/// Several of them, or a single one.
struct Words {
    std::function<std::vector<std::string>()> get;
    std::function<void()> clear;
    std::function<void(std::string_view)> add; ///< throws InputError
};
/// A number that is stored in another form.
struct Number {
    std::function<double()> get;
    std::function<void(double)> set; ///< throws InputError
};
/// A list of them, or a single one.
template<class Value>
struct Numbers {
    std::function<std::vector<Value>()> get;
    std::function<void(const std::vector<Value>&)> set; ///< throws InputError
};
/// A list of tables with keys of their own.
struct Tables {
    std::function<std::size_t()> size;
    std::function<void()> add;                         ///< one more, with its defaults
    std::function<std::vector<Key>(std::size_t)> keys; ///< of one
    bool sections = true;                              ///< [[section.key]]; false: inline, in a list
    const char* lone = nullptr;                        ///< a number without a table is this key; null: there are none
};

/// Where the value of a key is.
using Value = std::variant<bool*, int*, std::uint64_t*, double*, std::string*, std::optional<int>*,
                           std::optional<double>*, std::array<int, 4>*, std::vector<int>*, std::vector<double>*,
                           std::vector<std::string>*, Word, Words, Number, Numbers<int>, Numbers<double>, Tables>;

struct Key {
    std::string name;
    Value value;
    KeyFacts facts;
    std::vector<std::string> choices = {}; ///< the texts that it takes; empty: any, or none
    std::string implied = {};              ///< as TOML, what an optional value without a value is in the run
};

/// What a value is, for programs.
struct Type {
    enum Kind { Boolean, Integer, Real, Text, Extents, Records } kind = Text;
    bool list = false; ///< or a list of them
};
Type typeOf(const Key& key);
/// What a value must be: "a number", "a string or a list of strings".
std::string kindOf(const Key& key, std::string_view section);
/// The value as TOML; empty where there is none.
std::string tomlOf(const Key& key);

/// Adds the keys of a list() of a section.
class KeyList {
public:
    explicit KeyList(std::vector<Key>& keys) : keys_(&keys) {}

    /// What list() adds to one.
    template<class List>
    static std::vector<Key> of(const List& list)
    {
        std::vector<Key> keys;
        KeyList into(keys);
        list(into);
        return keys;
    }

    template<class Of>
    void operator()(const char* name, Of& value, const KeyFacts& facts)
    {
        if constexpr (!std::is_same_v<decltype(choiceTexts<Of>), const std::nullptr_t>)
            add({name,
                 Word{[&value] { return choiceName(value); },
                      [&value](std::string_view text) { value = parseChoice<Of>(text); }},
                 facts, choices<Of>()});
        else
            add({name, &value, facts});
    }
    void operator()(const char* name, Group& value, const KeyFacts& facts);
    /// Of an enumeration.
    template<class Of>
    requires(!std::is_same_v<decltype(choiceTexts<Of>), const std::nullptr_t>) void
    operator()(const char* name, std::vector<Of>& values, const KeyFacts& facts)
    {
        add({name,
             Words{[&values] {
                       std::vector<std::string> texts;
                       texts.reserve(values.size());
                       for (const Of value : values)
                           texts.push_back(choiceName(value));
                       return texts;
                   },
                   [&values] { values.clear(); },
                   [&values](std::string_view text) { values.push_back(parseChoice<Of>(text)); }},
             facts, choices<Of>()});
    }
    /// An optional number that is `implied` in the run where it is not given.
    template<class Of>
    void operator()(const char* name, std::optional<Of>& value, const KeyFacts& facts, Of implied)
    {
        add({name, &value, facts, {}, fmt::format("{}", implied)});
    }
    template<class Get, class Set>
    void operator()(const char* name, TextKey<Get, Set> text, const KeyFacts& facts)
    {
        add({name, Word{text.get, text.set}, facts, std::move(text.choices)});
    }
    template<class Get, class Clear, class Add>
    void operator()(const char* name, TextsKey<Get, Clear, Add> texts, const KeyFacts& facts)
    {
        add({name, Words{texts.get, texts.clear, texts.add}, facts, std::move(texts.choices)});
    }
    template<class Get, class Set>
    void operator()(const char* name, NumberKey<Get, Set> number, const KeyFacts& facts)
    {
        add({name, Number{number.get, number.set}, facts});
    }
    template<class Of, class Get, class Set>
    void operator()(const char* name, NumbersKey<Of, Get, Set> numbers, const KeyFacts& facts)
    {
        add({name, Numbers<Of>{numbers.get, numbers.set}, facts});
    }

    /// Sections [[section.name]].
    template<class Of, class List>
    void tables(const char* name, std::vector<Of>& values, const KeyFacts& facts, List list)
    {
        add({name,
             tablesOf(
                 values, [] { return Of(); }, list),
             facts});
    }
    /// Numbers, which are the key `lone`, or tables; fresh() is what one begins as.
    template<class Of, class Fresh, class List>
    void numbersOrTables(const char* name, std::vector<Of>& values, const Fresh& fresh, const char* lone,
                         const KeyFacts& facts, List list)
    {
        Tables tables = tablesOf(values, fresh, list);
        tables.sections = false;
        tables.lone = lone;
        add({name, std::move(tables), facts});
    }

private:
    template<class Of, class Fresh, class List>
    static Tables tablesOf(std::vector<Of>& values, const Fresh& fresh, List list)
    {
        return {.size = [&values] { return values.size(); },
                .add = [&values, fresh] { values.push_back(fresh()); },
                .keys = [&values, list](std::size_t k) { return of([&](KeyList& into) { list(into, values[k]); }); }};
    }
    void add(Key key) { keys_->push_back(std::move(key)); }

    std::vector<Key>* keys_;
};

} // namespace gaugegl::config
