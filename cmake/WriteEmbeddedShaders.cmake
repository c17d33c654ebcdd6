# Run by embed_shaders: writes OUTPUT, a C++ source with the FILES (a list) below DIRECTORY as raw string literals.
set(text "// Generated from shaders/ by cmake/WriteEmbeddedShaders.cmake; do not edit.\n#include \"gaugegl/gl/shader_source.h\"\n\nnamespace gaugegl::gl {\nstd::span<const EmbeddedShader> embeddedShaders()\n{\n    static constexpr EmbeddedShader files[] = {\n")
foreach(file IN LISTS FILES)
    file(RELATIVE_PATH name ${DIRECTORY} ${file})
    file(READ ${file} content)
    string(APPEND text "        {\"${name}\", R\"glsl(${content})glsl\"},\n")
endforeach()
string(APPEND text "    };\n    return files;\n}\n} // namespace gaugegl::gl\n")
file(WRITE ${OUTPUT} "${text}")
