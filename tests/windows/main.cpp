// Runs the tests; or, started by one of them, is the other process that it needs.
#include "base/file_lock.h"
#include "base/platform.h"
#include "windows/system.h"

#include <fcntl.h>
#include <io.h>

namespace gaugegl {
namespace {

using namespace windows::test;
using namespace std::chrono_literals;

int act(const Words& words)
{
    const std::string& what = words[0];
    if (what == "exit") return std::stoi(words[1]);
    if (what == "sleep") return std::this_thread::sleep_for(60s), 1;
    if (what == "hold") { // LOCK HELD LET-GO
        const FileLock lock(words[1], "nobody else should have it");
        save(words[2], "");
        return eventually([&] { return exists(words[3]); }) ? 0 : 1;
    }
    if (what == "take") { // LOCK TAKEN
        const FileLock lock(words[1], std::chrono::minutes(1));
        save(words[2], "");
        return 0;
    }
    if (what == "count") { // LOCK NUMBER TIMES
        for (int i = 0; i < std::stoi(words[3]); ++i) {
            const FileLock lock(words[1], std::chrono::minutes(1));
            const int number = std::stoi(contents(words[2]));
            std::this_thread::yield();
            save(words[2], std::to_string(number + 1));
        }
        return 0;
    }
    prepareStandardStreams();
    if (what == "words") {
        for (std::size_t i = 1; i < words.size(); ++i)
            std::printf("<%s>\n", words[i].c_str());
        std::fprintf(stderr, "%d words\n", int(words.size()) - 1);
        return 0;
    }
    if (what == "folder") {
        std::wstring folder(32768, L'\0');
        folder.resize(GetCurrentDirectoryW(DWORD(folder.size()), folder.data()));
        std::fputs(utf8(folder).c_str(), stdout);
        return 0;
    }
    if (what == "copy") {
        ::_setmode(::_fileno(stdin), _O_BINARY);
        for (int c = std::getchar(); c != EOF; c = std::getchar())
            std::putchar(c);
        return 0;
    }
    return 99;
}

} // namespace
} // namespace gaugegl

// With --act: one of those.  Its words are taken as they come to main(), as those of the program.
int main(int argc, char** argv)
{
    if (argc > 2 && std::string(argv[1]) == "--act") try {
            return gaugegl::act(gaugegl::Words(argv + 2, argv + argc));
        } catch (const std::exception& error) {
            std::fprintf(stderr, "%s\n", error.what());
            return 98;
        }
    testing::InitGoogleTest(&argc, argv);
    setenv("GAUGEGL_CACHE_DIR", "", 1); // what tests start leaves the user's cache alone
    return RUN_ALL_TESTS();
}
