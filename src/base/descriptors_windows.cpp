#include "base/descriptors.h"

#include "base/windows.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <io.h>
#include <random>

namespace gaugegl {

const char* const nowhere = "NUL";
const bool openFilesCanBeReplaced = false;

namespace {

HANDLE handleOf(int descriptor) { return reinterpret_cast<HANDLE>(::_get_osfhandle(descriptor)); }

/// A piece that every file system takes at once.
DWORD pieceOf(std::size_t bytes) { return DWORD(std::min<std::size_t>(bytes, std::size_t(1) << 30)); }

} // namespace

int openFile(const FilePlace& place, OpenFor use)
{
    if (!place.followsLink() && whatIsAt(place) == NameOf::Link) {
        errno = ELOOP;
        return -1;
    }
    const bool reads = use == OpenFor::Reading || use == OpenFor::Creation, writes = use != OpenFor::Reading;
    const DWORD access = (reads ? GENERIC_READ : 0) | (writes ? GENERIC_WRITE : 0);
    const DWORD way = use == OpenFor::Creation ? CREATE_NEW : OPEN_EXISTING;
    HANDLE handle = INVALID_HANDLE_VALUE;
    const auto open = [&] {
        handle = CreateFileW(widePath(place.path()).c_str(), access, sharedByAll, nullptr, way, FILE_ATTRIBUTE_NORMAL,
                             nullptr);
        return handle != INVALID_HANDLE_VALUE;
    };
    if (!(use == OpenFor::Creation ? open() : insist(open))) {
        setErrno();
        return -1;
    }
    const int descriptor = ::_open_osfhandle(reinterpret_cast<std::intptr_t>(handle), _O_BINARY);
    if (descriptor < 0) CloseHandle(handle);
    return descriptor;
}

NameOf whatIsAt(const FilePlace& place)
{
    std::string name = place.path(); // with a separator at its end nothing would be found
    while (name.size() > 1 && (name.back() == '/' || name.back() == '\\'))
        name.pop_back();
    WIN32_FIND_DATAW found = {};
    const HANDLE search = FindFirstFileW(widePath(name).c_str(), &found);
    if (search == INVALID_HANDLE_VALUE) return NameOf::Nothing;
    FindClose(search);
    // Other reparse points are files all the same, such as those that a cloud keeps.
    const bool reparses = (found.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0;
    if (reparses && found.dwReserved0 == IO_REPARSE_TAG_SYMLINK) return NameOf::Link;
    constexpr DWORD others = FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_DEVICE;
    return (found.dwFileAttributes & others) != 0 ? NameOf::Other : NameOf::File;
}

int openFolder(const std::string& path, int& descriptor)
{
    descriptor = -1;
    const DWORD attributes = GetFileAttributesW(widePath(path).c_str());
    if (attributes == INVALID_FILE_ATTRIBUTES) return errnoOf(GetLastError());
    return (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0 ? 0 : ENOTDIR;
}

void closeFile(int descriptor)
{
    if (descriptor >= 0) ::_close(descriptor);
}

std::FILE* streamOf(int descriptor) { return ::_fdopen(descriptor, "w+b"); }

int descriptorOf(std::FILE* stream) { return ::_fileno(stream); }

bool seekTo(std::FILE* stream, std::uint64_t offset)
{
    return ::_fseeki64(stream, static_cast<std::int64_t>(offset), SEEK_SET) == 0;
}

std::int64_t sizeOf(int descriptor)
{
    LARGE_INTEGER size = {};
    const HANDLE handle = handleOf(descriptor);
    return GetFileType(handle) == FILE_TYPE_DISK && GetFileSizeEx(handle, &size) ? size.QuadPart : -1;
}

std::int64_t readSome(int descriptor, std::span<char> bytes)
{
    DWORD count = 0;
    if (ReadFile(handleOf(descriptor), bytes.data(), pieceOf(bytes.size()), &count, nullptr)) return count;
    setErrno();
    return -1;
}

std::int64_t writeSome(int descriptor, std::string_view text)
{
    const std::uint64_t end = ~std::uint64_t(0); // which Windows takes so
    return writeSomeAt(descriptor, std::as_bytes(std::span(text.data(), text.size())), end);
}

std::int64_t writeSomeAt(int descriptor, std::span<const std::byte> bytes, std::uint64_t offset)
{
    DWORD written = 0;
    OVERLAPPED place = {};
    place.Offset = DWORD(offset & 0xffffffff);
    place.OffsetHigh = DWORD(offset >> 32);
    if (WriteFile(handleOf(descriptor), bytes.data(), pieceOf(bytes.size()), &written, &place)) return written;
    setErrno();
    return -1;
}

bool setSize(int descriptor, std::uint64_t bytes)
{
    FILE_END_OF_FILE_INFO end = {};
    end.EndOfFile.QuadPart = std::int64_t(bytes);
    if (SetFileInformationByHandle(handleOf(descriptor), FileEndOfFileInfo, &end, sizeof end)) return true;
    setErrno();
    return false;
}

bool flushToDisk(int descriptor)
{
    const HANDLE handle = handleOf(descriptor);
    if (GetFileType(handle) != FILE_TYPE_DISK || FlushFileBuffers(handle)) return true;
    setErrno();
    return false;
}

void flushFolderOf(const FilePlace&) {} // replaceFile() waits for the disk

bool replaceFile(const FilePlace& from, const FilePlace& to)
{
    const std::wstring source = widePath(from.path()), target = widePath(to.path());
    const auto move = [&] {
        return MoveFileExW(source.c_str(), target.c_str(), MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH) != 0;
    };
    if (insist(move)) return true;
    setErrno();
    return false;
}

bool removeFile(const FilePlace& place)
{
    const std::wstring name = widePath(place.path());
    if (insist([&] { return DeleteFileW(name.c_str()) != 0; })) return true;
    setErrno();
    return errno == ENOENT;
}

std::string makeOwnFolder(const std::string& beginning)
{
    // Folders of temporary files are those of one user here, and CreateDirectoryW takes no name that is there.
    std::random_device random;
    constexpr int tries = 100, letters = 8;
    for (int k = 0; k < tries; ++k) {
        std::string name = beginning;
        for (int i = 0; i < letters; ++i)
            name += char('a' + random() % 26);
        if (CreateDirectoryW(widePath(name).c_str(), nullptr)) return name;
        if (GetLastError() != ERROR_ALREADY_EXISTS) break;
    }
    setErrno();
    return "";
}

} // namespace gaugegl
