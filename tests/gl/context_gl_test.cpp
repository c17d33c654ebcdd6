// Contexts: what they say of the driver, how errors surface, and that several live side by side.
#include "gaugegl/gl/context.h"

#include "gaugegl/base/error.h"
#include "gaugegl/device/kernel_spec.h"
#include "gaugegl/gl/program.h"

#include "support/device_fixture.h"

namespace gaugegl::gl {
namespace {

constexpr GLenum noSuchState = 0x1234;

class ContextTest : public testing::Test {
protected:
    void SetUp() override
    {
        context_ = testing_support::sharedContext();
        if (!context_) GTEST_SKIP() << "no OpenGL here";
        context_->makeCurrent();
        ASSERT_NO_THROW(context_->throwOnError()) << "left over from another test";
    }
    void TearDown() override
    {
        if (context_) {
            EXPECT_NO_THROW(context_->throwOnError());
        }
    }
    std::shared_ptr<Context> context_;
};

TEST_F(ContextTest, CapabilitiesAreWithinWhatOpenGlGuarantees)
{
    const Capabilities& c = context_->capabilities();

    EXPECT_FALSE(c.vendor.empty());
    EXPECT_FALSE(c.renderer.empty());
    EXPECT_FALSE(c.version.empty());
    EXPECT_FALSE(c.shadingLanguage.empty());
    EXPECT_FALSE(c.platform.empty());
    EXPECT_GE(c.glVersion, 33);
    EXPECT_LE(c.glVersion, 46);
    EXPECT_GE(c.maxTextureSize, 1024);
    EXPECT_GE(c.maxLayers, 256);
    EXPECT_GE(c.maxTextureUnits, 16);
    EXPECT_GE(c.maxDrawBuffers, 8);
    EXPECT_FALSE(c.has("GL_nothing_of_this_name"));
    if (c.glVersion > 33) {
        EXPECT_FALSE(c.extensions.empty());
    }
    if (!c.compute()) return;
    EXPECT_GE(c.maxImageUniforms, 8);
    EXPECT_GE(c.maxSharedMemory, 32768);
    EXPECT_GE(c.maxInvocations, 1024);
    EXPECT_GE(c.maxStorageBlocks, 8);
    EXPECT_GE(c.maxStorageBlockSize, 1 << 24);
}

TEST_F(ContextTest, AnOpenGlErrorIsFoundOnce)
{
    context_->gl().Enable(noSuchState);

    try {
        context_->throwOnError();
        FAIL() << "no error";
    } catch (const DeviceError& error) {
        EXPECT_NE(std::string(error.what()).find("0x0500"), std::string::npos) << error.what();
    }
    EXPECT_NO_THROW(context_->throwOnError());
}

TEST_F(ContextTest, DebugMessagesAreKeptUntilTaken)
{
    if (!context_->gl().DebugMessageCallback.loaded()) GTEST_SKIP() << "no KHR_debug here";
    context_->takeMessages();

    context_->gl().Enable(noSuchState);
    const auto messages = context_->takeMessages();

    EXPECT_TRUE(std::any_of(messages.begin(), messages.end(),
                            [](const DebugMessage& message) { return message.error && !message.text.empty(); }));
    EXPECT_TRUE(context_->takeMessages().empty());
    EXPECT_THROW(context_->throwOnError(), DeviceError); // glGetError still knows
}

TEST_F(ContextTest, ACompileErrorNamesTheLineOfTheShaderFile)
{
    const std::map<std::string, std::string> library = {
        {"kernels/broken.glsl", "#include \"lattice/good.glsl\"\n\nvoid main() { oColour = nothing(1.0); }\n"},
        {"lattice/good.glsl", "layout(location = 0) out vec4 oColour;\n\n\n\n"}};
    const auto source = ShaderSource::assemble("330", {{"NC", "3"}}, {"kernels/broken.glsl"}, library);

    try {
        Program::fragment(*context_, source, vertexSource());
        FAIL() << "no error";
    } catch (const DeviceError& error) {
        EXPECT_NE(std::string(error.what()).find("kernels/broken.glsl:3"), std::string::npos) << error.what();
    }
    context_->takeMessages();
}

TEST_F(ContextTest, AProgramThatDoesNotLinkIsADeviceError)
{
    const auto source = ShaderSource::assemble(
        "330", {}, {"k"}, {{"k", "vec4 nowhere();\nout vec4 oColour;\nvoid main() { oColour = nowhere(); }\n"}});

    EXPECT_THROW(Program::fragment(*context_, source, vertexSource()), DeviceError);
    context_->takeMessages();
}

TEST_F(ContextTest, ADeviceThatDoesNotExistIsAnInputError)
{
    try {
        Context::create({.device = 4711});
        FAIL() << "no error";
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("4711"), std::string::npos) << error.what();
    }
}

TEST_F(ContextTest, AListedDeviceGivesItsRenderer)
{
    for (const DeviceDescription& device : listDevices())
        if (device.usable) {
            EXPECT_EQ(Context::create({.device = device.index})->capabilities().renderer, device.renderer);
            break;
        }
    context_->makeCurrent();
}

TEST_F(ContextTest, EveryContextKeepsItsState)
{
    const auto other = testing_support::sharedContext33();
    ASSERT_TRUE(other);
    const auto height = [](const Context& context) {
        GLint viewport[4] = {};
        context.makeCurrent();
        context.gl().GetIntegerv(GL_VIEWPORT, viewport);
        return viewport[3];
    };

    context_->makeCurrent();
    context_->gl().Viewport(0, 0, 5, 7);
    other->makeCurrent();
    other->gl().Viewport(0, 0, 5, 11);

    EXPECT_EQ(height(*context_), 7);
    EXPECT_EQ(height(*other), 11);
    context_->makeCurrent();
}

TEST_F(ContextTest, TheEndOfAContextLeavesTheOthers)
{
    {
        const auto brief = Context::create();
        brief->makeCurrent();
    }
    Context::create(); // current when it ends

    context_->makeCurrent();
    const Texture texture(*context_);
    context_->gl().BindTexture(GL_TEXTURE_2D_ARRAY, texture.id());
    GLint bound = 0;
    context_->gl().GetIntegerv(GL_TEXTURE_BINDING_2D_ARRAY, &bound);
    context_->gl().BindTexture(GL_TEXTURE_2D_ARRAY, 0);

    EXPECT_NE(texture.id(), 0u);
    EXPECT_EQ(GLuint(bound), texture.id());
}

// OpenGL unbinds a texture from where it is bound when it is deleted: that shows whether it was.
class ObjectTest : public ContextTest {
protected:
    GLuint boundAfterBinding(GLuint texture, const std::function<void()>& action) const
    {
        const Functions& gl = context_->gl();
        gl.BindTexture(GL_TEXTURE_2D_ARRAY, texture);
        action();
        GLint bound = 0;
        gl.GetIntegerv(GL_TEXTURE_BINDING_2D_ARRAY, &bound);
        gl.BindTexture(GL_TEXTURE_2D_ARRAY, 0);
        return GLuint(bound);
    }
};

TEST_F(ObjectTest, IsDeletedAtTheEndOfItsLife)
{
    auto texture = std::make_unique<Texture>(*context_);
    ASSERT_TRUE(*texture);

    EXPECT_EQ(boundAfterBinding(texture->id(), [] {}), texture->id());
    EXPECT_EQ(boundAfterBinding(texture->id(), [&] { texture.reset(); }), 0u);
}

TEST_F(ObjectTest, IsMovedAndLeavesAnEmptyOne)
{
    Texture first(*context_);
    const GLuint id = first.id();

    Texture second(std::move(first));

    EXPECT_EQ(second.id(), id);
    EXPECT_FALSE(first); // NOLINT(bugprone-use-after-move): that is the claim
    EXPECT_EQ(first.id(), 0u);
    EXPECT_EQ(boundAfterBinding(id, [&] { const Texture end = std::move(first); }), id);
}

TEST_F(ObjectTest, MoveAssignmentDeletesWhatWasThere)
{
    Texture target(*context_), source(*context_);
    const GLuint old = target.id(), moved = source.id();

    EXPECT_EQ(boundAfterBinding(old, [&] { target = std::move(source); }), 0u);

    EXPECT_EQ(target.id(), moved);
    EXPECT_FALSE(source); // NOLINT(bugprone-use-after-move): that is the claim
    EXPECT_EQ(boundAfterBinding(moved, [] {}), moved);
}

TEST_F(ObjectTest, AssignmentToItselfKeepsIt)
{
    Texture texture(*context_);
    Texture& same = texture;
    const GLuint id = texture.id();

    EXPECT_EQ(boundAfterBinding(id, [&] { texture = std::move(same); }), id);
    EXPECT_EQ(texture.id(), id);
}

TEST_F(ObjectTest, IsDeletedInItsOwnContext)
{
    auto texture = std::make_unique<Texture>(*context_);
    const GLuint id = texture->id();
    const auto other = testing_support::sharedContext33();
    ASSERT_TRUE(other);

    const GLuint bound = boundAfterBinding(id, [&] {
        other->makeCurrent();
        texture.reset();
        context_->makeCurrent();
    });

    EXPECT_EQ(bound, 0u);
}

} // namespace
} // namespace gaugegl::gl
