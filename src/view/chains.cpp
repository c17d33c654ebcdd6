#include "chains.h"

#include "fields/lattice_fit.h"

#include <fmt/format.h>
#include <utility>

namespace gaugegl::view {

/// The old chains are dropped only after the new ones exist.
void Chains::begin(const Settings& settings)
{
    std::vector<std::unique_ptr<Session>> next;
    const std::vector<Settings> chains = chainsOf(settings);
    for (const Settings& chain : chains) {
        const LatticeSection& lattice = chain.run.lattice;
        requireFit(device_->context().capabilities(), Lattice(lattice.extents), lattice.group, Precision::Single);
        next.push_back(std::make_unique<Session>(*device_, chain));
    }
    while (panes_.size() < next.size())
        panes_.push_back(std::make_unique<Pane>(*drawing_));
    panes_.resize(next.size());
    for (std::size_t i = 0; i < next.size(); ++i) {
        panes_[i]->session = std::move(next[i]);
        panes_[i]->settings = chains[i];
        panes_[i]->fresh = true;
    }
}

bool Chains::apply(const Settings& now, const std::vector<SettingText>& changes)
{
    const bool restarts = std::exchange(restarts_, false) || anyOf(changes, Effect::Restart),
               steers = anyOf(changes, Effect::Steer);
    const std::vector<Settings> chains = chainsOf(now);
    if (restarts) {
        begin(now);
    } else if (steers) {
        for (std::size_t i = 0; i < panes_.size(); ++i)
            panes_[i]->session->chain().steer(chains[i].run);
    }
    for (std::size_t i = 0; i < panes_.size(); ++i) {
        panes_[i]->settings = chains[i];
        if (steers || anyOf(changes, Effect::Retake)) panes_[i]->session->retake();
    }
    return restarts;
}

bool Chains::perform(const Action& action, Settings& settings, float height)
{
    constexpr int mostSweeps = 1'000'000'000, mostCooling = 1000, mostSteps = 1000;
    Camera& camera = settings.camera;
    const auto all = [&](const std::function<void(Session&)>& change) {
        for (const auto& pane : panes_) {
            change(*pane->session);
            pane->session->retake();
        }
    };
    const std::string& verb = action.verb;
    if (verb == "sweeps") {
        settings.paused = true;
        all([sweeps = numberOf(action, 0, 0, mostSweeps)](Session& session) { session.request(sweeps); });
    } else if (verb == "restart")
        restarts_ = true;
    else if (verb == "heat")
        all([](Session& session) { session.chain().heat(); });
    else if (verb == "quench")
        all([sweeps = numberOf(action, 0, 1, mostCooling)](Session& session) { session.chain().quench(sweeps); });
    else if (verb == "freeze")
        all([](Session& session) { session.chain().freeze(); });
    else if (verb == "orbit")
        drag(camera, realOf(action, 0), realOf(action, 1), height);
    else if (verb == "pan")
        shift(camera, realOf(action, 0), realOf(action, 1), height);
    else if (verb == "zoom") {
        const float factor = realOf(action, 0);
        if (!(factor > 0)) throw InputError(fmt::format("'{}': a positive factor is expected", action.text()));
        zoom(camera, factor);
    } else if (verb == "step")
        stepThrough(settings, numberOf(action, 0, -mostSteps, mostSteps));
    else if (verb == "home")
        camera = {};
    else if (verb == "toggle")
        toggle(settings, action.words[0]);
    else
        return false;
    return true;
}

const Compilation* Chains::compilation() const
{
    for (const auto& pane : panes_)
        if (pane->session->compilation().busy()) return &pane->session->compilation();
    return nullptr;
}

/// Each chain has its part of the time.
bool Chains::work(Settings& settings, double seconds, bool waits)
{
    const std::vector<Settings> chains = chainsOf(settings);
    bool fresh = false;
    for (std::size_t i = 0; i < panes_.size(); ++i) {
        Pane& pane = *panes_[i];
        pane.settings = chains[i];
        const Compilation* compiled = waits ? nullptr : compilation();
        if (compiled != nullptr && compiled != &pane.session->compilation()) continue;
        try {
            const bool done = waits ? pane.session->finish(chains[i])
                                    : pane.session->work(chains[i], seconds / double(panes_.size()));
            if (!done) continue;
        } catch (const PictureError& error) {
            const std::string what = title(settings.quantity);
            settings.quantity = Quantity::Action;
            settings.smoothing = Smoothing::None;
            for (const auto& other : panes_)
                other->session->retake();
            throw PictureError(fmt::format("{} cannot be drawn: {}", what, error.what()));
        }
        fresh = pane.fresh = true;
    }
    return fresh;
}

void Chains::show()
{
    for (const auto& pane : panes_)
        pane->scene.show(pane->take(), pane->lattice(), pane->settings, std::exchange(pane->fresh, false));
}

bool Chains::draw(const DrawTarget& target, int coarseness)
{
    target.bind();
    drawing_->draw.ClearColor(0.035F, 0.038F, 0.048F, 1);
    drawing_->draw.Clear(GL_COLOR_BUFFER_BIT);
    bool drew = false;
    for (const auto& pane : panes_) {
        if (pane->take().density == nullptr) continue; // the picture is that of the chain before
        const Area& area = pane->drawn;
        pane->scene.draw(target,
                         {int(area.low.x), target.size()[1] - int(area.high.y), int(area.width()), int(area.height())},
                         pane->settings, coarseness);
        drew = drew || pane->scene.drew();
    }
    return drew;
}

} // namespace gaugegl::view
