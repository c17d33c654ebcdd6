#include "gl/program_cache.h"

#include "base/file_lock.h"
#include "base/output_file.h"
#include "base/platform.h"
#include "base/private_folder.h"
#include "gaugegl/base/error.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <zlib.h>

namespace gaugegl::gl {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view magic = "GAUGEGLP", extension = ".program";
constexpr std::uint32_t formatVersion = 1;
constexpr std::size_t headerBytes = 32, checksumBytes = 4;
constexpr int maximumFailures = 3;

std::string environment(const char* name)
{
    const char* value = std::getenv(name);
    return value ? value : "";
}

/// FNV-1a, 64 bit (Fowler, Noll, Vo): names files only; what is in them is compared.
std::uint64_t hashOf(std::string_view text)
{
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    return hash;
}

void append(std::string& bytes, std::uint64_t value, int count)
{
    for (int i = 0; i < count; ++i)
        bytes += static_cast<char>(value >> 8 * i & 0xff);
}

std::uint64_t number(std::string_view bytes, std::size_t at, int count)
{
    std::uint64_t value = 0;
    for (int i = count; i-- > 0;)
        value = value << 8 | static_cast<unsigned char>(bytes[at + std::size_t(i)]);
    return value;
}

std::uint32_t checksum(std::string_view bytes)
{
    return static_cast<std::uint32_t>(::crc32_z(0, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()));
}

std::string encoded(std::string_view key, const ProgramBinary& binary)
{
    std::string bytes(magic);
    append(bytes, formatVersion, 4);
    append(bytes, binary.format, 4);
    append(bytes, key.size(), 8);
    append(bytes, binary.bytes.size(), 8);
    bytes += key;
    bytes.append(reinterpret_cast<const char*>(binary.bytes.data()), binary.bytes.size());
    append(bytes, checksum(bytes), 4);
    return bytes;
}

/// Nothing unless the bytes are a whole, undamaged file with this key.
std::optional<ProgramBinary> decoded(std::string_view bytes, std::string_view key)
{
    if (bytes.size() < headerBytes + key.size() + checksumBytes) return std::nullopt;
    const std::string_view body = bytes.substr(0, bytes.size() - checksumBytes);
    if (body.substr(0, magic.size()) != magic || number(body, 8, 4) != formatVersion ||
        number(body, 16, 8) != key.size() || number(body, 24, 8) != body.size() - headerBytes - key.size() ||
        number(bytes, body.size(), 4) != checksum(body) || body.substr(headerBytes, key.size()) != key)
        return std::nullopt;
    ProgramBinary binary{static_cast<std::uint32_t>(number(body, 12, 4)), {}};
    const std::string_view payload = body.substr(headerBytes + key.size());
    binary.bytes.resize(payload.size());
    if (!payload.empty()) std::memcpy(binary.bytes.data(), payload.data(), payload.size());
    return binary;
}

struct File {
    fs::path path;
    std::uint64_t bytes;
    fs::file_time_type used;
    bool whole; ///< else what an interrupted run left under a temporary name
};

/// HASH.program, or HASH.program.part-...: the names of base/output_file.h.
std::optional<bool> isWhole(const std::string& name)
{
    constexpr std::size_t digits = 16;
    if (name.find_first_not_of("0123456789abcdef") != digits || name.compare(digits, extension.size(), extension) != 0)
        return std::nullopt;
    const std::string rest = name.substr(digits + extension.size());
    if (rest.empty()) return true;
    return rest.starts_with(".part-") ? std::optional(false) : std::nullopt;
}

std::vector<File> filesIn(const std::string& folder)
{
    std::vector<File> files;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        const auto whole = isWhole(entry->path().filename().string());
        std::error_code ignored;
        if (!whole || !entry->is_regular_file(ignored)) continue;
        const auto bytes = entry->file_size(ignored);
        const auto used = entry->last_write_time(ignored);
        if (!ignored) files.push_back({entry->path(), bytes, used, *whole}); // else another process removed it
    }
    return files;
}

} // namespace

