// What the tests of a restart share: a small run, the files that it must end with, and ways to stop it.
#pragma once

#include "cli/program_gl.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <thread>

namespace gaugegl::cli_test {

namespace fs = std::filesystem;
using io::test::contents;
using io::test::save;

struct Job {
    std::string group = "su2", path = "auto", precision = "single", generator = "philox";
    int thermalisation = 6, sweeps = 14;
    int checkpointSeconds = 0;
    bool plots = false;
    std::string hmc = {}; ///< keys of [hmc] and tables of its fermions: a run of trajectories instead of sweeps
};

inline std::string toml(const Job& job)
{
    const std::string counts = "thermalisation = " + std::to_string(job.thermalisation) +
                               (job.hmc.empty() ? "\nsweeps = " : "\ntrajectories = ") + std::to_string(job.sweeps) +
                               "\n";
    const std::string update =
        job.hmc.empty() ? "overrelaxation = 1\nreunitarise_every = 3\n" + counts : "[hmc]\n" + counts + job.hmc;
    return "[lattice]\nextents = \"4x4x4x4\"\ngroup = \"" + job.group +
           "\"\n[action]\nbeta = " + (job.group == "su2" ? "2.3" : "5.7") + "\n[update]\nseed = 5\ngenerator = \"" +
           job.generator + "\"\n" + update +
           "[measure]\nevery = 2\n[output]\ndirectory = \"out\"\nprefix = \"conf\"\nsave_every = 4\n" +
           "checkpoint_seconds = " + std::to_string(job.checkpointSeconds) +
           "\nplots = " + (job.plots ? "true" : "false") + "\n[device]\npath = \"" + job.path + "\"\n" +
           (job.hmc.empty() ? "precision = \"" + job.precision + "\"\n" : std::string());
}

/// Sets an environment variable for the programs started while it lives.
class Environment {
public:
    Environment(const char* name, const std::string& value) : name_(name) { setenv(name, value.c_str(), 1); }
    ~Environment() { unsetenv(name_); }
    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;

private:
    const char* name_;
};

/// Whether it says when and how fast, and so differs from run to run.
inline bool holdsTimes(const fs::path& file)
{
    return file.filename() == "timing.json" || file.filename() == "progress.json" || file.filename() == "checkpoint";
}

/// The files of a folder by name, but for those with times.
inline std::map<std::string, std::string> filesIn(const std::string& folder)
{
    std::map<std::string, std::string> files;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder))
        if (!holdsTimes(entry.path())) files[entry.path().filename()] = contents(entry.path());
    return files;
}

inline void expectSameFiles(const std::map<std::string, std::string>& found,
                            const std::map<std::string, std::string>& expected)
{
    for (const auto& [name, bytes] : found)
        EXPECT_TRUE(expected.contains(name)) << name << " must not be there";
    for (const auto& [name, bytes] : expected) {
        ASSERT_TRUE(found.contains(name)) << name << " is missing";
        EXPECT_TRUE(found.at(name) == bytes) << name << " differs";
    }
}

/// Two folders: in `whole` the run is done without a stop, `folder()` is for what is stopped.
class RestartTest : public ProgramGlTest {
protected:
    static const Arguments& command()
    {
        static const Arguments words = {"run", "a.toml", "--quiet"};
        return words;
    }
    /// With more lines at the end of the run file.
    void prepare(const Job& job, const std::string& more = {})
    {
        save(file("a.toml"), toml(job) + more);
        save(whole_.file("a.toml"), toml(job) + more);
    }
    std::map<std::string, std::string> undisturbed() const
    {
        const Outcome outcome = RunningProgram(whole_, command()).wait();
        EXPECT_EQ(outcome.code, success) << outcome.err;
        return filesIn(whole_.file("out"));
    }
    std::string checkpoint() const { return file("out/checkpoint"); }

    /// Starts the program, waits until it has written another checkpoint, and kills it `delay` later.
    void killAfterACheckpoint(std::chrono::microseconds delay) const
    {
        std::error_code none;
        const auto before = fs::last_write_time(checkpoint(), none);
        RunningProgram program(folder(), command());
        while (program.running()) {
            const auto now = fs::last_write_time(checkpoint(), none);
            if (!none && now != before) break;
            std::this_thread::sleep_for(std::chrono::microseconds(200));
        }
        std::this_thread::sleep_for(delay);
        program.kill();
        program.wait();
    }

    /// Interrupts the run when its first configuration is there.
    Outcome interruptInTheMiddle(const Arguments& arguments) const
    {
        RunningProgram program(folder(), arguments);
        while (program.running() && !exists("out/conf.00004.ildg"))
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        program.interrupt();
        return program.wait();
    }

private:
    io::test::TemporaryFolder whole_;
};

} // namespace gaugegl::cli_test
