// Where `gaugegl fix` works: on a device, or on the CPU.
#pragma once

#include "fix_options.h"
#include "report.h"

#include "device/compilation_notes.h"
#include "gaugegl/gauge/fixing/gauge_fixing.h"
#include "gaugegl/gauge/projection/projection.h"

namespace gaugegl::cli {

/// Fixes one configuration after another.
class FixingBackend {
public:
    /// Throws DeviceError for a path that the driver lacks.
    explicit FixingBackend(const FixOptions& options);

    /// The lattice of all fields from now on, which are this rank's part of it.
    void setLattice(const SharedLattice& shared) { shared_ = shared; }

    /// Transforms u.  Throws InputError and DeviceError as what works does.
    FixingResult fix(HostGaugeField& u, const GaugeFixing& fixing, const FixingWatch& watch);

    /// Tells on this line what is compiled to fix u, until the result goes; null on the CPU.
    class Notes;
    std::unique_ptr<Notes> notes(Progress& progress, const HostGaugeField& u, const GaugeFixing& fixing);

    /// Of links in maximally Abelian gauge; on the device in the precision of its last iterations.
    AbelianObservables abelian(const HostGaugeField& u);
    /// Of links in centre gauge; on the device in the precision of its last iterations.
    CentreObservables centre(const HostGaugeField& u);

    /// "CPU, 2 threads, AVX2", "llvmpipe (LLVM 15.0.6, 256 bits), compute", and after a run in one precision the
    /// kernels of the device: ", eight-threads".
    std::string name() const;
    /// The variants of kernels that were used; null on the CPU.
    Json tuning();

private:
    std::optional<std::size_t> programs(HostGaugeField u, const GaugeFixing& fixing);
    FixingResult onDevice(HostGaugeField& u, const GaugeFixing& fixing, const FixingWatch& watch);
    FinalFixing finalFixing();
    Device& measuringDevice() { return inDouble_ ? *inDouble_ : *device_; }
    GaugeField fieldOn(Device& device, const HostGaugeField& u) const;

    FixingPrecision precision_;
    FixingGranularity granularity_;
    std::shared_ptr<gl::Context> context_; ///< null: the CPU
    std::optional<SharedLattice> shared_;
    std::optional<Device> device_, inDouble_; ///< inDouble_: the last iterations of mixed precision
    std::unique_ptr<GaugeFixer> fixer_;
    std::optional<std::pair<Lattice, Group>> of_; ///< what fixer_ fixes
    std::string kernels_;                         ///< of the last run
};

/// Of the device and, in mixed precision, of that of the last iterations.
class FixingBackend::Notes {
public:
    Notes(FixingBackend& place, Progress& progress, std::optional<std::size_t> expected);

private:
    CompilationNotes first_;
    std::optional<CompilationNotes> last_;
};

} // namespace gaugegl::cli
