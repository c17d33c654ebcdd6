// What lies on the disk until it is finished or not wanted any more; a process that exits early removes it (removeUnfinishedFiles).
#pragma once

#include "gaugegl/base/file_place.h"

#include <functional>
#include <string>

namespace gaugegl {

/// Makes something and notes its place, both at once: `make` returns false where nothing was made.  Waits for ever when the process is
/// about to exit.
bool makeUnfinished(const FilePlace& place, const std::function<bool()>& make);

/// Gives it another place or removes it, and forgets it unless `end` returns false.
bool endUnfinished(const FilePlace& place, const std::function<bool()>& end);

/// Makes a folder and notes it, both at once, to be removed with all that is in it: `make` returns its name, an empty one where none was
/// made.  Waits as makeUnfinished().
std::string makeUnfinishedFolder(const std::function<std::string()>& make);
/// Removes it.
void endUnfinishedFolder(const std::string& folder);

} // namespace gaugegl
