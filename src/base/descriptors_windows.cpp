#include "base/descriptors.h"

#include "base/windows.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <io.h>

namespace gaugegl {

const char* const nowhere = "NUL";
const bool openFilesCanBeReplaced = false;

namespace {

HANDLE handleOf(int descriptor) { return reinterpret_cast<HANDLE>(::_get_osfhandle(descriptor)); }

/// A piece that every file system takes at once.
DWORD pieceOf(std::size_t bytes) { return DWORD(std::min<std::size_t>(bytes, std::size_t(1) << 30)); }

} // namespace

int openFile(const std::string& path, OpenFor use)
{
    if (path.find('\0') != std::string::npos) { // the system would take what comes before it
        errno = EINVAL;
        return -1;
    }
    const bool reads = use == OpenFor::Reading || use == OpenFor::Creation, writes = use != OpenFor::Reading;
    const DWORD access = (reads ? GENERIC_READ : 0) | (writes ? GENERIC_WRITE : 0);
    const DWORD way = use == OpenFor::Creation ? CREATE_NEW : OPEN_EXISTING;
    HANDLE handle = INVALID_HANDLE_VALUE;
    const auto open = [&] {
        handle = CreateFileW(widePath(path).c_str(), access, sharedByAll, nullptr, way, FILE_ATTRIBUTE_NORMAL, nullptr);
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

void closeFile(int descriptor)
{
    if (descriptor >= 0) ::_close(descriptor);
}

std::FILE* streamOf(int descriptor) { return ::_fdopen(descriptor, "w+b"); }

int descriptorOf(std::FILE* stream) { return ::_fileno(stream); }

// std::tmpfile of msvcrt makes its file in the root of the drive, where users may write nothing.
std::FILE* temporaryStream()
{
    std::array<wchar_t, MAX_PATH + 1> folder{}, name{};
    HANDLE handle = INVALID_HANDLE_VALUE;
    if (GetTempPathW(DWORD(folder.size()), folder.data()) != 0 &&
        GetTempFileNameW(folder.data(), L"ggl", 0, name.data()) != 0)
        handle = CreateFileW(name.data(), GENERIC_READ | GENERIC_WRITE | DELETE, sharedByAll, nullptr, CREATE_ALWAYS,
                             FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE, nullptr);
    if (handle == INVALID_HANDLE_VALUE) {
        setErrno();
        return nullptr;
    }
    const int descriptor = ::_open_osfhandle(reinterpret_cast<std::intptr_t>(handle), _O_BINARY);
    return descriptor < 0 ? nullptr : streamOf(descriptor);
}

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

void flushFolderOf(const std::string&) {} // replaceFile() waits for the disk

bool replaceFile(const std::string& from, const std::string& to)
{
    const std::wstring source = widePath(from), target = widePath(to);
    const auto move = [&] {
        return MoveFileExW(source.c_str(), target.c_str(), MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH) != 0;
    };
    if (insist(move)) return true;
    setErrno();
    return false;
}

void removeFileQuietly(const std::string& path)
{
    const std::wstring name = widePath(path);
    insist([&] { return DeleteFileW(name.c_str()) != 0; });
}

} // namespace gaugegl
