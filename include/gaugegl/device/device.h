// A device: an OpenGL context with the path and precision in which its kernels run, and their compiled programs.
#pragma once

#include "gaugegl/comm/shared_lattice.h"
#include "gaugegl/core/division.h"
#include "gaugegl/core/group.h"
#include "gaugegl/device/buffer_heap.h"
#include "gaugegl/device/kernel_spec.h"
#include "gaugegl/device/pass_runner.h"
#include "gaugegl/device/prepared_kernel.h"
#include "gaugegl/gl/program.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <unordered_map>
#include <utility>

namespace gaugegl {

class FileLock;

struct TuningChoice;

/// Callbacks that report the timing of variants of kernels; each may be empty.
struct TuningWatch {
    std::function<void(const std::string& kernel, int number, int of)> begins = {}; ///< before each variant of a kernel
    /// After them: whether all were timed, and the seconds that it took.
    std::function<void(bool complete, double seconds)> ends = {};
    std::function<void(const std::string& text)> note = {}; ///< what the user should know
    std::function<void(const TuningChoice&)> chosen = {};   ///< each time that something with variants is set up
};

/// The options of a device.
struct DeviceOptions {
    std::optional<Path> path = {};           ///< none: compute with OpenGL 4.3, else fragment
    Precision precision = Precision::Single; ///< of fields and kernels
    Storage storage = Storage::Texture;      ///< of fields; buffers need the compute path
    std::optional<Registers> registers = {}; ///< none: by the name of the card
    std::optional<bool> images = {};      ///< kernels read textures as images (OpenGL 4.3); none: on software drivers
    std::optional<bool> biasedNorms = {}; ///< none: where the driver does not render to RGBA16_SNORM
    bool checkErrors = false; ///< ask OpenGL for errors after every kernel (slow; used by the tests and verify)
    /// Kernels that have variants are timed at first use, and the fastest variant is stored in this file (empty: in
    /// memory only); none: the default variants.
    std::optional<std::string> tuningFile = {};
    bool tuning = true; ///< of openDevice: false: the default variants, and the path by its rule
    std::int64_t sites =
        0; ///< of openDevice: of the lattice to come, on which the path of a software driver depends; 0: unknown
    TuningWatch tuningWatch = {}; ///< hears of tuning
    /// The ranks that share lattices; none: this one alone.
    std::shared_ptr<const Communicator> ranks = {};
    DivisionRequest division = {}; ///< of lattices among them
    bool mixedRanks = false;       ///< their drivers differ: numbers that decide are those of the first rank
    PassLimits passes = {};        ///< limits on the duration of a pass
};

class Profile;
class Tuner;

/// A compiled kernel, and the measured cost of its passes.
struct KernelProgram {
    gl::Program program;    ///< the OpenGL program
    std::string kernel;     ///< KernelSpec::kernel
    double seconds = 0;     ///< compile time
    PassCost cost = {};     ///< cost of its passes, from timings so far
    bool hasRun = false;    ///< many drivers finish compiling only at the first run
    std::string given = {}; ///< the uniforms of its last run, which were those that it needs
};

/// Callbacks that report compilation.
struct CompilationWatch {
    std::function<void(const std::string& label)> begins; ///< before a program of this kernel is made
    /// After its first run, in which many drivers finish compiling: the seconds of compilation and first run.
    std::function<void(double seconds)> ends;
};

/// A context with the path and the precision of its kernels, and the programs it has compiled.
class Device {
public:
    /// Throws DeviceError when the context lacks the path or the precision.  Devices may share a context.
    explicit Device(std::shared_ptr<gl::Context> context, const DeviceOptions& options = {});

