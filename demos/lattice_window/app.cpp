#include "app.h"

#include "gaugegl/core/error.h"
#include "gaugegl/fields/lattice_fit.h"
#include "gaugegl/gl/context_lost.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace gaugegl::view {
namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

constexpr float steeringWidth = 300, chartsWidth = 330, leastView = 300;

} // namespace

App::App(std::shared_ptr<gl::Context> context, const Settings& settings, const AppOptions& options)
    : context_(std::move(context)), drawing_(*context_), options_(options), settings_(settings),
      device_(context_, {.path = settings.run.device.path}), gui_(drawing_, options.scale), scene_(drawing_),
      lastFrame_(Clock::now())
{
    preset_ = options_.preset;
    begin(settings_);
    if (options_.recording.empty()) return;
    recording_.open(options_.recording);
    if (!recording_) throw FileError(options_.recording, "the recording cannot be written");
    for (const SettingKey& key : settingKeys())
        record(fmt::format("set {} {}", key.name, key.text(settings_)));
}

App::~App() = default;

/// The old session goes when the new one is there: what does not fit leaves it as it was.
void App::begin(const Settings& settings)
{
    requireFit(context_->capabilities(), Lattice(settings.run.lattice.extents), settings.run.lattice.group,
               Precision::Single);
    auto next = std::make_unique<Session>(device_, settings);
    session_ = std::move(next);
    recordedSweep_ = 0;
    newPicture_ = false;
    fresh_ = true;
}

void App::play(std::vector<Action> actions)
{
    for (Action& action : actions)
        script_.push_back(std::move(action));
}

void App::record(const std::string& line)
{
    if (!recording_.is_open()) return;
    const int sweeps = session_ ? session_->chain().sweeps() : 0;
    if (sweeps > recordedSweep_) recording_ << "sweeps " << sweeps - recordedSweep_ << '\n';
    recordedSweep_ = sweeps;
    recording_ << line << '\n' << std::flush;
}

