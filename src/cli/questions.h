// Questions to who sits at the terminal.
#pragma once

#include "gaugegl/base/error.h"

#include <functional>
#include <string>

namespace gaugegl::cli {

/// A question: what is asked, what may be answered, and what an empty answer means.
struct Question {
    std::string what;     ///< "extents"
    std::string meaning;  ///< "Lx, Ly, Lz and Lt, even"; empty: `what` says it
    std::string allowed;  ///< "2, 4, 6"; empty: `meaning` says it
    std::string standard; ///< "8x8x8x8"
};

/// Whether questions can be asked: standard input and standard error are a terminal, and it is no script of a CI (environment
/// variable CI).
bool canAsk();

/// Asks on standard error until `take` does not throw InputError, whose message is shown; an empty line is the standard.  Throws
/// InputError where the input ends, and after ten answers that could not be taken.
void ask(const Question& question, const std::function<void(const std::string&)>& take);

/// A question for yes or no.
bool askYes(const std::string& what, bool standard);

} // namespace gaugegl::cli
