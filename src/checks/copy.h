// How fast elements of each format are copied: textures on both paths, shader storage buffers on the compute path.
#pragma once

#include "checks/kernel_timing.h"

#include <cstddef>
#include <string>
#include <vector>

namespace gaugegl {

/// A texel format, or a type of elements in a buffer.
struct CopyFormat {
    std::string name;        ///< "RGBA32F", "buffer vec4"
    bool buffer = false;     ///< a shader storage buffer: compute path only
    int bytes = 0;           ///< of an element
    int components = 4;      ///< of an element
    GLenum internal = 0;     ///< what OpenGL calls the format; 0 for a buffer
    GLenum pixels = 0;       ///< of its data on the host, which are floats or unsigned numbers
    GLenum type = 0;         ///< of one number there
    std::string layout = {}; ///< of an image, in GLSL
    std::string number = {}; ///< of a structure in a buffer: what it consists of, in GLSL
    int numbers = 1;         ///< and how many of these
    bool planar = false;     ///< an array for each of them, one behind the other
};

/// R32F, RG32F, RGBA32F, RGBA32UI, RGBA16F, and buffers of float, vec2, vec4.
const std::vector<CopyFormat>& copyFormats();

/// Buffers of double, and of structures of the size of a matrix of SU(3) and of a spinor, 144 and 192 bytes: aligned as vec4 and as vec2, and
/// as structures of arrays.
const std::vector<CopyFormat>& copyStructures();
/// Both.
std::vector<CopyFormat> allCopyFormats();

/// Whether a format exists on a path at all.
bool copies(const CopyFormat& format, Path path);

/// Names its program: "copy-rgba32f", "copy-buffer-vec4".
std::string copyLabel(const CopyFormat& format);
/// The program of a format, for which copies() must hold.
gl::ShaderSource copySource(const CopyFormat& format, Path path);

/// Two textures or buffers of one format, the first filled with numbers that half precision can hold.
class FormatCopy {
public:
    /// Two of about `bytes` bytes each, exactly bytes(), in the precision of the format, whatever that of the device.
    /// Throws DeviceError if a limit of the driver is exceeded, or if it cannot render to the format.
    FormatCopy(Device& device, const CopyFormat& format, std::size_t bytes);

    /// Copies one to the other and swaps them.
    void run();
    /// The bytes of one texture or buffer.
    std::size_t bytes() const;
    /// The contents of the last target, number by number; after run() equal to filling().
    std::vector<double> target() const;
    /// The numbers that the first source was filled with.
    std::vector<double> filling() const;

private:
    /// One of the two.
    struct Side {
        gl::Texture texture;
        gl::Framebuffer framebuffer;
        gl::Buffer buffer;
    };
    Side makeSide(const void* data) const;
    void makeTexture(Side& side, const void* data) const;
    void makeBuffer(Side& side, const void* data) const;
    void compute() const;

    Device* device_;
    CopyFormat format_;
    int width_, height_;
    gl::Program program_;
    Side source_, target_;
};

/// The time of a copy.
struct CopyTiming {
    std::string format;    ///< its name
    Path path;             ///< of the copy
    std::size_t size;      ///< bytes of one texture or buffer; a copy moves twice as many
    std::string failure;   ///< why it was not measured; empty if it was
    SampledTime time = {}; ///< of one copy

    /// Bytes read and written in a second; NaN if it was not measured.
    double bytesPerSecond() const;
};

/// Measures one format at one size.  If the driver does not support it, the result has a failure.
CopyTiming measureCopy(Device& device, const CopyFormat& format, std::size_t bytes, const Sampling& sampling = {});

} // namespace gaugegl
