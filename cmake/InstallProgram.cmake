# What goes with the installed program: what it writes about itself (manual pages, completions, the pages of all commands and of run files),
# documents, demos, and the window in the menu of the desktop.  A program for another machine cannot run here: its package goes without
# what it would write.
option(GAUGEGL_DEBIAN "Install as Debian wants it: compressed pages, changelog, copyright" OFF)

set(generated ${PROJECT_BINARY_DIR}/manual)
if(CMAKE_CROSSCOMPILING)
    message(STATUS "No manual pages and completions: the program does not run on this machine")
else()
    install(CODE "
        file(REMOVE_RECURSE \"${generated}\")
        file(MAKE_DIRECTORY \"${generated}/man\")
        foreach(arguments IN ITEMS
                \"--format;man;--output;man\" \"--format;bash;--output;gaugegl.bash\" \"--format;zsh;--output;_gaugegl\"
                \"--format;fish;--output;gaugegl.fish\" \"--format;markdown;--output;commands.md\"
                \"run-file;--format;markdown;--output;run-files.md\")
            execute_process(COMMAND \"$<TARGET_FILE:gaugegl_program>\" manual \${arguments}
                WORKING_DIRECTORY \"${generated}\" COMMAND_ERROR_IS_FATAL ANY)
        endforeach()" COMPONENT manual)
    if(GAUGEGL_DEBIAN)
        install(CODE "
            file(GLOB pages \"${generated}/man/*\")
            execute_process(COMMAND gzip -9n \${pages} COMMAND_ERROR_IS_FATAL ANY)" COMPONENT manual)
    endif()
    foreach(section 1 5)
        install(DIRECTORY ${generated}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man${section} COMPONENT manual
            FILES_MATCHING REGEX "\\.${section}(\\.gz)?$")
    endforeach()
    # Where bash-completion, zsh and fish look.
    set(zsh_folder site-functions)
    if(GAUGEGL_DEBIAN)
        set(zsh_folder vendor-completions)
    endif()
    install(FILES ${generated}/gaugegl.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME gaugegl
        COMPONENT manual)
    install(FILES ${generated}/_gaugegl DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/${zsh_folder} COMPONENT manual)
    install(FILES ${generated}/gaugegl.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT manual)
    install(FILES ${generated}/commands.md ${generated}/run-files.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT manual)
endif()

install(FILES README.md CONVENTIONS.md CITATION.cff DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT docs)
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT docs FILES_MATCHING PATTERN "*.md" PATTERN "*.png")

set(examples ${CMAKE_INSTALL_DOCDIR}/examples)
install(DIRECTORY demos/runs demos/hello_textures demos/run_file DESTINATION ${examples} COMPONENT demos)
install(FILES demos/installed.cmake DESTINATION ${examples} RENAME CMakeLists.txt COMPONENT demos)

if(TARGET gaugegl_view)
    install(FILES packaging/gaugegl.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications COMPONENT desktop)
    install(FILES web/icon.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps RENAME gaugegl.svg COMPONENT desktop)
endif()

if(GAUGEGL_DEBIAN)
    # What is compiled into the program and is in no shared library that it depends on.
    file(GLOB licences /usr/share/doc/libimgui-dev /usr/share/doc/libstb-dev /usr/share/doc/libglm-dev /usr/share/doc/libeigen3-dev
        /usr/share/doc/libboost1.*-dev /usr/share/doc/libcli11-dev /usr/share/doc/nlohmann-json3-dev /usr/share/doc/libkissfft-dev)
    foreach(folder IN LISTS licences)
        get_filename_component(package ${folder} NAME)
        file(REAL_PATH ${folder}/copyright copyright)
        install(FILES ${copyright} DESTINATION ${CMAKE_INSTALL_DOCDIR}/licences RENAME ${package} COMPONENT docs)
    endforeach()
    install(FILES packaging/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT docs)
    install(CODE "
        set(folder \"${PROJECT_BINARY_DIR}/debian\")
        file(MAKE_DIRECTORY \"\${folder}\")
        string(TIMESTAMP date \"%a, %d %b %Y %H:%M:%S +0000\" UTC)
        file(WRITE \"\${folder}/changelog.Debian\" \"gaugegl (${PROJECT_VERSION}-${GAUGEGL_DEBIAN_REVISION}) unstable; urgency=medium

  * The package of gaugegl ${PROJECT_VERSION}; changelog.gz says what is new.

 -- ${GAUGEGL_MAINTAINER}  \${date}
\")
        configure_file(\"${PROJECT_SOURCE_DIR}/CHANGELOG.md\" \"\${folder}/changelog\" COPYONLY)
        execute_process(COMMAND gzip -9nf changelog.Debian changelog WORKING_DIRECTORY \"\${folder}\" COMMAND_ERROR_IS_FATAL ANY)"
        COMPONENT docs)
    install(FILES ${PROJECT_BINARY_DIR}/debian/changelog.Debian.gz ${PROJECT_BINARY_DIR}/debian/changelog.gz
        DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT docs)
else()
    install(FILES LICENSE CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT docs)
endif()
