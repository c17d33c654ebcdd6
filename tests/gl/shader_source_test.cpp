// Shader sources: includes, loops, the embedded files, and driver messages that name the line of a file.
#include "gaugegl/gl/shader_source.h"

#include "gaugegl/base/error.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <set>
#include <sstream>

namespace gaugegl::gl {
namespace {

using Library = std::map<std::string, std::string>;

std::vector<std::string> linesOf(const std::string& text)
{
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);)
        lines.push_back(line);
    return lines;
}

/// What the file `main` becomes, without version and defines.
std::vector<std::string> expanded(const std::string& main, Library library = {}, const Defines& defines = {})
{
    library["main"] = main;
    std::vector<std::string> lines = linesOf(ShaderSource::assemble("330", defines, {"main"}, library).text());
    lines.erase(lines.begin(), lines.begin() + std::ptrdiff_t(1 + defines.size()));
    return lines;
}

/// The message of the InputError that the file `main` gives; empty if it gives none.
std::string errorOf(const std::string& main, const Library& library = {}, const Defines& defines = {})
{
    try {
        expanded(main, library, defines);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

using Lines = std::vector<std::string>;

TEST(ShaderSourceTest, BeginsWithVersionAndDefinesInFrontOfTheFilesInOrder)
{
    const Library library = {{"a", "alpha\n"}, {"b", "beta\n"}};

    const auto source = ShaderSource::assemble("430", {{"NC", "3"}, {"MU", "2"}}, {"b", "a"}, library);

    const Lines lines = linesOf(source.text());
    ASSERT_EQ(lines.size(), 5u);
    EXPECT_EQ(lines[0], "#version 430");
    EXPECT_EQ((std::set<std::string>{lines[1], lines[2]}), (std::set<std::string>{"#define MU 2", "#define NC 3"}));
    EXPECT_EQ(lines[3], "beta");
    EXPECT_EQ(lines[4], "alpha");
}

TEST(ShaderSourceTest, IsTheSameForOpenGlEsWithTheSameNumbersOfLines)
{
    const Library library = {{"a", "alpha\nbeta\n"}};
    const auto source = ShaderSource::assemble("330", {{"NC", "3"}}, {"a"}, library);

    const Lines lines = linesOf(source.text()), embedded = linesOf(source.embeddedText());
    EXPECT_EQ(embedded[0], "#version 300 es");
    const auto line = std::find(embedded.begin(), embedded.end(), "#line 2");
    ASSERT_NE(line, embedded.end());
    EXPECT_EQ(Lines(line + 1, embedded.end()), Lines(lines.begin() + 1, lines.end()));
    EXPECT_NE(std::find(embedded.begin(), line, "precision highp sampler2DArray;"), line);
}

TEST(ShaderSourceTest, IncludesAFileOnce)
{
    EXPECT_EQ(expanded("#include \"a\"\none\n#include \"a\"\ntwo\n", {{"a", "alpha\n"}}),
              (Lines{"alpha", "one", "two"}));
}

TEST(ShaderSourceTest, IncludesOnceAmongAllFilesOfAProgram)
{
    const Library library = {{"a", "alpha\n"}, {"one", "#include \"a\"\n1\n"}, {"two", "#include \"a\"\n2\n"}};

    const Lines lines = linesOf(ShaderSource::assemble("330", {}, {"a", "one", "two"}, library).text());

    EXPECT_EQ(lines, (Lines{"#version 330", "alpha", "1", "2"}));
}

TEST(ShaderSourceTest, NestedIncludesStandWhereTheyAreAskedFor)
{
    const Library library = {{"outer", "o1\n#include \"inner\"\no2\n"}, {"inner", "i\n"}};

    EXPECT_EQ(expanded("before\n#include \"outer\"\nafter\n", library), (Lines{"before", "o1", "i", "o2", "after"}));
}

TEST(ShaderSourceTest, ACycleOfIncludesTerminates)
{
    const Library library = {{"a", "#include \"b\"\nalpha\n"}, {"b", "#include \"a\"\nbeta\n"}};

    EXPECT_EQ(expanded("#include \"a\"\n#include \"main\"\nend\n", library), (Lines{"beta", "alpha", "end"}));
}

TEST(ShaderSourceTest, AMissingIncludeNamesThePlaceAndTheFile)
{
    const std::string error = errorOf("#include \"a\"\n", {{"a", "1\n2\n#include \"lattice/nowhere.glsl\"\n"}});

    EXPECT_NE(error.find("a:3:"), std::string::npos) << error;
    EXPECT_NE(error.find("lattice/nowhere.glsl"), std::string::npos) << error;
}

TEST(ShaderSourceTest, AMissingKernelIsNamed)
{
    try {
        ShaderSource::assemble("330", {}, {"kernels/nowhere.glsl"});
        FAIL() << "no error";
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("kernels/nowhere.glsl"), std::string::npos) << error.what();
    }
}

TEST(ShaderSourceTest, AnIncludeWithoutQuotesIsAnError)
{
    EXPECT_NE(errorOf("x\n#include <a>\n", {{"a", ""}}).find("main:2:"), std::string::npos);
}

TEST(ShaderSourceTest, ADefineChoosesTheFileToInclude)
{
    const Library library = {{"staples_stored", "stored\n"}, {"staples_fused", "fused\n"}};

    EXPECT_EQ(expanded("#include \"staples_$KIND\"\n", library, {{"KIND", "stored"}}), (Lines{"stored"}));
    EXPECT_EQ(expanded("#include \"staples_$KIND\"\n", library, {{"KIND", "fused"}}), (Lines{"fused"}));
    const std::string error = errorOf("\n#include \"staples_$KIND\"\n", library);
    EXPECT_NE(error.find("main:2:"), std::string::npos) << error;
    EXPECT_NE(error.find("$KIND"), std::string::npos) << error;
}

TEST(ShaderSourceTest, ContinuedLinesAreJoinedAndKeepTheirPlace) // GLSL 3.30 has none
{
    const Library library = {{"main", "first\n#define F(x) \\\n    (x + \\\n     1)\nlast\n"}};
    const auto source = ShaderSource::assemble("330", {}, {"main"}, library);

    const Lines lines = linesOf(source.text());
    ASSERT_EQ(lines.size(), 4u);
    EXPECT_EQ(lines[2], "#define F(x)     (x +      1)");
    EXPECT_EQ(source.locate("0:3(1): x"), "main:2: x\n");
    EXPECT_EQ(source.locate("0:4(1): x"), "main:5: x\n");
}

TEST(ShaderSourceTest, ForRepeatsItsBodyForEachValue)
{
    EXPECT_EQ(expanded("#for N in 2 7 1\na[N];\nb(N);\n#end\nend\n"),
              (Lines{"a[2];", "b(2);", "a[7];", "b(7);", "a[1];", "b(1);", "end"}));
}

TEST(ShaderSourceTest, ForLeavesOutExceptions)
{
    EXPECT_EQ(expanded("#for NU in 0 1 2 3 except 2\nNU\n#end\n"), (Lines{"0", "1", "3"}));
    EXPECT_EQ(expanded("#for NU in 0 1 2 3 except 0 3\nNU\n#end\n"), (Lines{"1", "2"}));
}

TEST(ShaderSourceTest, ForCountsBelowALimit)
{
    EXPECT_EQ(expanded("#for K below 3\nK\n#end\n"), (Lines{"0", "1", "2"}));
    EXPECT_EQ(expanded("#for K below 0\nK\n#end\nend\n"), (Lines{"end"}));
}

TEST(ShaderSourceTest, ForCountsFromAFirstValue)
{
    const Defines defines = {{"FIRST", "1"}, {"END", "4"}};

    EXPECT_EQ(expanded("#for K from FIRST below END\nK\n#end\n", {}, defines), (Lines{"1", "2", "3"}));
    EXPECT_EQ(expanded("#for K from 2 below 2\nK\n#end\nend\n"), (Lines{"end"}));
}

TEST(ShaderSourceTest, DefinesServeAsValues)
{
    const Defines defines = {{"MU", "1"}, {"COUNT", "2"}};

    EXPECT_EQ(expanded("#for NU in 0 MU 2 except MU\nNU\n#end\n", {}, defines), (Lines{"0", "2"}));
    EXPECT_EQ(expanded("#for K below COUNT\nK\n#end\n", {}, defines), (Lines{"0", "1"}));
}

TEST(ShaderSourceTest, LoopsNestAndTheInnerOneKnowsTheOuterValue)
{
    EXPECT_EQ(expanded("#for MU in 0 1 2\n#for NU in 0 1 2 except MU\nP(MU,NU)\n#end\nU(MU)\n#end\n"),
              (Lines{"P(0,1)", "P(0,2)", "U(0)", "P(1,0)", "P(1,2)", "U(1)", "P(2,0)", "P(2,1)", "U(2)"}));
    EXPECT_EQ(expanded("#for I in 1 2\n#for J below I\n(I,J)\n#end\n#end\n"), (Lines{"(1,0)", "(2,0)", "(2,1)"}));
}

TEST(ShaderSourceTest, ForReplacesWholeIdentifiersOnly)
{
    EXPECT_EQ(expanded("#for MU in 3\nMU MUX XMU MU_ _MU MU2 2MU a.MU uSame[MU] mu (MU+MU)\n#end\n"),
              (Lines{"3 MUX XMU MU_ _MU MU2 2MU a.3 uSame[3] mu (3+3)"}));
}

TEST(ShaderSourceTest, DirectivesOfGlslAreLeftAlone)
{
    const Lines lines = {"#if NC == 2", "#define A 1", "#else", "#endif", "", "  // #for is a word of a comment"};

    std::string text;
    for (const std::string& line : lines)
        text += line + "\n";
    EXPECT_EQ(expanded(text), lines);
}

TEST(ShaderSourceTest, AForWithoutEndNamesItsPlace)
{
    const std::string inner = errorOf("#include \"a\"\n", {{"a", "1\n#for N in 1 2\nN\n"}});
    const std::string outer = errorOf("#for M in 1\n#for N in 1 2\nN\n#end\n");

    EXPECT_NE(inner.find("a:2:"), std::string::npos) << inner;
    EXPECT_NE(inner.find("#end"), std::string::npos) << inner;
    EXPECT_NE(outer.find("main:1:"), std::string::npos) << outer;
}

TEST(ShaderSourceTest, AnEndWithoutForNamesItsPlace)
{
    const std::string error = errorOf("#for N in 1\nN\n#end\nx\n#end\n");

    EXPECT_NE(error.find("main:5:"), std::string::npos) << error;
    EXPECT_NE(error.find("#for"), std::string::npos) << error;
}

TEST(ShaderSourceTest, AValueThatIsNoNumberIsNamedWithItsPlace)
{
    for (const std::string head : {"#for N in 0 FOO", "#for N below FOO", "#for N in 0 1 except FOO"}) {
        const std::string error = errorOf("\n" + head + "\nN\n#end\n", {}, {{"BAR", "2"}});
        EXPECT_NE(error.find("main:2:"), std::string::npos) << error;
        EXPECT_NE(error.find("FOO"), std::string::npos) << error;
    }
    EXPECT_NE(errorOf("#for N in 0 BAR\n#end\n", {}, {{"BAR", "2.5"}}).find("BAR"), std::string::npos);
}

TEST(ShaderSourceTest, AForThatIsNotUnderstoodNamesItsPlace)
{
    for (const std::string head : {"#for N", "#for N = 0 1", "#for in 0 1", "#for N in", "#for N from 1 to 2"})
        EXPECT_NE(errorOf("x\n" + head + "\n#end\n").find("main:2:"), std::string::npos) << head;
}

/// A source of several files with a loop, and what each of its lines comes from.
class LocateTest : public testing::Test {
protected:
    const ShaderSource source_ =
        ShaderSource::assemble("330", {{"NC", "3"}}, {"kernels/k.glsl"},
                               {{"kernels/k.glsl", "first\n#include \"lattice/l.glsl\"\nlast\n"},
                                {"lattice/l.glsl", "\n#for N in 5 6\nl(N)\n#end\n"}});

    /// The 1-based number of the line with this text.
    std::size_t lineOf(const std::string& text) const
    {
        const Lines lines = linesOf(source_.text());
        const auto found = std::find(lines.begin(), lines.end(), text);
        EXPECT_NE(found, lines.end()) << text;
        return std::size_t(found - lines.begin()) + 1;
    }
};

TEST_F(LocateTest, EveryLineHasItsPlace)
{
    const std::map<std::string, std::string> places = {{"first", "kernels/k.glsl:1"},
                                                       {"last", "kernels/k.glsl:3"},
                                                       {"l(5)", "lattice/l.glsl:3"},
                                                       {"l(6)", "lattice/l.glsl:3"}};
    for (const auto& [text, where] : places)
        EXPECT_EQ(source_.locate(fmt::format("0:{}(1): error: x", lineOf(text))), where + ": error: x\n");
}

TEST_F(LocateTest, TheFormsOfAllDriversAreKnown)
{
    const std::size_t n = lineOf("last");

    EXPECT_EQ(source_.locate(fmt::format("0:{}(11): error: no function", n)), "kernels/k.glsl:3: error: no function\n");
    EXPECT_EQ(source_.locate(fmt::format("0({}) : error C1008: undefined", n)),
              "kernels/k.glsl:3 : error C1008: undefined\n");
    EXPECT_EQ(source_.locate(fmt::format("ERROR: 0:{}: 'x' : undeclared", n)),
              "ERROR: kernels/k.glsl:3: 'x' : undeclared\n");
}

TEST_F(LocateTest, EveryLineOfALogIsTranslated)
{
    const std::size_t first = lineOf("first"), last = lineOf("last");

    EXPECT_EQ(source_.locate(fmt::format("0:{}(1): error: a\nnote\n0:{}(2): warning: b\n", first, last)),
              "kernels/k.glsl:1: error: a\nnote\nkernels/k.glsl:3: warning: b\n");
}

TEST_F(LocateTest, OtherTextStaysAsItIs)
{
    for (const std::string text :
         {"linked at 10:15", "10:3(2)", "error 0: x", "0 errors", "1:3(2): another source string", "x0:3(2)",
          "0:99999(1): beyond the end", "0:0(1): before the beginning", "0x3", "0(x)", "100(3) : y", "ratio 1.0:2"})
        EXPECT_EQ(source_.locate(text), text + "\n");
}

TEST(EmbeddedShadersTest, EqualTheFilesByteForByte)
{
    const std::filesystem::path root = std::filesystem::path(GAUGEGL_SOURCE_DIR) / "shaders";
    std::set<std::string> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root))
        if (entry.path().extension() == ".glsl")
            files.insert(std::filesystem::relative(entry.path(), root).generic_string());

    std::set<std::string> embedded;
    for (const EmbeddedShader& shader : embeddedShaders()) {
        embedded.emplace(shader.name);
        std::ifstream file(root / shader.name, std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(file), {}};
        EXPECT_TRUE(shader.text == text) << shader.name << " differs from its file";
    }

    EXPECT_EQ(embedded, files);
    EXPECT_EQ(embedded.size(), embeddedShaders().size()) << "a name is there twice";
}

TEST(EmbeddedShadersTest, TheFolderOfTheEnvironmentReplacesThem)
{
    const auto folder = std::filesystem::temp_directory_path() / "gaugegl_shader_source_test";
    std::filesystem::create_directories(folder / "entry");
    std::ofstream(folder / "entry" / "vertex.glsl") << "// edited\n";

    setenv("GAUGEGL_SHADER_DIR", folder.c_str(), 1);
    const std::string edited = ShaderSource::assemble("330", {}, {"entry/vertex.glsl"}).text();
    unsetenv("GAUGEGL_SHADER_DIR");
    const std::string embedded = ShaderSource::assemble("330", {}, {"entry/vertex.glsl"}).text();
    std::filesystem::remove_all(folder);

    EXPECT_EQ(edited, "#version 330\n// edited\n");
    EXPECT_NE(embedded.find("gl_Position"), std::string::npos);
}

} // namespace
} // namespace gaugegl::gl
