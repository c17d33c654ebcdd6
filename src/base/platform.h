// What the program needs from the operating system besides files, locks, processes and signals.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>

namespace gaugegl {

/// To be called at the start of a program: what it writes to its standard streams is UTF-8, the same bytes on every system, and
/// terminals understand its colours.
void prepareStandardStreams();

/// Whether the program has a console of its own, which closes with it, as after a double click on Windows.
bool ownsConsole();

/// Shows or hides that console.
void showConsole(bool visible);

/// Whether people read what is written to the stream.
bool isTerminal(std::FILE* stream);

/// The width and height of a terminal in characters; nothing if the stream is none, or does not know.
std::optional<std::pair<int, int>> terminalSize(std::FILE* stream);

/// Whether the locale of the user has the letters of UTF-8.
bool hasUtf8();

/// A number that no other process has now.
int processId();

/// The name of this machine; empty if it has none.
std::string hostName();

/// Discards what is written to standard output and standard error from here on.  Returns a stream that still leads to
/// what standard error was, or null.
std::FILE* silenceStandardStreams();

/// Asks for large pages behind this memory; without effect where there are none.
void adviseLargePages(void* memory, std::size_t bytes);

/// How many processes had work to do, on the average of the last minute; NaN where the system does not count them.
double loadAverage();

/// The bytes of memory of this machine; 0 if unknown.
std::uint64_t physicalMemory();

/// The folder for what programs keep for this user and can make anew; empty if there is none.
std::string userCacheFolder();

/// Whether this user may make files in the folder, which is there.
bool mayWriteInto(const std::string& folder);

/// The processors that this process may keep busy: those that the system lets it run on, at most the quota of its control groups.  At
/// least 1.
int usableProcessors();

/// For the start of a program, whose threads would wait for each other in busy loops, which take the time of those that have work where
/// there are fewer free processors than threads: starts the program anew, so that they sleep after some 10 microseconds of that
/// (OMP_WAIT_POLICY=passive and, of GNU's OpenMP, GOMP_SPINCOUNT, which are read before main()), unless the environment says how to
/// wait.  Returns where that cannot be said in this way.
void waitPassively(char** arguments);

/// Sets an environment variable that is not set; false if it was, or cannot be.
bool setMissingVariable(const char* name, const char* value);

/// Removes an environment variable.
void unsetVariable(const char* name);

/// A file beyond `ulimit -f` is then an error like a full disk, and does not kill the process.
void treatFileSizeLimitAsError();

} // namespace gaugegl
