// llvmpipe frees a mutex that one of its threads still holds.
//
// It draws a pass as a scene with a fence.  Each of its threads, when it has drawn its part, locks the fence, counts it up, wakes who
// waits and unlocks it (lp_fence_signal).  The caller's thread looks at the count without the lock (lp_fence_signalled in
// lp_setup_get_empty_scene), takes the scene for the next pass when the count is complete, and frees the fence with the last
// reference to it, whether or not the other thread has unlocked it.  If that one was suspended in between, it writes into memory that is
// free or another's: "free(): corrupted unsorted chunks", a crash elsewhere, or a wait without end.  With one thread (LP_NUM_THREADS=1)
// on busy cores that is one in some 100 000 passes, with more threads it is rarer.  So it is in Mesa 22.3 and was still in the
// sources of 2025.
//
// A sync object is a reference as well, so one of each pass is kept for a while.  The threads draw the scenes in the order of the passes
// and meet after each: when a scene is complete, all have left the fences of those before it.  Of a context at most 64 scenes are
// unfinished (MAX_SCENES).  A fence may go after more passes than that.  Nothing waits.
#include "gl/end_of_pass.h"

#include <deque>
#include <map>
#include <mutex>

namespace gaugegl::gl {
namespace {

constexpr std::size_t keptPasses = 256;

struct Kept {
    std::mutex mutex;
    std::map<const Context*, std::deque<GLsync>> fences; ///< of each context, the oldest first
};

Kept& kept()
{
    static Kept all;
    return all;
}

} // namespace

void endPass(const Context& context)
{
    const Capabilities& driver = context.capabilities();
    if (driver.embedded || driver.renderer.find("llvmpipe") == std::string::npos) return;
    const GLsync fence = context.gl().FenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    GLsync oldest = nullptr;
    {
        const std::lock_guard lock(kept().mutex);
        auto& fences = kept().fences[&context];
        fences.push_back(fence);
        if (fences.size() > keptPasses) {
            oldest = fences.front();
            fences.pop_front();
        }
    }
    if (oldest) context.gl().DeleteSync(oldest);
}

void forgetPasses(const Context& context)
{
    const std::lock_guard lock(kept().mutex);
    kept().fences.erase(&context); // the driver frees the sync objects of a context with it
}

} // namespace gaugegl::gl
