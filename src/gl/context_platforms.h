// The ways to a context; private to gl/.  Each returns null after appending to `tried` why it failed.
#pragma once

#include "gaugegl/gl/context.h"

namespace gaugegl::gl {

std::unique_ptr<Context> createEglContext(const ContextOptions& options, std::string& tried);
std::unique_ptr<Context> createWindowContext(const ContextOptions& options, std::string& tried);

/// To be called by destructors: the thread's record of the current context must not outlive it.  Null: any.
void forgetCurrentContext(const Context* context);

/// The newest version of OpenGL that may be used of the context that is current on this thread; everyVersion without
/// one.
int permittedVersionHere();

/// Leaves the thread without a context of EGL: with one, a window's would be refused.  It becomes current again when it
/// is used.
void releaseEglContext();

/// The core versions to ask for, newest first.
inline std::vector<int> versionsToTry(const ContextOptions& options)
{
    std::vector<int> versions;
    for (int version : {46, 45, 43, 41, 40, 33})
        if (options.maximumVersion == 0 || version <= options.maximumVersion) versions.push_back(version);
    return versions;
}

} // namespace gaugegl::gl
