// RAII wrappers of OpenGL objects: created in the constructor, deleted in the destructor, move-only.
#pragma once

#include "gaugegl/gl/context.h"

#include <utility>

namespace gaugegl::gl {

/// Owns one OpenGL name.  Kind supplies create and destroy.  The context must outlive the object.
template<class Kind>
class Object {
public:
    Object() = default;
    /// Makes the object; the context must outlive it.
    explicit Object(const Context& context) : context_(&context)
    {
        context.makeCurrent();
        id_ = Kind::create(context.gl());
    }
    ~Object() { reset(); }
    /// Takes over the object.
    Object(Object&& other) noexcept : context_(other.context_), id_(std::exchange(other.id_, 0)) {}
    /// Deletes its own object and takes over the other.
    Object& operator=(Object&& other) noexcept
    {
        if (this != &other) {
            reset();
            context_ = other.context_;
            id_ = std::exchange(other.id_, 0);
        }
        return *this;
    }
    /// The OpenGL name.
    GLuint id() const { return id_; }
    /// False after it was moved from.
    explicit operator bool() const { return id_ != 0; }

private:
    void reset()
    {
        if (id_ == 0) return;
        context_->makeCurrent();
        Kind::destroy(context_->gl(), std::exchange(id_, 0));
    }
    const Context* context_ = nullptr;
    GLuint id_ = 0;
};

#define GAUGEGL_OBJECT(Name, Generate, Delete)                                                                         \
    struct Name##Kind {                                                                                                \
        static GLuint create(const Functions& gl)                                                                      \
        {                                                                                                              \
            GLuint id = 0;                                                                                             \
            gl.Generate(1, &id);                                                                                       \
            return id;                                                                                                 \
        }                                                                                                              \
        static void destroy(const Functions& gl, GLuint id) { gl.Delete(1, &id); }                                     \
    };                                                                                                                 \
    using Name = Object<Name##Kind>;

GAUGEGL_OBJECT(Texture, GenTextures, DeleteTextures)
GAUGEGL_OBJECT(Framebuffer, GenFramebuffers, DeleteFramebuffers)
GAUGEGL_OBJECT(Buffer, GenBuffers, DeleteBuffers)
GAUGEGL_OBJECT(VertexArray, GenVertexArrays, DeleteVertexArrays)
GAUGEGL_OBJECT(Query, GenQueries, DeleteQueries)
#undef GAUGEGL_OBJECT

} // namespace gaugegl::gl
