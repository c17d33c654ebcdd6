// The lattice window as a program of its own: lattice-window [PRESET].
#include "view/run.h"

#include "gaugegl/base/error.h"

#include <cstdio>

int main(int argc, char** argv)
{
    using namespace gaugegl;
    try {
        view::ViewOptions options;
        options.preset = argc > 1 ? argv[1] : view::presets().front().word;
        view::run(options);
        return 0;
    } catch (const Error& error) {
        std::fprintf(stderr, "lattice-window: %s\n", error.what());
        return 2;
    }
}
