// Run files as a JSON schema, by which editors complete and check them.
#pragma once

#include <string>

namespace gaugegl {

/// A JSON schema (draft 7) of run files: names, types, ranges, choices and meanings of all keys, from runFileReference().  What keys say
/// together, and what depends on the lattice, `gaugegl run` alone checks.
std::string runFileSchema();

} // namespace gaugegl
