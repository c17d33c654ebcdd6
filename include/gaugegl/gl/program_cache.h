// Compiled programs on disk, so that a second start need not compile: one file for each program, found by the hash of
// its key and used only if the key that is stored in it is the same byte for byte.
//
// A file: magic, version, binary format, length of key, length of binary (little endian), key, binary, CRC-32 of all
// before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gaugegl::gl {

/// What glGetProgramBinary gives: of use to the driver that wrote it alone.
struct ProgramBinary {
    std::uint32_t format = 0;     ///< as the driver numbers them
    std::vector<std::byte> bytes; ///< as the driver gave them
    /// The same bytes.
    bool operator==(const ProgramBinary&) const = default;
};

/// A folder of program files.  Several processes may use it at once: files appear whole or not at all, and what is
/// damaged or foreign counts as missing.  Nothing here is an error, since a program can always be compiled.  One thread
/// at a time.
class ProgramCache {
public:
    static constexpr std::uint64_t defaultLimit = 64 << 20; ///< bytes

    /// The folder need not exist: the first store makes it, for the user alone.  When the files exceed `limit` bytes
    /// those used the longest ago are removed.
    explicit ProgramCache(std::string folder, std::uint64_t limit = defaultLimit);

    /// The binary that was stored with this key, or nothing.
    std::optional<ProgramBinary> find(std::string_view key) const;

    /// Replaces what is stored with this key.  False when it could not be written; after three in a row it
    /// is not tried again.
    bool store(std::string_view key, const ProgramBinary& binary);

    /// What a folder holds.
    struct Contents {
        std::size_t programs = 0; ///< that can be found
        std::uint64_t bytes = 0;  ///< of their files
    };
    /// What the folder holds of files of a cache; other files are neither counted nor touched.
    Contents contents() const;
    /// Removes the files of the cache, also those that an interrupted run left half written.  The number of programs.
    std::size_t clear();
    /// Whether files can be made in the folder, or the folder itself.
    bool writable() const;

    /// Where the files are.
    const std::string& folder() const { return folder_; }
    /// The file of a key.
    std::string file(std::string_view key) const;

private:
    void trim();

    std::string folder_;
    std::uint64_t limit_;
    std::optional<std::uint64_t> size_; ///< of all files as far as this process knows; none: not yet looked
    int failures_ = 0;                  ///< of stores, one after the other
};

/// Where compiled programs are kept; null cache: nowhere, and why.
struct CacheChoice {
    std::shared_ptr<ProgramCache> cache; ///< null: none
    std::string reason;                  ///< why there is none
};

/// From the environment: GAUGEGL_CACHE_DIR (empty: no cache), else gaugegl in XDG_CACHE_HOME or HOME/.cache.
CacheChoice userCache();

} // namespace gaugegl::gl
