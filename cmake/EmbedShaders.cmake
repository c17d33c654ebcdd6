# embed_shaders(TARGET DIR): compiles every .glsl file below DIR into TARGET as strings, so that the program reads no
# files at run time.  The generated source lies in the build tree and is made anew when a shader changes.
function(embed_shaders target directory)
    file(GLOB_RECURSE shaders CONFIGURE_DEPENDS ${directory}/*.glsl)
    list(SORT shaders)
    set(output ${CMAKE_CURRENT_BINARY_DIR}/embedded_shaders.cpp)
    add_custom_command(
        OUTPUT ${output}
        COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DDIRECTORY=${directory} "-DFILES=${shaders}"
                -P ${PROJECT_SOURCE_DIR}/cmake/WriteEmbeddedShaders.cmake
        DEPENDS ${shaders} ${PROJECT_SOURCE_DIR}/cmake/WriteEmbeddedShaders.cmake
        COMMENT "Embedding shaders"
        VERBATIM)
    target_sources(${target} PRIVATE ${output})
endfunction()
