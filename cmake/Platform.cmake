# What differs between systems, for CMakeLists.txt and the other files of this folder.

# EGL makes contexts without a window; Windows and macOS lack it.
set(GAUGEGL_EGL ON)
set(GAUGEGL_OPENGL OpenGL::OpenGL)
set(GAUGEGL_OPENGL_TYPES OpenGL::EGL)
set(GAUGEGL_OPENGL_COMPONENTS OpenGL EGL)
if(WIN32 OR APPLE)
    set(GAUGEGL_EGL OFF)
    set(GAUGEGL_OPENGL OpenGL::GL)
    set(GAUGEGL_OPENGL_TYPES OpenGL::GL)
    set(GAUGEGL_OPENGL_COMPONENTS "")
endif()

# platform_sources(LIST): drops from a list of sources those of other systems, which their names tell.
function(platform_sources list)
    set(others "_windows")
    if(WIN32)
        set(others "_posix")
    endif()
    if(GAUGEGL_EGL)
        string(APPEND others "|/context_without_egl")
    else()
        string(APPEND others "|/context_egl")
    endif()
    list(FILTER ${list} EXCLUDE REGEX "(${others})\\.cpp$")
    set(${list} "${${list}}" PARENT_SCOPE)
endfunction()

# platform_options(TARGET): what all sources of ours are compiled and linked with.
function(platform_options target)
    if(NOT WIN32)
        return()
    endif()
    target_compile_definitions(${target} INTERFACE NOMINMAX WIN32_LEAN_AND_MEAN
        _WIN32_WINNT=0x0A00 # Windows 10
        _FILE_OFFSET_BITS=64
        APIENTRY=__stdcall) # else the headers of OpenGL include windows.h, which makes words such as far and near macros
    set(stack 8388608) # std::regex recurses; as much as on Linux
    if(MSVC)
        target_link_options(${target} INTERFACE /STACK:${stack})
    else()
        target_link_options(${target} INTERFACE -Wl,--stack,${stack})
    endif()
endfunction()
