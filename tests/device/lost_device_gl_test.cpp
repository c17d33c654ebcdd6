// A lost context and memory that is out are reported as such wherever results would be believed; both are injected.
#include "gaugegl/base/error.h"
#include "gaugegl/device/reduction.h"
#include "gaugegl/fields/gauge_field.h"
#include "gaugegl/gauge/observables/observables.h"

#include "support/device_fixture.h"
#include "support/patched_function.h"

namespace gaugegl {
namespace {

using testing_support::PatchedFunction;

GLenum injected = GL_NO_ERROR;
int callsUntilError = 0;

GLenum APIENTRY resetStatus() { return injected; }
GLenum APIENTRY errorOnce()
{
    if (callsUntilError-- != 0) return GL_NO_ERROR;
    return injected;
}
GLenum APIENTRY endlessError() { return injected; }
void* APIENTRY nothingMapped(GLenum, GLintptr, GLsizeiptr, GLbitfield) { return nullptr; }
GLenum APIENTRY neverPassed(GLsync, GLbitfield, GLuint64) { return GL_TIMEOUT_EXPIRED; }

class LostDeviceTest : public testing::Test {
protected:
    void SetUp() override
    {
        if (!testing_support::sharedContext()) GTEST_SKIP() << "no OpenGL here";
        device_ = std::make_unique<Device>(gl::Context::create());
    }
    Device& device() const { return *device_; }
    gl::Context& context() const { return device_->context(); }

