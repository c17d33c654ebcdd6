// What is said of a key of run files.  It stands once, beside the value of the key in list() of its section; reader, writer, comments,
// checks, reference page and schema are walks over the lists (src/config).
#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace gaugegl {

/// Where a number must lie.
struct KeyRange {
    double least = -std::numeric_limits<double>::infinity(); ///< the smallest value, or a bound
    double most = std::numeric_limits<double>::infinity();   ///< the largest value, or a bound
    bool open = false;                                       ///< the bounds are no values

    /// At least that.
    static constexpr KeyRange atLeast(double least) { return {.least = least}; }
    /// From the one to the other.
    static constexpr KeyRange between(double least, double most) { return {.least = least, .most = most}; }
    /// A finite number above that.
    static constexpr KeyRange above(double bound) { return {.least = bound, .open = true}; }
    /// Above the one and below the other.
    static constexpr KeyRange inside(double least, double most) { return {.least = least, .most = most, .open = true}; }
};

/// A key beside its name and its value.
struct KeyFacts {
    const char* help;      ///< what it means: a phrase that begins with a capital letter and ends without a full stop
    KeyRange range = {};   ///< of a single number
    bool required = false; ///< a run file with the section must have it
    bool selects = false;  ///< which keys the section has depends on its value
    bool written = true;   ///< whether a run file with every key has it now
    bool isPath = false;   ///< of a file or folder: ~/ is the home of the user
};

/// Values that are stored in another form than a run file has them.  get() is the value as there, set(value) throws InputError for what is none.
template<class Get, class Set>
struct TextKey {
    Get get;                               ///< the text
    Set set;                               ///< takes a std::string_view
    std::vector<std::string> choices = {}; ///< all texts that there are; empty: any that set() takes
};
/// Deduces its types.
template<class Get, class Set>
TextKey(Get, Set) -> TextKey<Get, Set>;
/// Deduces its types.
template<class Get, class Set>
TextKey(Get, Set, std::vector<std::string>) -> TextKey<Get, Set>;

/// A list of texts, or a single one.
template<class Get, class Clear, class Add>
struct TextsKey {
    Get get;                          ///< a std::vector<std::string>
    Clear clear;                      ///< makes the list empty
    Add add;                          ///< takes a std::string_view
    std::vector<std::string> choices; ///< as those of TextKey
};
/// Deduces its types.
template<class Get, class Clear, class Add>
TextsKey(Get, Clear, Add, std::vector<std::string>) -> TextsKey<Get, Clear, Add>;

/// A number.
template<class Get, class Set>
struct NumberKey {
    Get get; ///< a double
    Set set; ///< takes a double
};
/// Deduces its types.
template<class Get, class Set>
NumberKey(Get, Set) -> NumberKey<Get, Set>;

/// A list of integers or of other numbers, or a single one.
template<class Number, class Get, class Set>
struct NumbersKey {
    Get get; ///< a std::vector<Number>
    Set set; ///< takes one
};
/// NumbersKey<Number> with deduced types.
template<class Number, class Get, class Set>
NumbersKey<Number, Get, Set> numbersKey(Get get, Set set)
{
    return {get, set};
}

/// Sets where systems are solved.  Throws InputError for others than auto, fragment, compute and cpu.
void setPath(std::string& path, std::string_view text);
/// That as a key.
inline auto pathKey(std::string& path)
{
    return TextKey{[&path] { return path; }, [&path](std::string_view text) { setPath(path, text); },
                   std::vector<std::string>{"auto", "fragment", "compute", "cpu"}};
}

} // namespace gaugegl
