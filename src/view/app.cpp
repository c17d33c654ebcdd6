#include "app.h"

#include "base/text_file.h"
#include "gaugegl/base/clock.h"
#include "gaugegl/base/error.h"
#include "gl/context_lost.h"
#include "gl/end_of_pass.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace gaugegl::view {
namespace {

constexpr float steeringWidth = 300, chartsWidth = 330, leastView = 300;

} // namespace

App::App(std::shared_ptr<gl::Context> context, const Settings& settings, const AppOptions& options)
    : context_(std::move(context)), drawing_(*context_), options_(options), settings_(settings),
      device_(context_, {.path = settings.run.device.path}), gui_(drawing_, options.scale), written_(options.overwrite)
{
    preset_ = options_.preset;
    written_.permit(options_.screenshot);
    begin(settings_);
    if (!options_.recording.empty()) beginRecording();
}

App::~App() = default;

/// The old chains are dropped only after the new ones exist: if these do not fit, the old ones continue unchanged.
void App::begin(const Settings& settings)
{
    std::vector<std::unique_ptr<Session>> next = newSessions(device_, settings);
    while (panes_.size() < next.size())
        panes_.push_back(std::make_unique<Pane>(drawing_));
    panes_.resize(next.size());
    for (std::size_t i = 0; i < next.size(); ++i) {
        panes_[i]->session = std::move(next[i]);
        panes_[i]->fresh = true;
    }
    recordedSweep_ = 0;
    newPicture_ = false;
}

void App::play(std::vector<Action> actions)
{
    for (Action& action : actions)
        script_.push_back(std::move(action));
}

void App::beginRecording()
{
    recording_.emplace(options_.recording, options_.resumes ? textOfFile(options_.recording).value_or("") : "");
    if (options_.resumes) return record("restart");
    for (const SettingKey& key : settingKeys())
        record(fmt::format("set {} {}", key.name, key.text(settings_)));
}

void App::record(const std::string& line)
{
    if (!recording_) return;
    const int sweeps = session().chain().sweeps();
    const std::string before =
        sweeps > recordedSweep_ ? fmt::format("sweeps {}\n", sweeps - recordedSweep_) : std::string();
    recordedSweep_ = sweeps;
    try {
        recording_->append(before + line + "\n");
    } catch (const FileError& error) {
        recording_.reset(); // what was recorded until here is whole
        fail(error, "");
    }
}

/// What a script asked for at `place` ends the program; the user of a window is told.
void App::fail(const FileError& error, const std::string& place)
{
    say(error.what());
    if (failure_ || (place.empty() && !options_.unattended)) return;
    const std::string message = place.empty() ? error.what() : place + ": " + error.what();
    failure_ = dynamic_cast<const DiskError*>(&error) != nullptr ? std::make_exception_ptr(DiskError(message))
                                                                 : std::make_exception_ptr(FileError(message));
}

/// Applies the changes by the panel, a key or a script; changes that are not possible are reverted, with a message.
void App::applyChanges(const Settings& before)
{
    noteChoice(before, settings_);
    const std::vector<const SettingKey*> keys = differences(before, settings_);
    if (keys.empty() && !restarts_) return;
    const auto any = [&](Effect effect) { return changed(before, settings_, effect); };
    try {
        if (std::exchange(restarts_, false) || any(Effect::Restart)) {
            begin(settings_);
            framesBeforeWork_ = options_.waits ? 0 : 2;
        } else if (any(Effect::Steer)) {
            const std::vector<Settings> chains = chainsOf(settings_);
            for (std::size_t i = 0; i < panes_.size(); ++i)
                panes_[i]->session->chain().steer(chains[i].run);
        }
        if (any(Effect::Retake))
            for (const auto& pane : panes_)
                pane->session->retake();
        for (const SettingKey* key : keys)
            record(fmt::format("set {} {}", key->name, key->text(settings_)));
    } catch (const InputError& error) {
        settings_ = before;
        say(error.what());
    } catch (const gl::ContextLost&) {
        throw;
    } catch (const DeviceError& error) {
        settings_ = before;
        say(error.what());
    }
}