    template<class Action>
    static std::string errorOf(const Action& action)
    {
        try {
            action();
        } catch (const DeviceError& error) {
            return error.what();
        }
        return "";
    }
    static void expectWords(const std::string& text, const std::vector<std::string>& words)
    {
        for (const std::string& word : words)
            EXPECT_PRED_FORMAT2(testing::IsSubstring, word, text);
    }

private:
    std::unique_ptr<Device> device_;
};

TEST_F(LostDeviceTest, EveryResetStatusIsNamedWithItsCauseAndAWayOut)
{
    const PatchedFunction patch(context(), &gl::Functions::GetGraphicsResetStatus, resetStatus);
    const std::vector<std::pair<GLenum, std::string>> statuses = {{GL_GUILTY_CONTEXT_RESET, "guilty"},
                                                                  {GL_INNOCENT_CONTEXT_RESET, "innocent"},
                                                                  {GL_UNKNOWN_CONTEXT_RESET, "unknown"}};

    injected = GL_NO_ERROR;
    EXPECT_NO_THROW(device().finish());
    for (const auto& [status, word] : statuses) {
        injected = status;
        const std::string text = errorOf([&] { device().finish(); });
        expectWords(text, {word + " context reset", "lost the context", context().capabilities().renderer,
                           "--pass-seconds", "smaller lattice", "checkpoint"});
    }
    injected = GL_GUILTY_CONTEXT_RESET;
    expectWords(errorOf([&] { device().finish(); }), {"watchdog"});
}

TEST_F(LostDeviceTest, ALostContextIsFoundWhereverResultsAreRead)
{
    PlaneTexture texture(device(), {8, 8, 1});
    texture.upload(std::vector<double>(256, 1.0));
    Reduction reduction(device());
    const PatchedFunction patch(context(), &gl::Functions::GetGraphicsResetStatus, resetStatus);
    injected = GL_INNOCENT_CONTEXT_RESET;

    expectWords(errorOf([&] { texture.download(); }), {"innocent"});
    expectWords(errorOf([&] { texture.downloadThroughBuffer(); }), {"innocent"});
    expectWords(errorOf([&] { reduction.sum(texture); }), {"innocent"});
    expectWords(errorOf([&] { context().throwOnError(); }), {"innocent"});
}

TEST_F(LostDeviceTest, ALostContextIsFoundWhileWorkIsTimedOrWaitedFor)
{
    double now = 0;
    PassRunner runner(context(), {.seconds = 0.1, .clock = [&] { return now; }});
    const PatchedFunction patch(context(), &gl::Functions::GetGraphicsResetStatus, resetStatus);
    const PatchedFunction never(context(), &gl::Functions::ClientWaitSync, neverPassed);
    injected = GL_GUILTY_CONTEXT_RESET;
    PassCost fresh, known{.secondsPerTexel = 1e-3, .largest = 1 << 20, .timedAt = 0};
    const auto nothing = [](int, int) {};

    expectWords(errorOf([&] { runner.run(known, 100, 100, nothing); }), {"guilty"});
    expectWords(errorOf([&] { runner.run(fresh, 100, 100, nothing); }), {"guilty"});
}

TEST_F(LostDeviceTest, ADriverWithoutRobustnessReportsNothing)
{
    const PatchedFunction patch(context(), &gl::Functions::GetGraphicsResetStatus, nullptr);

    EXPECT_NO_THROW(device().finish());
    EXPECT_NO_THROW(context().throwOnReset());
}

TEST_F(LostDeviceTest, ErrorsWithoutEndDoNotHang)
{
    const PatchedFunction patch(context(), &gl::Functions::GetError, endlessError);
    injected = GL_CONTEXT_LOST;

    expectWords(errorOf([&] { context().throwOnError(); }), {"0x0507", "context lost"});
}

TEST_F(LostDeviceTest, AnAllocationThatFailsAtOnceNamesItsSize)
{
    const PatchedFunction patch(context(), &gl::Functions::GetError, errorOnce);
    injected = GL_OUT_OF_MEMORY;
    callsUntilError = 1; // the first call asks for older errors

    expectWords(errorOf([&] {
                    PlaneTexture(device(), {1024, 512, 2});
                }),
                {"no memory", "16.0 MiB", "1024 x 512", "2 layers", "when it was made", "smaller lattice",
                 context().capabilities().renderer});
}

TEST_F(LostDeviceTest, AnOlderErrorIsNotTakenForAFailedAllocation)
{
    const PatchedFunction patch(context(), &gl::Functions::GetError, errorOnce);
    injected = GL_OUT_OF_MEMORY;
    callsUntilError = 0;

    EXPECT_NO_THROW(PlaneTexture(device(), {64, 64, 1}));
}

TEST_F(LostDeviceTest, AnAllocationThatFailsAtItsFirstUseNamesItsSize)
{
    PlaneTexture uploaded(device(), {1024, 512, 1}), written(device(), {1024, 256, 1}),
        source(device(), {1024, 256, 1});
    source.upload(std::vector<double>(1024 * 256 * 4, 1.0));
    const PatchedFunction patch(context(), &gl::Functions::GetError, errorOnce);
    injected = GL_OUT_OF_MEMORY;

    callsUntilError = 0;
    expectWords(errorOf([&] { uploaded.upload(std::vector<double>(1024 * 512 * 4, 1.0)); }),
                {"no memory", "8.0 MiB", "at its first use"});
    callsUntilError = 0;
    expectWords(errorOf([&] { Kernel(device(), copySpec(1)).read("uSource", source).run(written); }),
                {"no memory", "4.0 MiB", "at its first use"});
}

TEST_F(LostDeviceTest, AReadBackWithoutMemoryNamesItsSize)
{
    PlaneTexture texture(device(), {256, 256, 1});
    texture.upload(std::vector<double>(256 * 256 * 4, 1.0));
    const PatchedFunction unmapped(context(), &gl::Functions::MapBufferRange, nothingMapped);
    const PatchedFunction patch(context(), &gl::Functions::GetError, errorOnce);
    injected = GL_OUT_OF_MEMORY;
    callsUntilError = 0;

    expectWords(errorOf([&] { texture.downloadThroughBuffer(); }), {"no memory", "1.0 MiB", "read back"});
    expectWords(errorOf([&] { texture.downloadThroughBuffer(); }), {"does not map"});
}

TEST_F(LostDeviceTest, AFieldThatDoesNotFitIsRefusedBeforeItIsMade)
{
    const int size = context().capabilities().maxTextureSize;
    const auto before = context().gl().TexImage3D.calls();

    expectWords(errorOf([&] {
                    GaugeField(device(), Lattice({2, size + 2, 2, 2}), Group::SU2);
                }),
                {"(Lx/2) Ly = " + std::to_string(size + 2), "Ly = " + std::to_string(size) + " at most fits"});
    EXPECT_EQ(context().gl().TexImage3D.calls(), before);
}

} // namespace
} // namespace gaugegl
