#include "gaugegl/base/file_place.h"

#include "base/descriptors.h"
#include "base/one_line.h"
#include "gaugegl/base/error.h"

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

namespace gaugegl {
namespace {

void requireNoZero(const std::string& path)
{
    if (path.find('\0') != std::string::npos)
        throw FileError(oneLine(path), "is no name of a file: it has a NUL in it");
}

} // namespace

OpenFolder::OpenFolder(std::string path) : path_(std::move(path)), descriptor_(-1)
{
    requireNoZero(path_);
    const int error = openFolder(path_, descriptor_);
    if (error != 0) throw FileError(path_, "this folder cannot be opened: " + std::generic_category().message(error));
}

OpenFolder::~OpenFolder() { closeFile(descriptor_); }

FilePlace::FilePlace(std::string path) : path_(std::move(path)), followsLink_(true) { requireNoZero(path_); }

FilePlace::FilePlace(SharedFolder folder, const std::string& name)
    : folder_(std::move(folder)), name_(name), path_((std::filesystem::path(folder_->path()) / name).string()),
      followsLink_(false)
{
    requireNoZero(name);
    if (name.empty() || name == "." || name == ".." || std::filesystem::path(name).filename() != name)
        throw FileError(path_, "is not in the folder " + folder_->path());
}

FilePlace FilePlace::ofProgram(std::string path)
{
    FilePlace place(std::move(path));
    place.followsLink_ = false;
    return place;
}

FilePlace FilePlace::operator+(std::string_view ending) const { return beside(fileName() + std::string(ending)); }

FilePlace FilePlace::beside(const std::string& fileName) const
{
    if (folder_) return {folder_, fileName};
    return ofProgram(std::filesystem::path(path_).replace_filename(fileName).string());
}

std::string FilePlace::fileName() const { return std::filesystem::path(name()).filename().string(); }

} // namespace gaugegl
