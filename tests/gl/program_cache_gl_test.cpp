// Programs from the cache: taken when source and driver are the same, compiled when not, and right in either case.
#include "gaugegl/gl/program.h"
#include "gl/program_cache.h"

#include "gaugegl/base/error.h"
#include "gaugegl/device/kernel_spec.h"
#include "gaugegl/gauge/observables/observables.h"
#include "gaugegl/gauge/update/update.h"

#include "io/sample_field.h"
#include "support/device_fixture.h"

namespace gaugegl::gl {
namespace {

class CachedProgramTest : public testing::Test {
protected:
    void SetUp() override
    {
        if (!testing_support::sharedContext()) GTEST_SKIP() << "no OpenGL here";
        if (testing_support::sharedContext()->capabilities().programBinaryFormats == 0)
            GTEST_SKIP() << "this driver offers no binary formats";
        cache_ = std::make_shared<ProgramCache>(folder_.file("cache"));
    }
    std::shared_ptr<Context> context() const { return Context::create({.debug = true, .programCache = cache_}); }
    ProgramCache& cache() const { return *cache_; }

    static ShaderSource source(const std::string& value)
    {
        return ShaderSource::assemble("330", {}, {"k"},
                                      {{"k", "out vec4 oColour;\nvoid main() { oColour = vec4(" + value + "); }\n"}});
    }
    static std::uint64_t compiled(const Context& context) { return context.gl().CompileShader.calls(); }
    /// The only file of the cache.
    std::string file() const { return std::filesystem::directory_iterator(cache_->folder())->path().string(); }

private:
    io::test::TemporaryFolder folder_;
    std::shared_ptr<ProgramCache> cache_;
};

TEST_F(CachedProgramTest, TheSecondRunCompilesNothing)
{
    const auto first = context(), second = context();
    first->makeCurrent();
    Program::fragment(*first, source("0.5"), vertexSource());
    EXPECT_EQ(compiled(*first), 2u);
    EXPECT_EQ(cache().contents().programs, 1u);

    second->makeCurrent();
    Program::fragment(*second, source("0.5"), vertexSource());

    EXPECT_EQ(compiled(*second), 0u);
    EXPECT_NO_THROW(second->throwOnError());
}

TEST_F(CachedProgramTest, AnotherSourceIsCompiled)
{
    const auto gl = context();
    Program::fragment(*gl, source("0.5"), vertexSource());
    const auto before = compiled(*gl);

    Program::fragment(*gl, source("0.6"), vertexSource());

    EXPECT_GT(compiled(*gl), before);
    EXPECT_EQ(cache().contents().programs, 2u);
}

TEST_F(CachedProgramTest, TheKeyHoldsSourcesStagesAndEveryNameOfTheDriver)
{
    const ShaderSource a = source("0.5"), b = source("0.6");
    const Capabilities driver = testing_support::sharedContext()->capabilities();
    const auto key = [&](const Capabilities& c) { return programKey(c, {{GL_FRAGMENT_SHADER, &a}}); };

    for (std::string Capabilities::*name :
         {&Capabilities::vendor, &Capabilities::renderer, &Capabilities::version, &Capabilities::shadingLanguage}) {
        Capabilities other = driver;
        other.*name += " 2";
        EXPECT_NE(key(other), key(driver));
    }
    EXPECT_EQ(key(driver), key(driver));
    EXPECT_NE(programKey(driver, {{GL_FRAGMENT_SHADER, &b}}), key(driver));
    EXPECT_NE(programKey(driver, {{GL_COMPUTE_SHADER, &a}}), key(driver));
    EXPECT_NE(programKey(driver, {{GL_VERTEX_SHADER, &b}, {GL_FRAGMENT_SHADER, &a}}), key(driver));
    EXPECT_NE(key(driver).find(a.text()), std::string::npos);
}

TEST_F(CachedProgramTest, ADamagedFileIsCompiledAnewAndReplaced)
{
    const auto gl = context();
    Program::fragment(*gl, source("0.5"), vertexSource());
    const std::string path = file(), whole = io::test::contents(path);
    io::test::save(path, whole.substr(0, whole.size() / 2));
    const auto before = compiled(*gl);

    Program::fragment(*gl, source("0.5"), vertexSource());

    EXPECT_EQ(compiled(*gl), before + 2);
    EXPECT_EQ(io::test::contents(path).size(), whole.size());
    Program::fragment(*gl, source("0.5"), vertexSource());
    EXPECT_EQ(compiled(*gl), before + 2);
}

TEST_F(CachedProgramTest, ABinaryThatTheDriverRefusesIsCompiledAnewAndReplaced)
{
    const auto gl = context();
    const ShaderSource fragment = source("0.5"), vertex = vertexSource();
    const std::string key =
        programKey(gl->capabilities(), {{GL_VERTEX_SHADER, &vertex}, {GL_FRAGMENT_SHADER, &fragment}});
    Program::fragment(*gl, fragment, vertex);
    const auto good = cache().find(key);
    ASSERT_TRUE(good);
    ProgramBinary nonsense{good->format, std::vector<std::byte>(good->bytes.size(), std::byte(0x5a))};
    ProgramBinary foreign{0x1234, good->bytes};

    for (const ProgramBinary& bad : {nonsense, foreign}) {
        cache().store(key, bad);
        const auto before = compiled(*gl);
        Program::fragment(*gl, fragment, vertex);
        EXPECT_EQ(compiled(*gl), before + 2);
        EXPECT_EQ(cache().find(key)->format, good->format);
        EXPECT_NE(cache().find(key)->bytes, nonsense.bytes);
        EXPECT_NO_THROW(gl->throwOnError());
    }
}

TEST_F(CachedProgramTest, NothingIsKeptUnlessAskedFor)
{
    const auto gl = Context::create();
    EXPECT_EQ(gl->programCache(), nullptr);

    Program::fragment(*gl, source("0.5"), vertexSource());

    EXPECT_EQ(gl->gl().GetProgramBinary.calls() + gl->gl().ProgramParameteri.calls(), 0u);
}

TEST_F(CachedProgramTest, LimitedToOpenGl33ThereIsNone)
{
    const auto gl = Context::create({.maximumVersion = 33, .programCache = std::make_shared<ProgramCache>("/nowhere")});

    EXPECT_EQ(gl->capabilities().programBinaryFormats, 0);
    EXPECT_EQ(gl->programCache(), nullptr);
    EXPECT_NO_THROW(Program::fragment(*gl, source("0.5"), vertexSource()));
}

class CachedKernelsTest : public CachedProgramTest, public testing::WithParamInterface<Path> {};

TEST_P(CachedKernelsTest, KeptProgramsComputeTheSameBits)
{
    const auto plaquette = [&](std::uint64_t& compiledHere) {
        Device device(context(), {.path = GetParam(), .checkErrors = true});
        GaugeField u(device, Lattice({4, 6, 4, 8}), Group::SU3);
        hotStart(u, 3);
        heatBathSweep(u, {.beta = 5.7}, 3, 0);
        overrelaxationSweep(u);
        compiledHere = compiled(device.context());
        return ObservableMeter(device, u.lattice(), u.group()).measure(u).plaquette;
    };
    if (GetParam() == Path::Compute && !testing_support::sharedContext()->capabilities().compute())
        GTEST_SKIP() << "no compute path here";
    std::uint64_t cold = 0, warm = 0;

    const double first = plaquette(cold), second = plaquette(warm);

    EXPECT_GT(cold, 0u);
    EXPECT_EQ(warm, 0u);
    EXPECT_EQ(first, second);
}

INSTANTIATE_TEST_SUITE_P(Paths, CachedKernelsTest, testing::Values(Path::Fragment, Path::Compute),
                         [](const auto& path) { return name(path.param); });

} // namespace
} // namespace gaugegl::gl
