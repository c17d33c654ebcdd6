// Where a file is written: under the name that a user gave, or in a folder under a name of the program's own, where no symbolic link
// is followed.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace gaugegl {

/// A folder that stays open: what is written into it lies there, whatever its name leads to meanwhile.  The name itself, which a
/// user gave, may be a symbolic link.
class OpenFolder {
public:
    /// Throws FileError unless it is a folder.
    explicit OpenFolder(std::string path);
    ~OpenFolder();
    OpenFolder(const OpenFolder&) = delete;
    OpenFolder& operator=(const OpenFolder&) = delete;

    /// Its name.
    const std::string& path() const { return path_; }
    /// Its descriptor; on Windows, where files are not found through folders, -1.
    int descriptor() const { return descriptor_; }

private:
    std::string path_;
    int descriptor_;
};

/// An open folder, kept by all who write into it.
using SharedFolder = std::shared_ptr<const OpenFolder>;

/// The place of a file that is written.
class FilePlace {
public:
    /// As a user named it: a symbolic link is followed.  Throws FileError for a name with a NUL in it, behind which the system sees
    /// nothing.
    FilePlace(std::string path); // NOLINT(google-explicit-constructor): most files are named so
    /// As a user named it: a symbolic link is followed.
    FilePlace(const char* path) : FilePlace(std::string(path)) {} // NOLINT(google-explicit-constructor)
    /// In an open folder, as the program named it: a symbolic link is refused.  Throws FileError as above, and for a name that leads
    /// out of the folder.
    FilePlace(SharedFolder folder, const std::string& name);
    /// Of this name, of which the user gave the folder or the beginning alone: a symbolic link is refused.  Throws FileError as above.
    static FilePlace ofProgram(std::string path);

    /// With an ending that the program adds, as ofProgram().
    FilePlace operator+(std::string_view ending) const;
    /// Another file in the same folder, as the program named it: a symbolic link is refused.
    FilePlace beside(const std::string& fileName) const;

    /// The whole name: for messages, and for who reads the file.
    const std::string& path() const { return path_; }
    /// Whether a symbolic link of this name is followed.
    bool followsLink() const { return followsLink_; }
    /// The folder that it lies in; null: that of its path.
    const SharedFolder& folder() const { return folder_; }
    /// The name in that folder, or the path.
    const std::string& name() const { return folder_ ? name_ : path_; }
    /// The last part of the name.
    std::string fileName() const;

private:
    SharedFolder folder_;
    std::string name_, path_;
    bool followsLink_;
};

} // namespace gaugegl
