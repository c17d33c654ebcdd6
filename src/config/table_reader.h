// The keys of a section, or of a table in one, as they stand in a run file.
#pragma once

#include "config/key.h"
#include "gaugegl/base/error.h"

#include <toml++/toml.h>

namespace gaugegl::config {

/// "file:line: message"; without the line where TOML knows none.  The message may hold text of the file.  What comes
/// from an override is located there.
InputError located(const std::string& runFile, const toml::source_region& where, const std::string& message);

/// The kind of a value: "string", "integer".
std::string describe(const toml::node& node);

/// Reads what keys() lists, again after each key on which it depends which others there are.  `table`: null where it is not there.
/// Throws InputError, which names file and line, for a wrong type, an unknown key and a required one that is missing; `hint` ends the
/// message about an unknown one.
void readTable(const toml::table* table, const std::string& section, const std::string& file,
               const std::function<std::vector<Key>()>& keys, const std::string& hint = "");

} // namespace gaugegl::config