    /// Fragment or compute shaders.
    Path path() const { return path_; }
    /// The precision of fields and kernels.
    Precision precision() const { return options_.precision; }
    /// Whether kernels use variants for cards with few registers per thread.
    Registers registers() const;
    /// registers() for kernels of hundreds of numbers a site, as those of clover terms: in double precision they spill on
    /// cards with 255 registers too.
    Registers registersOfLongKernels() const;
    /// Where fields are stored.
    Storage storage() const { return options_.storage; }
    /// The most layers that a fragment pass writes here: eight, or fewer where the driver has fewer draw buffers.
    int targetsOfPass() const;
    /// The passes of a kernel on this device (kernel_spec.h).
    std::vector<LayerRange> passesOf(const KernelSpec& spec) const;
    /// The heap of the fields, if they are stored in buffers.
    BufferHeap& heap() { return heap_; }
    /// Whether kernels read fields of the format Real as images instead of textures.
    bool images() const;
    /// Texture layers per plane: 2 for textures in double precision, else 1.
    int layersPerPlane() const { return gaugegl::layersPerPlane(precision(), storage()); }
    /// Whether BlockFloat16 fields are stored as RGBA16 with a bias, because the driver cannot render to RGBA16_SNORM.
    bool biasedNorms();
    /// For the edges of fields that ranks exchange.
    const gl::Buffer& edgeBuffer();
    /// The framebuffer for kernels that write several fields; its targets are attached again for each kernel.
    const gl::Framebuffer& sharedFramebuffer();
    /// Bytes of a plane of one texel: four numbers.
    std::size_t planeBytes() const { return precision() == Precision::Single ? 16 : 32; }
    /// The lattice as this rank holds it, with so many slices of ghosts.  Throws InputError as sharedLattice().
    Lattice shared(const Lattice& lattice, const GhostWidth& ghosts = {}) const
    {
        return sharedLattice(lattice, ranks().rank(), ranks().size(), options_.division, ghosts);
    }
    /// The ranks that share lattices.
    const Communicator& ranks() const { return options_.ranks ? *options_.ranks : *singleRank(); }
    /// Whether the drivers of the ranks may differ.
    bool mixedRanks() const { return options_.mixedRanks; }
    /// Makes numbers that ranks have computed alike those of the first rank, where their drivers might differ; collective.
    void agree(std::span<double> numbers) const
    {
        if (options_.mixedRanks) ranks().broadcast(std::as_writable_bytes(numbers));
    }
    /// A lattice of this device with its ranks, for the host; collective.
    SharedLattice sharedBy(const Lattice& lattice) const
    {
        return {lattice, options_.ranks ? options_.ranks : singleRank()};
    }
    /// The OpenGL context.
    gl::Context& context() const { return *context_; }
    /// The entry points of the context.
    const gl::Functions& gl() const { return context_->gl(); }

    /// The program of a kernel for the result layers first .. first+count-1, which reads textures as images or not.  It
    /// is compiled on first use and kept.
    /// Where it is new and there is a cache of programs, other ranks of the host wait for it while `turn`, if given, lives.
    KernelProgram& kernelProgram(const KernelSpec& spec, const LayerRange& layers, bool images = false,
                                 std::shared_ptr<FileLock>* turn = nullptr);
    /// How a program differs by the fields that a kernel is given.
    struct ProgramFields {
        bool images;      ///< it reads textures as images
        bool stridedRows; ///< of its results rows of different t do not follow each other
    };
    /// The program of a kernel that was used before, found without its key.
    KernelProgram& kernelProgram(PreparedKernel& kernel, const LayerRange& layers, const ProgramFields& fields,
                                 std::shared_ptr<FileLock>* turn);
    /// kernelProgram(spec, layers).program.
    const gl::Program& program(const KernelSpec& spec, const LayerRange& layers)
    {
        return kernelProgram(spec, layers).program;
    }
    /// Submits passes to the device.
    PassRunner& passRunner() { return passRunner_; }

    /// Draws the triangle that covers the bound framebuffer.
    void drawFullScreen() const;
    /// Waits until the device has finished all work.  Throws DeviceError if the context was lost.
    void finish() const;
    /// Throws DeviceError if checkErrors is set and OpenGL has reported an error.
    void check() const;
    /// Call before results are used: throws DeviceError if the context was lost, and as check().
    void checkResults() const;

    /// The tuner that chooses among the variants of kernels; it takes the defaults where there is no tuning.
    Tuner& tuner();
    /// Who hears of tuning.
    const TuningWatch& tuningWatch() const { return options_.tuningWatch; }
    /// Has others hear of tuning from now on.  Returns who heard of it before.
    TuningWatch watchTuning(TuningWatch watch) { return std::exchange(options_.tuningWatch, std::move(watch)); }

    /// The active profile (device/profile.h); null if there is none.
    Profile* profile() const { return profile_; }

    /// The number of programs compiled so far.
    std::size_t programCount() const { return programs_.size(); }
    /// Frees all programs; those that are used again are compiled again.
    void freePrograms();
    /// The kernels, by their files, of which programs have run.
    std::set<std::string> kernelsThatRan() const;
    /// Reports every program that is compiled from now on; an empty watch stops the reports.
    void watchCompilation(CompilationWatch watch) { compilation_ = std::move(watch); }

private:
    friend class Profile; // registers itself
    friend class Kernel;  // reports the end of a compilation, after the first run

    std::shared_ptr<gl::Context> context_;
    DeviceOptions options_;
    Path path_;
    gl::VertexArray noAttributes_;
    std::unordered_map<std::string, KernelProgram> programs_;
    int generation_ = 0;        ///< how often all were freed
    std::set<std::string> ran_; ///< kernels of programs that were freed
    BufferHeap heap_;
    std::optional<bool> biasedNorms_;
    std::shared_ptr<Tuner> tuner_;
    std::optional<gl::Framebuffer> sharedFramebuffer_;
    std::optional<gl::Buffer> edgeBuffer_;
    PassRunner passRunner_;
    Profile* profile_ = nullptr;
    CompilationWatch compilation_;
};

} // namespace gaugegl
