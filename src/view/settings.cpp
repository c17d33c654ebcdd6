#include "settings.h"

#include "gaugegl/core/choice.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gaugegl::view {
namespace {

constexpr std::array<ChoiceText<ViewMode>, 2> modes = {
    {{ViewMode::Volume, "volume", "Volume"}, {ViewMode::Slice, "slice", "Slice"}}};
constexpr std::array<ChoiceText<Projection>, 2> projections = {
    {{Projection::Glow, "glow", "Cloud"}, {Projection::Maximum, "maximum", "Maximum"}}};

template<class Choice, std::size_t Count>
Choice choiceOf(const std::array<ChoiceText<Choice>, Count>& texts, const std::string& word)
{
    std::vector<std::string> words;
    for (const auto& text : texts) {
        if (word == text.word) return text.value;
        words.emplace_back(text.word);
    }
    throw InputError(fmt::format("'{}' is not one of {}", word, fmt::join(words, ", ")));
}

template<class Choice, std::size_t Count>
std::string wordOf(const std::array<ChoiceText<Choice>, Count>& texts, Choice choice)
{
    for (const auto& text : texts)
        if (text.value == choice) return text.word;
    return "";
}

template<class Number>
Number numberOf(const std::string& text, Number least, Number most)
{
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || !(number >= least) || !(number <= most))
        throw InputError(fmt::format("'{}' is not a number from {} to {}", text, least, most));
    return number;
}

bool switchOf(const std::string& text)
{
    if (text == "on") return true;
    if (text == "off") return false;
    throw InputError(fmt::format("'{}' is neither on nor off", text));
}

std::string onOff(bool value) { return value ? "on" : "off"; }

std::vector<std::string> parts(const std::string& text, char separator)
{
    std::vector<std::string> result(1);
    for (const char c : text)
        if (c == separator)
            result.emplace_back();
        else
            result.back() += c;
    return result;
}

template<class Number, std::size_t Count>
std::array<Number, Count> numbersOf(const std::string& text, Number least, Number most)
{
    const std::vector<std::string> words = parts(text, ',');
    if (words.size() != Count) throw InputError(fmt::format("'{}' is not {} numbers with commas", text, Count));
    std::array<Number, Count> result{};
    for (std::size_t i = 0; i < Count; ++i)
        result[i] = numberOf(words[i], least, most);
    return result;
}

std::array<int, 2> planeOf(const std::string& text)
{
    std::array<int, 2> plane = {-1, -1};
    for (int mu = 0; mu < 4; ++mu)
        for (std::size_t i = 0; i < 2 && text.size() == 2; ++i)
            if (text[i] == *directionNames[std::size_t(mu)]) plane[i] = mu;
    if (plane[0] < 0 || plane[1] < 0 || plane[0] == plane[1])
        throw InputError(fmt::format("'{}' is not a plane; write two different directions, such as xy or xt", text));
    return plane;
}

/// A key for a number of the settings: member(settings) is a reference to it.
template<class Number, class Member>
SettingKey numberKey(const char* name, Effect effect, const char* meaning, std::pair<Number, Number> bounds,
                     Member member)
{
    return {name, effect, meaning, [member](const Settings& s) { return fmt::format("{}", member(s)); },
            [member, bounds](Settings& s, const std::string& text) {
                member(s) = numberOf<Number>(text, bounds.first, bounds.second);
            }};
}

template<class Member>
SettingKey switchKey(const char* name, Effect effect, const char* meaning, Member member)
{
    return {name, effect, meaning, [member](const Settings& s) { return onOff(member(s)); },
            [member](Settings& s, const std::string& text) { member(s) = switchOf(text); }};
}

template<class Choice, std::size_t Count, class Member>
SettingKey choiceKey(const char* name, Effect effect, const char* meaning,
                     const std::array<ChoiceText<Choice>, Count>& texts, Member member)
{
    return {name, effect, meaning, [member, &texts](const Settings& s) { return wordOf(texts, Choice(member(s))); },
            [member, &texts](Settings& s, const std::string& text) { member(s) = choiceOf(texts, text); }};
}

// Members of constant and of other settings.
#define GAUGEGL_MEMBER(path)                                                                                           \
    [](auto& s) -> auto& { return s.path; }

