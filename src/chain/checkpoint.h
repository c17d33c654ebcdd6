// A checkpoint: a file with the complete state of a run.
//
// It is a chain of LIME records: "gaugegl-checkpoint" (TOML: format, program, byte order, drivers, variants), "gaugegl-run" (the
// run file with every key), the sections, raw bits in the byte order of the machine, and at the end
// "gaugegl-checksums", a line "CRC-32 TYPE" for each record before it.
#pragma once

#include "base/output_file.h"
#include "gaugegl/config/run_config.h"
#include "io/lime.h"
#include "io/sections.h"

#include <map>

namespace gaugegl {

/// The head of a checkpoint.
struct CheckpointHead {
    std::string program;              ///< "gaugegl 0.1.0", the one that wrote it
    std::vector<std::string> drivers; ///< all that the run used, in order, each once
    /// EnsembleHistory::variants.
    std::vector<std::string> variants;
    RunConfig run; ///< the run
};

/// Writes a checkpoint atomically: the file appears with commit().  Every member throws FileError.
class CheckpointWriter : public SectionWriter {
public:
    /// Begins the file with the head.
    CheckpointWriter(const FilePlace& path, const RunConfig& run, const std::vector<std::string>& drivers,
                     const std::vector<std::string>& variants = {});

    using SectionWriter::add;
    /// Adds a section of bytes (SectionWriter::add).
    void add(const std::string& name, std::size_t bytes, const SectionBlocks& next) override;
    /// Adds a section of doubles.
    void add(const std::string& name, std::span<const double> data) { add(name, std::as_bytes(data)); }

    /// Completes the file and gives it its name.
    void commit();

private:
    void record(const std::string& type, std::span<const std::byte> data, io::LimeFlags flags = {});
    void record(const std::string& type, std::size_t bytes, const SectionBlocks& next, io::LimeFlags flags = {});

    OutputFile file_;
    std::string checksums_;
};

/// Reads a checkpoint.
class CheckpointReader : public SectionReader {
public:
    /// Reads the head and checks it, and that the records are those that were written.  Throws FileError if it cannot be read, if any of
    /// that is damaged or missing, or if it was written in another format or byte order.  A section is checked when it is first read, or by
    /// verify().
    explicit CheckpointReader(const std::string& path) : CheckpointReader(io::InputFile(path)) {}
    /// A reader for an open file.  Throws as above.
    explicit CheckpointReader(io::InputFile file);

    /// The name of the file.
    const std::string& path() const override { return file_.path(); }
    /// The head of the checkpoint.
    const CheckpointHead& head() const { return head_; }

    /// Checks all sections.  Throws FileError for one that is damaged or, at once, longer than a section of this run can be.
    void verify(const RunConfig& run);

    /// Whether there is a section of that name.
    bool has(const std::string& name) const override;
    /// The section with that name.  Throws FileError if there is none.
    std::vector<std::byte> section(const std::string& name);
    using SectionReader::section;
    /// A part of the section (SectionReader::read).
    void read(const std::string& name, std::size_t bytes, std::size_t offset, std::span<std::byte> out) override;
    /// The section with that name as doubles.  Throws FileError if there is none, if it is not a whole number of
    /// doubles, or if there are more than `most` of them.
    std::vector<double> numbers(const std::string& name, std::uint64_t most);

private:
    const io::LimeRecord& record(const std::string& type) const;
    const io::LimeRecord& checkedRecord(const std::string& type);
    void check(const std::vector<io::LimeRecord>& records);
    void readHead();

    io::InputFile file_;
    std::map<std::string, io::LimeRecord> records_;      // by type
    std::map<std::string, std::uint32_t> uncheckedCrcs_; // of those that were not yet compared
    CheckpointHead head_;
};

/// The configuration of a resumed run: what it does not state of the version of the random key and of the path of hybrid Monte Carlo it
/// takes from the run before.
RunConfig resumedFrom(const RunConfig& before, RunConfig now);

/// A key in which two runs differ, such as "seed in [update]", and its values as in a run file.
struct RunDifference {
    std::string key;    ///< with its section
    std::string before; ///< its value in the first run
    std::string now;    ///< its value in the second
};

/// The first key that differs and affects the numbers of a run; nothing if `now`, resumedFrom the first run, is the
/// same run.  The number of sweeps (or trajectories), the folder, figures, the time between checkpoints, the path of shaders, device, tuning,
/// the analysis of loops and flows, and the number of failures allowed may differ.
std::optional<RunDifference> firstDifference(const RunConfig& before, const RunConfig& now);

} // namespace gaugegl
