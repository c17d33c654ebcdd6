#include "page.h"

#include "saving.h"

#include "gaugegl/base/clock.h"
#include "gl/end_of_pass.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sstream>
#include <utility>

namespace gaugegl::view {
namespace {

constexpr int mostExtent = 24; // of each direction

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

void requireSize(const Settings& settings)
{
    for (const int extent : settings.run.lattice.extents)
        if (extent > mostExtent)
            throw InputError(fmt::format("the lattice {} is too large for the page: {} sites in each direction at most",
                                         fmt::join(settings.run.lattice.extents, "x"), mostExtent));
}

/// That can be asked for at once.
constexpr int mostSweeps = 1'000'000;

/// Of the first picture on a software driver, which would take a second for a fine one; later ones are as fine as their time allows.
constexpr int firstCoarseness = 6;

} // namespace

Settings newPageSettings(bool software) { return presetSettings(presets().front(), {}, software); }

Page::Page(std::shared_ptr<gl::Context> context, const Settings& settings)
    : context_(std::move(context)), drawing_(std::make_unique<DrawContext>(*context_)),
      device_(std::make_unique<Device>(context_, DeviceOptions{.path = Path::Fragment})), settings_(settings),
      coarseness_(context_->capabilities().software ? firstCoarseness : 1)
{
    begin(settings);
}

/// The old chains go when the new ones are there.
void Page::begin(const Settings& settings)
{
    requireSize(settings);
    std::vector<Part> next;
    for (std::unique_ptr<Session>& session : newSessions(*device_, settings)) {
        Part part{std::move(session), nullptr, true};
        const std::size_t i = next.size();
        part.scene = i < parts_.size() ? std::move(parts_[i].scene) : std::make_unique<Scene>(*drawing_);
        next.push_back(std::move(part));
    }
    parts_ = std::move(next);
}

void Page::set(const Values& values)
{
    for (const auto& [key, value] : values) // before anything that another value could be blamed for
        if (key != "new" && key != "preset" && key != "links") keyNamed(key);
    Settings wanted = settings_;
    std::string preset = preset_;
    bool restarts = false;
    for (const auto& [key, value] : values) {
        if (key == "new") { // what follows is all that differs from this: a new window with the chain of a new page
            const Settings first = newPageSettings(context_->capabilities().software);
            wanted = {};
            wanted.run.lattice = first.run.lattice;
            wanted.run.action = first.run.action;
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
    const auto any = [&](Effect effect) { return changed(settings_, next, effect); };
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
    const float height = canvas_ ? float(canvas_->size()[1]) : 0;
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
        const double sweeps = numberIn(words, action);
        if (!(sweeps >= 0 && sweeps <= mostSweeps) || sweeps != std::floor(sweeps))
            throw InputError(
                fmt::format("'{}': a whole number of sweeps from 0 to {} is expected", action, mostSweeps));
        settings_.paused = true;
        all([sweeps](Session& session) { session.request(int(sweeps)); });
    } else if (verb == "orbit") {
        const double x = numberIn(words, action), y = numberIn(words, action);
        drag(camera, float(x), float(y), height);
    } else if (verb == "pan") {
        const double x = numberIn(words, action), y = numberIn(words, action);
        shift(camera, float(x), float(y), height);
    } else if (verb == "zoom") {
        const double factor = numberIn(words, action);
        if (!(factor > 0)) throw InputError(fmt::format("'{}': a positive factor is expected", action));
        zoom(camera, float(factor));
    } else if (verb == "step") {
        stepThrough(settings_, int(std::clamp(numberIn(words, action), -1000.0, 1000.0)));
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

bool Page::draw(int width, int height, int bar)
{
    const int before = coarseness_;
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
    gl::endPass(*context_);
    context_->throwOnReset();
    return coarseness_ != before;
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
    for (const Part& part : parts_) {
        const Session& session = *part.session;
        const int sweeps = session.chain().sweeps(), again = sweeps - (session.kept() ? session.kept()->sweeps : 0);
        const bool stands = settings_.paused && session.chain().reproducible();
        kept_.push_back({session.kept(), session.missing() + (stands ? again : 0)});
    }
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
            chain.restore(*kept_[i].state);
            session.keep();
            Settings before = chains[i];
            before.run = kept_[i].state->run;
            if (changed(before, chains[i], Effect::Steer)) chain.steer(chains[i].run);
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

} // namespace gaugegl::view
