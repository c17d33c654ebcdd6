// The program and files made to hurt: exit code 2 and one line, with little memory.
#include "cli/program.h"
#include "io/hostile_files.h"

namespace gaugegl::cli_test {
namespace {

using namespace io::test;

class HostileInput : public ProgramTest {
protected:
    void expectRefused(const Arguments& arguments, const std::vector<std::string>& words) const
    {
        expectError(RunningProgram(folder(), arguments, memoryLimit(256)).wait(), inputFailure, words);
    }
    void expectFileRefused(const std::string& bytes, const std::vector<std::string>& words) const
    {
        save(file("hostile"), bytes);
        expectRefused({"convert", "hostile", "out.nersc"}, words);
        EXPECT_FALSE(exists("out.nersc"));
    }
    void expectRunFileRefused(const std::string& text, const std::vector<std::string>& words) const
    {
        save(file("hostile.toml"), text);
        expectRefused({"run", "hostile.toml"}, words);
    }
};

TEST_F(HostileInput, InConfigurationsIsRefused)
{
    expectFileRefused(limeRecord("ildg-binary-data", "", std::uint64_t{1} << 63), {"hostile: at byte 0", "922337203"});
    expectFileRefused(repeated(limeRecord("a", ""), 1000000), {"more than 10000 LIME records"});
    expectFileRefused(ildgWithFormat(ildgFormat({"&e99;", "4", "4", "4"}, entityBomb(100))), {"<lx>", "&e99;"});
    expectFileRefused(ildgWithFormat(repeated("<a>", 21000)), {"XML is damaged"});
    expectFileRefused(nerscHeader({"65536", "65536", "65536", "65536"}), {"at most 2^32 - 1"});
}

TEST_F(HostileInput, OfHolesIsRefused)
{
    saveWithHole(file("hostile"), "BEGIN_HEADER\n", std::uintmax_t{100} << 30);
    expectRefused({"convert", "hostile", "out.nersc"}, {"no END_HEADER"});

    const std::string header = nerscHeader({"128", "128", "128", "128"});
    saveWithHole(file("hostile"), header, header.size() + (std::uintmax_t{1} << 28) * 384);
    expectRefused({"convert", "hostile", "out.ildg"}, {"link x of site (0,0,0,0) is not in SU3"});
}

TEST_F(HostileInput, InHintsIsRefused)
{
    writeAnonymousFile(file("u.lime"));
    for (const char* lattice : {"65536x65536x65536x65536", "1000000000x2x2x2", "0x2x2x2", "-2x-2x2x2",
                                "99999999999999999999x2x2x2", "2x2x2x2x2", "254x256x256x256"})
        expectRefused({"convert", "u.lime", "v.ildg", "--group", "su2", std::string("--lattice=") + lattice},
                      {lattice[0] == '9' || lattice[0] == '-' ? "attice" : ""});
    EXPECT_FALSE(exists("v.ildg"));
}

TEST_F(HostileInput, InRunFilesIsRefused)
{
    expectRunFileRefused(std::string(100 << 20, '#'), {"hostile.toml: is longer than 65536 bytes"});
    expectRunFileRefused("a = " + repeated("[", 30000), {"30000 of the characters"});
    expectRunFileRefused("a = " + repeated("[", 900), {"hostile.toml:1:"});
    expectRunFileRefused("[a" + repeated(".a", 30000) + "]", {"of the characters '.'"});
    expectRefused({"run", "/dev/zero"}, {"/dev/zero: is longer than 65536 bytes"});
    expectRefused({"run", "."}, {".: is a directory"});
}

} // namespace
} // namespace gaugegl::cli_test
