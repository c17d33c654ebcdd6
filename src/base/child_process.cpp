// What does not differ between systems.
#include "base/child_process.h"

namespace gaugegl {

std::optional<int> ChildProcess::ended()
{
    collect(false);
    return code_;
}

int ChildProcess::wait()
{
    collect(true);
    return *code_;
}

} // namespace gaugegl
