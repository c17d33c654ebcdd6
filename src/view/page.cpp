#include "page.h"

#include "outline.h"
#include "saving.h"
#include "texts.h"

#include "gaugegl/base/clock.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

namespace gaugegl::view {
namespace {

using Json = nlohmann::ordered_json;

constexpr int mostExtent = 24; // of each direction

Json toJson(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json toJson(const std::complex<double>& value) { return {toJson(value.real()), toJson(value.imag())}; }

Json toJson(const analysis::Estimate& estimate)
{
    return {{"mean", toJson(estimate.mean)},
            {"error", toJson(estimate.error)},
            {"tau_int", toJson(estimate.tauInt)},
            {"tau_error", toJson(estimate.tauError)}};
}

std::string hexadecimal(const Colour& colour)
{
    const auto byte = [](float part) { return std::lround(255 * std::clamp(part, 0.0F, 1.0F)); };
    return fmt::format("#{:02x}{:02x}{:02x}", byte(colour[0]), byte(colour[1]), byte(colour[2]));
}

/// The bar of colours from its low end on, with its numbers.
Json toJson(const ColourScale& scale, Group group)
{
    constexpr int steps = 32;
    Json colours = Json::array(), numbers = Json::array();
    for (int i = 0; i <= steps; ++i)
        colours.push_back(hexadecimal(colourOf(scale.map, double(i) / steps)));
    for (const auto& [part, text] : barNumbers(scale, group))
        numbers.push_back({part, text});
    return {{"colours", colours}, {"numbers", numbers}};
}

const SettingKey& keyNamed(const std::string& name)
{
    for (const SettingKey& key : settingKeys())
        if (name == key.name) return key;
    throw InputError(fmt::format("the page has no setting '{}'", name));
}

double numberIn(std::istringstream& words, const std::string& action)
{
    double number = 0;
    if (!(words >> number) || !std::isfinite(number))
        throw InputError(fmt::format("'{}' needs a number after its first word", action));
    return number;
}

/// Where keys of the page are the addresses of what they change.
bool isOfAddress(const SettingKey& key)
{
    const std::string_view name = key.name;
    return name != "frames-per-second" && name != "steering" && name != "charts" && name != "paused" && name != "start";
}

} // namespace

Settings newPageSettings(bool software) { return presetSettings(presets().front(), {}, software); }

Page::Page(std::shared_ptr<gl::Context> context, const Settings& settings)
    : context_(std::move(context)), drawing_(std::make_unique<DrawContext>(*context_)),
      device_(std::make_unique<Device>(context_, DeviceOptions{.path = Path::Fragment})), settings_(settings)
{
    begin(settings);
}

void Page::requireSize(const Settings& settings) const
{
    for (const int extent : settings.run.lattice.extents)
        if (extent > mostExtent)
            throw InputError(fmt::format("the lattice {} is too large for the page: {} sites in each direction at most",
                                         fmt::join(settings.run.lattice.extents, "x"), mostExtent));
}

/// The old chains go when the new ones are there.
void Page::begin(const Settings& settings)
{
    requireSize(settings);
    std::vector<Part> next;
    for (std::unique_ptr<Session>& session : newSessions(*device_, settings)) {
        Part part{std::move(session), nullptr, settings, true};
        const std::size_t i = next.size();
        part.scene = i < parts_.size() ? std::move(parts_[i].scene) : std::make_unique<Scene>(*drawing_);
        next.push_back(std::move(part));
    }
    parts_ = std::move(next);
}

void Page::set(const Values& values)
{
    Settings wanted = settings_;
    std::string preset = preset_;
    bool restarts = false;
    for (const auto& [key, value] : values) {
        if (key == "new") { // what follows is all that differs from this
            wanted = {};
            preset.clear();
            restarts = true;
        } else if (key == "preset") {
            wanted = presetSettings(presetNamed(value), wanted, context_->capabilities().software);
            preset = value;
        } else if (key == "links") {
            showFile(wanted, value);
            wanted.both = false; // the file has one group
            preset.clear();
            restarts = true;
        } else {
            keyNamed(key);
            view::set(wanted, key, value);
        }
    }
    apply(wanted, restarts);
    preset_ = preset;
}

void Page::apply(const Settings& wanted, bool restarts)
{
    Settings next = wanted;
    noteChoice(settings_, next);
    const std::vector<const SettingKey*> changed = differences(settings_, next);
    const auto any = [&](Effect effect) {
        return std::any_of(changed.begin(), changed.end(),
                           [&](const SettingKey* key) { return key->effect == effect; });
    };
    if (restarts || any(Effect::Restart)) {
        begin(next);
    } else if (any(Effect::Steer)) {
        const std::vector<Settings> chains = chainsOf(next);
        for (std::size_t i = 0; i < parts_.size(); ++i)
            parts_[i].session->chain().steer(chains[i].run);
    }
    if (any(Effect::Retake) || any(Effect::Steer))
        for (const Part& part : parts_)
            part.session->retake();
    if (next.paused != settings_.paused) // who pauses or goes on wants no further sweeps of an earlier request
        for (const Part& part : parts_)
            part.session->request(0);
    settings_ = next;
}

void Page::perform(const std::string& action)
{
    std::istringstream words(action);
    std::string verb;
    words >> verb;
    const auto all = [&](const std::function<void(Session&)>& change) {
        for (const Part& part : parts_) {
            change(*part.session);
            part.session->retake();
        }
    };
    Camera& camera = settings_.camera;
    const double unit = 1.0 / std::max(100, canvas_ ? canvas_->size()[1] : 0);
    if (verb == "restart") {
        begin(settings_);
    } else if (verb == "heat") {
        all([](Session& session) { session.chain().heat(); });
    } else if (verb == "freeze") {
        all([](Session& session) { session.chain().freeze(); });
    } else if (verb == "quench") {
        const int sweeps = std::clamp(int(numberIn(words, action)), 1, 1000);
        all([sweeps](Session& session) { session.chain().quench(sweeps); });
    } else if (verb == "sweeps") {
        const int sweeps = int(std::clamp(numberIn(words, action), 0.0, 1e9));
        settings_.paused = true;
        all([sweeps](Session& session) { session.request(sweeps); });
    } else if (verb == "orbit") {
        constexpr double degrees = 220;
        const double x = numberIn(words, action), y = numberIn(words, action);
        orbit(camera, float(-degrees * unit * x), float(degrees * unit * y));
    } else if (verb == "pan") {
        const double x = numberIn(words, action), y = numberIn(words, action);
        camera.pan[0] += float(2 * halfView * camera.distance * unit * x);
        camera.pan[1] -= float(2 * halfView * camera.distance * unit * y);
    } else if (verb == "zoom") {
        const double factor = numberIn(words, action);
        if (!(factor > 0)) throw InputError(fmt::format("'{}': a positive factor is expected", action));
        zoom(camera, float(factor));
    } else if (verb == "step") {
        const int steps = int(std::clamp(numberIn(words, action), -1000.0, 1000.0));
        int mu = 3; // the first direction that is not drawn
        while (settings_.mode == ViewMode::Slice && (settings_.plane[0] == mu || settings_.plane[1] == mu))
            --mu;
        const int extent = settings_.run.lattice.extents[std::size_t(mu)];
        int& place = settings_.position[std::size_t(mu)];
        place = ((place + steps) % extent + extent) % extent;
    } else if (verb == "home") {
        camera = {};
    } else {
        throw InputError(fmt::format("the page cannot do '{}'", action));
    }
}

bool Page::work(double seconds)
{
    bool fresh = false;
    const std::vector<Settings> chains = chainsOf(settings_);
    const Compilation* compiles = nullptr;
    for (const Part& part : parts_)
        if (part.session->compilation().busy() && !compiles) compiles = &part.session->compilation();
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        Part& part = parts_[i];
        part.settings = chains[i];
        if (compiles && compiles != &part.session->compilation()) continue;
        try {
            if (!part.session->work(chains[i], seconds / double(parts_.size()))) continue;
        } catch (const PictureError& error) {
            const std::string what = title(settings_.quantity);
            settings_.quantity = Quantity::Action;
            settings_.smoothing = Smoothing::None;
            for (const Part& other : parts_)
                other.session->retake();
            throw PictureError(fmt::format("{} cannot be drawn: {}", what, error.what()));
        }
        fresh = part.fresh = true;
    }
    return fresh;
}

/// The part of the canvas for a chain; beside slices there is room for the axes.
Viewport Page::viewport(std::size_t part) const
{
    const int each = (canvas_->size()[0] - bar_) / int(parts_.size()), height = canvas_->size()[1];
    if (settings_.mode == ViewMode::Volume) return {int(part) * each, 0, each, height};
    constexpr double left = 0.1, right = 0.04, below = 0.13, above = 0.2;
    return {int(part) * each + int(left * each), int(below * height), int((1 - left - right) * each),
            int((1 - below - above) * height)};
}

std::string Page::outline() const
{
    Json lines = Json::array(), labels = Json::array();
    for (std::size_t i = 0; canvas_ && i < parts_.size(); ++i) {
        const std::array<int, 3>& sites = parts_[i].scene->size();
        if (sites[0] == 0) continue;
        const Viewport where = viewport(i);
        const glm::vec2 whole(canvas_->size()[0], canvas_->size()[1]), size(where.width, where.height),
            corner(where.x, whole.y - float(where.y + where.height));
        const Outline outline = settings_.mode == ViewMode::Slice ? outlineOfSlice(settings_.plane, sites, size)
                                                                  : outlineOfVolume(settings_.camera, sites, size);
        for (const Outline::Line& line : outline.lines) {
            const glm::vec2 a = (corner + line.from) / whole, b = (corner + line.to) / whole;
            lines.push_back({a.x, a.y, b.x, b.y, line.axis});
        }
        for (const Outline::Label& label : outline.labels) {
            const glm::vec2 place = (corner + label.place) / whole;
            labels.push_back({place.x, place.y, label.outwards.x, label.outwards.y, label.text, label.name});
        }
    }
    return Json{{"lines", lines}, {"labels", labels}}.dump();
}

void Page::draw(int width, int height, int bar)
{
    bar_ = std::clamp(bar, 0, width / 2);
    const std::array<int, 3> pixels = {std::max(1, width), std::max(1, height), 1};
    if (!canvas_ || canvas_->size() != pixels) canvas_.emplace(*context_, DrawTarget::Kind::Picture, pixels);
    const bool software = context_->capabilities().software;
    const std::vector<Settings> chains = chainsOf(settings_);
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        Part& part = parts_[i];
        part.scene->show(part.session->maker().take(), part.session->chain().field().lattice(), chains[i],
                         std::exchange(part.fresh, false));
    }
    canvas_->bind();
    drawing_->draw.ClearColor(0.035F, 0.038F, 0.048F, 1);
    drawing_->draw.Clear(GL_COLOR_BUFFER_BIT);
    const Stopwatch watch;
    bool drew = false;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        parts_[i].scene->draw(*canvas_, viewport(i), chains[i], coarseness_);
        drew = drew || parts_[i].scene->drew();
    }
    if (drew) {
        if (context_->capabilities().embedded) // where finish() does not wait
            context_->gl().ReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, std::array<std::uint8_t, 4>().data());
        else
            device_->finish();
        coarseness_ =
            settings_.mode == ViewMode::Volume ? nextCoarseness(coarseness_, watch.seconds(), drew, software) : 1;
    }
    const gl::Functions& gl = context_->gl();
    gl.BindFramebuffer(GL_READ_FRAMEBUFFER, canvas_->framebuffer());
    gl.BindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    drawing_->draw.BlitFramebuffer(0, 0, pixels[0], pixels[1], 0, 0, pixels[0], pixels[1], GL_COLOR_BUFFER_BIT,
                                   GL_NEAREST);
    gl.BindFramebuffer(GL_FRAMEBUFFER, 0);
    context_->throwOnReset();
}

