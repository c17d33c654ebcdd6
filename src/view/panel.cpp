#include "panel.h"

#include <algorithm>
#include <fmt/format.h>

namespace gaugegl::view {
namespace {

void help(const char* text)
{
    if (*text != '\0' && ImGui::IsItemHovered()) ImGui::SetTooltip("%s", text);
}

constexpr float sliderPart = 0.4F; // of the panel's width

/// What a slider shows is a decimal number: no digits that nobody chose.
std::string chosenNumber(float number) { return fmt::format("{}", std::stod(fmt::format("{:.6g}", number))); }

} // namespace

const SettingKey& Panel::keyOf(std::string_view name) const
{
    return *std::ranges::find(frame_->keys, name,
                              [](const SettingKey& one) -> std::string_view { return one.key.name; });
}

void Panel::ask(const std::string& setting, const std::string& value) const
{
    frame_->actions.push_back({"set", {setting, value}, ""});
}

void Panel::note(const std::string& control)
{
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    controls_[control] = {low.x, low.y, high.x, high.y};
}

bool Panel::button(const char* name, const std::string& action, const char* control, const char* text)
{
    const bool pressed = ImGui::Button(name);
    note(control);
    help(text);
    if (pressed) frame_->actions.push_back(shortAction(action));
    return pressed;
}

/// As its key says what it is: a switch, a choice, a number on a slider or a text.
void Panel::control(const SettingKey& one)
{
    const std::string text = one.text();
    if (std::holds_alternative<bool*>(one.key.value) || one.key.choices == std::vector<std::string>{"off", "on"}) {
        bool value = text == "on";
        if (ImGui::Checkbox(fmt::format("{}##{}", one.label(), one.key.name).c_str(), &value))
            ask(one.key.name, value ? "on" : "off");
        note(one.key.name);
        help(one.key.facts.help);
    } else if (!one.key.choices.empty() && !std::holds_alternative<config::Words>(one.key.value)) {
        choose(one, text, titleOf(one.key.name, text));
    } else if (one.span[0] != one.span[1]) {
        slide(one, text);
    } else {
        type(one);
    }
}

void Panel::choose(const SettingKey& one, const std::string& chosen, const std::string& shown)
{
    if (ImGui::BeginCombo(fmt::format("{}##{}", one.label(), one.key.name).c_str(), shown.c_str())) {
        for (const std::string& word : one.key.choices)
            if (ImGui::Selectable(titleOf(one.key.name, word).c_str(), word == chosen)) ask(one.key.name, word);
        ImGui::EndCombo();
    }
    note(one.key.name);
    help(one.key.facts.help);
}

/// A choice with all its words beside each other.
void Panel::radio(std::string_view name)
{
    const SettingKey& one = keyOf(name);
    for (const std::string& word : one.key.choices) {
        if (word != one.key.choices.front()) ImGui::SameLine();
        if (ImGui::RadioButton(titleOf(one.key.name, word).c_str(), word == one.text())) ask(one.key.name, word);
        note(word);
        help(one.key.facts.help);
    }
}

/// With its number beside it, where the handle does not cover it; on the slider it is seen while it is typed.
void Panel::slide(const SettingKey& one, const std::string& shown)
{
    const std::string& name = one.key.name;
    const bool typed = typed_ == name;
    ImGui::SetNextItemWidth(sliderPart * ImGui::GetWindowContentRegionMax().x);
    if (!typed) ImGui::PushStyleColor(ImGuiCol_Text, IM_COL32_BLACK_TRANS);
    const std::string id = "##" + name;
    constexpr double wide = 100;
    const ImGuiSliderFlags flags =
        ImGuiSliderFlags_AlwaysClamp |
        (one.span[0] > 0 && one.span[1] >= wide * one.span[0] ? ImGuiSliderFlags_Logarithmic : 0);
    if (const auto* const* whole = std::get_if<int*>(&one.key.value)) {
        int number = **whole;
        if (ImGui::SliderInt(id.c_str(), &number, int(one.span[0]), int(one.span[1]), "%d",
                             ImGuiSliderFlags_AlwaysClamp))
            ask(name, fmt::format("{}", number));
    } else {
        auto number = float(std::atof(one.text().c_str()));
        if (ImGui::SliderFloat(id.c_str(), &number, float(one.span[0]), float(one.span[1]), "%.4g", flags))
            ask(name, chosenNumber(number));
    }
    if (!typed) ImGui::PopStyleColor();
    note(name);
    help(one.key.facts.help);
    if (ImGui::IsItemActive() && ImGui::GetIO().WantTextInput)
        typed_ = name;
    else if (typed)
        typed_.clear();
    ImGui::SameLine(0, ImGui::GetStyle().ItemInnerSpacing.x);
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(fmt::format("{} {}", name == "beta" ? "\xce\xb2" : one.label(), shown).c_str());
    help(one.key.facts.help);
}

/// Enter sets it.
void Panel::type(const SettingKey& one)
{
    constexpr std::size_t room = 1000; // for what is typed beside what is there
    const std::string text = one.text();
    std::vector<char> typed(text.size() + room);
    text.copy(typed.data(), text.size());
    if (ImGui::InputText(fmt::format("{}##{}", one.label(), one.key.name).c_str(), typed.data(), typed.size(),
                         ImGuiInputTextFlags_EnterReturnsTrue))
        ask(one.key.name, typed.data());
    note(one.key.name);
    help(fmt::format("{}. Enter sets it.", one.key.facts.help).c_str());
}

void Panel::draw(Settings& settings, const PanelContext& context, std::vector<Action>& actions)
{
    const Frame frame{settings, context, actions, settingKeys(settings)};
    frame_ = &frame;
    ImGui::PushItemWidth(0.56F * ImGui::GetContentRegionAvail().x);
    drawPreset();
    const auto section = [&](const char* name, void (Panel::*list)(), ImGuiTreeNodeFlags flags) {
        const bool open = ImGui::CollapsingHeader(name, flags);
        note(name);
        if (open) (this->*list)();
    };
    section("Lattice", &Panel::drawLattice, ImGuiTreeNodeFlags_DefaultOpen);
    section("Chain", &Panel::drawChain, ImGuiTreeNodeFlags_DefaultOpen);
    section("Picture", &Panel::drawPicture, ImGuiTreeNodeFlags_DefaultOpen);
    section("Colours", &Panel::drawColours, ImGuiTreeNodeFlags_DefaultOpen);
    section("Measurements", &Panel::drawMeasurements, context.measuring.empty() ? 0 : ImGuiTreeNodeFlags_DefaultOpen);
    section("Save", &Panel::drawSaving, ImGuiTreeNodeFlags_DefaultOpen);
    ImGui::PopItemWidth();
    frame_ = nullptr;
}

void Panel::drawPreset()
{
    const Preset* chosen = nullptr;
    for (const Preset& preset : presets())
        if (preset.word == frame_->context.preset) chosen = &preset;
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
    if (ImGui::BeginCombo("##preset", chosen ? chosen->title : "Presets")) {
        for (const Preset& preset : presets())
            if (ImGui::Selectable(preset.title, chosen == &preset))
                frame_->actions.push_back({"preset", {preset.word}, ""});
        ImGui::EndCombo();
    }
    note("preset");
    if (!chosen) return;
    ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
    ImGui::TextWrapped("%s", chosen->text);
    ImGui::PopStyleColor();
}

void Panel::drawLattice()
{
    const RunConfig& run = frame_->settings.run;
    const std::size_t before = frame_->actions.size();
    radio("group");
    if (frame_->actions.size() > before) {
        const Group group = parseGroup(frame_->actions.back().words[1]);
        ask("beta", fmt::format("{}", sameBeta(run.lattice.group, group, run.action.beta)));
    }
    ImGui::SameLine();
    control("both");
    control("lattice");
    control("seed");
    const auto begins = [&](const char* name, const char* start, const char* text) {
        if (button(name, fmt::format("set start {}", start), start, text))
            frame_->actions.push_back({"restart", {}, ""});
    };
    begins("New, hot", "hot", "A new chain from random links");
    ImGui::SameLine();
    begins("New, cold", "cold", "A new chain from links that are 1");
}

void Panel::drawChain()
{
    button(frame_->settings.paused ? "Go on" : "Pause", "toggle paused", "pause", "Space");
    ImGui::SameLine();
    button("Step", "sweeps 1", "step", "One sweep: key S");
    ImGui::SameLine();
    button("Heat", "heat", "heat", "All links become random: an infinite temperature (key H)");
    ImGui::SameLine();
    button("Quench", "quench 10", "quench", "Ten cooling sweeps of the chain itself: temperature zero (key Q)");
    const io::StatedAction action = frame_->context.pane.action();
    slide(keyOf("beta"), action.beta ? keyOf("beta").text() : "unknown");
    const std::size_t before = frame_->actions.size();
    const SettingKey& type = keyOf("action");
    choose(type, action.c1 ? type.text() : "", action.c1 ? actionTitle(frame_->settings.run.action) : "unknown");
    // Also where the chain would have gone on with this one.
    if (frame_->actions.size() > before) frame_->settings.stated.reset();
    for (const char* name : {"heatbath", "overrelaxation", "sweeps-per-picture", "frames-per-second"})
        control(name);
}

void Panel::drawPicture()
{
    const Settings& settings = frame_->settings;
    control("quantity");
    if (needsFixing(settings.quantity)) control("fixing-iterations");
    control("smoothing");
    if (settings.smoothing != Smoothing::None) control("smoothing-steps");
    if (settings.smoothing == Smoothing::Flow) control("flow-step");
    const PictureMaker& maker = frame_->context.pane.session->maker();
    if (maker.busy()) ImGui::ProgressBar(float(maker.progress()), {-1, 0}, "");
    radio("view");
    drawPlace();
}

void Panel::drawPlace()
{
    Settings& settings = frame_->settings;
    const bool slice = settings.mode == ViewMode::Slice;
    if (slice) control("plane");
    const bool timeless = isPhase(settings.quantity);
    for (std::size_t mu = 0; mu < 4; ++mu) {
        const bool inPlane = slice && (settings.plane[0] == int(mu) || settings.plane[1] == int(mu));
        const bool needed = mu == 3 ? !timeless && !inPlane && !settings.timeMean : slice && !inPlane;
        if (!needed) continue;
        SettingKey place{.key = {.name = directionNames[mu], .value = &settings.position[mu], .facts = {"A slice"}}};
        place.span = {0, double(frame_->context.pane.lattice().extent(int(mu)) - 1)};
        const std::size_t before = frame_->actions.size();
        slide(place, fmt::format("= {}", settings.position[mu]));
        if (frame_->actions.size() == before) continue;
        settings.position[mu] = std::atoi(frame_->actions.back().words[1].c_str()); // no setting of its own
        frame_->actions.pop_back();
    }
    if (timeless || (slice && (settings.plane[0] == 3 || settings.plane[1] == 3))) return;
    control("time-mean");
    if (settings.timeMean) return;
    ImGui::SameLine();
    control("time-loop");
}

void Panel::drawColours()
{
    const Settings& settings = frame_->settings;
    bool automatic = !settings.range;
    if (ImGui::Checkbox("automatic range", &automatic)) ask("range", automatic ? "auto" : "1");
    note("range-auto");
    help(keyOf("range").key.facts.help);
    ImGui::SameLine();
    control("smooth");
    if (settings.range) control("range");
    if (settings.mode != ViewMode::Volume) return;
    control("threshold");
    radio("projection");
    if (settings.projection == Projection::Glow) control("opacity");
}

void Panel::drawMeasurements()
{
    const float inwards = ImGui::GetFontSize();
    ImGui::PushItemWidth(0.45F * ImGui::GetContentRegionAvail().x);
    for (const SettingKey& one : frame_->keys) {
        if (one.effect != Effect::Measure) continue;
        if (one.ofMeasurement()) ImGui::Indent(inwards);
        control(one);
        if (one.ofMeasurement()) ImGui::Unindent(inwards);
    }
    ImGui::PopItemWidth();
    for (const std::string& line : frame_->context.measuring)
        ImGui::TextWrapped("%s", line.c_str());
    if (frame_->context.measures)
        button("Stop measuring", "stop-measuring", "stop-measuring",
               "Ends the measurement under way and switches it off");
}

void Panel::drawSaving()
{
    button("Picture", "screenshot", "save-picture", "PNG of the whole window (key P)");
    ImGui::SameLine();
    button("Links", "save-links", "save-links", "ILDG file of 64 bits, for gaugegl measure");
    ImGui::SameLine();
    button("Session", "save-session", "save-session", "A run file and a script that show what is on the screen");
    ImGui::SameLine();
    if (frame_->context.records)
        button("Stop", "stop", "stop", "Ends the pictures and makes the film, MP4, where ffmpeg is installed");
    else
        button("Record", "record", "record", "A PNG of every frame with a new picture, then a film");
    ImGui::TextDisabled("F1: keys and mouse");
    note("help");
}

} // namespace gaugegl::view
