// Runs a kernel: names its inputs and values, then writes one texture.
#pragma once

#include "gaugegl/device/plane_texture.h"

#include <array>
#include <variant>

namespace gaugegl {

/// One run of a kernel: what it reads, its uniforms, then run().
class Kernel {
public:
    /// The device must outlive the object.
    Kernel(Device& device, KernelSpec spec) : device_(&device), spec_(std::move(spec))
    {
        for (const auto& [uniform, value] : spec_.constants)
            set(uniform, value);
    }

    /// Binds a texture to a sampler.
    Kernel& read(const std::string& uniform, const PlaneTexture& texture)
    {
        return read(uniform, std::vector{&texture});
    }
    /// An array of samplers.
    Kernel& read(const std::string& uniform, const std::vector<const PlaneTexture*>& textures);
    /// Sets a uniform.
    Kernel& set(const std::string& uniform, int value) { return keep(uniform, value); }
    /// Sets a uniform.
    Kernel& set(const std::string& uniform, unsigned value) { return keep(uniform, value); }
    /// A uniform of type REAL.
    Kernel& set(const std::string& uniform, double value) { return keep(uniform, value); }
    /// An array of REAL.
    Kernel& set(const std::string& uniform, std::vector<double> values) { return keep(uniform, std::move(values)); }
    /// An ivec4.
    Kernel& set(const std::string& uniform, const std::array<int, 4>& value) { return keep(uniform, value); }
    /// A uvec2 of the low and high word.
    Kernel& set(const std::string& uniform, std::uint64_t value) { return keep(uniform, value); }

    /// Only the rows first .. first + count - 1 of the results are written, in every run from now on.
    Kernel& onRows(int first, int count)
    {
        firstRow_ = first;
        rows_ = count;
        return *this;
    }

    /// Writes every texel of out, which must be none of the inputs.  Throws DeviceError when the program does not
    /// build, std::logic_error for a uniform that its text does not have, that is not set, or that has another type. On the fragment path a result of more than eight layers takes several passes.
    void run(PlaneTexture& out) { run(std::vector{&out}); }
    /// The same for a kernel with several targets: one texture for each, all of one width and height.
    void run(const std::vector<PlaneTexture*>& outs);

private:
    using Value = std::variant<int, unsigned, double, std::uint64_t, std::array<int, 4>, std::vector<double>>;
    struct Input {
        std::string uniform;
        std::vector<const PlaneTexture*> textures;
    };

    Kernel& keep(const std::string& uniform, Value value)
    {
        values_.insert_or_assign(uniform, value);
        return *this;
    }
    bool readsImages() const;
    bool fits(GLenum type, const Value& value) const;
    void requireUniforms(const gl::Program& program) const;
    void bind(const gl::Program& program) const;
    void bindImages(const gl::Program& program) const;
    void bindTextures(const gl::Program& program) const;
    void bindBuffers(const gl::Program& program) const;
    void bindResults(const gl::Program& program, const std::vector<PlaneTexture*>& outs) const;
    void attachResults(const std::vector<PlaneTexture*>& outs, const LayerRange& layers) const;
    void unbind() const;
    void setValue(GLint location, const Value& value) const;
    void setValues(GLint location, const std::vector<double>& values) const;
    bool runPass(const std::vector<PlaneTexture*>& outs, const LayerRange& layers);
    void memoryBarrier() const;

    Device* device_;
    KernelSpec spec_;
    std::vector<Input> inputs_;
    std::map<std::string, Value> values_;
    int firstRow_ = 0, rows_ = 0; // 0: all
};

} // namespace gaugegl
