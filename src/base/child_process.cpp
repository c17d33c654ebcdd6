// What does not differ between systems.
#include "base/child_process.h"

#include <csignal>

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

void ChildProcess::stop() { send(SIGTERM); }

bool ChildProcess::wasInterrupted() { return ended() == -SIGINT; }

} // namespace gaugegl
