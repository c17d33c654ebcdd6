// Presses Ctrl-C for a test, where no terminal is: starts a program on a console of its own, waits until a file has a text, and sends the
// event to the console, as the keys do.
//   send_ctrl_c FILE TEXT PROGRAM ARGUMENT...    the exit code is the program's; 99 if something else is wrong
// This program is on the same console and takes no notice.
#include <windows.h>

#include <cstdio>
#include <string>

namespace {

constexpr int wrong = 99;
constexpr int secondsUntilText = 120, secondsUntilEnd = 30;

int fail(const char* what)
{
    std::fprintf(stderr, "send_ctrl_c: %s: error %lu\n", what, GetLastError());
    return wrong;
}

BOOL WINAPI takeNoNotice(DWORD) { return TRUE; }

/// What stands on this command line from the fourth word on, as it is.
const wchar_t* commandOf(const wchar_t* line)
{
    for (int word = 0; word < 3; ++word) {
        bool quoted = false;
        for (; *line != L'\0' && (quoted || *line != L' '); ++line)
            if (*line == L'"') quoted = !quoted;
        while (*line == L' ')
            ++line;
    }
    return line;
}

/// Letters of ASCII, which suffice.
std::string narrow(const wchar_t* text)
{
    std::string result;
    for (; *text != L'\0'; ++text)
        result += char(*text);
    return result;
}

bool has(const wchar_t* file, const std::string& text)
{
    if (GetFileAttributesW(file) == INVALID_FILE_ATTRIBUTES) return false;
    if (text.empty()) return true;
    const HANDLE handle = CreateFileW(file, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                                      nullptr, OPEN_EXISTING, 0, nullptr);
    if (handle == INVALID_HANDLE_VALUE) return false;
    std::string content(1 << 20, '\0');
    DWORD count = 0;
    ReadFile(handle, content.data(), DWORD(content.size()), &count, nullptr);
    CloseHandle(handle);
    content.resize(count);
    return content.find(text) != std::string::npos;
}

} // namespace

int wmain(int count, wchar_t** words)
{
    if (count < 4) return fail("FILE TEXT PROGRAM ARGUMENT...");
    const std::string text = narrow(words[2]);

    STARTUPINFOW start{};
    start.cb = sizeof start;
    start.dwFlags = STARTF_USESTDHANDLES; // those of this program, which a new console would replace
    start.hStdInput = GetStdHandle(STD_INPUT_HANDLE);
    start.hStdOutput = GetStdHandle(STD_OUTPUT_HANDLE);
    start.hStdError = GetStdHandle(STD_ERROR_HANDLE);
    for (const HANDLE handle : {start.hStdInput, start.hStdOutput, start.hStdError})
        SetHandleInformation(handle, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
    FreeConsole();
    if (AllocConsole() == 0) return fail("no console");
    SetConsoleCtrlHandler(nullptr, FALSE); // the program inherits whether Ctrl-C is ignored
    SetConsoleCtrlHandler(takeNoNotice, TRUE);

    std::wstring line = commandOf(GetCommandLineW());
    PROCESS_INFORMATION process{};
    if (CreateProcessW(nullptr, line.data(), nullptr, nullptr, TRUE, 0, nullptr, nullptr, &start, &process) == 0)
        return fail("the program cannot be started");
    const auto endsWithin = [&](DWORD milliseconds) {
        return WaitForSingleObject(process.hProcess, milliseconds) == WAIT_OBJECT_0;
    };

    bool sent = false;
    for (int i = 0; i < 100 * secondsUntilText && !sent && !endsWithin(10); ++i)
        sent = has(words[1], text) && GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0) != 0;
    const bool ended = endsWithin(sent ? 1000 * secondsUntilEnd : 0);
    DWORD code = wrong;
    GetExitCodeProcess(process.hProcess, &code);
    if (ended && sent) return int(code);
    if (ended)
        std::fprintf(stderr, "send_ctrl_c: the program ended before, with %lu\n", code);
    else
        std::fprintf(stderr, "send_ctrl_c: %s\n", sent ? "the program does not end" : "the file does not get its text");
    TerminateProcess(process.hProcess, wrong);
    return wrong;
}