/// What the panel and keys ask for; what cannot be done is a message.
void App::performRequested()
{
    std::vector<Action> requested;
    requested.swap(requested_);
    for (const Action& action : requested)
        try {
            if (action.verb != "sweeps" && action.verb != "set") record(action.text()); // these are recorded when done
            perform(action);
        } catch (const gl::ContextLost&) {
            throw;
        } catch (const Error& error) {
            say(error.what());
        }
}

void App::stepTime(double seconds)
{
    const int extent = panes_[0]->lattice().extent(3);
    settings_.position[3] = std::min(settings_.position[3], extent - 1);
    if (!settings_.timeLoop || options_.waits) return;
    timeStep_ += seconds * settings_.timeRate;
    const auto steps = int(timeStep_);
    timeStep_ -= steps;
    settings_.position[3] = (settings_.position[3] + steps) % extent;
}

/// Each chain has its part of the time; programs are compiled one in a frame.
void App::work()
{
    const Stopwatch watch;
    // A software driver needs the same processor for drawing.
    constexpr double softwareFrames = 14, least = 0.002;
    const double wanted = settings_.framesPerSecond;
    const double frames = software() ? std::min(softwareFrames, wanted) : wanted;
    const double seconds = std::max(least, 1 / frames - times_.drawing) / double(panes_.size());
    const std::vector<Settings> chains = chainsOf(settings_);
    for (std::size_t i = 0; i < panes_.size(); ++i) {
        Pane& pane = *panes_[i];
        pane.settings = chains[i];
        if (!workOn(pane, seconds)) continue;
        newPicture_ = pane.fresh = true;
    }
    times_.working = watch.seconds();
}

/// True when there is a new picture.
bool App::workOn(Pane& pane, double seconds)
{
    try {
        if (options_.waits) return pane.session->finish(pane.settings);
        if (compilation() && compilation() != &pane.session->compilation()) return false;
        return pane.session->work(pane.settings, seconds);
    } catch (const PictureError& error) {
        say(fmt::format("{} cannot be drawn: {}", title(settings_.quantity), error.what()));
        settings_.quantity = Quantity::Action;
        settings_.smoothing = Smoothing::None;
        for (const auto& other : panes_)
            other->session->retake();
        return false;
    }
}

/// The one under way; null: none.
const Compilation* App::compilation() const
{
    for (const auto& pane : panes_)
        if (pane->session->compilation().busy()) return &pane->session->compilation();
    return nullptr;
}

void App::frame()
{
    const double passed = lastFrame_.restart();
    times_.whole = passed;
    constexpr double memory = 0.9;
    const double now = passed > 0 ? 1 / passed : 0;
    times_.framesPerSecond = times_.framesPerSecond > 0 ? memory * times_.framesPerSecond + (1 - memory) * now : now;

    const ImVec2 size = ImGui::GetIO().DisplaySize;
    const std::array<int, 3> pixels = {std::max(1, int(size.x)), std::max(1, int(size.y)), 1};
    if (!canvas_ || canvas_->size() != pixels) canvas_.emplace(*context_, DrawTarget::Kind::Picture, pixels);

    const Settings before = settings_;
    playInput();
    ImGui::NewFrame();
    playScript();
    readKeys();
    drawPanels();
    readMouse();
    stepTime(passed);
    performRequested();
    keys_.clear();
    applyChanges(before);
    if (framesBeforeWork_ > 0)
        --framesBeforeWork_;
    else
        work();
    drawScene();
    saveWhatIsDue();
    context_->throwOnReset();
}

