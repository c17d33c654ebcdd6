#include "page.h"

#include "saving.h"

#include "gaugegl/base/clock.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

namespace gaugegl::view {
namespace {

constexpr int mostExtent = 24; // of each direction

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

std::vector<SettingText> textsOfPage(const Settings& settings)
{
    std::vector<SettingText> texts = textsOf(settings);
    std::erase_if(texts, [](const SettingText& one) { return one.effect == Effect::Measure; });
    return texts;
}

Settings newPageSettings(bool software) { return presetSettings(presets().front(), {}, software); }

Page::Page(std::shared_ptr<gl::Context> context, const Settings& settings)
    : context_(std::move(context)), settings_(settings),
      coarseness_(context_->capabilities().software ? firstCoarseness : 1)
{
    makeDevice();
    requireSize(settings);
    chains_->begin(settings);
}

void Page::makeDevice()
{
    drawing_ = std::make_unique<DrawContext>(*context_);
    device_ = std::make_unique<Device>(context_, DeviceOptions{.path = Path::Fragment});
    chains_.emplace(*drawing_, *device_);
}

void Page::set(const Values& values)
{
    const std::vector<SettingText> known = textsOfPage(settings_);
    for (const auto& [key, value] : values) // before anything that another value could be blamed for
        if (key != "new" && key != "preset" && key != "links" &&
            std::ranges::find(known, key, &SettingText::name) == known.end())
            throw InputError(fmt::format("the page has no setting '{}'", key));
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
    const bool stands = settings_.paused;
    apply(wanted, restarts);
    if (wanted.paused != stands) // who pauses or goes on wants no further sweeps of an earlier request
        for (const auto& pane : chains_->panes())
            pane->session->request(0);
    preset_ = preset;
}

void Page::apply(Settings wanted, bool restarts)
{
    requireSize(wanted);
    noteChoice(settings_, wanted);
    if (restarts) chains_->perform({"restart", {}, ""}, wanted, 0);
    chains_->apply(wanted, differences(settings_, wanted));
    settings_ = wanted;
}

void Page::perform(const std::string& text)
{
    const Action action = parseAction(text, "");
    if (action.verb == "sweeps") numberOf(action, 0, 0, mostSweeps);
    Settings next = settings_;
    if (!chains_->perform(action, next, canvas_ ? float(canvas_->size()[1]) : 0))
        throw InputError(fmt::format("the page cannot do '{}'", text));
    apply(next);
}

bool Page::work(double seconds) { return chains_->work(settings_, seconds); }

/// Beside slices there is room for the axes.
void Page::placePanes()
{
    const auto count = int(chains_->panes().size());
    const int each = (canvas_->size()[0] - bar_) / count, height = canvas_->size()[1];
    constexpr double left = 0.1, right = 0.04, below = 0.13, above = 0.2;
    for (int i = 0; i < count; ++i) {
        Area& drawn = chains_->panes()[std::size_t(i)]->drawn;
        drawn = {{i * each, 0}, {(i + 1) * each, height}};
        if (settings_.mode == ViewMode::Volume) continue;
        drawn.low = {i * each + int(left * each), height - int(below * height) - int((1 - below - above) * height)};
        drawn.high = {int(drawn.low.x) + int((1 - left - right) * each), height - int(below * height)};
    }
}

bool Page::draw(int width, int height, int bar)
{
    const int before = coarseness_;
    bar_ = std::clamp(bar, 0, width / 2);
    const std::array<int, 3> pixels = {std::max(1, width), std::max(1, height), 1};
    if (!canvas_ || canvas_->size() != pixels) canvas_.emplace(*context_, DrawTarget::Kind::Picture, pixels);
    const std::vector<Settings> chains = chainsOf(settings_);
    for (std::size_t i = 0; i < chains.size(); ++i)
        chains_->panes()[i]->settings = chains[i];
    placePanes();
    chains_->show();
    const Stopwatch watch;
    if (chains_->draw(*canvas_, coarseness_)) {
        if (context_->capabilities().embedded) // where finish() does not wait
            context_->gl().ReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, std::array<std::uint8_t, 4>().data());
        else
            device_->finish();
        coarseness_ = settings_.mode == ViewMode::Volume
                          ? nextCoarseness(coarseness_, watch.seconds(), true, context_->capabilities().software)
                          : 1;
    }
    present(*drawing_, *canvas_, pixels[0], pixels[1]);
    context_->throwOnReset();
    return coarseness_ != before;
}

void Page::keep()
{
    for (const auto& pane : chains_->panes()) {
        const SteeredChain& chain = pane->session->chain();
        const std::optional<ChainState>& kept = pane->session->kept();
        const bool same = kept && kept->sweeps == chain.sweeps() && kept->steadySince == chain.steadySince() &&
                          kept->observables.plaquette == chain.observables().plaquette;
        if (chain.sweeps() > 0 && !same) pane->session->keep();
    }
}

void Page::restore(std::shared_ptr<gl::Context> context)
{
    if (begun()) kept_.clear(); // else an earlier attempt has failed
    for (std::size_t i = 0; begun() && i < chains_->panes().size(); ++i) {
        const Session& session = *chains_->panes()[i]->session;
        const int sweeps = session.chain().sweeps(), again = sweeps - (session.kept() ? session.kept()->sweeps : 0);
        const bool stands = settings_.paused && session.chain().reproducible();
        kept_.push_back({session.kept(), session.missing() + (stands ? again : 0)});
    }
    // What lies on the lost context goes before the context.
    chains_.reset();
    canvas_.reset();
    device_.reset();
    drawing_.reset();
    context_ = std::move(context);
    makeDevice();
    chains_->begin(settings_);
    const std::vector<Settings> chains = chainsOf(settings_);
    for (std::size_t i = 0; i < chains.size() && i < kept_.size(); ++i) {
        Session& session = *chains_->panes()[i]->session;
        SteeredChain& chain = session.chain();
        if (kept_[i].state) {
            chain.restore(*kept_[i].state);
            session.keep();
            Settings before = chains[i];
            before.run = kept_[i].state->run;
            if (anyOf(differences(before, chains[i]), Effect::Steer)) chain.steer(chains[i].run);
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