void Page::keep()
{
    for (const Part& part : parts_) {
        const SteeredChain& chain = part.session->chain();
        const std::optional<ChainState>& kept = part.session->kept();
        const bool same = kept && kept->sweeps == chain.sweeps() && kept->steadySince == chain.steadySince() &&
                          kept->observables.plaquette == chain.observables().plaquette;
        if (chain.sweeps() > 0 && !same) part.session->keep();
    }
}

void Page::restore(std::shared_ptr<gl::Context> context)
{
    if (begun()) kept_.clear(); // else an earlier attempt has failed
    for (const Part& part : parts_)
        kept_.push_back({part.session->kept(), part.session->missing()});
    // What lies on the lost context goes before the context.
    parts_.clear();
    canvas_.reset();
    device_.reset();
    drawing_.reset();
    context_ = std::move(context);
    drawing_ = std::make_unique<DrawContext>(*context_);
    device_ = std::make_unique<Device>(context_, DeviceOptions{.path = Path::Fragment});
    begin(settings_);
    const std::vector<Settings> chains = chainsOf(settings_);
    for (std::size_t i = 0; i < parts_.size() && i < kept_.size(); ++i) {
        Session& session = *parts_[i].session;
        SteeredChain& chain = session.chain();
        if (kept_[i].state) {
            const RunConfig &before = kept_[i].state->run, &now = chains[i].run;
            chain.restore(*kept_[i].state);
            session.keep();
            if (before.action.beta != now.action.beta || before.action.type != now.action.type ||
                before.action.c1 != now.action.c1 || before.update.heatbath != now.update.heatbath ||
                before.update.overrelaxation != now.update.overrelaxation)
                chain.steer(now);
        }
        if (kept_[i].missing > 0) session.request(kept_[i].missing);
    }
}

