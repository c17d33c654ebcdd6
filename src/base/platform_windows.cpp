#include "base/platform.h"

#include "base/windows.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <fcntl.h>
#include <io.h>
#include <limits>

namespace gaugegl {
namespace {

HANDLE consoleOf(std::FILE* stream) { return reinterpret_cast<HANDLE>(::_get_osfhandle(::_fileno(stream))); }

/// The value of an environment variable; empty if it is not set.
std::wstring environmentVariable(const wchar_t* name)
{
    std::wstring value(GetEnvironmentVariableW(name, nullptr, 0), L'\0');
    value.resize(GetEnvironmentVariableW(name, value.data(), DWORD(value.size())));
    return value;
}

} // namespace

void prepareStandardStreams()
{
    SetConsoleOutputCP(CP_UTF8);
    for (std::FILE* stream : {stdout, stderr}) {
        ::_setmode(::_fileno(stream), _O_BINARY); // lines end as they do elsewhere
        DWORD mode = 0;
        if (GetConsoleMode(consoleOf(stream), &mode))
            SetConsoleMode(consoleOf(stream), mode | ENABLE_PROCESSED_OUTPUT | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
    }
}

bool ownsConsole()
{
    std::array<DWORD, 2> processes{};
    return GetConsoleProcessList(processes.data(), DWORD(processes.size())) == 1;
}

void showConsole(bool visible) { ShowWindow(GetConsoleWindow(), visible ? SW_SHOW : SW_HIDE); }

bool isTerminal(std::FILE* stream)
{
    DWORD mode = 0;
    return GetConsoleMode(consoleOf(stream), &mode) != 0;
}

std::optional<std::pair<int, int>> terminalSize(std::FILE* stream)
{
    CONSOLE_SCREEN_BUFFER_INFO info = {};
    if (!GetConsoleScreenBufferInfo(consoleOf(stream), &info)) return std::nullopt;
    const int width = info.srWindow.Right - info.srWindow.Left + 1,
              height = info.srWindow.Bottom - info.srWindow.Top + 1;
    if (width <= 0 || height <= 0) return std::nullopt;
    return std::pair(width, height);
}

bool hasUtf8() { return GetConsoleOutputCP() == CP_UTF8 || GetConsoleWindow() == nullptr; }

int processId() { return int(GetCurrentProcessId()); }

std::string hostName()
{
    std::array<wchar_t, 256> name{};
    DWORD count = DWORD(name.size());
    return GetComputerNameExW(ComputerNameDnsHostname, name.data(), &count) ? utf8({name.data(), count}) : "";
}

std::FILE* silenceStandardStreams()
{
    const int errors = ::_dup(::_fileno(stderr));
    std::FILE* const stream = errors < 0 ? nullptr : ::_fdopen(errors, "w");
    for (std::FILE* one : {stdout, stderr})
        if (std::freopen("NUL", "w", one) == nullptr) return nullptr;
    return stream;
}

void adviseLargePages(void*, std::size_t) {} // they need a right that users lack

double loadAverage() { return std::numeric_limits<double>::quiet_NaN(); }

std::uint64_t physicalMemory()
{
    MEMORYSTATUSEX status = {};
    status.dwLength = sizeof status;
    return GlobalMemoryStatusEx(&status) ? status.ullTotalPhys : 0;
}

std::string userCacheFolder() { return utf8(environmentVariable(L"LOCALAPPDATA")); }

// What is permitted follows from lists of which the attribute of a folder says nothing: the sure way is to make a file.
bool mayWriteInto(const std::string& folder)
{
    const std::wstring name = widePath(folder + "\\gaugegl-" + std::to_string(processId()) + ".try");
    const HANDLE file = CreateFileW(name.c_str(), GENERIC_WRITE | DELETE, FILE_SHARE_DELETE, nullptr, CREATE_ALWAYS,
                                    FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE, nullptr);
    if (file == INVALID_HANDLE_VALUE) return false;
    CloseHandle(file);
    return true;
}

int usableProcessors()
{
    DWORD_PTR process = 0, system = 0;
    if (::GetProcessAffinityMask(::GetCurrentProcess(), &process, &system) == 0) return 1;
    return std::max(std::popcount(std::uint64_t(process)), 1);
}

void waitPassively(char**) {} // OpenMP of GCC has read the environment, and there is no way to become another program

bool setMissingVariable(const char* name, const char* value)
{
    return std::getenv(name) == nullptr && ::_putenv_s(name, value) == 0;
}

void unsetVariable(const char* name) { ::_putenv_s(name, ""); }

void treatFileSizeLimitAsError() {} // there is none

} // namespace gaugegl
