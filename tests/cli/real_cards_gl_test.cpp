// What the drivers of real cards say and compile, without the cards: with the environment variable
// GAUGEGL_GPU_COMPILERS, the folder of a script `card.sh CARD COMMAND...` that runs a program on a card's driver.
#include "cli/program.h"

namespace gaugegl::cli_test {
namespace {

class RealCardsTest : public ProgramTest {
protected:
    void SetUp() override
    {
        const char* folder = std::getenv("GAUGEGL_GPU_COMPILERS");
        if (!folder || !*folder) GTEST_SKIP() << "GAUGEGL_GPU_COMPILERS names no folder";
        script_ = std::string(folder) + "/card.sh";
        ASSERT_TRUE(std::filesystem::exists(script_)) << script_ << " is missing";
    }

    /// The JSON that the program prints on this card; its exit code must be 0.
    Json onCard(const std::string& card, const Arguments& arguments) const
    {
        std::string command = "'" + script_ + "' " + card + " '" GAUGEGL_PROGRAM "'";
        for (const std::string& argument : arguments)
            command += " '" + argument + "'";
        command += " --json '" + file(card + ".json") + "' >'" + file("out") + "' 2>'" + file("err") + "'";
        EXPECT_EQ(std::system(command.c_str()), 0) << io::test::contents(file("err"));
        return Json::parse(io::test::contents(file(card + ".json")), nullptr, /*allow_exceptions=*/false);
    }

private:
    std::string script_;
};

TEST_F(RealCardsTest, AGeForce8800HasOpenGl33TheFragmentPathAndSinglePrecision)
{
    const Json info = onCard("8800", {"info"});

    EXPECT_EQ(info["renderer"], "NV50");
    EXPECT_EQ(info["software"], false);
    EXPECT_EQ(info["gl_used"], "3.3");
    EXPECT_EQ(info["paths"], Json({"fragment"}));
    EXPECT_EQ(info["precisions"], Json({"single"}));
    EXPECT_EQ(info["limits"],
              (Json{{"texture_size", 8192}, {"texture_layers", 512}, {"texture_units", 16}, {"draw_buffers", 8}}));
}

TEST_F(RealCardsTest, AGtx480HasOpenGl43BothPathsAndDoubles)
{
    const Json info = onCard("gtx480", {"info"});

    EXPECT_EQ(info["renderer"], "NVC0");
    EXPECT_EQ(info["gl_used"], "4.3");
    EXPECT_EQ(info["paths"], Json({"fragment", "compute"}));
    EXPECT_EQ(info["precisions"], Json({"single", "double"}));
    const Json& limits = info["limits"];
    EXPECT_EQ(limits["texture_size"], 16384);
    EXPECT_EQ(limits["texture_units"], 16);
    EXPECT_EQ(limits["draw_buffers"], 8);
    EXPECT_EQ(limits["image_uniforms"], 8);
    EXPECT_EQ(limits["shared_memory_bytes"], 49152);
    EXPECT_EQ(limits["work_group_invocations"], 1024);
    EXPECT_EQ(limits["storage_blocks"], 16);
    EXPECT_EQ(limits["storage_block_bytes"], 128 << 20);
}

TEST_F(RealCardsTest, AGtx480LimitedToOpenGl33IsLikeAnOlderCard)
{
    const Json info = onCard("gtx480", {"info", "--gl", "3.3"});

    EXPECT_EQ(info["paths"], Json({"fragment"}));
    EXPECT_EQ(info["precisions"], Json({"single"}));
}

TEST_F(RealCardsTest, IntelSkylakeHasBothPathsAndDoubles)
{
    const Json info = onCard("skl", {"info"});

    EXPECT_EQ(info["gl_used"], "4.6");
    EXPECT_EQ(info["paths"].size(), 2u);
    EXPECT_EQ(info["precisions"].size(), 2u);
}

TEST_F(RealCardsTest, TheProgramsOfOneGroupBuildOnAGeForce8800)
{
    const Json result = onCard("8800", {"shaders", "--compile", "--lattice", "12x12x12x12", "--filter", "su2"});

    EXPECT_EQ(result["failures"], 0) << result.dump(1);
    EXPECT_GE(result["programs"].size(), 40u);
    for (const Json& program : result["programs"])
        EXPECT_EQ(program["name"].get<std::string>().find(".comp"), std::string::npos) << program["name"];
}

} // namespace
} // namespace gaugegl::cli_test
