// What `gaugegl verify` does: both groups on every device, several at once, reported in their order.
#pragma once

#include "command.h"

#include "checks/check_selection.h"
#include "checks/parts.h"
#include "gaugegl/config/run_config.h"
#include "gaugegl/core/lattice.h"

#include <exception>
#include <mutex>
#include <set>

namespace gaugegl::cli {

/// What is to be verified.
struct VerificationRequest {
    CommonOptions common; ///< path, precision and storage may be "all"
    Lattice lattice = Lattice({4, 6, 8, 10});
    std::vector<Group> groups;
    std::vector<std::string> kernels; ///< as checkedParts() takes them
    std::optional<RunConfig> run;     ///< only the kernels that it uses
    bool variants = false;            ///< also those that the device would not choose
    int jobs = 0;                     ///< contexts that work at once; 0: chosen
};

/// All combinations of path and precision that the context offers and the request permits; fields in buffers are a
/// variant.
std::vector<DeviceOptions> devicesToVerify(const gl::Capabilities& c, const VerificationRequest& request);

/// A number of parts of the checks on one device.
struct PartsOnDevice {
    DeviceOptions device;
    Group group;
    std::vector<const KernelPart*> parts;
    bool variants = false;
    std::shared_ptr<CheckSelection> selection = {}; ///< those that run programs which are needed; null: all
    std::string leftOut = {};                       ///< what these checks leave out, for people
};

/// What `gaugegl verify RUN.toml` compares, the kernels that this run will use: of the chain, its observables, loops and flow those checks
/// that run their programs; of solves the usual checks of their operators.  The request has the device options of the run.  Throws as
/// openDevice() and programsOfRun().
std::vector<PartsOnDevice> partsOfRun(const std::shared_ptr<gl::Context>& context, const VerificationRequest& request);

/// What `gaugegl verify --ranks` does: compares every kernel whose label holds the text, on the parts of ranks and whole; collective.
/// Returns the exit code.  Throws InputError without ranks.
int verifyRanks(const VerificationRequest& request, const std::string& only);

/// All checks of a request.  Drivers compile on one processor for each context, so that several have a context each.
class Verification {
public:
    /// Plans it.  The request must outlive the object.  Throws InputError for a lattice that does not fit.
    Verification(const VerificationRequest& request, std::shared_ptr<gl::Context> context);

    /// Of all checks.
    int total() const { return total_; }

    /// Makes the checks and calls `observe` for each, on this thread and in their order, until all are made or an interrupt
    /// comes, with progress on standard error.  Throws what a verifier throws.
    void run(const CheckObserver& observe);

    /// When all checks of all parts are made: the kernels of the catalogue, for the groups, paths and precisions of the request, that
    /// none of them has run.
    std::set<std::string> kernelsNotRun();
    /// What no check is made of: names of parts; of a run the unchecked() programs, and what is not compared of solves.
    std::vector<std::string> leftOut() const;
    /// Of a run the labels of programs of its chain, observables, loops and flow that no check has.
    std::vector<std::string> unchecked() const;

    /// For a Rescue: those that were made and not reported yet.
    void reportRest(const CheckObserver& observe);

private:
    /// With what was made of it.
    struct Task : PartsOnDevice {
        std::vector<Check> made = {};
        std::size_t reported = 0;
        bool complete = false;
    };

    int count(const Task& task) const;
    void workInThreads(const std::function<bool()>& show);
    void work(std::shared_ptr<gl::Context> context, const std::function<void()>& made);
    void carryOut(const std::shared_ptr<gl::Context>& context, Task& task, const std::function<void()>& made);
    void reportInOrder(const CheckObserver& observe);

    const VerificationRequest& request_;
    std::shared_ptr<gl::Context> context_;
    int total_ = 0;

    std::mutex mutex_; ///< of all that follows
    std::vector<Task> tasks_;
    std::vector<std::size_t> order_; ///< in which tasks are taken
    std::size_t next_ = 0;           ///< how many were taken
    int made_ = 0;
    int workers_ = 0; ///< that have not ended
    std::string compiling_;
    std::set<std::string> ran_; ///< kernels
    std::exception_ptr failure_;
};

} // namespace gaugegl::cli