/// Whether seed and sweeps make the links of the first chain again.
bool Page::reproducible() const
{
    return session().chain().reproducible() && settings_.run.update.start != Start::File;
}

void Page::saveLinks(const std::string& path)
{
    session().chain().start();
    if (!session().chain().betweenSweeps()) session().chain().sweep();
    view::saveLinks(path, session().chain());
}

std::string Page::report() const
{
    const SteeredChain& chain = session().chain();
    const RunConfig& run = chain.run();
    const GaugeObservables& found = chain.observables();
    return Json{{"renderer", context_->capabilities().renderer},
                {"group", word(run.lattice.group)},
                {"lattice", fmt::format("{}", fmt::join(run.lattice.extents, "x"))},
                {"beta", run.action.beta},
                {"seed", run.update.seed},
                {"sweep", chain.sweeps()},
                {"plaquette", toJson(found.plaquette)},
                {"polyakov_loop", toJson(chain.sweeps() > 0 ? found.polyakovLoop() : std::complex<double>())},
                {"sweeps_per_second", toJson(session().rates().sweepsPerSecond)},
                {"error", nullptr}}
        .dump();
}

std::string Page::state() const
{
    Json state{{"preset", preset_}, {"address", address()}, {"coarseness", coarseness_}};
    state["software"] = context_->capabilities().software;
    state["reproducible"] = reproducible();
    Json settings = Json::object(), parts = Json::array();
    for (const SettingKey& key : settingKeys())
        settings[key.name] = key.text(settings_);
    for (const Part& part : parts_) {
        const Session& session = *part.session;
        const Take& take = session.maker().take();
        const Compilation& compilation = session.compilation();
        Json one{{"sweeps", session.chain().sweeps()}, {"requested", session.requested()}};
        one["picture"] = take.density ? session.maker().take().sweep : -1;
        one["up_to_date"] = session.upToDate();
        one["compiling"] = compilation.busy() ? Json(compilationText(compilation)) : Json(nullptr);
        one["done"] = compilation.busy() ? double(compilation.done()) / std::max(1.0, double(compilation.all())) : 1.0;
        if (take.density) {
            const io::StatedAction action = madeWith(part.settings, session.chain().sweeps());
            one["title"] = titleText(part.settings, take.quantity);
            one["subtitle"] = subtitleText(session.chain(), action, take, parts_.size() > 1);
            one["scale"] = toJson(part.scene->scale(part.settings), part.settings.run.lattice.group);
        }
        const Rates& rates = session.rates();
        one["rates"] = Json::array();
        if (rates.linkUpdatesPerSecond > 0)
            one["rates"] = {rateText(rates.sweepsPerSecond, "sweeps"),
                            rateText(rates.linkUpdatesPerSecond, "link updates")};
        parts.push_back(one);
    }
    state["settings"] = settings;
    state["parts"] = parts;
    return state.dump();
}

