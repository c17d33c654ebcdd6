# The demos beside this file, as projects of a user of the installed library:
#   cp -r /usr/share/doc/gaugegl/examples . && cmake -S examples -B build && cmake --build build
cmake_minimum_required(VERSION 3.22)
project(gaugegl_examples LANGUAGES CXX)

find_package(gaugegl 0.1 REQUIRED)

add_executable(hello_textures hello_textures/main.cpp)
target_link_libraries(hello_textures PRIVATE gaugegl::gaugegl)

add_executable(run-file run_file/main.cpp)
target_link_libraries(run-file PRIVATE gaugegl::gaugegl)
