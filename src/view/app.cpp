#include "app.h"

#include "base/text_file.h"
#include "gaugegl/base/clock.h"
#include "gaugegl/base/error.h"
#include "gl/context_lost.h"
#include "gl/program_cache.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace gaugegl::view {
namespace {

constexpr float steeringWidth = 300, chartsWidth = 330, leastView = 300;

/// A thread of its own has a cache of programs of its own, in the same folder.
gl::ContextOptions measuringContext(gl::ContextOptions options)
{
    if (options.programCache) options.programCache = std::make_shared<gl::ProgramCache>(options.programCache->folder());
    return options;
}

} // namespace

App::App(std::shared_ptr<gl::Context> context, const Settings& settings, const AppOptions& options)
    : context_(std::move(context)), drawing_(*context_), options_(options), settings_(settings),
      device_(context_, {.path = shadersOf(settings.run.device.path)}), gui_(drawing_, options.scale.value_or(1)),
      chains_(drawing_, device_), measuring_(measuringContext(options.context), {.path = device_.path()}),
      written_(options.overwrite)
{
    preset_ = options_.preset;
    written_.permit(options_.screenshot);
    chains_.begin(settings_);
    beginMeasuring();
    if (!options_.recording.empty()) beginRecording();
}

App::~App() = default;

/// The first chain is measured.
void App::beginMeasuring()
{
    Session& session = chains_.first();
    measuring_.begin(settings_.run, session.chain());
    session.waitFor([this, &session] { return measuring_.mayGoOn(session.chain()); });
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
    for (const SettingText& one : textsOf(settings_))
        record(fmt::format("set {} {}", one.name, one.text));
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

/// What a script asked for at `place` ends the program; the user of a window gets a notice.
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
    const std::vector<SettingText> changes = differences(before, settings_);
    try {
        const bool restarted = chains_.apply(settings_, changes);
        if (restarted || anyOf(changes, Effect::Steer)) forgetRecords();
        if (restarted) {
            recordedSweep_ = 0;
            newPicture_ = false;
            framesBeforeWork_ = options_.waits ? 0 : 2;
            beginMeasuring();
        } else if (anyOf(changes, Effect::Measure)) {
            beginMeasuring();
        }
        for (const SettingText& one : changes)
            record(fmt::format("set {} {}", one.name, one.text));
    } catch (const gl::ContextLost&) {
        throw;
    } catch (const Error& error) {
        settings_ = before;
        say(error.what());
    }
}

/// What the panel and keys ask for; what cannot be done is a message.
void App::performRequested()
{
    std::vector<Action> requested;
    requested.swap(requested_);
    for (Action& action : requested)
        try {
            const Verb& verb = verbOf(action);
            if (verb.ending != nullptr && action.words.empty())
                action.words = {fmt::format("{}-{}{}", options_.prefix, session().chain().sweeps(), verb.ending)};
            if (verb.recorded) record(action.text());
            perform(action);
        } catch (const gl::ContextLost&) {
            throw;
        } catch (const Error& error) {
            say(error.what());
        }
}

void App::stepTime(double seconds)
{
    const int extent = panes()[0]->lattice().extent(3);
    settings_.position[3] = std::min(settings_.position[3], extent - 1);
    if (!settings_.timeLoop || options_.waits) return;
    timeStep_ += seconds * settings_.timeRate;
    const auto steps = int(timeStep_);
    timeStep_ -= steps;
    settings_.position[3] = (settings_.position[3] + steps) % extent;
}

void App::work()
{
    const Stopwatch watch;
    // A software driver needs the same processor for drawing.
    constexpr double softwareFrames = 14, least = 0.002;
    const double wanted = settings_.framesPerSecond;
    const double frames = software() ? std::min(softwareFrames, wanted) : wanted;
    try {
        if (chains_.work(settings_, std::max(least, 1 / frames - times_.drawing), options_.waits)) newPicture_ = true;
    } catch (const PictureError& error) {
        say(error.what());
    }
    const SteeredChain& chain = session().chain();
    if (chain.betweenSweeps()) measuring_.mayGoOn(chain); // also where it stands now
    if (options_.waits) measuring_.finish();
    times_.working = watch.seconds();
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
    placePanes();
    chains_.show();
    drawLabels();
    drawHelp();
    drawMessage();
    ImGui::Render();

    const Stopwatch volume;
    const bool drew = chains_.draw(*canvas_, coarseness_);
    device_.finish();
    chooseCoarseness(volume.seconds(), drew);
    gui_.draw(*canvas_);
    device_.finish();
    times_.drawing = watch.seconds();
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

/// Parts the area among the panes, each with its colour bar, and leaves room for the axes of slices.
void App::placePanes()
{
    const float width = area_.width() / float(panes().size()), bar = colourBarWidth * gui_.scale();
    for (std::size_t i = 0; i < panes().size(); ++i) {
        Pane& pane = *panes()[i];
        const float left = area_.low.x + float(i) * width;
        pane.area = {{left, area_.low.y}, {std::max(left + 1, left + width - bar), area_.high.y}};
        pane.drawn = pane.area;
        if (pane.settings.mode == ViewMode::Volume) continue;
        // Room for the numbers at the axes and the text above.
        const float letters = ImGui::GetFontSize(), above = 5.5F * letters, below = 5 * letters, side = 4 * letters;
        Area& drawn = pane.drawn;
        drawn.low = {pane.area.low.x + side, pane.area.low.y + above};
        drawn.high = {std::max(drawn.low.x + 1, pane.area.high.x - letters),
                      std::max(drawn.low.y + 1, pane.area.high.y - below)};
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
    const float least = float(panes().size()) * leastView;
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
        panel_.draw(settings_, {*panes()[0], sequence_ != nullptr, preset_, measuring_.lines(), measuring_.busy()},
                    requested_);
        ImGui::End();
    }
    if (charts) {
        right = size.x - chartsWidth * scale;
        ImGui::SetNextWindowPos({right, 0});
        ImGui::SetNextWindowSize({size.x - right, size.y});
        ImGui::Begin("charts", nullptr, flags);
        charts_.draw(session(), measured(),
                     fmt::format("{} shaders, {}", name(device_.path()), context_->capabilities().renderer),
                     {.known = !settings_.stated, .waited = options_.waits});
        ImGui::End();
    }
    area_ = {{left, 0}, {std::max(left + 1, right), size.y}};
}

} // namespace gaugegl::view
