#include "checks/copy.h"

#include "gaugegl/base/error.h"
#include "gl/end_of_pass.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <limits>

namespace gaugegl {
namespace {

/// A buffer's threads stand in a line, as its elements do; an image's in a square, as those of all kernels.
constexpr int bufferGroup = groupEdge * groupEdge;

/// Rows of at most so many elements, a power of two: any size has few elements too many.
constexpr int longestRow = 2048;

int groups(int elements, int edge) { return (elements + edge - 1) / edge; }

bool integers(const CopyFormat& format) { return format.type == GL_UNSIGNED_INT; }

/// Clears pending OpenGL errors, so that the next error belongs to what follows; a lost context reports errors
/// endlessly.
GLenum takeError(const gl::Functions& gl)
{
    GLenum first = GL_NO_ERROR;
    for (int i = 0; i < 16; ++i) {
        const GLenum error = gl.GetError();
        if (error == GL_NO_ERROR) break;
        if (first == GL_NO_ERROR) first = error;
    }
    return first;
}

/// Throws DeviceError if the last steps failed.
void requireMade(const Device& device, const CopyFormat& format, std::size_t bytes)
{
    device.context().throwOnReset();
    const GLenum error = takeError(device.gl());
    if (error == GL_NO_ERROR) return;
    throw DeviceError(fmt::format("{} for {:.4g} MiB of {} (OpenGL error {:#06x})",
                                  error == GL_OUT_OF_MEMORY ? "the driver has no memory" : "the driver has no use",
                                  double(bytes) / (1 << 20), format.name, error));
}

std::pair<int, int> extents(const CopyFormat& format, std::size_t bytes)
{
    const std::size_t elements = std::max<std::size_t>(bytes / std::size_t(format.bytes), 1);
    int width = 1;
    while (width < longestRow && std::size_t(width) * std::size_t(width) < elements)
        width *= 2;
    const std::size_t height = (elements + std::size_t(width) - 1) / std::size_t(width);
    return {width, int(std::min(height, std::size_t(std::numeric_limits<int>::max())))};
}

/// Throws DeviceError if the driver's limits forbid it.
void requireLimits(const gl::Capabilities& c, const CopyFormat& format, std::size_t bytes)
{
    const auto [width, height] = extents(format, bytes);
    if (format.buffer && double(bytes) > double(c.maxStorageBlockSize))
        throw DeviceError(fmt::format("{:.4g} MiB exceed {} MiB, the driver's storage block", double(bytes) / (1 << 20),
                                      c.maxStorageBlockSize >> 20));
    if (!format.buffer && std::max(width, height) > c.maxTextureSize)
        throw DeviceError(
            fmt::format("{} x {} texels exceed {}, the driver's texture size", width, height, c.maxTextureSize));
}

gl::Program makeProgram(Device& device, const CopyFormat& format)
{
    if (!copies(format, device.path()))
        throw DeviceError(fmt::format("{} does not exist on the {} path", format.name, name(device.path())));
    device.context().makeCurrent();
    const gl::ShaderSource source = copySource(format, device.path());
    return device.path() == Path::Compute ? gl::Program::compute(device.context(), source)
                                          : gl::Program::fragment(device.context(), source, vertexSource());
}

} // namespace

const std::vector<CopyFormat>& copyFormats()
{
    static const std::vector<CopyFormat> formats = {
        {"R32F", false, 4, 1, GL_R32F, GL_RED, GL_FLOAT, "r32f"},
        {"RG32F", false, 8, 2, GL_RG32F, GL_RG, GL_FLOAT, "rg32f"},
        {"RGBA32F", false, 16, 4, GL_RGBA32F, GL_RGBA, GL_FLOAT, "rgba32f"},
        {"RGBA32UI", false, 16, 4, GL_RGBA32UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT, "rgba32ui"},
        {"RGBA16F", false, 8, 4, GL_RGBA16F, GL_RGBA, GL_FLOAT, "rgba16f"},
        {"buffer float", true, 4, 1, 0, 0, GL_FLOAT, ""},
        {"buffer vec2", true, 8, 2, 0, 0, GL_FLOAT, ""},
        {"buffer vec4", true, 16, 4, 0, 0, GL_FLOAT, ""},
    };
    return formats;
}

const std::vector<CopyFormat>& copyStructures()
{
    static const std::vector<CopyFormat> formats = [] {
        std::vector<CopyFormat> all = {{.name = "buffer double",
                                        .buffer = true,
                                        .bytes = 8,
                                        .components = 2,
                                        .type = GL_FLOAT,
                                        .number = "double"}};
        for (const auto& [name, bytes] : {std::pair("su3", 144), {"spinor", 192}}) {
            const CopyFormat aligned{.name = fmt::format("buffer {}", name),
                                     .buffer = true,
                                     .bytes = bytes,
                                     .components = bytes / 4,
                                     .type = GL_FLOAT,
                                     .number = "vec4",
                                     .numbers = bytes / 16};
            CopyFormat loose = aligned, planar = aligned;
            loose.name += ", aligned to 8 bytes";
            loose.number = "vec2";
            loose.numbers = bytes / 8;
            planar.name += " as arrays";
            planar.planar = true;
            all.insert(all.end(), {aligned, loose, planar});
        }
        return all;
    }();
    return formats;
}

std::vector<CopyFormat> allCopyFormats()
{
    std::vector<CopyFormat> all = copyFormats();
    all.insert(all.end(), copyStructures().begin(), copyStructures().end());
    return all;
}

bool copies(const CopyFormat& format, Path path) { return !format.buffer || path == Path::Compute; }

std::string copyLabel(const CopyFormat& format)
{
    std::string label = "copy-";
    for (const char c : format.name)
        if (c != ',') label += c == ' ' ? '-' : char(std::tolower(static_cast<unsigned char>(c)));
    return label;
}

gl::ShaderSource copySource(const CopyFormat& format, Path path)
{
    const bool compute = path == Path::Compute;
    gl::Defines defines = {{"BUFFER", format.buffer ? "1" : "0"}, {"FRAGMENT", compute ? "0" : "1"}};
    if (format.planar) {
        defines["TEXEL"] = format.number;
        defines["PLANAR"] = std::to_string(format.numbers);
    } else if (format.numbers > 1) {
        defines["TEXEL"] = "Element";
        defines["STRUCT"] = fmt::format("{} numbers[{}]", format.number, format.numbers);
    } else if (format.buffer) {
        defines["TEXEL"] = !format.number.empty()   ? format.number
                           : format.components == 1 ? "float"
                                                    : fmt::format("vec{}", format.components);
    } else {
        const std::string prefix = integers(format) ? "u" : "";
        defines["TEXEL"] = prefix + "vec4";
        defines["PLANES"] = prefix + "sampler2DArray";
        if (compute) defines.merge(gl::Defines{{"IMAGE", prefix + "image2DArray"}, {"FORMAT", format.layout}});
    }
    if (compute) {
        defines["GROUP_X"] = std::to_string(format.buffer ? bufferGroup : groupEdge);
        defines["GROUP_Y"] = std::to_string(format.buffer ? 1 : groupEdge);
    }
    return gl::ShaderSource::assemble(compute ? "430" : "330", defines,
                                      {"kernels/copy_format.glsl", "entry/copy_format.glsl"});
}

FormatCopy::FormatCopy(Device& device, const CopyFormat& format, std::size_t bytes)
    : device_(&device), format_(format), width_(extents(format, bytes).first), height_(extents(format, bytes).second),
      program_(makeProgram(device, format))
{
    requireLimits(device.context().capabilities(), format, this->bytes());
    const std::vector<double> numbers = filling();
    if (integers(format)) {
        const std::vector<unsigned> data(numbers.begin(), numbers.end());
        source_ = makeSide(data.data());
    } else {
        const std::vector<float> data(numbers.begin(), numbers.end());
        source_ = makeSide(data.data());
    }
    target_ = makeSide(nullptr);
}

std::size_t FormatCopy::bytes() const
{
    return std::size_t(width_) * std::size_t(height_) * std::size_t(format_.bytes);
}

std::vector<double> FormatCopy::filling() const
{
    std::vector<double> numbers(std::size_t(width_) * std::size_t(height_) * std::size_t(format_.components));
    for (std::size_t i = 0; i < numbers.size(); ++i)
        numbers[i] = integers(format_) ? double(i % 1000) : double(i % 1000) / 1024;
    return numbers;
}

FormatCopy::Side FormatCopy::makeSide(const void* data) const
{
    Side side;
    takeError(device_->gl());
    if (format_.buffer)
        makeBuffer(side, data);
    else
        makeTexture(side, data);
    requireMade(*device_, format_, bytes());
    return side;
}

void FormatCopy::makeTexture(Side& side, const void* data) const
{
    const gl::Functions& gl = device_->gl();
    side.texture = gl::Texture(device_->context());
    gl.BindTexture(GL_TEXTURE_2D_ARRAY, side.texture.id());
    gl.TexImage3D(GL_TEXTURE_2D_ARRAY, 0, GLint(format_.internal), width_, height_, 1, 0, format_.pixels, format_.type,
                  data);
    gl.TexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MAX_LEVEL, 0);
    gl.TexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    gl.TexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    gl.BindTexture(GL_TEXTURE_2D_ARRAY, 0);
    if (device_->path() == Path::Compute) return;
    side.framebuffer = gl::Framebuffer(device_->context());
    gl.BindFramebuffer(GL_FRAMEBUFFER, side.framebuffer.id());
    gl.FramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, side.texture.id(), 0, 0);
    const GLenum status = gl.CheckFramebufferStatus(GL_FRAMEBUFFER);
    gl.BindFramebuffer(GL_FRAMEBUFFER, 0);
    if (status != GL_FRAMEBUFFER_COMPLETE)
        throw DeviceError(fmt::format("the driver cannot render to {} (status {:#x})", format_.name, status));
}

