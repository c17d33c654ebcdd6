// A checkpoint: a file with everything that the rest of a run follows from.
//
// It is a chain of LIME records: "gaugegl-checkpoint" (TOML: format, program, byte order, drivers), "gaugegl-run" (the
// run file with every key), the sections, raw bits in the byte order of the machine, and at the end
// "gaugegl-checksums", a line "CRC-32 TYPE" for each record before it.
#pragma once

#include "gaugegl/base/output_file.h"
#include "gaugegl/io/lime.h"
#include "gaugegl/io/sections.h"
#include "gaugegl/run/run_config.h"

#include <map>

namespace gaugegl {

/// What a checkpoint says of itself.
struct CheckpointHead {
    std::string program;              ///< "gaugegl 0.1.0", the one that wrote it
    std::vector<std::string> drivers; ///< all that worked on the run, in order, each once
    RunConfig run;                    ///< what the run computes
};

/// Writes a checkpoint; the file appears whole, with commit(), or not at all.  Every member throws FileError.
class CheckpointWriter : public SectionWriter {
public:
    /// Begins the file.
    CheckpointWriter(const std::string& path, const RunConfig& run, const std::vector<std::string>& drivers);

    /// As SectionWriter says.
    void add(const std::string& name, std::span<const std::byte> data) override;
    /// A section of doubles.
    void add(const std::string& name, std::span<const double> data) { add(name, std::as_bytes(data)); }

    /// Ends the file and gives it its name.
    void commit();

private:
    void record(const std::string& type, std::span<const std::byte> data, io::LimeFlags flags = {});

    OutputFile file_;
    std::string checksums_;
};

/// Reads a checkpoint.
class CheckpointReader : public SectionReader {
public:
    /// Reads the whole file once and checks it.  Throws FileError when it cannot be read, when anything in it is
    /// damaged or missing, or when it was written in another format or byte order.
    explicit CheckpointReader(const std::string& path) : CheckpointReader(io::InputFile(path)) {}
    /// The same for an open file.
    explicit CheckpointReader(io::InputFile file);

    /// The name of the file.
    const std::string& path() const override { return file_.path(); }
    /// What the checkpoint says of itself.
    const CheckpointHead& head() const { return head_; }

    /// Whether there is a section of that name.
    bool has(const std::string& name) const;
    /// The section.  Throws FileError when there is none of that name.
    std::vector<std::byte> section(const std::string& name);
    /// Likewise, and when its size is not the one that is expected.
    std::vector<std::byte> section(const std::string& name, std::size_t bytes) override;
    /// A section of doubles.
    std::vector<double> numbers(const std::string& name);

private:
    const io::LimeRecord& record(const std::string& type) const;
    void check(const std::vector<io::LimeRecord>& records);
    void readHead();

    io::InputFile file_;
    std::map<std::string, io::LimeRecord> records_; // by type
    CheckpointHead head_;
};

/// The run that goes on with what another one began: where it names no version of the random key, it has the other's.
RunConfig resumedFrom(const RunConfig& before, RunConfig now);

/// A key in which two runs differ, "seed in [update]", and its values as in a run file.
struct RunDifference {
    std::string key;    ///< with its section
    std::string before; ///< its value in the first run
    std::string now;    ///< its value in the second
};

/// The first key that differs and matters for the numbers of a run; nothing for the same run, resumedFrom the first
/// one.  How many sweeps (or trajectories) there are, folder, figures, the time between checkpoints, path, device, how
/// loops and flows are analysed and how many trajectories may fail do not matter.
std::optional<RunDifference> firstDifference(const RunConfig& before, const RunConfig& now);

} // namespace gaugegl