ProgramCache::ProgramCache(std::string folder, std::uint64_t limit) : folder_(std::move(folder)), limit_(limit) {}

std::string ProgramCache::file(std::string_view key) const
{
    return (fs::path(folder_) / fmt::format("{:016x}{}", hashOf(key), extension)).string();
}

std::optional<ProgramBinary> ProgramCache::find(std::string_view key) const
{
    const std::string path = file(key);
    std::error_code error;
    const auto size = fs::file_size(path, error);
    if (error || size > limit_) return std::nullopt;
    std::string bytes(size, '\0');
    std::ifstream stream(path, std::ios::binary);
    if (!stream.read(bytes.data(), static_cast<std::streamsize>(size))) return std::nullopt;
    auto binary = decoded(bytes, key);
    if (binary) fs::last_write_time(path, fs::file_time_type::clock::now(), error); // used: it is not the oldest
    return binary;
}

bool ProgramCache::store(std::string_view key, const ProgramBinary& binary)
{
    if (failures_ >= maximumFailures) return false;
    const std::string bytes = encoded(key, binary);
    if (bytes.size() > limit_) return false;
    try {
        makePrivateFolder(folder_);
        OutputFile file(FilePlace::ofProgram(this->file(key)), Writers::Everybody);
        file.write(bytes);
        file.commit();
    } catch (const FileError&) {
        ++failures_; // a clear of another run can make one fail
        return false;
    }
    failures_ = 0;
    size_ = size_ ? *size_ + bytes.size() : contents().bytes;
    if (*size_ > limit_) trim();
    return true;
}

std::shared_ptr<FileLock> ProgramCache::turn(std::string_view name) const
{
    constexpr std::chrono::minutes longest{5}; // that a driver compiles
    try {
        makePrivateFolder(folder_);
        return std::make_shared<FileLock>((fs::path(folder_) / fmt::format("{:016x}.lock", hashOf(name))).string(),
                                          longest);
    } catch (const FileError&) { // the program is compiled all the same
        return nullptr;
    }
}

void ProgramCache::trim()
{
    std::vector<File> files = filesIn(folder_);
    std::sort(files.begin(), files.end(), [](const File& a, const File& b) { return a.used < b.used; });
    std::uint64_t size = 0;
    for (const File& file : files)
        size += file.bytes;
    const std::uint64_t goal = limit_ - limit_ / 4; // room, so that not every store has to look
    std::error_code ignored;
    for (std::size_t i = 0; size > limit_ || (i > 0 && size > goal); ++i) {
        fs::remove(files[i].path, ignored);
        size -= files[i].bytes;
    }
    size_ = size;
}

ProgramCache::Contents ProgramCache::contents() const
{
    Contents contents;
    for (const File& file : filesIn(folder_)) {
        contents.programs += file.whole ? 1 : 0;
        contents.bytes += file.bytes;
    }
    return contents;
}

std::size_t ProgramCache::clear()
{
    std::size_t removed = 0;
    std::error_code ignored;
    for (const File& file : filesIn(folder_))
        if (fs::remove(file.path, ignored) && file.whole) ++removed;
    size_.reset();
    return removed;
}

bool ProgramCache::writable() const
{
    fs::path path = folder_;
    std::error_code error;
    while (!fs::exists(path, error) && path.has_parent_path() && path != path.parent_path())
        path = path.parent_path();
    if (path.empty()) path = ".";
    return fs::is_directory(path, error) && mayWriteInto(path.string());
}

CacheChoice userCache()
{
    if (std::getenv("GAUGEGL_CACHE_DIR")) {
        const std::string folder = environment("GAUGEGL_CACHE_DIR");
        if (folder.empty()) return {nullptr, "GAUGEGL_CACHE_DIR is empty"};
        return {std::make_shared<ProgramCache>(folder), ""};
    }
    if (const std::string parent = userCacheFolder(); !parent.empty())
        return {std::make_shared<ProgramCache>((fs::path(parent) / "gaugegl").string()), ""};
    return {nullptr, "there is no home folder"};
}

} // namespace gaugegl::gl