/// What the panel, a key or a script has changed takes effect; what is not possible is taken back, with a message.
void App::applyChanges(const Settings& before)
{
    const std::vector<const SettingKey*> changed = differences(before, settings_);
    if (changed.empty() && !restarts_) return;
    const auto any = [&](Effect effect) {
        return std::ranges::any_of(changed, [&](const SettingKey* key) { return key->effect == effect; });
    };
    try {
        if (std::exchange(restarts_, false) || any(Effect::Restart)) {
            begin(settings_);
        } else if (any(Effect::Steer)) {
            session_->chain().steer(settings_.run);
        }
        if (any(Effect::Retake)) session_->retake();
        for (const SettingKey* key : changed)
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
void App::performAsked()
{
    std::vector<Action> asked;
    asked.swap(asked_);
    for (const Action& action : asked)
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
    const int extent = session_->chain().field().lattice().extent(3);
    settings_.position[3] = std::min(settings_.position[3], extent - 1);
    if (!settings_.timeLoop || options_.waits) return;
    timeStep_ += seconds * settings_.timeRate;
    const auto steps = int(timeStep_);
    timeStep_ -= steps;
    settings_.position[3] = (settings_.position[3] + steps) % extent;
}

void App::work()
{
    const auto begin = Clock::now();
    bool completed = false;
    try {
        completed = workOnce();
    } catch (const PictureError& error) {
        say(fmt::format("{} cannot be drawn: {}", title(settings_.quantity), error.what()));
        settings_.quantity = Quantity::Action;
        settings_.smoothing = Smoothing::None;
        session_->retake();
    }
    if (completed) newPicture_ = fresh_ = true;
    times_.working = secondsSince(begin);
}

bool App::workOnce()
{
    if (options_.waits) return session_->finish(settings_);
    // A software driver needs the same processor for drawing.
    constexpr double softwareFrames = 14, least = 0.002;
    const double wanted = settings_.framesPerSecond;
    const double frames = software() ? std::min(softwareFrames, wanted) : wanted;
    return session_->work(settings_, std::max(least, 1 / frames - times_.drawing));
}

void App::frame()
{
    const double passed = secondsSince(lastFrame_);
    lastFrame_ = Clock::now();
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
    performAsked();
    keys_.clear();
    applyChanges(before);
    work();
    drawScene();
    saveWhatIsDue();
    context_->throwOnReset();
}

void App::drawScene()
{
    const auto begin = Clock::now();
    scene_.show(session_->maker().take(), session_->chain().field().lattice(), settings_, fresh_);
    fresh_ = false;
    drawLabels();
    drawHelp();
    drawMessage();
    ImGui::Render();

    canvas_->bind();
    drawing_.draw.ClearColor(0.035F, 0.038F, 0.048F, 1);
    drawing_.draw.Clear(GL_COLOR_BUFFER_BIT);
    const Viewport part{int(drawn_.low.x), canvas_->size()[1] - int(drawn_.high.y), int(drawn_.width()),
                        int(drawn_.height())};
    const auto volume = Clock::now();
    scene_.draw(*canvas_, part, settings_, coarseness_);
    device_.finish();
    chooseCoarseness(secondsSince(volume));
    gui_.draw(*canvas_);
    device_.finish();
    times_.drawing = secondsSince(begin);
}

void App::present(int width, int height) const
{
    const gl::Functions& gl = context_->gl();
    const auto& size = canvas_->size();
    gl.BindFramebuffer(GL_READ_FRAMEBUFFER, canvas_->framebuffer());
    gl.BindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    drawing_.draw.BlitFramebuffer(0, 0, size[0], size[1], 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    gl.BindFramebuffer(GL_FRAMEBUFFER, 0);
}

/// So many pixels follow rays as can in a part of the frame.
void App::chooseCoarseness(double seconds)
{
    if (options_.waits || settings_.mode != ViewMode::Volume) {
        coarseness_ = 1;
        return;
    }
    constexpr double softwareShare = 0.035, cardShare = 0.012;
    constexpr int mostCoarse = 8;
    const double wanted = software() ? softwareShare : cardShare;
    if (seconds > 1.3 * wanted && coarseness_ < mostCoarse) {
        ++coarseness_;
    } else if (coarseness_ > 1) {
        const double finer = seconds * std::pow(double(coarseness_) / (coarseness_ - 1), 2);
        if (finer < wanted && scene_.drew()) --coarseness_;
    }
}

void App::saveWhatIsDue()
{
    try {
        if (!screenshots_.empty() || (sequence_ && newPicture_)) {
            const Picture8 picture = canvas_->picture();
            for (const std::string& file : screenshots_) {
                writePng(file, picture);
                note_ = file + " written";
            }
            if (sequence_ && newPicture_) sequence_->add(picture);
        }
    } catch (const FileError& error) {
        say(error.what());
        if (scriptError_.empty()) scriptError_ = error.what();
        sequence_.reset();
    }
    screenshots_.clear();
    newPicture_ = false;
    pollFilm();
}

void App::pollFilm()
{
    if (!film_) return;
    if (const auto result = film_->result()) {
        note_ = *result;
        film_.reset();
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
    const bool charts =
        settings_.charts && size.x - (steers ? steeringWidth * scale : 0) > (chartsWidth + leastView) * scale;
    if (steers) {
        left = steeringWidth * scale;
        ImGui::SetNextWindowPos({0, 0});
        ImGui::SetNextWindowSize({left, size.y});
        ImGui::Begin("steering", nullptr, flags);
        panel_.draw(settings_, {*session_, software(), sequence_ != nullptr, preset_, options_.prefix}, asked_);
        ImGui::End();
    }
    if (charts) {
        right = size.x - chartsWidth * scale;
        ImGui::SetNextWindowPos({right, 0});
        ImGui::SetNextWindowSize({size.x - right, size.y});
        ImGui::Begin("charts", nullptr, flags);
        charts_.draw(*session_, fmt::format("{} shaders, {}", name(device_.path()), context_->capabilities().renderer),
                     options_.waits);
        ImGui::End();
    }
    area_ = {{left, 0}, {std::max(left + 1, right - colourBarWidth * scale), size.y}};
    drawn_ = area_;
    if (settings_.mode == ViewMode::Volume) return;
    // Room for the numbers at the axes and the text above.
    const float letters = ImGui::GetFontSize(), above = 5.5F * letters, below = 5 * letters, side = 4 * letters;
    drawn_.low = {area_.low.x + side, area_.low.y + above};
    drawn_.high = {std::max(drawn_.low.x + 1, area_.high.x - letters),
                   std::max(drawn_.low.y + 1, area_.high.y - below)};
}

} // namespace gaugegl::view
