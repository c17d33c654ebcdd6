#include "base/child_process.h"

#include "base/shell_word.h"
#include "base/windows.h"
#include "gaugegl/base/error.h"

#include <array>
#include <cstddef>
#include <io.h>
#include <span>
#include <system_error>
#include <utility>

namespace gaugegl {
namespace {

/// A program by its path, or by its name in the folders of PATH: the current folder, which anybody may have filled, is none of them.
std::wstring programFile(const std::string& name)
{
    if (name.find_first_of("/\\") != std::string::npos) return wide(name);
    std::wstring folders(GetEnvironmentVariableW(L"PATH", nullptr, 0), L'\0');
    folders.resize(GetEnvironmentVariableW(L"PATH", folders.data(), DWORD(folders.size())));
    std::array<wchar_t, 32768> found{};
    if (SearchPathW(folders.c_str(), wide(name).c_str(), L".exe", DWORD(found.size()), found.data(), nullptr) == 0)
        throw Error(name + " cannot be started: No such file or directory");
    return found.data();
}

/// A handle that children get, of a descriptor or of the file that is empty and takes everything.
class Inherited {
public:
    Inherited(int descriptor, DWORD standard)
    {
        HANDLE own = descriptor >= 0                ? reinterpret_cast<HANDLE>(::_get_osfhandle(descriptor))
                     : standard == STD_INPUT_HANDLE ? INVALID_HANDLE_VALUE
                                                    : GetStdHandle(standard);
        if (own == INVALID_HANDLE_VALUE || own == nullptr) {
            SECURITY_ATTRIBUTES passedOn = {sizeof(SECURITY_ATTRIBUTES), nullptr, TRUE};
            handle_ = CreateFileW(L"NUL", GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, &passedOn,
                                  OPEN_EXISTING, 0, nullptr);
        } else
            DuplicateHandle(GetCurrentProcess(), own, GetCurrentProcess(), &handle_, 0, TRUE, DUPLICATE_SAME_ACCESS);
    }
    ~Inherited()
    {
        if (handle_ != INVALID_HANDLE_VALUE) CloseHandle(handle_);
    }
    Inherited(const Inherited&) = delete;
    Inherited& operator=(const Inherited&) = delete;

    HANDLE get() const { return handle_; }

private:
    HANDLE handle_ = INVALID_HANDLE_VALUE;
};

/// Those handles alone, and no other one that happens to be open.
class HandleList {
public:
    explicit HandleList(std::span<HANDLE> handles)
    {
        SIZE_T bytes = 0;
        InitializeProcThreadAttributeList(nullptr, 1, 0, &bytes);
        memory_.resize(bytes);
        list_ = reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(memory_.data());
        InitializeProcThreadAttributeList(list_, 1, 0, &bytes);
        UpdateProcThreadAttribute(list_, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, handles.data(),
                                  handles.size() * sizeof(HANDLE), nullptr, nullptr);
    }
    ~HandleList() { DeleteProcThreadAttributeList(list_); }
    HandleList(const HandleList&) = delete;
    HandleList& operator=(const HandleList&) = delete;

    LPPROC_THREAD_ATTRIBUTE_LIST get() const { return list_; }

private:
    std::vector<std::byte> memory_;
    LPPROC_THREAD_ATTRIBUTE_LIST list_ = nullptr;
};

} // namespace

ChildProcess::ChildProcess(std::vector<std::string> words, const ProcessPlace& place)
{
    const std::wstring program = programFile(words[0]);
    std::wstring line;
    for (const std::string& word : words)
        line += (line.empty() ? L"" : L" ") + wide(shellWord(word));
    const Inherited input(place.input, STD_INPUT_HANDLE), output(place.output, STD_OUTPUT_HANDLE),
        errors(place.errors, STD_ERROR_HANDLE);
    std::array<HANDLE, 3> handles = {input.get(), output.get(), errors.get()};
    const HandleList list(handles);
    STARTUPINFOEXW start = {};
    start.StartupInfo.cb = sizeof start;
    start.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
    start.StartupInfo.hStdInput = handles[0];
    start.StartupInfo.hStdOutput = handles[1];
    start.StartupInfo.hStdError = handles[2];
    start.lpAttributeList = list.get();
    const std::wstring folder = widePath(place.folder);
    PROCESS_INFORMATION process = {};
    if (!CreateProcessW(program.c_str(), line.data(), nullptr, nullptr, TRUE, EXTENDED_STARTUPINFO_PRESENT, nullptr,
                        place.folder.empty() ? nullptr : folder.c_str(), &start.StartupInfo, &process))
        throw Error(words[0] + " cannot be started: " + std::generic_category().message(errnoOf(GetLastError())));
    CloseHandle(process.hThread);
    handle_ = process.hProcess;
    process_ = int(process.dwProcessId);
}

ChildProcess::~ChildProcess()
{
    collect(true);
    CloseHandle(handle_);
}

/// Asks for the end, or waits for it; true when it is there.
bool ChildProcess::collect(bool waiting)
{
    if (code_) return true;
    if (WaitForSingleObject(handle_, waiting ? INFINITE : 0) != WAIT_OBJECT_0) return false;
    DWORD code = 0;
    GetExitCodeProcess(handle_, &code);
    code_ = signal_ != 0 ? -signal_ : int(code);
    return true;
}

void ChildProcess::send(int signal)
{
    if (!ended() && TerminateProcess(handle_, 1)) signal_ = signal;
}

} // namespace gaugegl
