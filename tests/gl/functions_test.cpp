// The version that each entry point is listed with is the version of OpenGL that brought it: checked against Khronos'
// header.
#include "gaugegl/gl/functions.h"

#include "gaugegl/base/error.h"
#include "gl/drawing_functions.h"

#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <regex>

namespace gaugegl::gl {
namespace {

/// The version (10 * major + minor) of every core function, by the block GL_VERSION_x_y of the header that declares it.
std::map<std::string, int> coreVersions(std::istream& header)
{
    const std::regex blockBegins("#ifndef (GL_\\w+)"), version("GL_VERSION_(\\d)_(\\d)");
    const std::regex prototype("GLAPI .*APIENTRY (gl\\w+) \\(.*");
    std::map<std::string, int> versions;
    int current = 0; // 0: an extension
    for (std::string line; std::getline(header, line);) {
        std::smatch match;
        if (std::regex_match(line, match, blockBegins)) {
            const std::string name = match[1];
            current = std::regex_match(name, match, version) ? 10 * std::stoi(match[1]) + std::stoi(match[2]) : 0;
        } else if (current > 0 && std::regex_match(line, match, prototype)) {
            versions.emplace(match[1], current);
        }
    }
    return versions;
}

struct Entry {
    std::string name;
    int version;
};

std::vector<Entry> allEntries()
{
    std::vector<Entry> entries;
#define GAUGEGL_ENTRY(entryVersion, camel, upper) entries.push_back({"gl" #camel, entryVersion});
    GAUGEGL_GL_FUNCTIONS(GAUGEGL_ENTRY)
    GAUGEGL_GL_DRAWING_FUNCTIONS(GAUGEGL_ENTRY)
#undef GAUGEGL_ENTRY
    return entries;
}

TEST(FunctionsTest, EveryEntryPointBelongsToItsVersion)
{
    std::ifstream header;
    for (const char* file : {"/usr/include/GL/glcorearb.h", "/usr/local/include/GL/glcorearb.h"})
        if (!header.is_open()) header.open(file);
    if (!header) GTEST_SKIP() << "GL/glcorearb.h is in none of the standard places";
    const auto versions = coreVersions(header);
    ASSERT_GT(versions.size(), 500u);
    ASSERT_EQ(versions.at("glDispatchCompute"), 43);
    ASSERT_EQ(versions.at("glBindTexture"), 11);

    for (const Entry& entry : allEntries()) {
        ASSERT_TRUE(versions.count(entry.name)) << entry.name << " is no core function";
        const int version = versions.at(entry.name);
        if (entry.version == 33) {
            EXPECT_LE(version, 33) << entry.name;
        } else {
            EXPECT_EQ(version, entry.version) << entry.name;
        }
    }
}

int loadable = 0;
void* someAddress(const char*) { return &loadable; }
void* noAddress(const char*) { return nullptr; }
void* allButDrawArrays(const char* name) { return std::string(name) == "glDrawArrays" ? nullptr : &loadable; }

TEST(FunctionsTest, NothingAboveThePermittedVersionIsLoaded)
{
    Functions gl;

    gl.load(someAddress, 33);

    EXPECT_TRUE(gl.DrawArrays.loaded());
#define GAUGEGL_EXPECT(entryVersion, camel, upper) EXPECT_EQ(gl.camel.loaded(), entryVersion <= 33) << #camel;
    GAUGEGL_GL_FUNCTIONS(GAUGEGL_EXPECT)
#undef GAUGEGL_EXPECT
}

TEST(FunctionsTest, AMissingFunctionOfOpenGl33IsNamed)
{
    Functions gl;

    try {
        gl.load(allButDrawArrays, 99);
        FAIL() << "no error";
    } catch (const DeviceError& error) {
        EXPECT_NE(std::string(error.what()).find("glDrawArrays"), std::string::npos) << error.what();
        EXPECT_EQ(std::string(error.what()).find("glViewport"), std::string::npos) << error.what();
    }
}

TEST(FunctionsTest, CallingWhatIsNotLoadedIsAnErrorThatNamesIt)
{
    const Functions gl;

    try {
        gl.DispatchCompute(1, 1, 1);
        FAIL() << "no error";
    } catch (const DeviceError& error) {
        EXPECT_NE(std::string(error.what()).find("glDispatchCompute"), std::string::npos) << error.what();
        EXPECT_NE(std::string(error.what()).find("4.3"), std::string::npos) << error.what();
    }
    EXPECT_TRUE(gl.touched().empty());
    Functions none;
    EXPECT_THROW(none.load(noAddress, 33), DeviceError);
}

} // namespace
} // namespace gaugegl::gl
