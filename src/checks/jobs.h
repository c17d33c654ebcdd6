// Suites whose rows are times of entries (checks/kernel_entry.h): jobs, measured one after the other.
#pragma once

#include "checks/kernel_entry.h"
#include "checks/rows.h"

namespace gaugegl {

/// One measurement to be made.
struct Job {
    const KernelEntry* entry;
    Lattice lattice;
    Group group;
    std::optional<BenchTarget> target = {};  ///< none: the CPU
    bool listed = true;                      ///< else it is only compared with
    int threads = 1;                         ///< of the CPU
    Precision precision = Precision::Double; ///< on the CPU
    bool tuned = false;                      ///< on a device that tunes
};

/// The copy bandwidth of a device, with which the jobs after it are compared.
Job copyJob(const Lattice& lattice, const BenchTarget& target, bool listed);
/// Adds jobs on the CPU, on one core and on all, in the precisions that the request permits (none: `standard`), if it permits the
/// CPU's own code.
void addHostJobs(std::vector<Job>& jobs, const Job& job, const SuiteRequest& request, const std::string& standard);

/// Adds a job on a device, where the entry exists there.
void addDeviceJob(std::vector<Job>& jobs, const KernelEntry& entry, const Lattice& lattice, Group group,
                  const BenchTarget& target);

/// A suite whose rows are times of entries.
class JobSuite : public Suite {
public:
    void plan(const gl::Capabilities& c) override;
    void measure(const std::shared_ptr<gl::Context>& context) override;
    std::string text(const Machine& machine, bool markdown) const override;
    report::Json json() const override;
    std::vector<std::string> draw(const Machine& machine) const override;
    bool empty() const override { return rows_.empty(); }

protected:
    using Suite::Suite;

private:
    /// Those of a device after its copy.
    virtual std::vector<Job> jobs(const gl::Capabilities& c) const = 0;
    virtual std::string table(const BenchRows& rows, bool markdown) const
    {
        return kernelTable(rows, request().comparesVariants(), markdown);
    }
    /// Lines below the table, those of each text apart.
    virtual std::vector<std::string> notes(const BenchRows& rows) const = 0;
    /// Draws figures and puts their files behind others.
    virtual void drawRows(std::vector<std::string>& files, const BenchRows& rows, const Machine& machine) const = 0;

    BenchRows comparedRows() const;

    std::vector<Job> jobs_;
    BenchRows rows_;
    double copyBytesPerSecond_ = 0; ///< of the standard target
    std::string failures_;          ///< lines: what could not be measured, and why
};

} // namespace gaugegl
