# Packages by cpack, with everything that cmake --install knows: a .deb and a .tar.gz (scripts/package.sh), and for Windows a .zip
# (scripts/windows.sh).
set(CPACK_PACKAGE_NAME gaugegl)
set(CPACK_PACKAGE_VENDOR "the gaugegl authors")
set(CPACK_PACKAGE_CONTACT "${GAUGEGL_MAINTAINER}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "SU(2) and SU(3) lattice gauge theory on any OpenGL driver")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_THREADS 0)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
if(WIN32)
    set(CPACK_GENERATOR ZIP)
    set(CPACK_SYSTEM_NAME windows-x86_64)
    include(CPack)
    return()
endif()
set(CPACK_GENERATOR DEB TGZ)
# What is packed needs the libraries of the distribution that it was built on.
cmake_host_system_information(RESULT distribution QUERY DISTRIB_INFO)
set(CPACK_SYSTEM_NAME ${distribution_ID}-${distribution_VERSION_ID}-${CMAKE_SYSTEM_PROCESSOR})

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE ${GAUGEGL_DEBIAN_REVISION})
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
    "gaugegl generates, measures and shows configurations of SU(2) and SU(3)
lattice gauge theory, with and without dynamical quarks, on any graphics card
with a driver of OpenGL 3.3, or on Mesa's software driver without a card.
The package has the program with its window, the Python module gaugegl, the
library with its headers, manual pages, completions of shells, run files and
examples.")
# The library is static: what it leaves to whoever links it is suggested.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libegl-mesa0, libgl1-mesa-dri, gnuplot-nox | gnuplot, fonts-dejavu-core")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "g++, cmake, libegl-dev, libgl-dev, libopengl-dev, libglew-dev, libglfw3-dev, libfmt-dev, libpugixml-dev, libtomlplusplus-dev, zlib1g-dev")
if(GAUGEGL_MPI AND MPI_CXX_FOUND)
    string(APPEND CPACK_DEBIAN_PACKAGE_SUGGESTS ", openmpi-bin, libopenmpi-dev")
endif()
if(GAUGEGL_HDF5 AND HDF5_LIBRARY)
    string(APPEND CPACK_DEBIAN_PACKAGE_SUGGESTS ", libhdf5-dev")
endif()
if(GAUGEGL_ZSTD AND ZSTD_LIBRARY)
    string(APPEND CPACK_DEBIAN_PACKAGE_SUGGESTS ", libzstd-dev")
endif()

if(GAUGEGL_PYTHON)
    # The module is of one version of Python; its texts are compiled when it is installed.
    find_package(Python 3.9 REQUIRED COMPONENTS Interpreter)
    math(EXPR next_minor "${Python_VERSION_MINOR} + 1")
    set(CPACK_DEBIAN_PACKAGE_DEPENDS "python3 (>= 3.${Python_VERSION_MINOR}), python3 (<< 3.${next_minor}), python3-numpy")
    set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/packaging/postinst ${PROJECT_SOURCE_DIR}/packaging/prerm)
endif()

include(CPack)