std::string Page::charts() const
{
    const SteeredChain& chain = session().chain();
    const ChartData data = chartData(chain, !settings_.stated);
    constexpr std::size_t most = 400;
    Json samples = Json::array();
    for (std::size_t i = data.samples.size() > most ? data.samples.size() - most : 0; i < data.samples.size(); ++i) {
        const Sample& sample = data.samples[i];
        samples.push_back({sample.sweep, toJson(sample.plaquette), toJson(sample.polyakovLoop.real()),
                           toJson(sample.polyakovLoop.imag())});
    }
    Json charts{{"colours", colours(chain.run().lattice.group)}, {"samples", samples}, {"mean", meanText(data)}};
    charts["plaquette"] = toJson(data.plaquette);
    charts["histogram"] = {
        {"lower", data.histogram.lower}, {"width", data.histogram.width}, {"counts", data.histogram.counts}};
    charts["known"] = nullptr;
    if (data.published)
        charts["known"] = {{"value", data.published->value},
                           {"error", data.published->error},
                           {"text", fmt::format("known {} on {} ({})",
                                                analysis::formatEstimate(data.published->value, data.published->error),
                                                data.published->lattice, data.published->source)}};
    else if (data.expansion)
        charts["known"] = {{"value", *data.expansion},
                           {"error", nullptr},
                           {"text", fmt::format("{} {:.5f}", data.expansionName, *data.expansion)}};
    return charts.dump();
}

