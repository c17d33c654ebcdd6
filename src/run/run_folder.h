// The folder of a run: which files in it are the run's, who works on it, and how an earlier run is removed.
#pragma once

#include "base/file_lock.h"
#include "chain/configuration_files.h"
#include "gaugegl/config/run_config.h"

#include <filesystem>
#include <optional>
#include <set>

namespace gaugegl {

/// The file in the folder in which programs before records kept what was measured on a sweep, counted in the same way: NAME.SWEEP.json.
std::string sweepFile(const std::string& name, int sweep);

/// The configurations of the run that are in its folder, of those that it saves until this sweep after thermalisation, in their order.
std::vector<std::string> configurationsThere(const RunConfig& run, std::int64_t last);

/// Held by one process at a time.
class RunFolder {
public:
    /// What is done with it.
    enum class Access { Write, Read };

    /// Makes the folder, opens and locks it; then removes what a killed process left there half written or half removed.
    /// Throws FileError, also when another process works in the folder.  To read, it is neither made nor locked, and nothing is
    /// removed.
    explicit RunFolder(const std::string& directory, Access access = Access::Write);

    std::string path() const { return path_.string(); }
    /// What a run has written or will have read here and is there, with the folder.
    std::vector<std::string> filesThere() const;
    /// A file to be read.
    std::string file(const std::string& name) const { return (path_ / name).string(); }
    /// A file to be written: in this folder, whatever its name leads to by now, and through no link.
    FilePlace place(const std::string& name) const;
    /// The folder as it was opened; null where this process writes nothing.
    const SharedFolder& opened() const { return folder_; }
    bool has(const std::string& name) const { return std::filesystem::exists(path_ / name); }
    /// Throws FileError where a folder of this name, into which much is written, is a symbolic link that nobody named.
    void requireNoLink(const std::string& name) const;
    /// The names of what every run writes besides run.toml and configurations, of those that are here.
    std::vector<std::string> resultsThere() const;
    /// The files sweepFile(name, ..) that are here, of the multiples of `every` until the last sweep, in their order.
    std::vector<std::string> sweepFiles(const std::string& name, int every, std::int64_t last) const;

    /// Removes the files of the run that is there, whether complete or not: its results, figures, checkpoint, and the
    /// configurations that they speak of.  Other files stay.  A kill in between is made up for by the next RunFolder.
    /// Throws FileError, and removes nothing, if `start`, from which the next run begins, is one of them.
    void removeRun(const std::string& start) const;

private:
    std::set<std::string> filesOfRun() const;
    void addConfigurations(std::set<std::string>& names, const RunConfig& run) const;
    void remove(const std::string& name) const;
    void removeListed() const;
    void removeHalfWritten() const;

    /// Makes a folder with those above it, and in the end removes of those that it made what is empty: who fails leaves none.
    class Made {
    public:
        ~Made();
        void make(const std::filesystem::path& folder);

    private:
        std::vector<std::filesystem::path> folders_; ///< the innermost first
    };

    std::filesystem::path path_;
    Made made_;
    SharedFolder folder_;
    std::optional<FileLock> lock_;
};

} // namespace gaugegl
