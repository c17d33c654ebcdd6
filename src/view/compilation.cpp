#include "compilation.h"

#include "picture.h"
#include "steered_chain.h"

#include "device/program_precompiler.h"
#include "gaugegl/device/reduction.h"
#include "gl/context_lost.h"

#include <bit>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gaugegl::view {
namespace {

/// The settings that determine which programs are needed.
std::string programsOf(const Settings& settings)
{
    const RunConfig& run = settings.run;
    const HeatBath heatBath = heatBathOf(run);
    const Smoothing smoothing = settings.smoothingSteps == 0 ? Smoothing::None : settings.smoothing;
    return fmt::format("{} {} {} {} {} {} {} {}", name(run.lattice.group), fmt::join(run.lattice.extents, "x"),
                       int(heatBath.algorithm), heatBath.action.of(LoopShape::Rectangle), run.update.overrelaxation > 0,
                       int(run.update.generator.type), int(settings.quantity), int(smoothing));
}

/// The least work that uses all programs.
Settings shortened(const Settings& settings)
{
    Settings little = settings;
    little.run.lattice.extents = precompilationExtents(settings.run.lattice.extents);
    little.run.update.start = Start::Hot;
    little.run.update.file.clear();
    little.run.update.overrelaxation = std::min(settings.run.update.overrelaxation, 1);
    little.smoothingSteps = std::min(settings.smoothingSteps, 1);
    little.fixingIterations = 1;
    return little;
}

/// All that is needed before the first sweep.
void precompilePicture(SteeredChain& chain, const Settings& settings, const Settings& little)
{
    Device& device = chain.field().device();
    chain.start();
    PictureMaker maker(device, chain.field().lattice(), chain.field().group());
    maker.begin({chain.field(), chain.meter()}, little);
    while (!maker.advance()) {
    }
    // Sums over the lattice itself have more stages than those over a small one.
    const PlaneTexture terms(device, halfFieldShape(Lattice(settings.run.lattice.extents), 1));
    Reduction(device).sum(terms);
}

} // namespace

std::array<int, 4> precompilationExtents(std::array<int, 4> extents)
{
    constexpr int powerOfTwo = 4, multipleOfFour = 12, other = 6;
    for (int& extent : extents)
        if (extent > powerOfTwo)
            extent = std::has_single_bit(unsigned(extent)) ? powerOfTwo : extent % 4 == 0 ? multipleOfFour : other;
    return extents;
}

bool Compilation::advance(const Settings& settings)
{
    const std::string programs = programsOf(settings);
    if (known_.contains(programs)) return false;
    // Drivers that compile in threads of their own get all at once.
    const gl::Capabilities& driver = device_->context().capabilities();
    const bool parallel = driver.embedded && driver.has("GL_KHR_parallel_shader_compile");
    ProgramPrecompiler precompiler(*device_, parallel ? 1000 : 1, KnownKernels::Skip);
    std::vector<std::string> missing;
    drawable_ = false;
    try {
        const Settings little = shortened(settings);
        SteeredChain chain(*device_, little.run);
        precompilePicture(chain, settings, little);
        drawable_ = precompiler.missing().empty();
        chain.precompile();
        missing = precompiler.missing();
    } catch (const gl::ContextLost&) {
        throw;
    } catch (const Error&) { // the work itself will report the error
    }
    if (missing.empty()) known_.insert(programs);
    if (!busy()) done_ = missing_ = 0;
    const std::size_t made = parallel ? 0 : precompiler.compiled(); // else they are begun
    const std::size_t total = std::max(done_ + missing_, done_ + made + missing.size());
    done_ = total - missing.size();
    missing_ = missing.size();
    next_ = missing.empty() ? "" : missing.front();
    return busy() || precompiler.compiled() > 0;
}

} // namespace gaugegl::view
