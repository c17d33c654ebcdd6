# What cmake --install puts where: the library with its headers, the program, and the package that find_package(gaugegl)
# finds.
include(CMakePackageConfigHelpers)

set(package_directory ${CMAKE_INSTALL_LIBDIR}/cmake/gaugegl)
file(RELATIVE_PATH program_to_library /${CMAKE_INSTALL_BINDIR} /${CMAKE_INSTALL_LIBDIR})

install(TARGETS gaugegl EXPORT gaugegl)
if(GAUGEGL_PROGRAM)
    if(BUILD_SHARED_LIBS)
        set_target_properties(gaugegl_program PROPERTIES INSTALL_RPATH "$ORIGIN/${program_to_library}")
    endif()
    install(TARGETS gaugegl_program COMPONENT program) # which scripts/bundle.sh takes alone
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/gaugegl DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT gaugegl FILE gaugeglTargets.cmake NAMESPACE gaugegl:: DESTINATION ${package_directory})

# A static library leaves its own libraries to whoever links it.
set(GAUGEGL_LINKED "")
if(NOT BUILD_SHARED_LIBS)
    set(GAUGEGL_LINKED "GLEW OpenMP glfw3 fmt pugixml ZLIB")
    if(GAUGEGL_MPI AND MPI_CXX_FOUND)
        string(APPEND GAUGEGL_LINKED " MPI")
    endif()
    if(tomlplusplus_FOUND)
        string(APPEND GAUGEGL_LINKED " tomlplusplus")
    endif()
endif()
list(JOIN GAUGEGL_OPENGL_COMPONENTS " " GAUGEGL_OPENGL_COMPONENTS)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/gaugeglConfig.cmake.in
    ${PROJECT_BINARY_DIR}/gaugeglConfig.cmake INSTALL_DESTINATION ${package_directory})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/gaugeglConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/gaugeglConfig.cmake ${PROJECT_BINARY_DIR}/gaugeglConfigVersion.cmake
    DESTINATION ${package_directory})

if(GAUGEGL_PROGRAM)
    # Of packages; no name of a person belongs here.
    set(GAUGEGL_MAINTAINER "The gaugegl authors <gaugegl@example.org>" CACHE STRING "Maintainer of packages, with an address")
    set(GAUGEGL_DEBIAN_REVISION 1 CACHE STRING "Revision of the .deb of this version")
    include(InstallProgram)
    include(Package)
endif()
