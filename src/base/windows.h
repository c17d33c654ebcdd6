// The system's header, with less in it and without its macros min and max, and what all sources for Windows need.
#pragma once

#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>

#include <string>

namespace gaugegl {

/// Others may read, write, rename and remove what this process has open, as on other systems.
inline constexpr DWORD sharedByAll = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

/// The text in UTF-16.
std::wstring wide(const std::string& utf8);

/// The text in UTF-8.
std::string utf8(const std::wstring& wide);

/// The name of a file as Windows takes it, whole and with the prefix that permits any length where it is long.
std::wstring widePath(const std::string& path);

/// The value of errno that says the same as an error of Windows.
int errnoOf(DWORD error);

/// Sets errno by GetLastError().
void setErrno();

/// Tries again for a second while another process, such as a virus scanner or an indexer, keeps the file from being changed.
template<class Try>
bool insist(const Try& attempt)
{
    constexpr int tries = 50;
    for (int k = 0; !attempt(); ++k) {
        const DWORD error = GetLastError();
        const bool passing =
            error == ERROR_SHARING_VIOLATION || error == ERROR_LOCK_VIOLATION || error == ERROR_ACCESS_DENIED;
        if (!passing || k >= tries) {
            SetLastError(error);
            return false;
        }
        Sleep(20);
    }
    return true;
}

} // namespace gaugegl
