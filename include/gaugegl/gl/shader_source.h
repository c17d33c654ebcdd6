// Assembles the final text of a shader from the embedded files.
//
// Two directives are added to GLSL:
//   #include "path"              the file, once per program; $NAME in the path is the value of a define
//   #for NAME in 0 1 2 3         repeats the lines up to the matching #end with the identifier NAME replaced by each
//   #for NAME in 0 1 2 3 except E  value in turn; E is a number or a define that has one
//   #for NAME below END          repeats the lines for 0 .. END-1
//   #for NAME from FIRST below END  repeats the lines for FIRST .. END-1
//   #end
// so that a kernel reads as a loop over directions and compiles as straight code.
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gaugegl::gl {

/// A file of shaders/, compiled into the library.
struct EmbeddedShader {
    std::string_view name; ///< path below shaders/
    std::string_view text; ///< the whole file
};
/// All files of shaders/, ordered by name.
std::span<const EmbeddedShader> embeddedShaders();

/// Names and values of macros.
using Defines = std::map<std::string, std::string>;

/// The source of a shader, assembled from files and defines.
class ShaderSource {
public:
    /// version: e.g. "330"; defines come next, then the files in order.  The folder named by the environment variable
    /// GAUGEGL_SHADER_DIR, when set, replaces the embedded files (for editing shaders).  Throws InputError, with the
    /// place, for a missing file, an unmatched \#for or \#end, or an unknown value.
    static ShaderSource assemble(const std::string& version, const Defines& defines,
                                 const std::vector<std::string>& files);

    /// assemble() with a file of the caller's, read during the call, whose name must differ from those of the embedded files.
    static ShaderSource assembleWith(const EmbeddedShader& own, const std::string& version, const Defines& defines,
                                     const std::vector<std::string>& files);

    /// assemble() from files in memory, names to texts (for tests).
    static ShaderSource assemble(const std::string& version, const Defines& defines,
                                 const std::vector<std::string>& files,
                                 const std::map<std::string, std::string>& library);

    /// The final source that the driver compiles.
    const std::string& text() const { return text_; }
    /// The final source for OpenGL ES 3.0, whose language it is too: with that version, and precisions for what has no default there.
    /// For vertex and fragment shaders of version 330.
    std::string embeddedText() const;

    /// The names of the uniforms that the source declares, including those that a preprocessor condition removes.
    std::set<std::string> uniforms() const;

    /// A driver's log with line numbers of the assembled text replaced by file:line of the shader files.  Knows the
    /// forms 0:158(11): (Mesa), 0(158) : (NVIDIA), ERROR: 0:158: (Intel, AMD, Apple).
    std::string locate(std::string_view log) const;

private:
    struct Origin {
        std::string file;
        int line;
    };
    void append(const std::string& line, const Origin& origin);
    friend class Assembler;

    std::string text_;
    std::vector<Origin> origins_;
};

} // namespace gaugegl::gl
