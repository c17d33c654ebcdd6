// std::filesystem of MinGW's GCC lists folders by functions of MinGW that take names of 260 characters at most.  They are defined here instead,
// for names of any length, so that the linker does not take those of MinGW.
#ifdef __MINGW32__
#include "base/windows.h"

#include <cerrno>
#include <cwchar>
#include <dirent.h>
#include <iterator>
#include <new>
#include <utility>

namespace {

struct Listing : _WDIR {
    HANDLE find;
    WIN32_FIND_DATAW data;
    bool first;
};

} // namespace

extern "C" {

_WDIR* _wopendir(const wchar_t* name) noexcept
{
    const std::wstring path = gaugegl::widePath(gaugegl::utf8(name));
    const DWORD attributes = GetFileAttributesW(path.c_str());
    if (attributes == INVALID_FILE_ATTRIBUTES) {
        gaugegl::setErrno();
        return nullptr;
    }
    if ((attributes & FILE_ATTRIBUTE_DIRECTORY) == 0) {
        errno = ENOTDIR;
        return nullptr;
    }
    auto* const list = new (std::nothrow) Listing{};
    if (list == nullptr) {
        errno = ENOMEM;
        return nullptr;
    }
    const bool ends = path.ends_with(L'\\') || path.ends_with(L'/');
    list->find = FindFirstFileW((path + (ends ? L"*" : L"\\*")).c_str(), &list->data);
    if (list->find == INVALID_HANDLE_VALUE) {
        gaugegl::setErrno();
        delete list;
        return nullptr;
    }
    list->first = true;
    return list;
}

_wdirent* _wreaddir(_WDIR* dir) noexcept
{
    auto* const list = static_cast<Listing*>(dir);
    if (!std::exchange(list->first, false) && !FindNextFileW(list->find, &list->data)) {
        if (GetLastError() != ERROR_NO_MORE_FILES) gaugegl::setErrno();
        return nullptr;
    }
    std::wcsncpy(list->dd_dir.d_name, list->data.cFileName, std::size(list->dd_dir.d_name) - 1);
    list->dd_dir.d_namlen = static_cast<unsigned short>(std::wcslen(list->dd_dir.d_name));
    return &list->dd_dir;
}

int _wclosedir(_WDIR* dir) noexcept
{
    auto* const list = static_cast<Listing*>(dir);
    FindClose(list->find);
    delete list;
    return 0;
}

} // extern "C"
#endif
