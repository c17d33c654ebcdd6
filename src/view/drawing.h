// Drawing with OpenGL 3.3: targets, programs of shaders/view, and textures other than fields.
#pragma once

#include "png.h"

#include "gaugegl/gl/program.h"
#include "gl/drawing_functions.h"

#include <array>
#include <memory>
#include <span>

namespace gaugegl::view {

/// A context and its functions for drawing.
struct DrawContext {
    /// Loads the functions; the context must outlive the object.
    explicit DrawContext(const gl::Context& of) : context(&of), draw(of) {}
    const gl::Context* context; ///< which
    gl::DrawingFunctions draw;  ///< its functions
};

/// A rectangle of a target in pixels, from its lower left corner.
struct Viewport {
    int x = 0;      ///< of the left edge
    int y = 0;      ///< of the lower edge
    int width = 0;  ///< in pixels
    int height = 0; ///< in pixels
};

/// A texture that can be drawn to: one layer of an array, or all of a volume.
class DrawTarget {
public:
    /// What it holds.
    enum class Kind {
        Picture, ///< red, green, blue, alpha of 8 bits
        Numbers, ///< four floats
        Volume   ///< two floats in three dimensions
    };
    /// Contents are undefined.  Throws DeviceError when the driver cannot draw to it.
    DrawTarget(const gl::Context& context, Kind kind, const std::array<int, 3>& size);

    /// Makes a layer the target of drawing, all of it or a part.
    void bind(int layer = 0) const;
    /// Makes a part of layer 0 the target of drawing.
    void bind(const Viewport& part) const;
    /// The texture on a unit, for reading; `linear`: between its texels, volumes periodically.
    void read(int unit, bool linear) const;
    /// Width, height, depth.
    const std::array<int, 3>& size() const { return size_; }
    /// The framebuffer, for copies.
    GLuint framebuffer() const { return framebuffer_.id(); }
    /// A picture's bytes from the top row down; waits for the device.
    Picture8 picture() const;
    /// All numbers; waits for the device.
    std::vector<float> numbers() const;

private:
    GLenum kindOfTexture() const { return kind_ == Kind::Volume ? GL_TEXTURE_3D : GL_TEXTURE_2D_ARRAY; }

    const gl::Context* context_;
    Kind kind_;
    std::array<int, 3> size_;
    gl::Texture texture_;
    gl::Framebuffer framebuffer_;
};

/// Copies a picture to the framebuffer of a window or page of so many pixels.
void present(const DrawContext& drawing, const DrawTarget& picture, int width, int height);

/// A texture of bytes or floats that the host fills: red, green, blue, alpha.
class HostTexture {
public:
    /// 8 bits, read between texels.
    HostTexture(const gl::Context& context, int width, int height, std::span<const std::uint8_t> bytes);
    /// Floats, with linear interpolation between texels.
    HostTexture(const gl::Context& context, int width, int height, std::span<const float> values);
    /// For reading on a unit.
    void read(int unit) const;
    /// The name in OpenGL.
    GLuint id() const { return texture_.id(); }

private:
    HostTexture(const gl::Context& context, const std::array<int, 2>& size, GLenum type, const void* data);
    const gl::Context* context_;
    gl::Texture texture_;
};

/// A program of two files of shaders/view (or the full-screen triangle), with its uniforms by name.
class DrawProgram {
public:
    /// Compiles it.  The context must outlive the program.
    DrawProgram(const DrawContext& drawing, const std::string& fragment,
                const std::string& vertex = "entry/vertex.glsl");

    /// Makes it the current program.
    const DrawProgram& use() const;
    /// Sets a uniform of the current program.
    const DrawProgram& set(const char* uniform, int value) const;
    /// Sets a uniform of type float.
    const DrawProgram& set(const char* uniform, float value) const;
    /// Sets a uniform of type ivec4.
    const DrawProgram& set(const char* uniform, const std::array<int, 4>& value) const;
    /// One or more vec4.
    const DrawProgram& set(const char* uniform, std::span<const float> values) const;
    /// Draws the triangle that covers the viewport.
    void fill(const gl::VertexArray& none) const;

private:
    const DrawContext* drawing_;
    const gl::Context* context_;
    gl::Program program_;
};

} // namespace gaugegl::view