std::vector<SettingKey> chainKeys()
{
    constexpr double most = 1000;
    std::vector<SettingKey> keys = {
        {"group", Effect::Restart, "su2, su3 or su4", [](const Settings& s) { return word(s.run.lattice.group); },
         [](Settings& s, const std::string& text) { s.run.lattice.group = parseGroup(text); }},
        switchKey("both", Effect::Restart, "the other group beside it, as far from its deconfinement",
                  GAUGEGL_MEMBER(both)),
        {"lattice", Effect::Restart, "extents, LxLyLzLt as 8x8x8x8",
         [](const Settings& s) { return fmt::format("{}", fmt::join(s.run.lattice.extents, "x")); },
         [](Settings& s, const std::string& text) { s.run.lattice.extents = Lattice::parse(text).extents(); }},
        {"start", Effect::Restart, "hot, cold, or a configuration file",
         [](const Settings& s) { return startOf(s.run.update); },
         [](Settings& s, const std::string& text) { setStart(s.run.update, text); }},
        numberKey<std::uint64_t>("seed", Effect::Restart, "of the random numbers", {0, (std::uint64_t(1) << 63) - 1},
                                 GAUGEGL_MEMBER(run.update.seed)),
        {"action", Effect::Steer, "wilson, symanzik, iwasaki or dbw2",
         [](const Settings& s) { return choiceName(s.run.action.type); },
         [](Settings& s, const std::string& text) { s.run.action.type = parseChoice<ActionType>(text); }},
        {"c1", Effect::Steer, "coefficient of the rectangles of the action custom, -10 to 0.12",
         [](const Settings& s) { return fmt::format("{}", s.run.action.c1); },
         [](Settings& s, const std::string& text) { s.run.action.c1 = numberOf(text, -10.0, 0.12); }},
        numberKey<double>("beta", Effect::Steer, "2N/g^2, 0 to 1000", {0, most}, GAUGEGL_MEMBER(run.action.beta)),
        {"heatbath", Effect::Steer, "auto, kennedy-pendleton or creutz",
         [](const Settings& s) { return choiceName(s.run.update.heatbath); },
         [](Settings& s, const std::string& text) { s.run.update.heatbath = parseChoice<HeatBathChoice>(text); }},
        numberKey<int>("overrelaxation", Effect::Steer, "sweeps after each heat bath, 0 to 20", {0, 20},
                       GAUGEGL_MEMBER(run.update.overrelaxation))};
    return keys;
}

std::vector<SettingKey> pictureKeys()
{
    return {
        choiceKey("quantity", Effect::Retake, "what is drawn", quantityTexts(), GAUGEGL_MEMBER(quantity)),
        choiceKey("smoothing", Effect::Retake, "none, cooling, flow or stout, of the copy that is drawn",
                  smoothingTexts(), GAUGEGL_MEMBER(smoothing)),
        numberKey<int>("smoothing-steps", Effect::Retake, "0 to 1000", {0, mostSmoothingSteps},
                       GAUGEGL_MEMBER(smoothingSteps)),
        numberKey<double>("flow-step", Effect::Retake, "flow time of a step, 0.001 to 0.1", {0.001, 0.1},
                          GAUGEGL_MEMBER(flowStep)),
        numberKey<int>("fixing-iterations", Effect::Retake, "of gauge fixing at most, 1 to 10000",
                       {1, mostFixingIterations}, GAUGEGL_MEMBER(fixingIterations)),
    };
}

