#include "settings.h"

#include "config/sections.h"
#include "config/words.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>

namespace gaugegl::view {
namespace {

using config::Key;

constexpr const char *on = "on", *off = "off";

/// Between two measurements that are switched on without a number.
constexpr const char* usualEvery = "10";

/// The words between the separators.
std::vector<std::string> parts(std::string_view text, char separator)
{
    std::vector<std::string> result(1);
    for (const char c : text)
        if (c == separator)
            result.emplace_back();
        else
            result.back() += c;
    return result;
}

bool switchOf(std::string_view text)
{
    if (text != on && text != off) throw InputError(fmt::format("'{}' is neither on nor off", text));
    return text == on;
}

std::array<int, 2> planeOf(std::string_view text)
{
    std::array<int, 2> plane = {-1, -1};
    for (int mu = 0; mu < 4; ++mu)
        for (std::size_t i = 0; i < 2 && text.size() == 2; ++i)
            if (text[i] == *directionNames[std::size_t(mu)]) plane[i] = mu;
    if (plane[0] < 0 || plane[1] < 0 || plane[0] == plane[1])
        throw InputError(fmt::format("'{}' is not a plane; write two different directions, such as xy or xt", text));
    return plane;
}

/// The number that has the digits of a float.
template<class Number>
double decimal(Number number)
{
    return std::stod(fmt::format("{}", number));
}

/// A float as a key.
auto numberKey(float& number)
{
    const auto get = [&number] { return decimal(number); };
    const auto set = [&number](double value) { number = float(value); };
    return NumberKey<decltype(get), decltype(set)>{get, set};
}

/// So many numbers as a key.
template<class Number, class Of, std::size_t count>
auto numberKeys(std::array<Of, count>& numbers, double least, double most)
{
    return numbersKey<Number>(
        [&numbers] {
            std::vector<Number> all;
            all.reserve(count);
            for (const Of one : numbers)
                all.push_back(Number(decimal(one)));
            return all;
        },
        [&numbers, least, most](const std::vector<Number>& all) {
            if (all.size() != count) throw InputError(fmt::format("{} numbers with commas are needed", count));
            for (const Number one : all)
                if (!(one >= least && one <= most))
                    throw InputError(fmt::format("'{}' is not a number from {} to {}", one, least, most));
            std::transform(all.begin(), all.end(), numbers.begin(), [](Number one) { return Of(one); });
        });
}

/// A measurement is there or not.
void switchSection(RunConfig& run, const config::Section& section, bool wanted)
{
    if (!wanted) {
#define GAUGEGL_CLOSE(member, ...)                                                                                     \
    if (std::string_view(section.name) == #member) run.member.reset();
        GAUGEGL_MEASUREMENTS(GAUGEGL_CLOSE)
#undef GAUGEGL_CLOSE
    } else if (!section.has(run)) {
        section.open(run);
        config::setWord(config::keyNamed(run, fmt::format("{}.every", section.name)), usualEvery);
    }
}

/// Collects keys.
class SettingList {
public:
    /// A key of run files, under its name here.
    void ofRun(Effect effect, std::string name, Key key, const std::array<double, 2>& span = {})
    {
        key.name = std::move(name);
        all_.push_back({std::move(key), effect, span});
    }
    /// One of the window.
    template<class Of>
    void operator()(Effect effect, const char* name, Of&& value, const KeyFacts& facts,
                    const std::array<double, 2>& span = {})
    {
        Key key = config::KeyList::of([&](config::KeyList& list) { list(name, value, facts); }).front();
        const bool bounded = std::isfinite(facts.range.least) && std::isfinite(facts.range.most);
        const bool own = span[0] != span[1];
        all_.push_back({std::move(key), effect,
                        own || !bounded ? span : std::array<double, 2>{facts.range.least, facts.range.most}});
    }
    std::vector<SettingKey> take() { return std::move(all_); }

private:
    std::vector<SettingKey> all_;
};

void listChain(SettingList& key, Settings& s)
{
    RunConfig& run = s.run;
    std::map<std::string, Key> keys; // of the sections, each made once
    for (const char* section : {"lattice", "action", "update"})
        for (Key& one : config::sectionNamed(section).keys(run))
            keys.emplace(fmt::format("{}.{}", section, one.name), one);
    const auto ofRun = [&](Effect effect, const char* name, const char* of, const std::array<double, 2>& span = {}) {
        key.ofRun(effect, name, keys.at(of), span);
    };
    const GroupTraits& group = traits(run.lattice.group);
    ofRun(Effect::Restart, "group", "lattice.group");
    key(Effect::Restart, "both", s.both,
        {.help = "The other group beside it, at a beta as far from its deconfinement"});
    ofRun(Effect::Restart, "lattice", "lattice.extents");
    key(Effect::Restart, "start",
        TextKey{[&run] { return startOf(run.update); },
                [&run](std::string_view text) { setStart(run.update, std::string(text)); }},
        {.help = keys.at("update.start").facts.help});
    ofRun(Effect::Restart, "seed", "update.seed");
    ofRun(Effect::Steer, "action", "action.type");
    ofRun(Effect::Steer, "c1", "action.c1");
    ofRun(Effect::Steer, "beta", "action.beta", {group.beta.least, group.beta.most});
    ofRun(Effect::Steer, "heatbath", "update.heatbath");
    ofRun(Effect::Steer, "overrelaxation", "update.overrelaxation", {0, 10});
}

/// A switch for each measurement, and the keys of those that are on.
void listMeasurements(SettingList& key, Settings& s)
{
    for (const config::Section& section : config::sections()) {
        if (section.measured == nullptr) continue;
        RunConfig& run = s.run;
        key(Effect::Measure, section.name,
            TextKey{[&run, &section] { return std::string(section.has(run) ? on : off); },
                    [&run, &section](std::string_view text) { switchSection(run, section, switchOf(text)); },
                    {off, on}},
            {.help = section.help});
        if (!section.has(run)) continue;
        for (const Key& one : section.keys(run))
            key.ofRun(Effect::Measure, fmt::format("{}.{}", section.name, one.name), one);
    }
}

void listPicture(SettingList& key, Settings& s)
{
    key(Effect::Retake, "quantity", s.quantity, {.help = "What is drawn"});
    key(Effect::Retake, "smoothing", s.smoothing,
        {.help = "Of a copy of the links, which is drawn: the chain itself stays as it is"});
    key(Effect::Retake, "smoothing-steps", s.smoothingSteps,
        {.help = "Steps of the smoothing", .range = KeyRange::between(0, 1000)}, {0, 200});
    key(Effect::Retake, "flow-step", s.flowStep,
        {.help = "Flow time of a step of smoothing", .range = KeyRange::between(0.001, 0.1)}, {0.005, 0.1});
    key(Effect::Retake, "fixing-iterations", s.fixingIterations,
        {.help = "Iterations of gauge fixing at most", .range = KeyRange::between(1, 10000)}, {1, 2000});
}

void listView(SettingList& key, Settings& s)
{
    constexpr double huge = 1e9, far = 360, farthest = 10;
    constexpr int longest = 1 << 16;
    const auto redraw = [&](const char* name, auto&& value, const KeyFacts& facts,
                            const std::array<double, 2>& span = {}) { key(Effect::Redraw, name, value, facts, span); };
    redraw("view", s.mode, {.help = "A volume or a slice"});
    redraw("plane",
           TextKey{[&s] {
                       return std::string(directionNames[std::size_t(s.plane[0])]) +
                              directionNames[std::size_t(s.plane[1])];
                   },
                   [&s](std::string_view text) { s.plane = planeOf(text); },
                   {"xy", "xz", "xt", "yz", "yt", "zt"}},
           {.help = "Directions of the slice, to the right and up"});
    redraw("position", numberKeys<int>(s.position, 0, longest), {.help = "x,y,z,t of slices, and t of the volume"});
    redraw("time-mean", s.timeMean, {.help = "The mean over t instead of one t"});
    redraw("time-loop", s.timeLoop, {.help = "t goes on by itself"});
    redraw("time-rate", s.timeRate, {.help = "Steps in t per second", .range = KeyRange::between(0.1, 60)});
    redraw("range", s.range,
           {.help = "Value of the last colour; auto: the largest in sight", .range = KeyRange::between(1 / huge, huge)},
           {1e-4, 10});
    redraw("threshold", s.threshold,
           {.help = "Part of the range below which all is transparent", .range = KeyRange::between(0, 0.95)});
    redraw("opacity", s.opacity, {.help = "Opacity of the cloud", .range = KeyRange::between(0.05, 10)});
    redraw("smooth", s.smooth, {.help = "Whether colours are interpolated between the sites"});
    redraw("projection", s.projection, {.help = "What rays show: a cloud that glows, or the maximum"});
    redraw("yaw", numberKey(s.camera.yaw),
           {.help = "Degrees of the camera around z", .range = KeyRange::between(-far, far)});
    redraw("pitch", numberKey(s.camera.pitch),
           {.help = "Degrees of the camera above the plane of x and y", .range = KeyRange::between(-89, 89)});
    redraw("distance", numberKey(s.camera.distance),
           {.help = "Distance of the camera, in lengths of the box", .range = KeyRange::between(0.3, 20)});
    redraw("pan", numberKeys<double>(s.camera.pan, -farthest, farthest),
           {.help = "The box in the picture, to the right and up, in its lengths"});
    redraw("paused", s.paused, {.help = "The chain stands still"});
    redraw("sweeps-per-picture", s.sweepsPerPicture,
           {.help = "Sweeps between two pictures; 0: as many as fit into a frame", .range = KeyRange::between(0, 1000)},
           {0, 50});
    redraw("frames-per-second", s.framesPerSecond,
           {.help = "Frames that the simulation leaves time for", .range = KeyRange::between(5, 120)});
    redraw("steering", s.steering, {.help = "The panel is shown"});
    redraw("charts", s.charts, {.help = "The charts are shown"});
}

/// Gives a key a value.  Throws InputError.
void setText(const Key& key, const std::string& text)
{
    const auto setOptional = [&](auto* optional) {
        if (text != "auto") return config::setWord(key, text);
        optional->reset();
    };
    if (auto* const* toggle = std::get_if<bool*>(&key.value))
        **toggle = switchOf(text);
    else if (auto* const* count = std::get_if<std::optional<int>*>(&key.value))
        setOptional(*count);
    else if (auto* const* number = std::get_if<std::optional<double>*>(&key.value))
        setOptional(*number);
    else if (auto* const* texts = std::get_if<std::vector<std::string>*>(&key.value)) {
        **texts = parts(text, ' '); // they may have commas
        std::erase(**texts, "");
    } else
        config::setWord(key, text);
}

/// Throws InputError for a number that is out of range.
void checkNumber(const Key& key)
{
    const std::size_t dot = key.name.find('.');
    const std::string section = dot == std::string::npos ? "view" : key.name.substr(0, dot);
    const std::string name = key.name.substr(dot + 1);
    config::checkRange(section, name, key);
    if (const auto* number = std::get_if<config::Number>(&key.value))
        config::checkRange(section, name, number->get(), key.facts.range);
}

} // namespace

std::string SettingKey::label() const
{
    std::string text = key.name.substr(key.name.find('.') + 1);
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c == '-' || c == '_'; }, ' ');
    return text;
}

