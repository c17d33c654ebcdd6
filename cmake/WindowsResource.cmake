# What Windows shows and knows of gaugegl.exe: icon, version and manifest.
enable_language(RC)
set(folder ${PROJECT_SOURCE_DIR}/packaging/windows)
set(resource ${PROJECT_BINARY_DIR}/gaugegl.rc)
configure_file(${folder}/gaugegl.rc.in ${resource} @ONLY)
set_source_files_properties(${resource} PROPERTIES OBJECT_DEPENDS "${folder}/gaugegl.ico;${folder}/gaugegl.manifest")
# By itself: the compiler of resources knows no option of C++.
add_library(gaugegl_resource OBJECT ${resource})
target_link_libraries(gaugegl_program PRIVATE gaugegl_resource)
if(MSVC)
    target_sources(gaugegl_program PRIVATE ${folder}/gaugegl.manifest) # the linker merges it with its own
endif()
