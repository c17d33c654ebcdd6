// What the program needs from the operating system besides files, locks, processes and signals.
#pragma once

#include <cstddef>
#include <cstdio>

namespace gaugegl {

/// Whether people read what is written to the stream.
bool isTerminal(std::FILE* stream);

/// A number that no other process has now.
int processId();

/// Asks for large pages behind this memory; without effect where there are none.
void adviseLargePages(void* memory, std::size_t bytes);

/// A file beyond `ulimit -f` is then an error like a full disk, and does not kill the process.
void treatFileSizeLimitAsError();

} // namespace gaugegl
