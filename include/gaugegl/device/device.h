// A device: an OpenGL context with the path and precision in which its kernels run, and their compiled programs.
#pragma once

#include "gaugegl/core/group.h"
#include "gaugegl/device/buffer_heap.h"
#include "gaugegl/device/kernel_spec.h"
#include "gaugegl/device/pass_runner.h"
#include "gaugegl/gl/program.h"

#include <map>
#include <memory>
#include <optional>

namespace gaugegl {

/// How a device computes.
struct DeviceOptions {
    std::optional<Path> path = {};           ///< none: compute where OpenGL 4.3 is there, else fragment
    Precision precision = Precision::Single; ///< of fields and kernels
    Storage storage = Storage::Texture;      ///< of fields; buffers need the compute path
    std::optional<Registers> registers = {}; ///< none: by the name of the card
    std::optional<bool> images = {};      ///< kernels read textures as images (OpenGL 4.3); none: on software drivers
    std::optional<bool> biasedNorms = {}; ///< none: where the driver does not render to RGBA16_SNORM
    bool checkErrors = false; ///< ask OpenGL for errors after every kernel (slow; used by the tests and verify)
    /// Kernels that have variants are timed at first use, and what was found the fastest is kept in this file (empty:
    /// in memory alone); none: the default variants.
    std::optional<std::string> tuningFile = {};
    PassLimits passes = {}; ///< how long a pass may keep the device busy
};

class Profile;
class Tuner;

/// A compiled kernel, and what its passes were found to cost.
struct KernelProgram {
    gl::Program program; ///< as OpenGL knows it
    double seconds = 0;  ///< to compile it
    PassCost cost = {};  ///< as timed so far
    bool hasRun = false; ///< drivers go on translating until then
};

/// Who wants to know what is compiled.
struct CompilationWatch {
    std::function<void(const std::string& label)> begins; ///< before a program of this kernel is made
    /// After its first run, in which drivers go on translating: the seconds of both.
    std::function<void(double seconds)> ends;
};

/// A context with the path and the precision of its kernels, and the programs it has compiled.
class Device {
public:
    /// Throws DeviceError when the context lacks the path or the precision.  Devices may share a context.
    explicit Device(std::shared_ptr<gl::Context> context, const DeviceOptions& options = {});

    /// Fragment or compute shaders.
    Path path() const { return path_; }
    /// Of fields and kernels.
    Precision precision() const { return options_.precision; }
    /// Whether kernels should make do with few registers.
    Registers registers() const;
    /// Where fields lie.
    Storage storage() const { return options_.storage; }
    /// The buffers of the fields, where they lie in buffers.
    BufferHeap& heap() { return heap_; }
    /// Whether kernels read fields of the format Real as images, not as textures.
    bool images() const;
    /// Layers per plane: 2 in textures of double precision, else 1.
    int layersPerPlane() const { return gaugegl::layersPerPlane(precision(), storage()); }
    /// Whether normed fields are RGBA16 with a bias, because the driver does not render to RGBA16_SNORM.
    bool biasedNorms();
    /// The framebuffer for kernels that write several fields; its targets are attached anew for each.
    const gl::Framebuffer& sharedFramebuffer();
    /// Bytes of a plane of one texel: four numbers.
    std::size_t planeBytes() const { return precision() == Precision::Single ? 16 : 32; }
    /// Where it computes.
    gl::Context& context() const { return *context_; }
    /// The entry points of the context.
    const gl::Functions& gl() const { return context_->gl(); }

    /// The program of a kernel for the result layers first .. first+count-1, which reads textures as images or not;
    /// compiled on first use, then kept.
    KernelProgram& kernelProgram(const KernelSpec& spec, const LayerRange& layers, bool images = false);
    /// The program of kernelProgram() alone.
    const gl::Program& program(const KernelSpec& spec, const LayerRange& layers)
    {
        return kernelProgram(spec, layers).program;
    }
    /// Gives passes to the device.
    PassRunner& passRunner() { return passRunner_; }

    /// Draws the triangle that covers the bound framebuffer.
    void drawFullScreen() const;
    /// Waits until the device has done everything.  Throws DeviceError when the context was lost.
    void finish() const;
    /// Throws DeviceError if checkErrors is set and OpenGL has reported an error.
    void check() const;
    /// To be called before results are believed: throws DeviceError when the context was lost, and as check().
    void checkResults() const;

    /// Chooses among the variants of kernels; null when the defaults are wanted.
    Tuner* tuner();

    /// What measures where the time goes (device/profile.h); null when nothing does.
    Profile* profile() const { return profile_; }

    /// Programs compiled so far.
    std::size_t programCount() const { return programs_.size(); }
    /// Tells of every program that is compiled from now on; an empty watch ends it.
    void watchCompilation(CompilationWatch watch) { compilation_ = std::move(watch); }

private:
    friend class Profile; // which tells of its life
    friend class Kernel;  // which ends a compilation by its first run

    std::shared_ptr<gl::Context> context_;
    DeviceOptions options_;
    Path path_;
    gl::VertexArray noAttributes_;
    std::map<std::string, KernelProgram> programs_;
    BufferHeap heap_;
    std::optional<bool> biasedNorms_;
    std::shared_ptr<Tuner> tuner_;
    std::optional<gl::Framebuffer> sharedFramebuffer_;
    PassRunner passRunner_;
    Profile* profile_ = nullptr;
    CompilationWatch compilation_;
};

} // namespace gaugegl
