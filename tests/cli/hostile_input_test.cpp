// The program and files made to hurt: exit code 2 and one line, with little memory.
#include "cli/program.h"
#include "io/hostile_files.h"

#include <sys/stat.h>

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
    expectRunFileRefused(std::string(100 << 20, '#'), {"hostile.toml: is too long: more than 65536 bytes"});
    expectRunFileRefused("a = " + repeated("[", 30000), {"30000 of the characters"});
    expectRunFileRefused("a = " + repeated("[", 900), {"hostile.toml:1:"});
    expectRunFileRefused("[a" + repeated(".a", 30000) + "]", {"of the characters '.'"});
    expectRefused({"run", "/dev/zero"}, {"/dev/zero: is not a regular file"});
    expectRefused({"run", "."}, {".: is not a regular file"});
    expectRunFileRefused("[lattice]\ngroup = \"su2\"\nextents = [4, 4, 4, 4]\n[action]\nbeta = 2\n[output]\n"
                         "directory = \"a\\u0000b\"\n",
                         {"hostile.toml:7:", "'directory' in [output] has a NUL"});
    expectRunFileRefused("[lattice]\ngroup = \"su2\"\nextents = [4, 4, 4, 8.5]\n[action]\nbeta = 2\n",
                         {"hostile.toml:3:", "'extents'", "integer"});
    EXPECT_FALSE(exists("a"));
}

// Nothing waits for what a pipe may bring, or reads what never ends.
TEST_F(HostileInput, ThatIsNoFileIsRefusedAtOnce)
{
    ASSERT_EQ(::mkfifo(file("pipe").c_str(), 0600), 0);
    const std::string good = data("su3_4x2x2x6_f32.ildg");
    for (const Arguments& arguments :
         {Arguments{"convert", "pipe", "v.ildg"}, Arguments{"run", "pipe"}, Arguments{"scan", "pipe"},
          Arguments{"fix", "pipe", "--path", "cpu"}, Arguments{"solve", "pipe", "--kappa", "0.1", "--path", "cpu"},
          Arguments{"solve", good, "--kappa", "0.1", "--path", "cpu", "--deflate", "pipe"},
          Arguments{"convert", good, "v.ildg", "--json", "pipe"}})
        expectRefused(arguments, {"pipe: ", "not a regular file"});
    expectRefused({"convert", "/dev/zero", "v.ildg"}, {"/dev/zero: is not a regular file"});
    save(file("run.toml"), "[lattice]\ngroup = \"su2\"\nextents = [4, 4, 4, 4]\n[action]\nbeta = 2\n");
    ASSERT_EQ(::mkfifo(file("history.csv").c_str(), 0600), 0);
    expectRefused({"watch", "."}, {"history.csv: is not a regular file"});
    EXPECT_FALSE(exists("v.ildg"));
}

TEST_F(HostileInput, InNamesIsRefused)
{
    const std::string name(300, 'n'), good = data("su3_4x2x2x6_f32.ildg");
    for (const Arguments& arguments :
         {Arguments{"convert", name, "v.ildg"}, Arguments{"convert", good, name + ".ildg"},
          Arguments{"convert", good, "v.ildg", "--json", name}, Arguments{"run", name}, Arguments{"watch", name},
          Arguments{"fix", name, "--path", "cpu"}, Arguments{"fix", good, "--path", "cpu", "--output", name + ".ildg"},
          Arguments{"solve", good, "--kappa", "0.1", "--path", "cpu", "--deflate", name}})
        expectRefused(arguments, {name, "too long"});
    expectRunFileRefused("[lattice]\ngroup = \"su2\"\nextents = [4, 4, 4, 4]\n[action]\nbeta = 2\n[output]\n"
                         "directory = \"" +
                             name + "\"\n",
                         {name, "too long"});
    EXPECT_FALSE(exists("v.ildg"));
}

} // namespace
} // namespace gaugegl::cli_test