void FormatCopy::makeBuffer(Side& side, const void* data) const
{
    const gl::Functions& gl = device_->gl();
    side.buffer = gl::Buffer(device_->context());
    gl.BindBuffer(GL_SHADER_STORAGE_BUFFER, side.buffer.id());
    gl.BufferData(GL_SHADER_STORAGE_BUFFER, GLsizeiptr(bytes()), data, GL_DYNAMIC_COPY);
    gl.BindBuffer(GL_SHADER_STORAGE_BUFFER, 0);
}

void FormatCopy::run()
{
    device_->context().makeCurrent();
    const gl::Functions& gl = device_->gl();
    program_.use();
    if (!format_.buffer) {
        gl.ActiveTexture(GL_TEXTURE0);
        gl.BindTexture(GL_TEXTURE_2D_ARRAY, source_.texture.id());
        gl.Uniform1i(program_.location("uSource"), 0);
    }
    if (device_->path() == Path::Compute) {
        compute();
    } else {
        gl.BindFramebuffer(GL_FRAMEBUFFER, target_.framebuffer.id());
        gl.Viewport(0, 0, width_, height_);
        device_->drawFullScreen();
        gl.BindFramebuffer(GL_FRAMEBUFFER, 0);
        gl::endPass(device_->context());
    }
    gl.BindTexture(GL_TEXTURE_2D_ARRAY, 0);
    gl.UseProgram(0);
    std::swap(source_, target_);
}

