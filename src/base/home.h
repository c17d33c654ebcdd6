// The tilde in names of files.
#pragma once

#include <string>

namespace gaugegl {

/// The name with a tilde that is all of it, or before a slash at its beginning, as the home of the user: so a shell has it, which sees neither
/// run files nor the answers to questions, nor what stands behind --option=.  Throws InputError where no home is known.
std::string withHome(const std::string& name);

} // namespace gaugegl
