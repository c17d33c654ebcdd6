# The libraries that are installed on this system.
find_package(fmt REQUIRED)
find_package(pugixml REQUIRED)
find_package(ZLIB REQUIRED)
find_package(tomlplusplus QUIET)
if(NOT TARGET tomlplusplus::tomlplusplus) # older packages have the headers alone
    find_path(TOMLPLUSPLUS_INCLUDE_DIR toml++/toml.h REQUIRED)
    add_library(tomlplusplus::tomlplusplus INTERFACE IMPORTED)
    target_include_directories(tomlplusplus::tomlplusplus INTERFACE ${TOMLPLUSPLUS_INCLUDE_DIR})
    set(GAUGEGL_TOML $<BUILD_INTERFACE:tomlplusplus::tomlplusplus>) # nothing that a user of the library links
else()
    set(GAUGEGL_TOML tomlplusplus::tomlplusplus)
endif()
if(GAUGEGL_FUZZ)
    return()
endif()
find_package(Eigen3 3.3 REQUIRED NO_MODULE)
find_package(Boost 1.70 REQUIRED) # headers alone
find_path(KISSFFT_INCLUDE_DIR kissfft/kissfft.hh REQUIRED) # its template alone; the library of Debian is for floats
find_package(OpenGL REQUIRED COMPONENTS ${GAUGEGL_OPENGL_COMPONENTS})
find_package(GLEW REQUIRED)
find_package(glfw3 3.3 REQUIRED)
find_package(nlohmann_json REQUIRED)
if(GAUGEGL_MPI)
    find_package(MPI QUIET COMPONENTS CXX)
endif()
if(GAUGEGL_HDF5) # its C interface; CMake's own search compiles programs
    find_path(HDF5_INCLUDE_DIR hdf5.h PATH_SUFFIXES hdf5/serial)
    find_library(HDF5_LIBRARY NAMES hdf5_serial hdf5)
endif()
if(GAUGEGL_ZSTD)
    find_path(ZSTD_INCLUDE_DIR zstd.h)
    find_library(ZSTD_LIBRARY zstd)
endif()
if(GAUGEGL_PROGRAM)
    find_package(CLI11 REQUIRED)
endif()

if(GAUGEGL_VIEW)
    find_package(glm REQUIRED)
    find_path(IMGUI_INCLUDE_DIR imgui.h PATH_SUFFIXES imgui REQUIRED)
    find_library(IMGUI_LIBRARY imgui REQUIRED)
    find_library(STB_LIBRARY stb) # which Debian's imgui needs; others bring their own
    if(NOT EXISTS ${IMGUI_INCLUDE_DIR}/backends) # vcpkg has no folder for them
        find_path(IMGUI_BACKENDS_DIR imgui_impl_glfw.h PATH_SUFFIXES imgui REQUIRED)
        file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/imgui/backends/imgui_impl_glfw.h
            CONTENT "#include \"@IMGUI_BACKENDS_DIR@/imgui_impl_glfw.h\"\n" @ONLY)
        include_directories(SYSTEM ${PROJECT_BINARY_DIR}/imgui)
    endif()
endif()

if(APPLE AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_definitions(FMT_HEADER_ONLY) # Homebrew's library is compiled for clang's standard library
endif()
