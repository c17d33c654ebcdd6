# windows_unit_tests: what the library asks of Windows (*_test.cpp here), and its unit tests as far as they need no POSIX and nothing that
# this build lacks.  With send_ctrl_c.exe, by which scripts/windows-test.sh interrupts the program.
set(folder ${CMAKE_CURRENT_LIST_DIR})
set(unit)
foreach(room base core io report run) # arithmetic is the same on every system
    file(GLOB tests CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/${room}/*_test.cpp)
    list(APPEND unit ${tests})
endforeach()
# mode_file computes many short loops, whose threads take long to meet under Wine; file_part meets in a std::barrier, which in GCC 12 without
# futexes can miss a call; shell_word quotes for the shells of other systems, home has their variable, gnuplot their names of files, and
# run_folder their links.
list(FILTER unit EXCLUDE REGEX "_gl_test|/base/(shell_word|home)_test|/report/gnuplot_test|/run/(mode_file|run_folder)_test|/io/file_part_test")
foreach(test IN LISTS unit)
    file(STRINGS ${test} needs LIMIT_COUNT 1
        REGEX "include [<\"](sys/|fcntl\\.h|gsl/|gmock/|support/(memory_limit|heap_meter)\\.h|core/random_battery\\.h)")
    if(needs)
        list(REMOVE_ITEM unit ${test})
    endif()
endforeach()

add_executable(send_ctrl_c EXCLUDE_FROM_ALL ${folder}/send_ctrl_c.cpp)
target_link_libraries(send_ctrl_c PRIVATE gaugegl_options)
target_link_options(send_ctrl_c PRIVATE -municode)

file(GLOB tests CONFIGURE_DEPENDS ${folder}/*_test.cpp)
add_executable(windows_unit_tests EXCLUDE_FROM_ALL ${folder}/main.cpp ${tests} ${unit})
add_dependencies(windows_unit_tests send_ctrl_c)
compile_together(windows_unit_tests)
target_include_directories(windows_unit_tests PRIVATE ${PROJECT_SOURCE_DIR}/tests)
target_link_libraries(windows_unit_tests PRIVATE gaugegl gaugegl_options fmt::fmt OpenMP::OpenMP_CXX GTest::gtest
    nlohmann_json::nlohmann_json pugixml::pugixml gaugegl_resource) # the manifest: names are UTF-8
target_compile_options(windows_unit_tests PRIVATE -O1)
target_compile_definitions(windows_unit_tests PRIVATE GAUGEGL_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
target_precompile_headers(windows_unit_tests PRIVATE <gtest/gtest.h> ${folder}/posix.h)
