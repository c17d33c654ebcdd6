# compile_together(TARGET): compiles the sources of each folder below src or tests in one group instead of one by one, in a quarter of
# the time: most of it goes into headers.  Where there are many cores large folders are three groups.  The groups follow from names
# alone, so that a new source touches one group.  What a source keeps in an anonymous namespace must have a name of its own in its
# folder.  Sources with options of their own stay alone.
function(compile_together target)
    if(NOT GAUGEGL_UNITY)
        return()
    endif()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    get_target_property(sources ${target} SOURCES)
    cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
    set(large "")
    if(cores GREATER 4)
        set(large cli fermion host run view)
    endif()
    foreach(source IN LISTS sources)
        string(REPLACE "${PROJECT_SOURCE_DIR}/" "" relative ${source})
        if(relative MATCHES "^(src/|tests/)?([^/]+)/(.*/)?([a-z])[^/]*\\.cpp$")
            set(folder ${CMAKE_MATCH_2})
            set(letter ${CMAKE_MATCH_4})
            if(NOT folder IN_LIST large)
                set(range all)
            elseif(letter MATCHES "[a-f]")
                set(range a-f)
            elseif(letter MATCHES "[g-o]")
                set(range g-o)
            else()
                set(range p-z)
            endif()
            set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder}-${range})
        endif()
    endforeach()
endfunction()

# compile_quickly(TARGET OPTIONS FOLDER...): the groups of these folders below src are optimised less, which compiles them in two thirds of
# the time.  For code whose loops are not hot.  Call it after compile_together().
# -O1 alone would keep the empty loops in which vectors with an allocator of their own destroy numbers: a tenth of a domain-wall solution.
function(compile_quickly target options)
    if(MSVC)
        return()
    endif()
    foreach(folder IN LISTS ARGN)
        foreach(range all a-f g-o p-z)
            foreach(ending "" _cxx) # by the version of CMake
                set_source_files_properties(
                    ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.dir/Unity/unity_${folder}-${range}${ending}.cxx
                    PROPERTIES COMPILE_OPTIONS "${options}")
            endforeach()
        endforeach()
    endforeach()
endfunction()

# For sources whose speed nobody notices.  GCC compiles with -Og a tenth faster than with -O1, and then sees more variables that it thinks without a value.
set(GAUGEGL_QUICKEST "")
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    set(GAUGEGL_QUICKEST -Og -Wno-maybe-uninitialized)
elseif(NOT MSVC)
    set(GAUGEGL_QUICKEST -O1)
endif()
