// Khronos' reference compiler, which follows the specification to the letter, accepts every source: as desktop GLSL on
// both paths and in both precisions, and the single-precision fragment sources as GLSL ES 3.00 too.
#include "shaders/all_sources.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

namespace gaugegl {
namespace {

class ValidatorTest : public testing::TestWithParam<Group> {
protected:
    void SetUp() override
    {
        if (std::system("glslangValidator --version > /dev/null 2>&1") != 0)
            GTEST_SKIP() << "glslangValidator is not installed (package glslang-tools)";
        folder_ = std::filesystem::temp_directory_path() /
                  ("gaugegl_validator_" + std::to_string(getpid()) + "_" + name(GetParam()));
        std::filesystem::create_directories(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    void write(const std::string& file, const std::string& text) { std::ofstream(folder_ / file) << text; }

    /// Compiles all files of the folder in one run; returns what the validator has to say, nothing if all is well.
    std::string complaints() const
    {
        const std::string command = "cd '" + folder_.string() + "' && glslangValidator * 2>&1";
        std::FILE* pipe = popen(command.c_str(), "r");
        if (!pipe) return "popen failed";
        std::string file, said;
        for (std::array<char, 4096> line{}; std::fgets(line.data(), int(line.size()), pipe);) {
            const std::string text = line.data();
            if (text.find(": ") == std::string::npos)
                file = text; // the name of the file that follows
            else
                said += file + text;
        }
        if (pclose(pipe) != 0 && said.empty()) return "glslangValidator failed";
        return said;
    }

    std::filesystem::path folder_;
};

TEST_P(ValidatorTest, AcceptsEverySourceAsDesktopGlsl)
{
    for (const Lattice& lattice : testing_support::bothKindsOfLattice())
        for (const Path path : {Path::Fragment, Path::Compute})
            for (const Precision precision : {Precision::Single, Precision::Double})
                for (const auto& [label, source] : testing_support::allSources(GetParam(), lattice, path, precision))
                    write(label + (precision == Precision::Double ? ".f64" : "") +
                              (path == Path::Fragment ? ".frag" : ".comp"),
                          source.text());
    write("vertex.vert", vertexSource().text());

    EXPECT_EQ(complaints(), "");
}

TEST_P(ValidatorTest, AcceptsTheSinglePrecisionFragmentSourcesAsGlslEs)
{
    for (const Lattice& lattice : testing_support::bothKindsOfLattice())
        for (const auto& [label, source] :
             testing_support::allSources(GetParam(), lattice, Path::Fragment, Precision::Single))
            write(label + ".frag", source.embeddedText());

    EXPECT_EQ(complaints(), "");
}

TEST_P(ValidatorTest, FindsWhatIsWrong)
{
    write("good.frag", "#version 330\nvoid main() {}\n");
    const auto bad =
        gl::ShaderSource::assemble("330", {}, {"bad"}, {{"bad", "out vec4 o;\nvoid main() { o = vec4(1) * 2; }\n"}});
    write("bad.frag", bad.embeddedText());

    EXPECT_NE(complaints().find("bad.frag"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Groups, ValidatorTest, testing::Values(Group::SU2, Group::SU3),
                         [](const auto& group) { return name(group.param); });

} // namespace
} // namespace gaugegl
