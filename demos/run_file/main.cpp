// What `gaugegl run` does, as a program of one's own: run-file RUN.toml [KEY=VALUE...].
#include "gaugegl/run/run.h"

#include <cstdio>

int main(int argc, char** argv)
try {
    using namespace gaugegl;
    if (argc < 2) throw InputError("give a run file, and what replaces its values: run-file RUN.toml update.sweeps=20");
    const RunConfig config = loadRunConfig(argv[1], RunOverrides(argv + 2, argv + argc));
    const auto print = [](const std::string& text) { std::fputs(text.c_str(), stdout); };
    Run run(config, {.overwrite = true, .listener = {.print = print}});
    return run.finish(openBackend(run.config())).complete ? 0 : 130;
} catch (const gaugegl::Error& error) {
    std::fprintf(stderr, "run-file: error: %s\n", error.what());
    return 2;
}
