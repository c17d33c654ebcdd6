#include "panel.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gaugegl::view {
namespace {

/// The range of the slider of beta: both sides of where the groups deconfine.
std::array<float, 2> betaRange(Group group)
{
    return std::array<float, 2>{float(traits(group).beta.least), float(traits(group).beta.most)};
}

void help(const char* text)
{
    if (*text != '\0' && ImGui::IsItemHovered()) ImGui::SetTooltip("%s", text);
}

/// What is chosen anew; null: nothing.  `chosen` may be null, or be none of them: then `other` is shown.
template<class Choice, std::size_t Count>
const Choice* choose(const char* label, const Choice* chosen, const std::array<ChoiceText<Choice>, Count>& texts,
                     const char* other)
{
    const char* shown = other;
    for (const auto& text : texts)
        if (chosen && text.value == *chosen) shown = text.title;
    if (!ImGui::BeginCombo(label, shown)) return nullptr;
    const Choice* result = nullptr;
    for (const auto& text : texts)
        if (ImGui::Selectable(text.title, chosen && text.value == *chosen)) result = &text.value;
    ImGui::EndCombo();
    return result;
}

template<class Choice, std::size_t Count>
void combo(const char* label, Choice& choice, const std::array<ChoiceText<Choice>, Count>& texts)
{
    if (const Choice* chosen = choose(label, &choice, texts, "")) choice = *chosen;
}

constexpr float sliderPart = 0.4F; // of the panel's width

constexpr auto actionTexts = [] {
    std::array<ChoiceText<ActionType>, namedActions.size()> texts{};
    for (std::size_t i = 0; i < texts.size(); ++i)
        texts[i] = {ActionType(i), namedActions[i].word, namedActions[i].title};
    return texts;
}();
constexpr std::array<ChoiceText<int>, 3> heatBathTexts = {
    {{0, "auto", "Automatic"}, {1, "kennedy-pendleton", "Kennedy-Pendleton"}, {2, "creutz", "Creutz"}}};

void slideNumber(const char* id, double& value, const std::array<float, 2>& range, const char* format,
                 ImGuiSliderFlags flags = 0)
{
    auto number = float(value);
    if (ImGui::SliderFloat(id, &number, range[0], range[1], format, flags | ImGuiSliderFlags_AlwaysClamp))
        value = std::stod(fmt::format("{:.6g}", number)); // no digits that nobody chose
}

void slideCount(const char* id, int& value, int least, int most)
{
    ImGui::SliderInt(id, &value, least, most, "%d", ImGuiSliderFlags_AlwaysClamp);
}

/// "1 sweep", "2 sweeps".
std::string counted(int count, const char* what) { return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s"); }

} // namespace

void Panel::note(const char* control)
{
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    controls_[control] = {low.x, low.y, high.x, high.y};
}

bool Panel::button(const char* name, const char* control, const char* text)
{
    const bool pressed = ImGui::Button(name);
    note(control);
    help(text);
    return pressed;
}

/// With its number beside it, where the handle does not cover it; on the slider it is seen while it is typed.
void Panel::slider(const char* control, const std::function<void(const char* id)>& slide,
                   const std::function<std::string()>& text, const char* meaning)
{
    const bool typed = typed_ == control;
    ImGui::SetNextItemWidth(sliderPart * ImGui::GetWindowContentRegionMax().x);
    if (!typed) ImGui::PushStyleColor(ImGuiCol_Text, IM_COL32_BLACK_TRANS);
    slide(("##" + std::string(control)).c_str());
    if (!typed) ImGui::PopStyleColor();
    note(control);
    help(meaning);
    if (ImGui::IsItemActive() && ImGui::GetIO().WantTextInput)
        typed_ = control;
    else if (typed)
        typed_.clear();
    ImGui::SameLine(0, ImGui::GetStyle().ItemInnerSpacing.x);
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(text().c_str());
    help(meaning);
}

void Panel::draw(Settings& settings, const PanelContext& context, std::vector<Action>& actions)
{
    ImGui::PushItemWidth(0.56F * ImGui::GetContentRegionAvail().x);
    drawPreset(context, actions);
    if (ImGui::CollapsingHeader("Lattice", ImGuiTreeNodeFlags_DefaultOpen)) drawLattice(settings, actions);
    if (ImGui::CollapsingHeader("Chain", ImGuiTreeNodeFlags_DefaultOpen)) {
        drawChain(settings, context.pane.action(), actions);
        drawPace(settings);
    }
    if (ImGui::CollapsingHeader("Picture", ImGuiTreeNodeFlags_DefaultOpen)) {
        drawPicture(settings, context);
        drawPlace(settings, context.pane.lattice());
    }
    if (ImGui::CollapsingHeader("Colours", ImGuiTreeNodeFlags_DefaultOpen)) drawColours(settings);
    if (ImGui::CollapsingHeader("Save", ImGuiTreeNodeFlags_DefaultOpen)) drawSaving(context, actions);
    ImGui::PopItemWidth();
}

void Panel::drawPreset(const PanelContext& context, std::vector<Action>& actions)
{
    const Preset* chosen = nullptr;
    for (const Preset& preset : presets())
        if (preset.word == context.preset) chosen = &preset;
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
    const bool open = ImGui::BeginCombo("##preset", chosen ? chosen->title : "Presets");
    note("preset");
    if (open) {
        for (const Preset& preset : presets())
            if (ImGui::Selectable(preset.title, chosen == &preset)) actions.push_back({"preset", {preset.word}, ""});
        ImGui::EndCombo();
    }
    if (!chosen) return;
    ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
    ImGui::TextWrapped("%s", chosen->text);
    ImGui::PopStyleColor();
}

void Panel::drawLattice(Settings& settings, std::vector<Action>& actions)
{
    RunConfig& run = settings.run;
    for (const Group group : allGroups()) {
        if (group != groupTraits[0].group) ImGui::SameLine();
        if (ImGui::RadioButton(traits(group).title, run.lattice.group == group)) {
            if (run.lattice.group != group) run.action.beta = sameBeta(run.lattice.group, group, run.action.beta);
            run.lattice.group = group;
        }
        note(traits(group).word);
    }
    ImGui::SameLine();
    ImGui::Checkbox("Both", &settings.both);
    note("both");
    help("The other group beside it, at a beta as far from its deconfinement");
    if (shownLattice_ != run.lattice.extents) {
        shownLattice_ = run.lattice.extents;
        lattice_ = fmt::format("{}", fmt::join(shownLattice_, "x"));
    }
    std::array<char, 40> typed{};
    lattice_.copy(typed.data(), typed.size() - 1);
    const bool entered =
        ImGui::InputText("Lx x Ly x Lz x Lt", typed.data(), typed.size(), ImGuiInputTextFlags_EnterReturnsTrue);
    lattice_ = typed.data();
    note("lattice");
    help("Extents, even numbers, as 8x8x8x4. Enter begins a new chain.");
    if (entered) actions.push_back({"set", {"lattice", lattice_}, ""});
    auto seed = int(std::min<std::uint64_t>(run.update.seed, 2000000000));
    if (ImGui::InputInt("Seed", &seed, 1, 0, ImGuiInputTextFlags_EnterReturnsTrue) && seed >= 0)
        run.update.seed = std::uint64_t(seed);
    note("seed");
    help("Of the random numbers. Another one begins a new chain.");
    const auto begins = [&](const char* name, const char* start, const char* text) {
        if (!button(name, start, text)) return;
        actions.push_back({"set", {"start", start}, ""});
        actions.push_back({"restart", {}, ""});
    };
    begins("New, hot", "hot", "A new chain from random links");
    ImGui::SameLine();
    begins("New, cold", "cold", "A new chain from links that are 1");
}

void Panel::drawChain(Settings& settings, const io::StatedAction& action, std::vector<Action>& actions)
{
    if (button(settings.paused ? "Go on" : "Pause", "pause", "Space")) settings.paused = !settings.paused;
    ImGui::SameLine();
    if (button("Step", "step", "One sweep: key S")) {
        settings.paused = true;
        actions.push_back({"sweeps", {"1"}, ""});
    }
    ImGui::SameLine();
    if (button("Heat", "heat", "All links become random: an infinite temperature (key H)"))
        actions.push_back({"heat", {}, ""});
    ImGui::SameLine();
    if (button("Quench", "quench", "Ten cooling sweeps of the chain itself: temperature zero (key Q)"))
        actions.push_back({"quench", {"10"}, ""});
    drawUpdate(settings, action);
}

void Panel::drawUpdate(Settings& settings, const io::StatedAction& action)
{
    RunConfig& run = settings.run;
    slider(
        "beta", [&](const char* id) { slideNumber(id, run.action.beta, betaRange(run.lattice.group), "%.3f"); },
        [&] { return "\xce\xb2 " + (action.beta ? fmt::format("= {:.3f}", run.action.beta) : std::string("unknown")); },
        "2N/g^2; Ctrl and a click to type it");
    const std::string other = action.c1 ? actionTitle(run.action) : "unknown";
    if (const ActionType* type = choose("Action", action.c1 ? &run.action.type : nullptr, actionTexts, other.c_str())) {
        run.action.type = *type;
        settings.stated.reset(); // also where the chain would have gone on with this one
    }
    note("action");
    int algorithm = !run.update.heatbath ? 0 : *run.update.heatbath == HeatBathAlgorithm::KennedyPendleton ? 1 : 2;
    combo("Heat bath", algorithm, heatBathTexts);
    run.update.heatbath = algorithm == 0   ? HeatBathChoice{}
                          : algorithm == 1 ? HeatBathChoice{HeatBathAlgorithm::KennedyPendleton}
                                           : HeatBathChoice{HeatBathAlgorithm::Creutz};
    note("heatbath");
    int& reflections = run.update.overrelaxation;
    slider(
        "overrelaxation", [&](const char* id) { slideCount(id, reflections, 0, 10); },
        [&] { return counted(reflections, "overrelaxation"); }, "Sweeps of reflections after each heat bath");
}

void Panel::drawPace(Settings& settings)
{
    int &sweeps = settings.sweepsPerPicture, &frames = settings.framesPerSecond;
    slider(
        "sweeps-per-picture", [&](const char* id) { slideCount(id, sweeps, 0, 50); },
        [&] { return sweeps == 0 ? "sweeps as fit" : counted(sweeps, "sweep") + " a picture"; },
        "Sweeps between two pictures; at 0 as many as fit into a frame");
    slider(
        "frames-per-second", [&](const char* id) { slideCount(id, frames, 5, 120); },
        [&] { return fmt::format("{} frames/s", frames); }, "The simulation leaves time for so many frames at least");
}

void Panel::drawPicture(Settings& settings, const PanelContext& context)
{
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
    combo("##quantity", settings.quantity, quantityTexts());
    note("quantity");
    if (settings.quantity == Quantity::Monopoles || settings.quantity == Quantity::Vortices)
        slider(
            "fixing-iterations", [&](const char* id) { slideCount(id, settings.fixingIterations, 1, 2000); },
            [&] { return counted(settings.fixingIterations, "iteration"); }, "At most so many, of gauge fixing");
    combo("Smoothing", settings.smoothing, smoothingTexts());
    note("smoothing");
    help("Of a copy of the links: the chain itself stays as it is");
    if (settings.smoothing != Smoothing::None) {
        slider(
            "smoothing-steps", [&](const char* id) { slideCount(id, settings.smoothingSteps, 0, 200); },
            [&] { return counted(settings.smoothingSteps, "step"); });
    }
    if (settings.smoothing == Smoothing::Flow) {
        slider(
            "flow-step",
            [&](const char* id) {
                slideNumber(id, settings.flowStep, {0.005F, 0.1F}, "%.3f");
            },
            [&] { return fmt::format("{:.3f} a step", settings.flowStep); }, "Flow time of a step");
    }
    const PictureMaker& maker = context.pane.session->maker();
    if (maker.busy()) ImGui::ProgressBar(float(maker.progress()), {-1, 0}, "");
    int mode = int(settings.mode);
    ImGui::RadioButton("Volume", &mode, int(ViewMode::Volume));
    note("volume");
    ImGui::SameLine();
    ImGui::RadioButton("Slice", &mode, int(ViewMode::Slice));
    note("slice");
    settings.mode = ViewMode(mode);
}

void Panel::drawPlace(Settings& settings, const Lattice& lattice)
{
    const bool slice = settings.mode == ViewMode::Slice;
    if (slice) {
        int index = 0, chosen = 0;
        std::string names;
        std::vector<std::array<int, 2>> planes;
        for (int a = 0; a < 4; ++a)
            for (int b = a + 1; b < 4; ++b, ++index) {
                names += std::string(directionNames[std::size_t(a)]) + directionNames[std::size_t(b)] + '\0';
                planes.push_back({a, b});
                if (settings.plane == planes.back()) chosen = index;
            }
        if (ImGui::Combo("Plane", &chosen, names.c_str())) settings.plane = planes[std::size_t(chosen)];
        note("plane");
    }
    const bool timeless = isPhase(settings.quantity);
    for (std::size_t mu = 0; mu < 4; ++mu) {
        const bool inPlane = slice && (settings.plane[0] == int(mu) || settings.plane[1] == int(mu));
        const bool needed = mu == 3 ? !timeless && !inPlane && !settings.timeMean : slice && !inPlane;
        if (!needed) continue;
        int& place = settings.position[mu];
        slider(
            directionNames[mu], [&](const char* id) { slideCount(id, place, 0, lattice.extent(int(mu)) - 1); },
            [&] { return fmt::format("{} = {}", directionNames[mu], place); });
    }
    if (timeless || (slice && (settings.plane[0] == 3 || settings.plane[1] == 3))) return;
    ImGui::Checkbox("Mean over t", &settings.timeMean);
    note("time-mean");
    if (settings.timeMean) return;
    ImGui::SameLine();
    ImGui::Checkbox("Loop t", &settings.timeLoop);
    note("time-loop");
}

void Panel::drawColours(Settings& settings)
{
    bool automatic = !settings.range;
    ImGui::Checkbox("Automatic range", &automatic);
    note("range-auto");
    help("The last colour is the largest number in sight");
    ImGui::SameLine();
    ImGui::Checkbox("Interpolate", &settings.smooth);
    note("smooth");
    if (!automatic) {
        double range = settings.range.value_or(1);
        slider(
            "range",
            [&](const char* id) {
                slideNumber(id, range, {1e-4F, 10.0F}, "%.4g", ImGuiSliderFlags_Logarithmic);
            },
            [&] { return fmt::format("range {:.4g}", range); }, "The number of the last colour");
        settings.range = range;
    } else {
        settings.range.reset();
    }
    if (settings.mode != ViewMode::Volume) return;
    slider(
        "threshold",
        [&](const char* id) {
            slideNumber(id, settings.threshold, {0, 0.95F}, "%.2f");
        },
        [&] { return fmt::format("hides below {:.2f}", settings.threshold); }, "A part of the range");
    int projection = int(settings.projection);
    ImGui::RadioButton("Cloud", &projection, int(Projection::Glow));
    note("glow");
    ImGui::SameLine();
    ImGui::RadioButton("Maximum", &projection, int(Projection::Maximum));
    note("maximum");
    settings.projection = Projection(projection);
    if (settings.projection == Projection::Maximum) return;
    slider(
        "opacity",
        [&](const char* id) {
            slideNumber(id, settings.opacity, {0.05F, 10.0F}, "%.2f", ImGuiSliderFlags_Logarithmic);
        },
        [&] { return fmt::format("opacity {:.2f}", settings.opacity); });
}

void Panel::drawSaving(const PanelContext& context, std::vector<Action>& actions)
{
    const std::string& prefix = context.savedPrefix;
    const int sweep = context.pane.session->chain().sweeps();
    const std::string stem = fmt::format("{}-{}", prefix, sweep);
    if (button("Picture", "save-picture", "PNG of the whole window (key P)"))
        actions.push_back({"screenshot", {stem + ".png"}, ""});
    ImGui::SameLine();
    if (button("Links", "save-links", "ILDG file of 64 bits, for gaugegl measure"))
        actions.push_back({"save-links", {stem + ".ildg"}, ""});
    ImGui::SameLine();
    if (button("Session", "save-session", "A run file and a script that show what is on the screen"))
        actions.push_back({"save-session", {stem}, ""});
    ImGui::SameLine();
    if (context.records) {
        if (button("Stop", "stop", "Ends the pictures and makes the film, MP4, where ffmpeg is installed"))
            actions.push_back({"stop", {}, ""});
    } else if (button("Record", "record", "A PNG of every frame with a new picture, then a film")) {
        actions.push_back({"record", {stem}, ""});
    }
    ImGui::TextDisabled("F1: keys and mouse");
    note("help");
}

} // namespace gaugegl::view