std::string Page::choices()
{
    Json keys = Json::object(), presetList = Json::array(), quantities = Json::array(), smoothings = Json::array();
    for (const SettingKey& key : settingKeys())
        keys[key.name] = key.meaning;
    for (const Preset& preset : presets())
        presetList.push_back({{"word", preset.word}, {"title", preset.title}, {"text", preset.text}});
    for (const auto& text : quantityTexts())
        quantities.push_back({text.word, text.title});
    for (const auto& text : smoothingTexts())
        smoothings.push_back({text.word, text.title});
    Json result{{"keys", keys}, {"presets", presetList}, {"quantities", quantities}, {"smoothings", smoothings}};
    Json groups = Json::array();
    for (const GroupTraits& group : groupTraits)
        groups.push_back({{"word", word(group.group)},
                          {"title", group.title},
                          {"transition", toJson(group.beta.transition)},
                          {"scaling", toJson(group.beta.scaling)}});
    result["groups"] = groups;
    return result.dump();
}

std::string Page::address() const
{
    std::vector<std::string> parts;
    const Settings first;
    for (const SettingKey& key : settingKeys())
        if (isOfAddress(key) && (std::string_view(key.name) == "group" || std::string_view(key.name) == "lattice" ||
                                 std::string_view(key.name) == "beta" || std::string_view(key.name) == "seed" ||
                                 key.text(settings_) != key.text(first)))
            parts.push_back(fmt::format("{}={}", key.name, key.text(settings_)));
    if (settings_.run.update.start == Start::Cold) parts.emplace_back("start=cold");
    const int sweeps = session().chain().sweeps();
    if (reproducible()) parts.push_back(fmt::format("sweeps={}", sweeps));
    return fmt::format("{}", fmt::join(parts, "&"));
}

} // namespace gaugegl::view
