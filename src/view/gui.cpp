#include "gui.h"

#include "gl/end_of_pass.h"

#include <cmath>
#include <cstddef>
#include <filesystem>

namespace gaugegl::view {
namespace {

/// DejaVu Sans where Linux distributions have it, the letters of Windows and macOS; elsewhere ImGui's own ones.
const char* letterFile()
{
    for (const char* file : {"/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", "/usr/share/fonts/TTF/DejaVuSans.ttf",
                             "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf", "C:/Windows/Fonts/segoeui.ttf",
                             "C:/Windows/Fonts/arial.ttf", "/System/Library/Fonts/Supplemental/Arial.ttf"})
        if (std::filesystem::exists(file)) return file;
    return nullptr;
}

void chooseStyle(float scale)
{
    ImGui::StyleColorsDark();
    ImGuiStyle& style = ImGui::GetStyle();
    style.WindowRounding = 0;
    style.FrameRounding = 3;
    style.GrabRounding = 3;
    style.WindowBorderSize = 0;
    style.WindowPadding = {10, 8};
    style.FramePadding = {4, 2};
    style.ItemSpacing = {6, 3};
    style.Colors[ImGuiCol_WindowBg] = {0.085F, 0.09F, 0.105F, 1};
    style.Colors[ImGuiCol_PopupBg] = {0.11F, 0.115F, 0.135F, 1};
    style.Colors[ImGuiCol_TextDisabled] = {0.62F, 0.64F, 0.68F, 1};
    style.ScaleAllSizes(scale);
}

std::unique_ptr<HostTexture> makeLetters(const gl::Context& context, float scale)
{
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    ImFontConfig config;
    constexpr float size = 15;
    config.SizePixels = std::round(size * scale);
    // Latin, Greek, powers, and some signs.
    static constexpr std::array<ImWchar, 11> ranges = {0x20,   0xff,   0x391,  0x3c9,  0x2010, 0x2026,
                                                       0x2070, 0x2079, 0x2212, 0x2212, 0};
    if (const char* file = letterFile())
        atlas.AddFontFromFileTTF(file, config.SizePixels, &config, ranges.data());
    else
        atlas.AddFontDefault(&config);
    unsigned char* pixels = nullptr;
    int width = 0, height = 0;
    atlas.GetTexDataAsRGBA32(&pixels, &width, &height);
    auto letters = std::make_unique<HostTexture>(
        context, width, height, std::span<const std::uint8_t>(pixels, std::size_t(4 * width) * std::size_t(height)));
    atlas.SetTexID(reinterpret_cast<ImTextureID>(std::uintptr_t(letters->id())));
    return letters;
}

} // namespace

Gui::State::State() { ImGui::CreateContext(); }
Gui::State::~State() { ImGui::DestroyContext(); }

Gui::Gui(const DrawContext& drawing, float scale)
    : drawing_(&drawing), context_(drawing.context), scale_(scale),
      program_(drawing, "view/gui_fragment.glsl", "view/gui_vertex.glsl"), array_(*context_), vertices_(*context_),
      indices_(*context_)
{
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.LogFilename = nullptr;
    io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
    chooseStyle(scale);
    letters_ = makeLetters(*context_, scale);

    const gl::Functions& gl = context_->gl();
    gl.BindVertexArray(array_.id());
    gl.BindBuffer(GL_ARRAY_BUFFER, vertices_.id());
    gl.BindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices_.id());
    const auto attribute = [&](GLuint index, GLint count, GLenum type, std::size_t offset) {
        drawing_->draw.EnableVertexAttribArray(index);
        drawing_->draw.VertexAttribPointer(index, count, type, type == GL_UNSIGNED_BYTE ? GL_TRUE : GL_FALSE,
                                           sizeof(ImDrawVert), reinterpret_cast<const void*>(offset));
    };
    attribute(0, 2, GL_FLOAT, offsetof(ImDrawVert, pos));
    attribute(1, 2, GL_FLOAT, offsetof(ImDrawVert, uv));
    attribute(2, 4, GL_UNSIGNED_BYTE, offsetof(ImDrawVert, col));
    gl.BindVertexArray(0);
}

Gui::~Gui() = default;

void Gui::draw(const DrawTarget& target) const
{
    const ImDrawData* data = ImGui::GetDrawData();
    if (!data || data->DisplaySize.x <= 0) return;
    const gl::Functions& gl = context_->gl();
    target.bind();
    gl.Enable(GL_BLEND);
    drawing_->draw.BlendEquation(GL_FUNC_ADD);
    drawing_->draw.BlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    gl.Enable(GL_SCISSOR_TEST);
    program_.use()
        .set("uLetters", 0)
        .set("uFrame",
             std::array<float, 4>{data->DisplayPos.x, data->DisplayPos.y, data->DisplaySize.x, data->DisplaySize.y});
    gl.BindVertexArray(array_.id());
    gl.ActiveTexture(GL_TEXTURE0);
    for (int i = 0; i < data->CmdListsCount; ++i)
        drawList(*data->CmdLists[i], *data, target);
    gl.BindVertexArray(0);
    gl.BindBuffer(GL_ARRAY_BUFFER, 0);
    gl.Disable(GL_SCISSOR_TEST);
    gl.Disable(GL_BLEND);
    gl::endPass(*context_);
}

void Gui::drawList(const ImDrawList& list, const ImDrawData& data, const DrawTarget& target) const
{
    const gl::Functions& gl = context_->gl();
    gl.BindBuffer(GL_ARRAY_BUFFER, vertices_.id());
    gl.BufferData(GL_ARRAY_BUFFER, GLsizeiptr(list.VtxBuffer.size_in_bytes()), list.VtxBuffer.Data, GL_STREAM_DRAW);
    gl.BufferData(GL_ELEMENT_ARRAY_BUFFER, GLsizeiptr(list.IdxBuffer.size_in_bytes()), list.IdxBuffer.Data,
                  GL_STREAM_DRAW);
    for (const ImDrawCmd& command : list.CmdBuffer) {
        const float left = std::max((command.ClipRect.x - data.DisplayPos.x) * data.FramebufferScale.x, 0.0F),
                    top = std::max((command.ClipRect.y - data.DisplayPos.y) * data.FramebufferScale.y, 0.0F),
                    right = (command.ClipRect.z - data.DisplayPos.x) * data.FramebufferScale.x,
                    bottom = (command.ClipRect.w - data.DisplayPos.y) * data.FramebufferScale.y;
        if (right <= left || bottom <= top) continue;
        drawing_->draw.Scissor(GLint(left), GLint(float(target.size()[1]) - bottom), GLsizei(right - left),
                               GLsizei(bottom - top));
        gl.BindTexture(GL_TEXTURE_2D_ARRAY, GLuint(reinterpret_cast<std::uintptr_t>(command.GetTexID())));
        drawing_->draw.DrawElementsBaseVertex(
            GL_TRIANGLES, GLsizei(command.ElemCount), sizeof(ImDrawIdx) == 2 ? GL_UNSIGNED_SHORT : GL_UNSIGNED_INT,
            reinterpret_cast<const void*>(command.IdxOffset * sizeof(ImDrawIdx)), GLint(command.VtxOffset));
    }
}

} // namespace gaugegl::view
