// Texts are UTF-8 here as elsewhere.  The manifest of the program makes that the code page of the process, by which the C library opens
// files; std::filesystem needs the facet below.
#include "base/windows.h"

#include <cerrno>
#include <codecvt>
#include <filesystem>
#include <locale>

namespace gaugegl {

std::wstring wide(const std::string& utf8)
{
    const int count = int(utf8.size());
    std::wstring text(std::size_t(MultiByteToWideChar(CP_UTF8, 0, utf8.data(), count, nullptr, 0)), L'\0');
    MultiByteToWideChar(CP_UTF8, 0, utf8.data(), count, text.data(), int(text.size()));
    return text;
}

std::string utf8(const std::wstring& wide)
{
    const int count = int(wide.size());
    std::string text(std::size_t(WideCharToMultiByte(CP_UTF8, 0, wide.data(), count, nullptr, 0, nullptr, nullptr)),
                     '\0');
    WideCharToMultiByte(CP_UTF8, 0, wide.data(), count, text.data(), int(text.size()), nullptr, nullptr);
    return text;
}

std::wstring widePath(const std::string& path)
{
    constexpr std::size_t most = 200; // of 260; what is appended to a name of a folder counts
    const std::wstring given = wide(path);
    if (given.size() < most || given.starts_with(L"\\\\")) return given;
    const DWORD count = GetFullPathNameW(given.c_str(), 0, nullptr, nullptr);
    std::wstring whole(count, L'\0');
    whole.resize(GetFullPathNameW(given.c_str(), count, whole.data(), nullptr));
    return L"\\\\?\\" + whole;
}

int errnoOf(DWORD error)
{
    switch (error) {
    case ERROR_SUCCESS:
        return 0;
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_DRIVE:
    case ERROR_BAD_NETPATH:
    case ERROR_BAD_NET_NAME:
    case ERROR_INVALID_NAME:
        return ENOENT;
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS:
        return EEXIST;
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION:
    case ERROR_LOCK_VIOLATION:
        return EACCES;
    case ERROR_WRITE_PROTECT:
        return EROFS;
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL:
    case ERROR_NOT_ENOUGH_QUOTA:
        return ENOSPC;
    case ERROR_FILE_TOO_LARGE:
        return EFBIG;
    case ERROR_NOT_ENOUGH_MEMORY:
    case ERROR_OUTOFMEMORY:
        return ENOMEM;
    case ERROR_TOO_MANY_OPEN_FILES:
        return EMFILE;
    case ERROR_INVALID_HANDLE:
        return EBADF;
    case ERROR_FILENAME_EXCED_RANGE:
        return ENAMETOOLONG;
    case ERROR_IO_DEVICE:
    case ERROR_CRC:
    case ERROR_WRITE_FAULT:
    case ERROR_READ_FAULT:
    case ERROR_GEN_FAILURE:
        return EIO;
    default:
        return EINVAL;
    }
}

void setErrno() { errno = errnoOf(GetLastError()); }

} // namespace gaugegl

#ifdef __GLIBCXX__
// The facet by which GCC's std::filesystem turns names of char into those of Windows goes byte by byte in the locale of the C library,
// which in msvcrt cannot be UTF-8.  Its members are defined here instead, so that the linker does not take those of libstdc++.
namespace std {
namespace {

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
const codecvt_utf8_utf16<wchar_t>& utf8Facet()
{
    static const auto* const facet = new codecvt_utf8_utf16<wchar_t>; // used until the end of the process
    return *facet;
}
#pragma GCC diagnostic pop

} // namespace

codecvt_base::result codecvt<wchar_t, char, mbstate_t>::do_out(state_type& state, const intern_type* from,
                                                               const intern_type* end, const intern_type*& next,
                                                               extern_type* to, extern_type* toEnd,
                                                               extern_type*& toNext) const
{
    return utf8Facet().out(state, from, end, next, to, toEnd, toNext);
}

codecvt_base::result codecvt<wchar_t, char, mbstate_t>::do_in(state_type& state, const extern_type* from,
                                                              const extern_type* end, const extern_type*& next,
                                                              intern_type* to, intern_type* toEnd,
                                                              intern_type*& toNext) const
{
    return utf8Facet().in(state, from, end, next, to, toEnd, toNext);
}

int codecvt<wchar_t, char, mbstate_t>::do_encoding() const noexcept { return 0; }

int codecvt<wchar_t, char, mbstate_t>::do_length(state_type& state, const extern_type* from, const extern_type* end,
                                                 size_t most) const
{
    return utf8Facet().length(state, from, end, most);
}

int codecvt<wchar_t, char, mbstate_t>::do_max_length() const noexcept { return 4; }

} // namespace std
#endif
