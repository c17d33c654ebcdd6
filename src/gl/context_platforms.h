// The platforms that can make a context; private to gl/.  Each returns null after appending the reason to `tried`.
#pragma once

#include "gaugegl/gl/context.h"

namespace gaugegl::gl {

std::unique_ptr<Context> createEglContext(const ContextOptions& options, std::string& tried);
std::unique_ptr<Context> createWindowContext(const ContextOptions& options, std::string& tried);

/// Called by destructors: clears the thread's record of the current context, and what is kept of its passes.  Null: of any
/// context, and of no passes.
void forgetCurrentContext(const Context* context);

/// The newest version of OpenGL that is permitted in the current context of this thread; everyVersion without one.
int permittedVersionHere();

/// Releases the EGL context of the thread, because a window's context could not be made current beside it.  It becomes
/// current again at its next use.
void releaseEglContext();

/// Whether the current context of the thread is one of EGL.
bool hasEglContext();

/// The core versions to ask for, newest first.
inline std::vector<int> versionsToTry(const ContextOptions& options)
{
    std::vector<int> versions;
    for (int version : {46, 45, 43, 41, 40, 33})
        if (options.maximumVersion == 0 || version <= options.maximumVersion) versions.push_back(version);
    return versions;
}

} // namespace gaugegl::gl