void FormatCopy::compute() const
{
    const gl::Functions& gl = device_->gl();
    gl.Uniform1i(program_.location("uWidth"), width_);
    gl.Uniform1i(program_.location("uHeight"), height_);
    if (format_.buffer) {
        gl.BindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, source_.buffer.id());
        gl.BindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, target_.buffer.id());
        gl.DispatchCompute(GLuint(groups(width_, bufferGroup)), GLuint(height_), 1);
        gl.BindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, 0);
        gl.BindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, 0);
        gl.MemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
    } else {
        gl.BindImageTexture(0, target_.texture.id(), 0, GL_TRUE, 0, GL_WRITE_ONLY, format_.internal);
        gl.DispatchCompute(GLuint(groups(width_, groupEdge)), GLuint(groups(height_, groupEdge)), 1);
        gl.MemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT |
                         GL_TEXTURE_UPDATE_BARRIER_BIT);
    }
}

std::vector<double> FormatCopy::target() const
{
    device_->context().makeCurrent();
    const gl::Functions& gl = device_->gl();
    std::vector<float> floats(filling().size());
    if (format_.buffer) {
        gl.BindBuffer(GL_SHADER_STORAGE_BUFFER, source_.buffer.id()); // the two were exchanged
        const void* data = gl.MapBufferRange(GL_SHADER_STORAGE_BUFFER, 0, GLsizeiptr(bytes()), GL_MAP_READ_BIT);
        if (!data) throw DeviceError("the driver does not map a storage buffer");
        std::copy_n(static_cast<const float*>(data), floats.size(), floats.begin());
        gl.UnmapBuffer(GL_SHADER_STORAGE_BUFFER);
        gl.BindBuffer(GL_SHADER_STORAGE_BUFFER, 0);
        return {floats.begin(), floats.end()};
    }
    std::vector<unsigned> numbers(integers(format_) ? floats.size() : 0);
    gl.BindTexture(GL_TEXTURE_2D_ARRAY, source_.texture.id());
    gl.GetTexImage(GL_TEXTURE_2D_ARRAY, 0, format_.pixels, format_.type,
                   integers(format_) ? static_cast<void*>(numbers.data()) : floats.data());
    gl.BindTexture(GL_TEXTURE_2D_ARRAY, 0);
    if (integers(format_)) return {numbers.begin(), numbers.end()};
    return {floats.begin(), floats.end()};
}

double CopyTiming::bytesPerSecond() const
{
    return failure.empty() ? 2 * double(size) / time.seconds : std::numeric_limits<double>::quiet_NaN();
}

CopyTiming measureCopy(Device& device, const CopyFormat& format, std::size_t bytes, const Sampling& sampling)
{
    CopyTiming result{.format = format.name, .path = device.path(), .size = bytes, .failure = {}, .time = {}};
    try {
        FormatCopy copy(device, format, bytes);
        result.size = copy.bytes();
        copy.run();
        requireMade(device, format, copy.bytes());
        result.time = sampled(onDeviceClock(device, [&copy] { copy.run(); }), 1, sampling);
    } catch (const DeviceError& error) {
        device.context().throwOnReset(); // a lost context is not a property of the format
        result.failure = error.what();
    }
    return result;
}

} // namespace gaugegl
