// Runs a kernel: binds its inputs, sets its uniforms, and writes its results to textures.
#pragma once

#include "gaugegl/device/plane_texture.h"
#include "gaugegl/device/prepared_kernel.h"

#include <array>
#include <variant>

namespace gaugegl {

/// A kernel with its inputs and uniforms: read() and set(), then run().
class Kernel {
public:
    /// The device must outlive the object.
    Kernel(Device& device, KernelSpec spec) : Kernel(device, std::make_shared<PreparedKernel>(std::move(spec))) {}
    /// A kernel of the device that was used before.
    Kernel(Device& device, std::shared_ptr<PreparedKernel> kernel)
        : device_(&device), kernel_(std::move(kernel)), spec_(&kernel_->spec())
    {
        for (const auto& [uniform, value] : spec_->constants)
            set(uniform, value);
    }

    /// Binds a texture to a sampler.
    Kernel& read(const std::string& uniform, const PlaneTexture& texture)
    {
        return read(uniform, std::vector{&texture});
    }
    /// Binds textures to an array of samplers.
    Kernel& read(const std::string& uniform, const std::vector<const PlaneTexture*>& textures);
    /// Sets a uniform of type int.
    Kernel& set(const std::string& uniform, int value) { return keep(uniform, value); }
    /// Sets a uniform of type uint.
    Kernel& set(const std::string& uniform, unsigned value) { return keep(uniform, value); }
    /// Sets a uniform of type REAL.
    Kernel& set(const std::string& uniform, double value) { return keep(uniform, value); }
    /// Sets an array of REAL.
    Kernel& set(const std::string& uniform, std::vector<double> values) { return keep(uniform, std::move(values)); }
    /// Sets a uniform of type ivec4.
    Kernel& set(const std::string& uniform, const std::array<int, 4>& value) { return keep(uniform, value); }
    /// Sets a uvec2 of the low and high word.
    Kernel& set(const std::string& uniform, std::uint64_t value) { return keep(uniform, value); }

    /// Whether run() sets a uniform of this name, and not the caller.
    static bool setsItself(const std::string& uniform);
    /// Whether a uniform of this type may be a field.
    static bool isField(GLenum type);

    /// Restricts all further runs to the rows first .. first + count - 1 of the results.  No rows: the ghosts of what is
    /// read are filled, for other ranks have rows.
    Kernel& onRows(int first, int count)
    {
        firstRow_ = first;
        rows_ = count;
        return *this;
    }

    /// Restricts all further runs to the first columns of the results, at least; the others are undefined.
    Kernel& onColumns(int count)
    {
        columns_ = count;
        return *this;
    }

    /// Restricts all further runs to the first or last slice of sites of this rank in direction mu, z or t.
    Kernel& onEdge(int mu, bool last)
    {
        edge_ = {mu, last};
        return *this;
    }
    /// Where the ghosts of an input are missing, they come from this source of it.
    Kernel& fillFrom(const GhostSource& source)
    {
        sources_.push_back(source);
        return *this;
    }

    /// Writes every texel of out, which must be none of the inputs.  Throws DeviceError if the program does not build,
    /// and std::logic_error for a uniform that its source does not declare, that is not set, or that has another type.
    /// On the fragment path a result of more than eight layers takes several passes.
    void run(PlaneTexture& out) { run(std::vector{&out}); }
    /// run() for a kernel with several targets: one texture for each, all of the same width and height.
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
    std::string given() const;
    /// Rows of the results, each slice from row z on alone where rows of slices are apart: of the rows that are left so
    /// many from the first on.
    struct Piece {
        int first, count;
        int z, rowsOfSlice; ///< all rows of a slice where they are not apart
    };
    std::vector<GhostSource> inputsWithoutGhosts() const;
    Piece allRows(const TextureShape& shape) const;
    Piece edgeOf(const TextureShape& shape) const;
    std::vector<Piece> edgesAndInterior(const TextureShape& shape) const;
    bool runPieces(const std::vector<PlaneTexture*>& outs, std::span<const Piece> pieces);
    void runPiece(KernelProgram& built, bool isFirst, const std::vector<PlaneTexture*>& outs, const Piece& piece);
    void bind(KernelProgram& built) const;
    void bindRows(const gl::Program& program, const GhostRows& ghosts) const;
    void bindImages(const gl::Program& program) const;
    void bindTextures(const gl::Program& program) const;
    void bindBuffers(const gl::Program& program) const;
    void bindResults(const gl::Program& program, const std::vector<PlaneTexture*>& outs) const;
    void attachResults(const std::vector<PlaneTexture*>& outs, const LayerRange& layers) const;
    void unbind() const;
    void setValue(GLint location, const Value& value) const;
    void setValues(GLint location, const std::vector<double>& values) const;
    bool runPass(const std::vector<PlaneTexture*>& outs, const LayerRange& layers, std::span<const Piece> pieces);
    void memoryBarrier() const;

    Device* device_;
    std::shared_ptr<PreparedKernel> kernel_;
    const KernelSpec* spec_; ///< of kernel_
    std::vector<Input> inputs_;
    std::map<std::string, Value> values_;
    int firstRow_ = 0, rows_ = -1; ///< -1: all
    int columns_ = -1;             ///< -1: all
    std::optional<std::pair<int, bool>> edge_ = {};
    std::vector<GhostSource> sources_ = {};
};

} // namespace gaugegl
