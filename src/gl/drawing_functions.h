// The entry points of core OpenGL 3.3 that only the drawing of pictures needs.
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

/// The entry points for drawing, loaded by the code that draws.
struct DrawingFunctions {
    /// Loads them for the context, which must be current.  Throws DeviceError if one is missing.
    explicit DrawingFunctions(const Context& context);

#define GAUGEGL_DECLARE(version, camel, upper) EntryPoint<PFNGL##upper##PROC> camel{"gl" #camel, version};
    GAUGEGL_GL_DRAWING_FUNCTIONS(GAUGEGL_DECLARE)
#undef GAUGEGL_DECLARE
};

} // namespace gaugegl::gl
