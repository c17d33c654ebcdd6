// What the program needs from the operating system besides files, locks, processes and signals.
#pragma once

#include <cstddef>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>

namespace gaugegl {

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

/// A file beyond `ulimit -f` is then an error like a full disk, and does not kill the process.
void treatFileSizeLimitAsError();

} // namespace gaugegl
