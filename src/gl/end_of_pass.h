// What llvmpipe needs after each pass.
#pragma once

#include "gaugegl/gl/context.h"

namespace gaugegl::gl {

/// Call when a pass has been drawn into a framebuffer, before anything is drawn into another one.  The context is current.  Works
/// around a fault of llvmpipe, see end_of_pass.cpp; with other drivers it does nothing.
void endPass(const Context& context);

/// Called by forgetCurrentContext: what endPass keeps of the context goes with it.
void forgetPasses(const Context& context);

} // namespace gaugegl::gl
