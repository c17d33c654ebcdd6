#include "base/lock_file.h"

#include "base/descriptors.h"
#include "base/file_lock.h"
#include "base/output_file.h"
#include "base/windows.h"
#include "gaugegl/base/error.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <io.h>
#include <system_error>
#include <utility>

namespace gaugegl {
namespace {

constexpr int mostTries = 100; // of a file that others remove between opening and locking

/// A file that is closed when this goes.
class File {
public:
    File(const std::string& path, DWORD access, DWORD way)
        : handle_(
              CreateFileW(widePath(path).c_str(), access, sharedByAll, nullptr, way, FILE_ATTRIBUTE_NORMAL, nullptr)),
          error_(handle_ == INVALID_HANDLE_VALUE ? GetLastError() : ERROR_SUCCESS)
    {}
    ~File()
    {
        if (open()) CloseHandle(handle_);
    }
    File(const File&) = delete;
    File& operator=(const File&) = delete;

    bool open() const { return handle_ != INVALID_HANDLE_VALUE; }
    DWORD error() const { return error_; } // why it is not open
    HANDLE handle() const { return handle_; }
    HANDLE release() { return std::exchange(handle_, INVALID_HANDLE_VALUE); }

private:
    HANDLE handle_;
    DWORD error_;
};

/// Locks of Windows keep others from reading: this one is on a byte far behind what is written.
bool lock(HANDLE file, DWORD kind)
{
    OVERLAPPED place = {};
    place.OffsetHigh = 1;
    return LockFileEx(file, kind | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &place) != 0;
}

bool isHeld(DWORD error) { return error == ERROR_LOCK_VIOLATION || error == ERROR_IO_PENDING; }

/// Whether the name still is that of the open file: its last holder may have removed it between open and lock.
bool hasName(HANDLE file, const std::string& path)
{
    const File named(path, FILE_READ_ATTRIBUTES, OPEN_EXISTING);
    BY_HANDLE_FILE_INFORMATION a = {}, b = {};
    return named.open() && GetFileInformationByHandle(file, &a) && GetFileInformationByHandle(named.handle(), &b) &&
           a.dwVolumeSerialNumber == b.dwVolumeSerialNumber && a.nFileIndexHigh == b.nFileIndexHigh &&
           a.nFileIndexLow == b.nFileIndexLow;
}

/// Whether the file is being removed, and goes when its last holder closes it: until then nobody may open it, nor ask for its attributes,
/// which are told of a file that is merely forbidden.
bool isGoing(const std::string& path, DWORD error)
{
    return error == ERROR_ACCESS_DENIED && GetFileAttributesW(widePath(path).c_str()) == INVALID_FILE_ATTRIBUTES &&
           GetLastError() == ERROR_ACCESS_DENIED;
}

/// What the holder wrote: its process number; 0 if nothing yet.
int holder(HANDLE file)
{
    std::array<char, 24> text{};
    DWORD count = 0;
    OVERLAPPED start = {};
    int process = 0;
    if (ReadFile(file, text.data(), DWORD(text.size()), &count, &start))
        std::from_chars(text.data(), text.data() + count, process);
    return process;
}

/// With a number in it, or with nothing.
bool isLock(HANDLE file)
{
    std::array<char, 24> text{};
    LARGE_INTEGER size = {};
    DWORD count = 0;
    OVERLAPPED start = {};
    if (!GetFileSizeEx(file, &size) || size.QuadPart >= LONGLONG(text.size())) return false;
    ReadFile(file, text.data(), DWORD(text.size()), &count, &start); // at the end of an empty one it fails
    return std::all_of(text.begin(), text.begin() + count, [](char c) { return c >= '0' && c <= '9'; });
}

} // namespace

std::optional<int> tryToLockFile(const FilePlace& place)
{
    const std::string& path = place.path();
    if (whatIsAt(place) == NameOf::Link) throw FileError(path, "is a symbolic link, which a lock never is; remove it");
    for (int tries = 0; tries < mostTries; ++tries) {
        File file(path, GENERIC_READ | GENERIC_WRITE, OPEN_ALWAYS);
        if (!file.open()) {
            if (isGoing(path, file.error())) return std::nullopt; // until its last holder has closed it
            failToWrite(path, "cannot be made", errnoOf(file.error()));
        }
        if (!lock(file.handle(), LOCKFILE_EXCLUSIVE_LOCK)) {
            const DWORD error = GetLastError();
            if (isHeld(error)) return std::nullopt;
            throw FileError(path, "cannot be locked: " + std::generic_category().message(errnoOf(error)));
        }
        if (!isLock(file.handle()))
            throw FileError(path, "is there already and is not a lock of gaugegl; move it elsewhere");
        if (hasName(file.handle(), path)) return ::_open_osfhandle(reinterpret_cast<std::intptr_t>(file.release()), 0);
    }
    return std::nullopt; // others make and remove it all the time
}

void releaseLockFile(int descriptor, const FilePlace& place)
{
    DeleteFileW(widePath(place.path()).c_str());
    ::_close(descriptor);
}

void signLockFile(int descriptor)
{
    const auto file = reinterpret_cast<HANDLE>(::_get_osfhandle(descriptor));
    const std::string number = std::to_string(GetCurrentProcessId());
    FILE_END_OF_FILE_INFO end = {};
    OVERLAPPED start = {};
    DWORD written = 0;
    SetFileInformationByHandle(file, FileEndOfFileInfo, &end, sizeof end);
    WriteFile(file, number.data(), DWORD(number.size()), &written, &start);
}

int signatureOf(const FilePlace& place)
{
    const File file(place.path(), GENERIC_READ, OPEN_EXISTING);
    return file.open() ? holder(file.handle()) : 0;
}

std::optional<int> lockHolder(const FilePlace& place)
{
    const std::string& path = place.path();
    const File file(path, GENERIC_READ, OPEN_EXISTING);
    if (!file.open()) {
        const int error = errnoOf(file.error());
        if (error == ENOENT || isGoing(path, file.error())) return std::nullopt;
        throw FileError(path, "cannot be opened: " + std::generic_category().message(error));
    }
    if (lock(file.handle(), 0)) return std::nullopt; // given up when the file is closed
    const DWORD error = GetLastError();
    if (isHeld(error)) return holder(file.handle());
    throw FileError(path, "cannot be asked for its lock: " + std::generic_category().message(errnoOf(error)));
}

} // namespace gaugegl