std::string SettingKey::text() const
{
    const auto given = [](const auto& value) { return value ? fmt::format("{}", *value) : std::string("auto"); };
    if (auto* const* toggle = std::get_if<bool*>(&key.value)) return **toggle ? on : off;
    if (auto* const* count = std::get_if<std::optional<int>*>(&key.value)) return given(**count);
    if (auto* const* number = std::get_if<std::optional<double>*>(&key.value)) return given(**number);
    if (auto* const* texts = std::get_if<std::vector<std::string>*>(&key.value))
        return fmt::format("{}", fmt::join(**texts, " "));
    return config::wordOf(key);
}

std::vector<SettingKey> settingKeys(Settings& settings)
{
    SettingList list;
    listChain(list, settings);
    listMeasurements(list, settings);
    listPicture(list, settings);
    listView(list, settings);
    return list.take();
}

void set(Settings& settings, const std::string& name, const std::string& value)
{
    Settings wanted = settings;
    for (const config::Section& section : config::sections())
        if (section.measured != nullptr && name.starts_with(std::string(section.name) + "."))
            switchSection(wanted.run, section, true);
    const std::vector<SettingKey> keys = settingKeys(wanted);
    std::vector<std::string> names;
    names.reserve(keys.size());
    for (const SettingKey& one : keys)
        names.push_back(one.key.name);
    const auto found = std::ranges::find(names, name);
    if (found == names.end())
        throw InputError(fmt::format("there is no setting '{}'; there are {}", name, fmt::join(names, ", ")));
    const Key& key = keys[std::size_t(found - names.begin())].key;
    try {
        setText(key, value);
        checkNumber(key);
        if (name == "beta") config::checkBeta("action", wanted.run.action.beta);
    } catch (const InputError& error) {
        throw InputError(fmt::format("{} ({}): {}", name, key.facts.help, error.what()));
    }
    settings = wanted;
}

