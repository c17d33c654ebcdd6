// A cache of compiled programs on disk, so that a second start need not compile.  There is one file for each program,
// found by the hash of its key and used only if the key stored in it is equal byte for byte.
//
// A file holds: magic, version, binary format, length of key, length of binary (little endian), key, binary, CRC-32 of
// everything before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gaugegl {
class FileLock;
}

namespace gaugegl::gl {

/// The result of glGetProgramBinary, valid only for the driver that wrote it.
struct ProgramBinary {
    std::uint32_t format = 0;     ///< binaryFormat of the driver
    std::vector<std::byte> bytes; ///< the binary
    /// Equal format and bytes.
    bool operator==(const ProgramBinary&) const = default;
};

/// A folder of program files.  Several processes may use it at once: files are written atomically, and damaged or
/// foreign files count as missing.  Nothing here throws, since a program can always be compiled.  Not thread-safe.
class ProgramCache {
public:
    static constexpr std::uint64_t defaultLimit = 64 << 20; ///< bytes

    /// The folder need not exist: the first store creates it, accessible only to the user.  When the files exceed
    /// `limit` bytes, the least recently used ones are removed.
    explicit ProgramCache(std::string folder, std::uint64_t limit = defaultLimit);

    /// The binary that was stored with this key, or nothing.
    std::optional<ProgramBinary> find(std::string_view key) const;

    /// Stores a binary with this key, replacing an older one.  Returns false if it could not be written; after three
    /// failures in a row it no longer tries.
    bool store(std::string_view key, const ProgramBinary& binary);

    /// The right to compile what has a name of that hash, while other processes that ask for it wait; null where nothing can be
    /// locked.
    std::shared_ptr<FileLock> turn(std::string_view name) const;

    /// The contents of a folder.
    struct Contents {
        std::size_t programs = 0; ///< number of programs
        std::uint64_t bytes = 0;  ///< size of their files
    };
    /// The cache files in the folder; other files are neither counted nor touched.
    Contents contents() const;
    /// Removes the files of the cache, incomplete ones of interrupted runs included.  Returns the number of programs.
    std::size_t clear();
    /// Whether files can be created in the folder, or the folder itself.
    bool writable() const;

    /// The folder.
    const std::string& folder() const { return folder_; }
    /// The path of the file for a key.
    std::string file(std::string_view key) const;

private:
    void trim();

    std::string folder_;
    std::uint64_t limit_;
    std::optional<std::uint64_t> size_; ///< of all files as far as this process knows; none: not determined yet
    int failures_ = 0;                  ///< successive failures of store()
};

/// Where compiled programs are kept; null cache: nowhere, and why.
struct CacheChoice {
    std::shared_ptr<ProgramCache> cache; ///< null: none
    std::string reason;                  ///< why there is none
};

/// From the environment: GAUGEGL_CACHE_DIR (empty: no cache), else gaugegl in XDG_CACHE_HOME or HOME/.cache.
CacheChoice userCache();

} // namespace gaugegl::gl