std::vector<SettingKey> viewKeys()
{
    constexpr double huge = 1e9;
    constexpr float far = 360;
    constexpr int longest = 1 << 16;
    return {
        choiceKey("view", Effect::Redraw, "volume or slice", modes, GAUGEGL_MEMBER(mode)),
        {"plane", Effect::Redraw, "directions of the slice, to the right and up: xy, xt, ...",
         [](const Settings& s) {
             return std::string(directionNames[std::size_t(s.plane[0])]) + directionNames[std::size_t(s.plane[1])];
         },
         [](Settings& s, const std::string& text) { s.plane = planeOf(text); }},
        {"position", Effect::Redraw, "x,y,z,t of slices, and t of the volume",
         [](const Settings& s) { return fmt::format("{}", fmt::join(s.position, ",")); },
         [](Settings& s, const std::string& text) { s.position = numbersOf<int, 4>(text, 0, longest); }},
        switchKey("time-mean", Effect::Redraw, "the mean over t instead of one t", GAUGEGL_MEMBER(timeMean)),
        switchKey("time-loop", Effect::Redraw, "t goes on by itself", GAUGEGL_MEMBER(timeLoop)),
        numberKey<double>("time-rate", Effect::Redraw, "steps in t per second, 0.1 to 60", {0.1, 60},
                          GAUGEGL_MEMBER(timeRate)),
        {"range", Effect::Redraw, "value of the brightest colour, or auto",
         [](const Settings& s) { return s.range ? fmt::format("{}", *s.range) : "auto"; },
         [](Settings& s, const std::string& text) {
             s.range = text == "auto" ? std::nullopt : std::optional(numberOf(text, 1e-9, huge));
         }},
        numberKey<double>("threshold", Effect::Redraw, "part of the range below which all is transparent, 0 to 0.95",
                          {0, 0.95}, GAUGEGL_MEMBER(threshold)),
        numberKey<double>("opacity", Effect::Redraw, "of the cloud, 0.05 to 10", {0.05, 10}, GAUGEGL_MEMBER(opacity)),
        switchKey("smooth", Effect::Redraw, "interpolate between the sites", GAUGEGL_MEMBER(smooth)),
        choiceKey("projection", Effect::Redraw, "glow or maximum", projections, GAUGEGL_MEMBER(projection)),
        numberKey<float>("yaw", Effect::Redraw, "degrees around z", {-far, far}, GAUGEGL_MEMBER(camera.yaw)),
        numberKey<float>("pitch", Effect::Redraw, "degrees above the plane of x and y, -89 to 89", {-89, 89},
                         GAUGEGL_MEMBER(camera.pitch)),
        numberKey<float>("distance", Effect::Redraw, "of the camera, in lengths of the box, 0.3 to 20", {0.3F, 20},
                         GAUGEGL_MEMBER(camera.distance)),
        {"pan", Effect::Redraw, "of the picture, to the right and up, in lengths of the box",
         [](const Settings& s) { return fmt::format("{},{}", s.camera.pan[0], s.camera.pan[1]); },
         [](Settings& s, const std::string& text) { s.camera.pan = numbersOf<float, 2>(text, -10, 10); }},
    };
}

std::vector<SettingKey> windowKeys()
{
    return {
        switchKey("paused", Effect::Redraw, "the chain stands still", GAUGEGL_MEMBER(paused)),
        numberKey<int>("sweeps-per-picture", Effect::Redraw, "sweeps between two pictures, 0: as many as fit",
                       {0, 1000}, GAUGEGL_MEMBER(sweepsPerPicture)),
        numberKey<int>("frames-per-second", Effect::Redraw, "that the simulation leaves time for, 5 to 120", {5, 120},
                       GAUGEGL_MEMBER(framesPerSecond)),
        switchKey("steering", Effect::Redraw, "show the panel", GAUGEGL_MEMBER(steering)),
        switchKey("charts", Effect::Redraw, "show the charts", GAUGEGL_MEMBER(charts)),
    };
}

#undef GAUGEGL_MEMBER

std::vector<SettingKey> allKeys()
{
    std::vector<SettingKey> keys;
    for (const auto& some : {chainKeys(), pictureKeys(), viewKeys(), windowKeys()})
        keys.insert(keys.end(), some.begin(), some.end());
    return keys;
}

} // namespace

namespace {

Group otherGroup(Group group)
{
    const auto index = std::size_t(group);
    return groupTraits[index == 0 ? 1 : index - 1].group;
}

} // namespace

double sameBeta(Group from, Group to, double beta)
{
    return std::stod(fmt::format("{:.4g}", beta * traits(to).beta.transition / traits(from).beta.transition));
}

io::StatedAction madeWith(const Settings& settings, int sweeps)
{
    const ActionSection& action = settings.run.action;
    if (settings.stated && sweeps == 0) return *settings.stated;
    return {action.beta, gaugeActionOf(action).of(LoopShape::Rectangle)};
}

void takeStated(Settings& settings, const io::StatedAction& stated)
{
    settings.stated = stated;
    ActionSection& action = settings.run.action;
    if (stated.beta) action.beta = *stated.beta;
    if (!stated.c1) return;
    constexpr double rounding = 1e-6; // other programs write six digits
    for (std::size_t i = 0; i < namedActions.size(); ++i) {
        action = {.type = ActionType(i), .beta = action.beta};
        if (std::abs(namedActions[i].action.of(LoopShape::Rectangle) - *stated.c1) < rounding) return;
    }
    action = {.type = ActionType::Custom, .beta = action.beta, .c1 = *stated.c1};
}

