// What run files may say, as their parser asks for it: the text of `gaugegl manual run-file`.
#pragma once

#include <string>
#include <vector>

namespace gaugegl {

/// A key of a section.
struct RunFileKey {
    std::string name;                      ///< as it is written
    std::string kind;                      ///< what its value must be: "a number", "a string or a list of strings"
    std::string standard = {};             ///< the default, as TOML; empty: none, or what `help` says
    std::vector<std::string> choices = {}; ///< the texts that it takes; empty: any, or none
    std::string help = {};                 ///< what it means
    bool required = false;                 ///< where its section is there, or always in [lattice] and [action]
    std::vector<std::string> with = {};    ///< the values of RunFileSection::selector that have the key; empty: all
};

/// A section.
struct RunFileSection {
    std::string name;             ///< without brackets: "lattice", "hmc.fermions"
    std::string help;             ///< what it is for
    std::string selector;         ///< the key on which it depends which others there are; empty: none
    bool repeated = false;        ///< [[name]], once for each of several
    std::vector<RunFileKey> keys; ///< in the order in which they are read
};

/// Every section with every key, from the parser itself: it reads empty sections, and those with each value of their selectors.
std::vector<RunFileSection> runFileReference();

} // namespace gaugegl
