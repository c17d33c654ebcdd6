// GLEW: contexts take their functions from it on EGL and on GLX, and its globals above 3.3 are traps for who must not
// use them.
#include <GL/glew.h> // before all that includes another header of OpenGL

#include "gaugegl/base/error.h"
#include "gl/drawing_functions.h"
#include "gl/window.h"
#include "support/device_fixture.h"
#include "support/display.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <thread>

namespace gaugegl::gl {
namespace {

/// What a call throws, or nothing.
template<class Call>
std::string errorOf(const Call& call)
{
    try {
        call();
    } catch (const DeviceError& error) {
        return error.what();
    }
    return "";
}

/// Calls a function of each version above 3.3 by GLEW's globals, and expects traps with its name and version.
void expectTraps()
{
    const auto expectTrap = [](const char* name, const char* version, const auto& call) {
        const std::string error = errorOf(call);
        EXPECT_PRED_FORMAT2(testing::IsSubstring, name, error);
        EXPECT_PRED_FORMAT2(testing::IsSubstring, version, error);
    };
    expectTrap("glMinSampleShading", "4.0", [] { glMinSampleShading(1); });
    expectTrap("glClearDepthf", "4.1", [] { glClearDepthf(1); });
    expectTrap("glMemoryBarrier", "4.2", [] { glMemoryBarrier(GL_ALL_BARRIER_BITS); });
    expectTrap("glDispatchCompute", "4.3", [] { glDispatchCompute(1, 1, 1); });
    expectTrap("glClearTexImage", "4.4", [] { glClearTexImage(0, 0, GL_RED, GL_FLOAT, nullptr); });
    expectTrap("glCreateBuffers", "4.5", [] { glCreateBuffers(0, nullptr); });
    expectTrap("glPolygonOffsetClamp", "4.6", [] { glPolygonOffsetClamp(0, 0, 0); });
}

/// Whether the context draws with what it took from GLEW: it clears a texture to a colour, which is read back.
void expectDraws(const Context& context)
{
    const Functions& gl = context.gl();
    const DrawingFunctions draw(context);
    GLuint texture = 0, framebuffer = 0;
    gl.GenTextures(1, &texture);
    gl.BindTexture(GL_TEXTURE_2D_ARRAY, texture);
    gl.TexImage3D(GL_TEXTURE_2D_ARRAY, 0, GL_R32F, 1, 1, 1, 0, GL_RED, GL_FLOAT, nullptr);
    gl.GenFramebuffers(1, &framebuffer);
    gl.BindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    gl.FramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture, 0, 0);
    draw.ClearColor(0.375f, 0, 0, 0);
    draw.Clear(GL_COLOR_BUFFER_BIT);
    float red = 0;
    gl.GetTexImage(GL_TEXTURE_2D_ARRAY, 0, GL_RED, GL_FLOAT, &red);
    EXPECT_EQ(red, 0.375f);
    gl.DeleteFramebuffers(1, &framebuffer);
    gl.DeleteTextures(1, &texture);
}

class GlewTest : public testing::Test {
protected:
    void SetUp() override
    {
        context_ = testing_support::sharedContext();
        masked_ = testing_support::sharedContext33();
        if (!context_ || !masked_) GTEST_SKIP() << "no OpenGL here";
        context_->makeCurrent();
    }
    const Context& context() const { return *context_; }
    const Context& masked() const { return *masked_; }

private:
    std::shared_ptr<Context> context_, masked_;
};

TEST_F(GlewTest, UnderAMaskEveryFunctionAbove33IsATrap)
{
    masked().makeCurrent();
    expectTraps();
    EXPECT_EQ(errorOf([] { glBindSampler(0, 0); }), "") << "which is of 3.3";
}

TEST_F(GlewTest, WhereNothingIsMaskedTheGlobalsDoTheirWork)
{
    if (context().capabilities().glVersion < 45) GTEST_SKIP() << "no OpenGL 4.5 here";
    GLuint buffer = 0;
    glCreateBuffers(1, &buffer);
    EXPECT_NE(buffer, 0u);
    context().gl().DeleteBuffers(1, &buffer);
}

TEST_F(GlewTest, TrapsOutliveAContextWithoutAMask)
{
    const auto other = Context::create();
    masked().makeCurrent();
    expectTraps();
    other->makeCurrent();
    EXPECT_EQ(errorOf([] { glMemoryBarrier(GL_ALL_BARRIER_BITS); }), "");
}

TEST_F(GlewTest, AMaskOfAnotherVersionTrapsWhatIsAboveIt)
{
    if (context().capabilities().glVersion < 42) GTEST_SKIP() << "no OpenGL 4.2 here";
    const auto upTo42 = Context::create({.maximumVersion = 42});
    upTo42->makeCurrent();
    EXPECT_EQ(errorOf([] { glMemoryBarrier(GL_ALL_BARRIER_BITS); }), "");
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "glDispatchCompute", errorOf([] { glDispatchCompute(1, 1, 1); }));
}

/// Contexts that are made at the same time have their functions, and each thread has the mask of its own context.
TEST_F(GlewTest, ThreadsMakeContextsAtTheSameTime)
{
    const auto work = [](int maximumVersion) {
        for (int i = 0; i < 3; ++i) {
            const auto own = Context::create({.maximumVersion = maximumVersion});
            expectDraws(*own);
            EXPECT_EQ(own->gl().DispatchCompute.loaded(), maximumVersion == 0);
        }
    };
    std::thread limited(work, 33), free(work, 0);
    limited.join();
    free.join();
    context().makeCurrent();
    expectDraws(context());
}

/// A context that is none.
class NoContext final : public Context {
public:
    NoContext() { initialise({}, "nowhere"); }

private:
    void bind() const override {}
};

TEST_F(GlewTest, WithoutACurrentContextGlewInitFails)
{
    std::string error;
    std::thread([&] { error = errorOf([] { NoContext(); }); }).join(); // a thread without a context
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "glewInit", error);
    EXPECT_EQ(errorOf([] { glMemoryBarrier(GL_ALL_BARRIER_BITS); }), "") << "the globals are as they were";
}

TEST_F(GlewTest, OnEglTheMissingDisplayOfGlxIsAccepted)
{
    if (!context().capabilities().platform.starts_with("EGL")) GTEST_SKIP() << "no EGL here";
    EXPECT_EQ(glewInit(), GLenum(GLEW_ERROR_NO_GLX_DISPLAY)) << "which the context was made in spite of";
    expectDraws(context());
    Context::create({.maximumVersion = 33}); // this glewInit has removed the traps; they come back
    masked().makeCurrent();
    expectTraps();
}

TEST_F(GlewTest, OnGlxWindowsDrawWithAndWithoutAMask)
{
    const auto display = testing_support::Display::open();
    if (!display) GTEST_SKIP() << "no Xvfb or no xdotool";
    for (const int version : {0, 33}) {
        const auto window = Window::open({.maximumVersion = version, .debug = true}, {.width = 64, .height = 64});
        EXPECT_TRUE(glfwGetCurrentContext());
        expectDraws(*window->context());
        EXPECT_EQ(window->context()->gl().DispatchCompute.loaded(), version == 0);
        EXPECT_NO_THROW(window->context()->throwOnError());
        if (version == 33) expectTraps();
    }
    glfwTerminate(); // before its display goes
    context().makeCurrent();
    expectDraws(context());
}

} // namespace
} // namespace gaugegl::gl
