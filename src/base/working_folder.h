// A folder for the files of a piece of work.
#pragma once

#include <string>

namespace gaugegl {

/// An empty folder of this user alone, that goes with all that is in it; also when the process exits early (removeUnfinishedFiles).
class WorkingFolder {
public:
    /// Where temporary files are: TMPDIR on POSIX.  Throws FileError, DiskError for a full disk.
    WorkingFolder();
    /// In another folder, its name beginning so.  Throws FileError, DiskError for a full disk.
    WorkingFolder(const std::string& folder, const std::string& beginning);
    ~WorkingFolder();
    WorkingFolder(const WorkingFolder&) = delete;
    WorkingFolder& operator=(const WorkingFolder&) = delete;

    /// Its name.
    const std::string& path() const { return path_; }
    /// A file in it.
    std::string file(const std::string& name) const;

private:
    std::string path_;
};

} // namespace gaugegl
