// Context::create where there are drivers of OpenGL; a browser has context_web.cpp.
#include "base/platform.h"
#include "context_platforms.h"
#include "gaugegl/base/error.h"

namespace gaugegl::gl {
namespace {

/// llvmpipe wakes its threads for every kernel, which on so few sites takes as long as the kernel.  It reads the environment when a
/// context is made; what is set there stays, and what this object sets goes with it.
class FewThreads {
public:
    explicit FewThreads(std::int64_t sites) : sets_(sites > 0 && sites <= most && setMissingVariable(variable, "0")) {}
    FewThreads(const FewThreads&) = delete;
    FewThreads& operator=(const FewThreads&) = delete;
    ~FewThreads()
    {
        if (sets_) unsetVariable(variable);
    }

private:
    static constexpr const char* variable = "LP_NUM_THREADS";
    static constexpr std::int64_t most = 2048;
    bool sets_;
};

} // namespace

std::unique_ptr<Context> Context::create(const ContextOptions& options)
{
    // Zink on processors makes uniforms constants of compute shaders, and (Mesa 22.3) takes those of an earlier dispatch for them when they
    // change again.
    setMissingVariable("ZINK_INLINE_UNIFORMS", "0");
    const FewThreads threads(options.sites);
    std::string tried;
    if (auto context = createEglContext(options, tried)) return context;
    if (options.device < 0)
        if (auto context = createWindowContext(options, tried)) return context;
    throw NoDriverError(tried,
                        " A driver is needed: that of the card, or Mesa's software driver, which needs none (Debian "
                        "and Ubuntu: libegl1 libegl-mesa0 libgl1-mesa-dri). Without one work convert, watch, "
                        "manual, and with --path cpu or auto run, scan, generate, hmc, measure, flow, potential, "
                        "fix, solve, spectrum and eigen");
}

} // namespace gaugegl::gl
