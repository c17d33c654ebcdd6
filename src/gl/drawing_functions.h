// The entry points of core OpenGL 3.3 that drawing for people needs and computing does not.
#pragma once

#include "gaugegl/gl/context.h"

namespace gaugegl::gl {

/// All are of OpenGL 3.3.
#define GAUGEGL_GL_DRAWING_FUNCTIONS(X)                                                                                \
    X(33, BlendEquation, BLENDEQUATION)                                                                                \
    X(33, BlendFuncSeparate, BLENDFUNCSEPARATE)                                                                        \
    X(33, BlitFramebuffer, BLITFRAMEBUFFER)                                                                            \
    X(33, Clear, CLEAR)                                                                                                \
    X(33, ClearColor, CLEARCOLOR)                                                                                      \
    X(33, DrawElementsBaseVertex, DRAWELEMENTSBASEVERTEX)                                                              \
    X(33, EnableVertexAttribArray, ENABLEVERTEXATTRIBARRAY)                                                            \
    X(33, Scissor, SCISSOR)                                                                                            \
    X(33, Uniform4fv, UNIFORM4FV)                                                                                      \
    X(33, VertexAttribPointer, VERTEXATTRIBPOINTER)

/// They are loaded by who draws.
struct DrawingFunctions {
    /// Of the context, which must be current.  Throws DeviceError when one is missing.
    explicit DrawingFunctions(const Context& context);

#define GAUGEGL_DECLARE(version, camel, upper) EntryPoint<PFNGL##upper##PROC> camel{"gl" #camel, version};
    GAUGEGL_GL_DRAWING_FUNCTIONS(GAUGEGL_DECLARE)
#undef GAUGEGL_DECLARE
};

} // namespace gaugegl::gl
