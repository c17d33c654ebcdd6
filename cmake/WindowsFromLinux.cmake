# Toolchain file: Windows programs from Debian, by its MinGW-w64 with threads of POSIX, linked statically, so that a program needs nothing but
# what every Windows has (preset `windows`, scripts/windows.sh).
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-posix)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)

# GCC for Windows aligns the stack to 16 bytes and spills vectors of AVX to it by moves that need 32 or 64 (GCC bug 54412), which
# crashes; the assembler makes them moves that need no alignment, as fast on every processor that has AVX.
# For Windows GCC also believes that a call of a template's function reaches the copy of this source, and keeps values in registers that
# this copy leaves alone; the linker may have taken the copy of another source, compiled with other options.
set(flags "-Wa,-muse-unaligned-vector-move -fno-ipa-ra -fno-ipa-stack-alignment")
set(CMAKE_C_FLAGS_INIT "${flags}")
# The compiler looks less often for memory that it may use again: a tenth faster, with up to half as much more memory.
set(CMAKE_CXX_FLAGS_INIT "${flags} --param=ggc-min-heapsize=800000")
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)

# Programs are this machine's; everything else is of MinGW's folder, which Debian's packages for it fill.
set(CMAKE_FIND_ROOT_PATH /usr/x86_64-w64-mingw32)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