void showFile(Settings& settings, const std::string& file, const io::GaugeFileHints& hints)
{
    const io::GaugeFileHeader header = io::openGaugeFile(file, hints)->header();
    settings.run.lattice = {header.lattice.extents(), header.group};
    settings.run.action.beta = traits(header.group).beta.scaling; // of links whose file does not say it
    settings.run.update.start = Start::File;
    settings.run.update.file = file;
    settings.paused = true;
    takeStated(settings, header.action);
}

void noteChoice(const Settings& before, Settings& after)
{
    const RunConfig &old = before.run, &now = after.run;
    if (old.action.beta != now.action.beta || gaugeActionOf(old.action) != gaugeActionOf(now.action) ||
        now.update.start != Start::File || old.update.file != now.update.file)
        after.stated.reset();
}

std::vector<Settings> chainsOf(const Settings& settings)
{
    std::vector<Settings> chains = {settings};
    if (!settings.both) return chains;
    chains.push_back(settings);
    RunConfig& other = chains.back().run;
    other.lattice.group = otherGroup(settings.run.lattice.group);
    other.action.beta = sameBeta(settings.run.lattice.group, other.lattice.group, settings.run.action.beta);
    return chains;
}

const std::array<ChoiceText<Quantity>, 8>& quantityTexts()
{
    static constexpr std::array<ChoiceText<Quantity>, 8> texts = {
        {{Quantity::Action, "action", "Action density"},
         {Quantity::Magnetic, "magnetic", "Magnetic part of the action"},
         {Quantity::Electric, "electric", "Electric part of the action"},
         {Quantity::FieldStrength, "field-strength", "Gluon field strength"},
         {Quantity::Charge, "charge", "Topological charge density"},
         {Quantity::Polyakov, "polyakov", "Polyakov loop"},
         {Quantity::Monopoles, "monopoles", "Monopole currents"},
         {Quantity::Vortices, "vortices", "Centre vortices"}}};
    return texts;
}

const std::array<ChoiceText<Smoothing>, 4>& smoothingTexts()
{
    static constexpr std::array<ChoiceText<Smoothing>, 4> texts = {{{Smoothing::None, "none", "None"},
                                                                    {Smoothing::Cooling, "cooling", "Cooling"},
                                                                    {Smoothing::Flow, "flow", "Gradient flow"},
                                                                    {Smoothing::Stout, "stout", "Stout smearing"}}};
    return texts;
}

std::string title(Quantity quantity)
{
    for (const auto& text : quantityTexts())
        if (text.value == quantity) return text.title;
    return "";
}

const std::vector<SettingKey>& settingKeys()
{
    static const std::vector<SettingKey> keys = allKeys();
    return keys;
}

void set(Settings& settings, const std::string& key, const std::string& value)
{
    std::vector<std::string> names;
    for (const SettingKey& known : settingKeys()) {
        if (key != known.name) {
            names.emplace_back(known.name);
            continue;
        }
        try {
            return known.read(settings, value);
        } catch (const InputError& error) {
            throw InputError(fmt::format("{} ({}): {}", key, known.meaning, error.what()));
        }
    }
    throw InputError(fmt::format("there is no setting '{}'; there are {}", key, fmt::join(names, ", ")));
}

std::vector<const SettingKey*> differences(const Settings& before, const Settings& after)
{
    std::vector<const SettingKey*> result;
    for (const SettingKey& key : settingKeys())
        if (key.text(before) != key.text(after)) result.push_back(&key);
    return result;
}

bool changed(const Settings& before, const Settings& after, Effect effect)
{
    return std::ranges::any_of(differences(before, after),
                               [effect](const SettingKey* key) { return key->effect == effect; });
}

void stepThrough(Settings& settings, int steps)
{
    int mu = 3;
    while (settings.mode == ViewMode::Slice && (settings.plane[0] == mu || settings.plane[1] == mu))
        --mu;
    const int extent = settings.run.lattice.extents[std::size_t(mu)];
    int& place = settings.position[std::size_t(mu)];
    place = ((place + steps) % extent + extent) % extent;
}

} // namespace gaugegl::view
