#include "base/child_process.h"

#include "gaugegl/base/error.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace gaugegl {

ChildProcess::ChildProcess(std::vector<std::string> words, const ProcessPlace& place)
{
    std::vector<char*> pointers;
    pointers.reserve(words.size() + 1);
    for (std::string& word : words)
        pointers.push_back(word.data());
    pointers.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    if (place.input < 0) posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    const auto connect = [&](int descriptor, int standard) {
        if (descriptor >= 0) posix_spawn_file_actions_adddup2(&actions, descriptor, standard);
    };
    connect(place.input, STDIN_FILENO);
    connect(place.output, STDOUT_FILENO);
    connect(place.errors, STDERR_FILENO);
    if (!place.folder.empty()) posix_spawn_file_actions_addchdir_np(&actions, place.folder.c_str());
    const int failure = posix_spawnp(&process_, pointers[0], &actions, nullptr, pointers.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failure != 0) throw Error(words[0] + " cannot be started: " + std::strerror(failure));
}

ChildProcess::~ChildProcess() { collect(true); }

/// Asks for the end, or waits for it; true when it is there.
bool ChildProcess::collect(bool waiting)
{
    if (code_) return true;
    int status = 0;
    pid_t found = 0;
    do {
        found = waitpid(process_, &status, waiting ? 0 : WNOHANG);
    } while (found < 0 && errno == EINTR);
    if (found == 0) return false;
    constexpr int unknown = 255; // somebody else has waited for it
    code_ = found < 0 ? unknown : WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    return true;
}

void ChildProcess::send(int signal)
{
    if (!ended()) ::kill(process_, signal);
}

} // namespace gaugegl
