#include "base/stop_signals.h"

#include "base/windows.h"

#include <atomic>
#include <chrono>
#include <cstring>
#include <io.h>

namespace gaugegl {
namespace {

std::atomic<void (*)()> taker = nullptr;
/// Until when a request that comes after the end of a StopSignals repeats the wish, in nanoseconds.
std::atomic<std::int64_t> wishUntil = 0;

/// On a thread of its own.
BOOL WINAPI takeEvent(DWORD event)
{
    void (*const take)() = taker;
    const bool repeats = steadyNanoseconds() <= wishUntil;
    if (take == nullptr && !repeats) return FALSE;
    if (take != nullptr) take();
    // Windows ends the process as soon as this returns.
    if (event == CTRL_CLOSE_EVENT || event == CTRL_LOGOFF_EVENT || event == CTRL_SHUTDOWN_EVENT) Sleep(INFINITE);
    return TRUE;
}

} // namespace

std::int64_t steadyNanoseconds()
{
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

struct StopSignals::Before {};

StopSignals::StopSignals(void (*take)())
{
    taker = take;
    [[maybe_unused]] static const BOOL listens = SetConsoleCtrlHandler(takeEvent, TRUE);
}

void StopSignals::ignoreRepeats(std::int64_t until) { wishUntil = until; }

StopSignals::~StopSignals() { taker = nullptr; }

std::thread threadWithoutSignals(const std::function<void()>& work) { return std::thread(work); }

void sayAtOnce(const char* text)
{
    constexpr int standardError = 2;
    if (::_write(standardError, text, unsigned(std::strlen(text))) < 0) return; // nowhere left to say it
}

} // namespace gaugegl
