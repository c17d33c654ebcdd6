// What the suites of `gaugegl bench` that time kernels have in common: jobs, their measurement one after the other, and
// the report with table, JSON and figures.
#pragma once

#include "bench.h"
#include "bench_report.h"

namespace gaugegl::cli {

/// One measurement to be made.
struct Job {
    /// Which benchmark measures it.
    enum class Kind { Gauge, Fermions, Hmc, Host };

    std::string name;
    Lattice lattice;
    Group group;
    std::optional<BenchTarget> place; ///< none: the CPU
    bool listed = true;               ///< else it is only compared with
    Kind kind = Kind::Gauge;          ///< on the CPU: Fermions hops, Host what bench/host_work.h has, Hmc trajectories
    int threads = 1;                  ///< of the CPU
    Precision precision = Precision::Double; ///< on the CPU
    bool tuned = false;                      ///< on a device that tunes
};

/// The path that copies are quoted of: compute where there is one, in single precision.
BenchTarget standardTarget(const gl::Capabilities& c);
/// Whether the options permit the CPU's own code.
bool wantsHost(const CommonOptions& options);
/// A job on the CPU's own code, on one core and on all, in the precisions that the options permit.
void addHostJobs(std::vector<Job>& jobs, const Job& job, const CommonOptions& options);
/// Those of the options; SU(2) and SU(3) where they name none.
std::vector<Group> groupsOf(const BenchOptions& options);

/// A suite whose rows are times of kernels or trajectories.
struct JobSuite {
    std::string name;
    std::function<std::vector<Job>(const gl::Capabilities&)> plan; ///< jobs of a place after its copy
    std::function<std::string(const BenchReport&, bool markdown)> table = benchTable;
    std::vector<std::string (*)(const BenchReport&)> remarks;                   ///< below the table
    std::function<std::vector<std::string>(const BenchReport&)> draw = nullptr; ///< returns the files of its figures
};
/// Measures, prints, draws and writes.  A signal ends it: what is complete is reported all the same.  Returns the exit
/// code.
int runJobSuite(const JobSuite& suite, const BenchOptions& options);

} // namespace gaugegl::cli
