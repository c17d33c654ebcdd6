// The fragment path stays translatable to OpenGL ES: its single-precision sources, with a header of GLSL ES 3.00,
// compile in an OpenGL ES 3 context.
#include "shaders/all_sources.h"

#include "support/device_fixture.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/glcorearb.h>
#include <thread>

namespace gaugegl {
namespace {

template<class Pointer>
Pointer entryPoint(const char* name)
{
    return reinterpret_cast<Pointer>(eglGetProcAddress(name));
}

/// An OpenGL ES 3 context without a surface, current on the thread that makes it; a thread of its own, because the
/// contexts of the library remember what is current on theirs.
class EsContext {
public:
    EsContext()
    {
        const auto getDisplay = entryPoint<PFNEGLGETPLATFORMDISPLAYEXTPROC>("eglGetPlatformDisplayEXT");
        if (getDisplay) display_ = getDisplay(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr);
        if (display_ == EGL_NO_DISPLAY || !eglInitialize(display_, nullptr, nullptr)) return;
        if (!eglBindAPI(EGL_OPENGL_ES_API)) return;
        const EGLint wanted[] = {EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT, EGL_NONE};
        EGLConfig config = nullptr;
        EGLint count = 0;
        if (!eglChooseConfig(display_, wanted, &config, 1, &count) || count == 0) config = nullptr;
        const EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 0, EGL_NONE};
        context_ = eglCreateContext(display_, config, EGL_NO_CONTEXT, attributes);
        if (context_ != EGL_NO_CONTEXT)
            current_ = eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_) == EGL_TRUE;
    }
    ~EsContext() // the display is not terminated: other contexts of the process live on it
    {
        if (current_) eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        if (context_ != EGL_NO_CONTEXT) eglDestroyContext(display_, context_);
        eglReleaseThread();
    }
    EsContext(const EsContext&) = delete;
    EsContext& operator=(const EsContext&) = delete;

    bool usable() const { return current_; }
    std::string version() const { return reinterpret_cast<const char*>(getString_(GL_VERSION)); }

    /// The driver's log; empty when the fragment shader compiles.
    std::string errorsOf(const std::string& source) const
    {
        const GLuint shader = createShader_(GL_FRAGMENT_SHADER);
        const char* text = source.c_str();
        shaderSource_(shader, 1, &text, nullptr);
        compile_(shader);
        GLint compiled = 0;
        get_(shader, GL_COMPILE_STATUS, &compiled);
        std::string log(8192, '\0');
        GLsizei length = 0;
        if (!compiled) getLog_(shader, GLsizei(log.size()), &length, log.data());
        log.resize(std::size_t(length));
        delete_(shader);
        return compiled ? "" : "does not compile: " + log;
    }

private:
    EGLDisplay display_ = EGL_NO_DISPLAY;
    EGLContext context_ = EGL_NO_CONTEXT;
    bool current_ = false;
    PFNGLGETSTRINGPROC getString_ = entryPoint<PFNGLGETSTRINGPROC>("glGetString");
    PFNGLCREATESHADERPROC createShader_ = entryPoint<PFNGLCREATESHADERPROC>("glCreateShader");
    PFNGLSHADERSOURCEPROC shaderSource_ = entryPoint<PFNGLSHADERSOURCEPROC>("glShaderSource");
    PFNGLCOMPILESHADERPROC compile_ = entryPoint<PFNGLCOMPILESHADERPROC>("glCompileShader");
    PFNGLGETSHADERIVPROC get_ = entryPoint<PFNGLGETSHADERIVPROC>("glGetShaderiv");
    PFNGLGETSHADERINFOLOGPROC getLog_ = entryPoint<PFNGLGETSHADERINFOLOGPROC>("glGetShaderInfoLog");
    PFNGLDELETESHADERPROC delete_ = entryPoint<PFNGLDELETESHADERPROC>("glDeleteShader");
};

class PortabilityTest : public testing::TestWithParam<Group> {};

TEST_P(PortabilityTest, FragmentSourcesCompileInOpenGlEs3)
{
    const auto context = testing_support::sharedContext(); // keeps the display initialised
    if (!context) GTEST_SKIP() << "no OpenGL here";
    bool usable = false;
    std::string version, errors, nonsense;
    int compiled = 0;

    std::thread([&] {
        const EsContext es;
        usable = es.usable();
        if (!usable) return;
        version = es.version();
        nonsense =
            es.errorsOf("#version 300 es\nprecision highp float;\nout vec4 o;\nvoid main() { o = vec4(1.0) * 2; }\n");
        for (const Lattice& lattice : testing_support::bothKindsOfLattice())
            for (const auto& [label, source] :
                 testing_support::allSources(GetParam(), lattice, Path::Fragment, Precision::Single)) {
                const std::string error = es.errorsOf(source.embeddedText());
                if (!error.empty()) errors += label + " " + error;
                ++compiled;
            }
    }).join();

    if (!usable) GTEST_SKIP() << "no OpenGL ES 3 through EGL without a surface here";
    EXPECT_NE(version.find("OpenGL ES 3"), std::string::npos) << version;
    EXPECT_NE(nonsense, "") << "an implicit conversion should not compile in GLSL ES";
    EXPECT_GE(compiled, 40);
    EXPECT_EQ(errors, "");
}

INSTANTIATE_TEST_SUITE_P(Groups, PortabilityTest, testing::Values(Group::SU2, Group::SU3),
                         [](const auto& group) { return name(group.param); });

} // namespace
} // namespace gaugegl
