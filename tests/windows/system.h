// What the tests of Windows share: files by the system's own functions, so that what the library writes is read by somebody else; and
// other processes.
#pragma once

#include "base/child_process.h"
#include "base/windows.h"
#include "io/sample_field.h"

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace gaugegl::windows::test {

using Words = std::vector<std::string>;

/// Names that an encoding of the last century, a shell or a command line would take for something else.
inline const Words oddNames = {"ü", "日本",   "𝛽",    "a name with blanks", "ÄÖÜ ß é č ж", "50% &co", "[x]!^;,",
                               "'", "%PATH%", "a.b.c"};

inline std::string ownProgram()
{
    std::wstring name(32768, L'\0');
    name.resize(GetModuleFileNameW(nullptr, name.data(), DWORD(name.size())));
    return utf8(name);
}

inline bool runsOnWine() { return GetProcAddress(GetModuleHandleW(L"ntdll.dll"), "wine_get_version") != nullptr; }

inline bool exists(const std::string& path)
{
    return GetFileAttributesW(widePath(path).c_str()) != INVALID_FILE_ATTRIBUTES;
}

/// A file that is open, shared with others as is said.
class OpenHandle {
public:
    OpenHandle(const std::string& path, DWORD shared, DWORD access = GENERIC_READ, DWORD way = OPEN_EXISTING)
        : handle_(CreateFileW(widePath(path).c_str(), access, shared, nullptr, way, FILE_ATTRIBUTE_NORMAL, nullptr))
    {
        if (handle_ == INVALID_HANDLE_VALUE) throw Error(path + ": error " + std::to_string(GetLastError()));
    }
    ~OpenHandle() { close(); }
    OpenHandle(const OpenHandle&) = delete;
    OpenHandle& operator=(const OpenHandle&) = delete;

    void close()
    {
        if (handle_ != INVALID_HANDLE_VALUE) CloseHandle(std::exchange(handle_, INVALID_HANDLE_VALUE));
    }
    std::string read() const
    {
        std::string text(std::size_t(1) << 20, '\0');
        DWORD count = 0;
        ReadFile(handle_, text.data(), DWORD(text.size()), &count, nullptr);
        return text.substr(0, count);
    }
    void write(const std::string& text) const
    {
        DWORD count = 0;
        WriteFile(handle_, text.data(), DWORD(text.size()), &count, nullptr);
        EXPECT_EQ(count, text.size());
    }

private:
    HANDLE handle_;
};

inline void save(const std::string& path, const std::string& text)
{
    OpenHandle(path, 0, GENERIC_WRITE, CREATE_ALWAYS).write(text);
}
inline std::string contents(const std::string& path) { return OpenHandle(path, sharedByAll).read(); }
inline bool makeFolder(const std::string& path) { return CreateDirectoryW(widePath(path).c_str(), nullptr) != 0; }
inline bool rename(const std::string& from, const std::string& to)
{
    return MoveFileExW(widePath(from).c_str(), widePath(to).c_str(), 0) != 0;
}

/// Waits until something is so, half a minute at most; whether it is so.
inline bool eventually(const std::function<bool()>& condition)
{
    for (int i = 0; i < 1500 && !condition(); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    return condition();
}

/// This program as a process that does one of the things in main.cpp.
inline Words another(Words words)
{
    words.insert(words.begin(), {ownProgram(), "--act"});
    return words;
}

class SystemTest : public testing::Test {
protected:
    std::string file(const std::string& name) const { return folder_.file(name); }
    std::size_t entries() const { return folder_.entries(); }

private:
    io::test::TemporaryFolder folder_;
};

} // namespace gaugegl::windows::test