void App::drawScene()
{
    const Stopwatch watch;
    placePanes(panes_, area_, colourBarWidth * gui_.scale());
    for (const auto& pane : panes_)
        pane->scene.show(pane->take(), pane->lattice(), pane->settings, std::exchange(pane->fresh, false));
    drawLabels();
    drawHelp();
    drawMessage();
    ImGui::Render();

    canvas_->bind();
    drawing_.draw.ClearColor(0.035F, 0.038F, 0.048F, 1);
    drawing_.draw.Clear(GL_COLOR_BUFFER_BIT);
    const Stopwatch volume;
    bool drew = false;
    for (const auto& pane : panes_) {
        if (!pane->take().density) continue; // the picture is that of the chain before
        const Area& drawn = pane->drawn;
        pane->scene.draw(
            *canvas_,
            {int(drawn.low.x), canvas_->size()[1] - int(drawn.high.y), int(drawn.width()), int(drawn.height())},
            pane->settings, coarseness_);
        drew = drew || pane->scene.drew();
    }
    device_.finish();
    chooseCoarseness(volume.seconds(), drew);
    gui_.draw(*canvas_);
    device_.finish();
    times_.drawing = watch.seconds();
}

void App::present(int width, int height) const
{
    const gl::Functions& gl = context_->gl();
    const auto& size = canvas_->size();
    gl.BindFramebuffer(GL_READ_FRAMEBUFFER, canvas_->framebuffer());
    gl.BindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    drawing_.draw.BlitFramebuffer(0, 0, size[0], size[1], 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    gl.BindFramebuffer(GL_FRAMEBUFFER, 0);
    gl::endPass(*context_);
}

/// So many pixels follow rays as can in a part of the frame.
void App::chooseCoarseness(double seconds, bool drew)
{
    if (options_.waits || settings_.mode != ViewMode::Volume) {
        coarseness_ = 1;
        return;
    }
    coarseness_ = nextCoarseness(coarseness_, seconds, drew, software());
}

void App::saveWhatIsDue()
{
    std::string place; // of the line of a script
    try {
        if (!screenshots_.empty() || (sequence_ && newPicture_)) {
            const Picture8 picture = canvas_->picture();
            for (; !screenshots_.empty(); screenshots_.erase(screenshots_.begin())) {
                place = screenshots_.front().place;
                const std::string& file = screenshots_.front().words[0];
                writePng(written_.place(file), picture);
                note_ = file + " written";
            }
            place = sequencePlace_;
            if (sequence_ && newPicture_) sequence_->add(picture, written_);
        }
    } catch (const FileError& error) {
        fail(error, place);
        sequence_.reset();
    }
    screenshots_.clear();
    newPicture_ = false;
    pollFilm();
}

void App::pollFilm()
{
    if (!film_) return;
    try {
        if (const auto result = film_->result()) {
            note_ = *result;
            film_.reset();
        }
    } catch (const FileError& error) {
        film_.reset();
        fail(error, sequencePlace_);
    }
}

void App::drawPanels()
{
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    const float scale = gui_.scale();
    float left = 0, right = size.x;
    constexpr ImGuiWindowFlags flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                       ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse |
                                       ImGuiWindowFlags_NoBringToFrontOnFocus |
                                       ImGuiWindowFlags_AlwaysVerticalScrollbar; // else a new control moves the others
    const bool steers = settings_.steering && size.x > (steeringWidth + leastView) * scale;
    const float least = float(panes_.size()) * leastView;
    const bool charts =
        settings_.charts && size.x - (steers ? steeringWidth * scale : 0) > (chartsWidth + least) * scale;
    noRoom_ = settings_.steering && !steers ? "no room for the panel"
              : settings_.charts && !charts ? "no room for the charts"
                                            : "";
    if (steers) {
        left = steeringWidth * scale;
        ImGui::SetNextWindowPos({0, 0});
        ImGui::SetNextWindowSize({left, size.y});
        ImGui::Begin("steering", nullptr, flags);
        panel_.draw(settings_, {*panes_[0], sequence_ != nullptr, preset_, options_.prefix}, requested_);
        ImGui::End();
    }
    if (charts) {
        right = size.x - chartsWidth * scale;
        ImGui::SetNextWindowPos({right, 0});
        ImGui::SetNextWindowSize({size.x - right, size.y});
        ImGui::Begin("charts", nullptr, flags);
        charts_.draw(session(), fmt::format("{} shaders, {}", name(device_.path()), context_->capabilities().renderer),
                     {.known = !settings_.stated, .waited = options_.waits});
        ImGui::End();
    }
    area_ = {{left, 0}, {std::max(left + 1, right), size.y}};
}

} // namespace gaugegl::view
