#include "base/platform.h"

#include <algorithm>
#include <cctype>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#ifdef __linux__
#include <cmath>
#include <fstream>
#include <sched.h>
#endif

namespace gaugegl {

#ifdef __linux__
namespace {

/// The processors that a quota of processor time is worth; "max" or a file that is not there is no quota.
double quotaIn(const std::filesystem::path& folder)
{
    std::string quota;
    double period = 0;
    if (std::ifstream(folder / "cpu.max") >> quota >> period && quota != "max") return std::stod(quota) / period;
    double microseconds = 0; // version 1
    if (std::ifstream(folder / "cpu.cfs_quota_us") >> microseconds && microseconds > 0 &&
        std::ifstream(folder / "cpu.cfs_period_us") >> period)
        return microseconds / period;
    return std::numeric_limits<double>::infinity();
}

/// The least of the control groups of this process: each is below others, whose quotas hold too.
double processorQuota()
try {
    const std::filesystem::path root = "/sys/fs/cgroup";
    double least = std::numeric_limits<double>::infinity();
    std::ifstream groups("/proc/self/cgroup");
    for (std::string line; std::getline(groups, line);) { // "0::/a/b", "4:cpu,cpuacct:/a/b"
        const std::size_t first = line.find(':'), second = line.find(':', first + 1);
        if (second == std::string::npos) continue;
        const std::string kinds = line.substr(first + 1, second - first - 1);
        if (!kinds.empty() && kinds.find("cpu") == std::string::npos) continue;
        const std::filesystem::path own = std::filesystem::path(line.substr(second + 1)).relative_path();
        for (const auto& top : {root / kinds, root / "cpu"})
            for (auto group = top / own;; group = group.parent_path()) {
                least = std::min(least, quotaIn(group));
                if (group == top || group.string().size() <= top.string().size()) break;
            }
    }
    return std::max(least, 1.0);
} catch (const std::exception&) { // files of another form
    return std::numeric_limits<double>::infinity();
}

} // namespace
#endif

void prepareStandardStreams() {}

bool ownsConsole() { return false; }

void showConsole(bool) {}

bool isTerminal(std::FILE* stream) { return isatty(fileno(stream)) != 0; }

std::optional<std::pair<int, int>> terminalSize(std::FILE* stream)
{
    winsize size = {};
    if (::ioctl(fileno(stream), TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return std::nullopt;
    return std::pair(int(size.ws_col), int(size.ws_row));
}

bool hasUtf8()
{
    for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) { // the first that is set decides
        const char* value = std::getenv(name);
        if (value == nullptr || *value == '\0') continue;
        std::string text = value;
        std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return char(std::tolower(c)); });
        return text.find("utf-8") != std::string::npos || text.find("utf8") != std::string::npos;
    }
    return false;
}

int processId() { return getpid(); }

std::string hostName()
{
    char name[256] = {};
    return ::gethostname(name, sizeof name - 1) == 0 ? name : "";
}

std::FILE* silenceStandardStreams()
{
    const int errors = ::dup(STDERR_FILENO);
    std::FILE* const stream = errors < 0 ? nullptr : ::fdopen(errors, "w");
    for (std::FILE* one : {stdout, stderr})
        if (std::freopen("/dev/null", "w", one) == nullptr) return nullptr;
    return stream;
}

void adviseLargePages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes)
{
#ifdef MADV_HUGEPAGE
    (void)::madvise(memory, bytes, MADV_HUGEPAGE);
#endif
}

double loadAverage()
{
    double load = 0;
    return ::getloadavg(&load, 1) == 1 ? load : std::numeric_limits<double>::quiet_NaN();
}

std::uint64_t physicalMemory()
{
    return std::uint64_t(::sysconf(_SC_PHYS_PAGES)) * std::uint64_t(::sysconf(_SC_PAGESIZE));
}

std::string userCacheFolder()
{
    const auto variable = [](const char* name) {
        const char* value = std::getenv(name);
        return std::filesystem::path(value ? value : "");
    };
    if (const auto folder = variable("XDG_CACHE_HOME"); folder.is_absolute()) return folder.string();
    if (const auto home = variable("HOME"); home.is_absolute()) return (home / ".cache").string();
    return {};
}

bool mayWriteInto(const std::string& folder) { return ::access(folder.c_str(), W_OK | X_OK) == 0; }

int usableProcessors()
{
    int count = int(::sysconf(_SC_NPROCESSORS_ONLN));
#ifdef __linux__
    cpu_set_t allowed;
    if (::sched_getaffinity(0, sizeof allowed, &allowed) == 0) count = CPU_COUNT(&allowed);
    count = int(std::min(double(count), std::ceil(processorQuota())));
#endif
    return std::max(count, 1);
}

void waitPassively([[maybe_unused]] char** arguments)
{
#ifdef __linux__
    if (std::getenv("GOMP_SPINCOUNT") != nullptr || !setMissingVariable("OMP_WAIT_POLICY", "passive")) return;
    // Waking takes some 30 microseconds, longer than a hop on a small lattice.
    setMissingVariable("GOMP_SPINCOUNT", "500");
    std::error_code error;
    const std::filesystem::path self =
        std::filesystem::read_symlink("/proc/self/exe", error); // whose name the process keeps
    if (!error) ::execv(self.c_str(), arguments);
    unsetVariable("OMP_WAIT_POLICY"); // it goes on as it is
    unsetVariable("GOMP_SPINCOUNT");
#endif
}

bool setMissingVariable(const char* name, const char* value)
{
    return std::getenv(name) == nullptr && ::setenv(name, value, 1) == 0;
}

void unsetVariable(const char* name) { ::unsetenv(name); }

void treatFileSizeLimitAsError() { std::signal(SIGXFSZ, SIG_IGN); }

} // namespace gaugegl
