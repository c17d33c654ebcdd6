// What run files may say, from their keys: the text of `gaugegl manual run-file`.
#pragma once

#include "config/key.h"

#include <string>
#include <vector>

namespace gaugegl {

/// A key of a section.
struct RunFileKey {
    std::string name;                      ///< as it is written
    std::string kind;                      ///< what its value must be: "a number", "a string or a list of strings"
    config::Type type = {};                ///< of its value, for programs
    std::string standard = {};             ///< the default, as TOML; empty: none, or what `help` says
    std::vector<std::string> choices = {}; ///< the texts that it takes; empty: any, or none
    std::string help = {};                 ///< what it means
    KeyRange range = {};                   ///< of a number
    bool required = false;                 ///< where its section is there, or always in [lattice] and [action]
    std::vector<std::string> with = {};    ///< the values of RunFileSection::selector that have the key; empty: all
};

/// A section.
struct RunFileSection {
    std::string name;                  ///< without brackets: "lattice", "hmc.fermions"
    std::string help = {};             ///< what it is for
    std::string selector = {};         ///< the key on which it depends which others there are; empty: none
    bool repeated = false;             ///< [[name]], once for each of several
    std::vector<RunFileKey> keys = {}; ///< in the order in which they are written
};

/// Every section with every key, with each value of their selectors.
std::vector<RunFileSection> runFileReference();

} // namespace gaugegl
