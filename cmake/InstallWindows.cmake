# What cmake --install and the zip hold on Windows: the program, its run files and manual, and the licences of all that is in it.
install(TARGETS gaugegl_program RUNTIME DESTINATION .)

configure_file(packaging/windows/README.txt ${PROJECT_BINARY_DIR}/README.txt @ONLY NEWLINE_STYLE WIN32)
install(FILES ${PROJECT_BINARY_DIR}/README.txt DESTINATION .)
install(FILES packaging/copyright DESTINATION . RENAME LICENSE.txt)
install(DIRECTORY demos/runs demos/hello_textures demos/run_file DESTINATION demos)
install(FILES README.md CONVENTIONS.md CHANGELOG.md CITATION.cff DESTINATION manual)
install(DIRECTORY docs DESTINATION manual FILES_MATCHING PATTERN "*.md" PATTERN "*.png")

if(GAUGEGL_DEBIAN_SOURCES)
    foreach(licence fmtlib/LICENSE.rst pugixml/LICENSE.md glew/LICENSE.txt glfw3/LICENSE.md imgui/LICENSE.txt)
        get_filename_component(package ${licence} DIRECTORY)
        install(FILES ${GAUGEGL_DEBIAN_SOURCES}/${licence} DESTINATION licences RENAME ${package}.txt)
    endforeach()
    # Dear ImGui has three headers of stb, which end with their licence, and the letters ProggyClean.
    file(READ ${GAUGEGL_DEBIAN_SOURCES}/imgui/imstb_truetype.h text)
    string(FIND "${text}" "This software is available under 2 licenses" place)
    string(SUBSTRING "${text}" ${place} -1 text)
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/licences/stb.txt CONTENT "${text}" @ONLY)
    file(STRINGS ${GAUGEGL_DEBIAN_SOURCES}/imgui/imgui_draw.cpp text REGEX "^// (ProggyClean.ttf|Copyright|MIT license)")
    list(JOIN text "\n" text)
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/licences/proggy-clean.txt CONTENT "${text}\n" @ONLY)
    install(DIRECTORY ${PROJECT_BINARY_DIR}/licences DESTINATION .)
    # zlib, the libraries of MinGW (winpthreads) and GCC (libstdc++, libgomp), and headers.
    file(GLOB folders /usr/share/doc/libz-mingw-w64-dev /usr/share/doc/mingw-w64-x86-64-dev /usr/share/doc/gcc-mingw-w64-base
        /usr/share/doc/libeigen3-dev /usr/share/doc/libboost1.*-dev /usr/share/doc/libcli11-dev /usr/share/doc/nlohmann-json3-dev
        /usr/share/doc/libkissfft-dev /usr/share/doc/libglm-dev /usr/share/doc/libtomlplusplus-dev)
    foreach(folder IN LISTS folders)
        get_filename_component(package ${folder} NAME)
        file(REAL_PATH ${folder}/copyright copyright)
        install(FILES ${copyright} DESTINATION licences RENAME ${package}.txt)
    endforeach()
endif()
include(Package)
