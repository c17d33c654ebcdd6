#include "base/working_folder.h"

#include "base/descriptors.h"
#include "base/output_file.h"
#include "base/unfinished.h"
#include "gaugegl/base/error.h"

#include <cerrno>
#include <filesystem>

namespace gaugegl {
namespace {

namespace fs = std::filesystem;

std::string folderOfTemporaryFiles()
{
    std::error_code error;
    const fs::path folder = fs::temp_directory_path(error);
    if (error) throw FileError(folder.string(), "no folder for temporary files (TMPDIR): " + error.message());
    return folder.string();
}

} // namespace

WorkingFolder::WorkingFolder() : WorkingFolder(folderOfTemporaryFiles(), "gaugegl-") {}

WorkingFolder::WorkingFolder(const std::string& folder, const std::string& beginning)
    : path_(makeUnfinishedFolder([&] { return makeOwnFolder((fs::path(folder) / beginning).string()); }))
{
    if (path_.empty()) failToWrite(folder, "cannot make a folder of temporary files in it", errno);
}

WorkingFolder::~WorkingFolder() { endUnfinishedFolder(path_); }

std::string WorkingFolder::file(const std::string& name) const { return (fs::path(path_) / name).string(); }

} // namespace gaugegl