void dropImpossibleSections(RunConfig& run)
{
    for (const config::Section& section : config::sections())
        try {
            if (section.measured != nullptr && section.has(run)) config::validateSection(run, section.name);
        } catch (const InputError&) {
            switchSection(run, section, false);
        }
}

namespace {

std::vector<SettingText> allTextsOf(Settings settings)
{
    std::vector<SettingText> texts;
    for (const SettingKey& one : settingKeys(settings))
        texts.push_back({one.key.name, one.text(), one.effect});
    return texts;
}

} // namespace

std::vector<SettingText> textsOf(const Settings& settings)
{
    std::vector<SettingText> texts = allTextsOf(settings);
    std::erase_if(texts, [](const SettingText& one) { return one.text.empty(); });
    return texts;
}

std::vector<SettingText> differences(const Settings& before, const Settings& after)
{
    const std::vector<SettingText> old = allTextsOf(before);
    std::vector<SettingText> result = allTextsOf(after);
    std::erase_if(result, [&](const SettingText& one) {
        const auto same = std::ranges::find(old, one.name, &SettingText::name);
        return same == old.end() ? one.text.empty() : same->text == one.text;
    });
    return result;
}

bool anyOf(const std::vector<SettingText>& changes, Effect effect)
{
    return std::ranges::find(changes, effect, &SettingText::effect) != changes.end();
}

void toggle(Settings& settings, const std::string& name)
{
    for (const SettingKey& one : settingKeys(settings)) {
        if (one.key.name != name) continue;
        const bool isSwitch = std::holds_alternative<bool*>(one.key.value);
        const std::vector<std::string> choices = isSwitch ? std::vector<std::string>{off, on} : one.key.choices;
        if (choices.empty()) break;
        const auto at = std::size_t(std::ranges::find(choices, one.text()) - choices.begin());
        return set(settings, name, choices[(at + 1) % choices.size()]);
    }
    throw InputError(fmt::format("there is no switch '{}'", name));
}

std::string title(Quantity quantity) { return quantityTraits[std::size_t(quantity)].title; }

std::string titleOf(const std::string& key, const std::string& word)
{
    if (key == "quantity") return title(parseChoice<Quantity>(word));
    if (key == "group") return traits(parseGroup(word)).title;
    if (key == "action" && word != choiceName(ActionType::Custom))
        return namedActions[std::size_t(parseChoice<ActionType>(word))].title;
    return word;
}

} // namespace gaugegl::view
