// Keys of a run by their names, with their values as single words: what options of commands and questions give.
#pragma once

#include "config/key.h"
#include "gaugegl/config/run_config.h"

namespace gaugegl::config {

/// The key of that name, "update.sweeps", whose value is that of `run`, which must outlive it.  Throws Error for one that the run does not have.
Key keyNamed(RunConfig& run, std::string_view name);

/// The same, which may change the values of keys in `run` that decide on whether it is there.
Key keyOfVariant(RunConfig& run, std::string_view name);

/// The value: 100, 5.7, su3, 8x8x8x8, 1,2,3; empty where there is none.
std::string wordOf(const Key& key);
/// Gives the key that value.  Throws InputError: "'many' is not a whole number".  Ranges are for validate().
void setWord(const Key& key, std::string_view word);

} // namespace gaugegl::config
