# The libraries for a system for which Debian has none compiled: targets as find_package gives them (FromSystem.cmake), from the sources of
# Debian's packages, which scripts/windows.sh unpacks into GAUGEGL_DEBIAN_SOURCES, each in a folder of its name.
enable_language(C)
set(CMAKE_FIND_LIBRARY_SUFFIXES .a) # static ones
find_package(OpenGL REQUIRED)
find_package(ZLIB REQUIRED)

# Headers of Debian's packages, without those of its C library, which the other compiler must not see.
set(headers ${PROJECT_BINARY_DIR}/headers)
debian_headers(${headers} scripts/windows.sh boost CLI Eigen unsupported glm kissfft nlohmann toml++)
include_directories(SYSTEM ${headers})
foreach(target Boost::headers CLI11::CLI11 Eigen3::Eigen nlohmann_json::nlohmann_json tomlplusplus::tomlplusplus)
    add_library(${target} INTERFACE IMPORTED)
endforeach()
set(GAUGEGL_TOML tomlplusplus::tomlplusplus)
set(KISSFFT_INCLUDE_DIR ${headers})

# debian_library(TARGET PACKAGE INCLUDE SOURCE...): a static library of some sources of a package, whose headers are in its folder INCLUDE.
function(debian_library target package include)
    set(folder ${GAUGEGL_DEBIAN_SOURCES}/${package})
    if(NOT IS_DIRECTORY ${folder})
        message(FATAL_ERROR "${folder} is missing; scripts/windows.sh unpacks it")
    endif()
    list(TRANSFORM ARGN PREPEND ${folder}/)
    add_library(${target} STATIC ${ARGN})
    target_compile_options(${target} PRIVATE -w -O1) # nothing of it is hot
    target_include_directories(${target} SYSTEM PUBLIC ${folder}/${include})
endfunction()

debian_library(fmt fmtlib include src/format.cc)
add_library(fmt::fmt ALIAS fmt)

debian_library(pugixml pugixml src src/pugixml.cpp)
add_library(pugixml::pugixml ALIAS pugixml)

debian_library(GLEW glew include src/glew.c)
target_compile_definitions(GLEW PUBLIC GLEW_STATIC)
target_link_libraries(GLEW PUBLIC OpenGL::GL)
add_library(GLEW::GLEW ALIAS GLEW)
set(GLEW_INCLUDE_DIR ${GAUGEGL_DEBIAN_SOURCES}/glew/include)

set(glfw init context input monitor vulkan window egl_context osmesa_context wgl_context win32_init win32_joystick win32_monitor
    win32_thread win32_time win32_window)
list(TRANSFORM glfw REPLACE "(.+)" "src/\\1.c")
debian_library(glfw glfw3 include ${glfw})
target_compile_definitions(glfw PRIVATE _GLFW_WIN32 UNICODE _UNICODE)
target_link_libraries(glfw PUBLIC gdi32)
file(STRINGS ${GAUGEGL_DEBIAN_SOURCES}/glfw3/include/GLFW/glfw3.h lines REGEX "define GLFW_VERSION_(MAJOR|MINOR|REVISION) ")
string(REGEX MATCHALL "[0-9]+" glfw3_VERSION "${lines}")
list(JOIN glfw3_VERSION . glfw3_VERSION)

if(GAUGEGL_VIEW)
    debian_library(imgui imgui . imgui.cpp imgui_draw.cpp imgui_tables.cpp imgui_widgets.cpp backends/imgui_impl_glfw.cpp)
    target_link_libraries(imgui PUBLIC glfw imm32)
    set(IMGUI_INCLUDE_DIR ${GAUGEGL_DEBIAN_SOURCES}/imgui)
    set(IMGUI_LIBRARY imgui)
    set(STB_LIBRARY "") # Dear ImGui has its own
endif()

if(GAUGEGL_WINDOWS_TESTS)
    add_library(gtest STATIC EXCLUDE_FROM_ALL /usr/src/googletest/googletest/src/gtest-all.cc)
    target_include_directories(gtest SYSTEM PUBLIC /usr/src/googletest/googletest/include PRIVATE /usr/src/googletest/googletest)
    target_compile_options(gtest PRIVATE -O0)
    add_library(GTest::gtest ALIAS gtest)
endif()
