#include "run.h"
#include "window_input.h"

#include "gaugegl/base/clock.h"
#include "gaugegl/base/error.h"
#include "gl/context_lost.h"

#include <algorithm>
#include <fmt/format.h>
#include <tuple>

namespace gaugegl::view {
namespace {

/// The times of frames, without those in which the first programs are compiled and the second after them.
class FrameStatistics {
public:
    void add(const App& app)
    {
        ++frames_;
        const FrameTimes& times = app.times();
        if (app.compiling() && counted_ == 0) begin_.restart();
        if (begin_.seconds() < 1) return;
        sum_ += times.whole;
        drawing_ += times.drawing;
        longest_ = std::max(longest_, times.whole);
        ++counted_;
    }
    void fill(ViewReport& report) const
    {
        report.frames = frames_;
        if (counted_ == 0) return;
        report.framesPerSecond = counted_ / sum_;
        report.drawingSeconds = drawing_ / counted_;
        report.longestFrame = longest_;
    }
    /// Since the first programs were compiled.
    double seconds() const { return begin_.seconds(); }

private:
    Stopwatch begin_;
    int frames_ = 0, counted_ = 0;
    double sum_ = 0, drawing_ = 0, longest_ = 0;
};

ViewReport reportOf(App& app, const gl::Context& context, const FrameStatistics& frames)
{
    ViewReport report;
    for (const auto& pane : app.panes()) {
        const SteeredChain& one = pane->session->chain();
        report.chains.push_back({one.run(), pane->action(), one.sweeps(), one.observables()});
    }
    static_cast<ChainReport&>(report) = report.chains[0];
    report.quantity = app.session().maker().take().quantity;
    report.extrema = app.scene().extrema();
    report.range = app.scene().scale(app.settings()).range;
    report.area = {app.area().low.x, app.area().low.y, app.area().high.x, app.area().high.y};
    report.controls = app.controls();
    frames.fill(report);
    report.coarseness = app.coarseness();
    report.rates = app.session().rates();
    report.renderer = context.capabilities().renderer;
    report.path = name(app.session().chain().field().device().path());
    report.measured = app.measured();
    report.message = app.message();
    report.note = app.note();
    return report;
}

/// With preset and single values; the driver says how large a lattice may be.
Settings settingsOf(const ViewOptions& options, const gl::Context& context)
{
    Settings settings = options.settings;
    if (!options.preset.empty())
        settings = presetSettings(presetNamed(options.preset), settings, context.capabilities().software);
    const Settings before = settings;
    for (const auto& [key, value] : options.sets)
        set(settings, key, value);
    noteChoice(before, settings);
    return settings;
}

/// Those that the charts begin with: none where the chain is another one than that of the run.
AllMeasured recordsOf(const ViewOptions& options, const Settings& settings)
{
    const std::vector<SettingText> changes = differences(options.settings, settings);
    return anyOf(changes, Effect::Restart) || anyOf(changes, Effect::Steer) ? AllMeasured() : options.records;
}

bool isEnded(const ViewOptions& options) { return options.interrupted && options.interrupted(); }

/// ImGui's display and time, which a window would set; keys have the numbers that a window gives them.
void setHiddenFrame(int width, int height)
{
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {float(width), float(height)};
    io.DeltaTime = 1.0F / 30;
    io.MouseDrawCursor = false;
}

ViewReport runHidden(const ViewOptions& options)
{
    const std::shared_ptr<gl::Context> context = gl::Context::create(options.context);
    int width = options.width, height = options.height;
    AppOptions hidden = options;
    hidden.waits = !options.measured;
    hidden.unattended = true;
    hidden.resize = [&](int w, int h) { std::tie(width, height) = std::pair(w, h); };
    const Settings settings = settingsOf(options, *context);
    hidden.records = recordsOf(options, settings);
    App app(context, settings, hidden);
    std::vector<Action> script = options.script;
    if (options.after > 0) script.push_back({"sweeps", {fmt::format("{}", options.after)}, ""});
    // The panels know the new numbers a frame later.
    if (!options.screenshot.empty()) {
        script.push_back({"frames", {"1"}, ""});
        script.push_back({"screenshot", {options.screenshot}, "--screenshot"});
    }
    app.play(std::move(script));
    FrameStatistics frames;
    bool stopped = false;
    const auto goesOn = [&] {
        if (app.quits() || (stopped = isEnded(options))) return false;
        return options.measured ? frames.seconds() < *options.measured : !app.played() || app.filming();
    };
    do {
        setHiddenFrame(width, height);
        app.frame();
        frames.add(app);
        app.throwFailure();
        if (options.eachFrame) options.eachFrame(app);
    } while (goesOn());
    context->throwOnError();
    ViewReport report = reportOf(app, *context, frames);
    report.interrupted = stopped;
    return report;
}

/// What outlives a lost context.
struct WindowState {
    std::optional<Settings> settings;
    std::vector<Action> script;
    std::string message, preset;
    int lost = 0; ///< how often
};

std::unique_ptr<gl::Window> openWindow(const ViewOptions& options)
{
    try {
        return gl::Window::open(options.context, {options.width, options.height, "gaugegl: lattice window"});
    } catch (const DeviceError& error) {
        throw DeviceError(fmt::format("{}; --screenshot FILE.png makes a picture without a window", error.what()));
    }
}

/// Until the window is closed.  Throws ContextLost with the settings kept in the state.
ViewReport runOnce(const ViewOptions& options, WindowState& state)
{
    const std::unique_ptr<gl::Window> window = openWindow(options);
    if (!state.settings) state.settings = settingsOf(options, *window->context());
    AppOptions shown = options;
    shown.scale = options.scale.value_or(float(window->contentScale()));
    shown.preset = state.preset;
    shown.records = recordsOf(options, *state.settings);
    shown.screenshot.clear();
    shown.resumes = state.lost > 0;
    shown.resize = [&](int w, int h) { window->resize(w, h); };
    App app(window->context(), *state.settings, shown);
    WindowInput input(*window);
    if (!state.message.empty()) app.say(state.message);
    app.play(std::move(state.script));
    state.script.clear();
    FrameStatistics frames;
    int unseen = -1; // the sweep at which the window was minimised; -1: it is not
    bool stopped = false;
    while (!window->closed() && !app.quits() && !stopped) {
        if (window->hidden()) {
            constexpr double pause = 0.02;
            window->poll(pause);
            app.workHidden();
            if (unseen < 0) unseen = app.session().chain().sweeps();
        } else {
            if (unseen >= 0) app.note(fmt::format("{} sweeps unseen", app.session().chain().sweeps() - unseen));
            unseen = -1;
            window->poll();
            for (const KeyPress& key : input.newFrame())
                app.press(key);
            app.frame();
            const auto [width, height] = window->framebufferSize();
            app.present(width, height);
            window->swap();
            frames.add(app);
        }
        state.settings = app.settings();
        state.preset = app.preset();
        app.throwFailure();
        if (options.eachFrame) options.eachFrame(app);
        stopped = isEnded(options);
        if (options.measured && frames.seconds() > *options.measured) break;
    }
    window->context()->throwOnError();
    ViewReport report = reportOf(app, *window->context(), frames);
    report.interrupted = stopped;
    return report;
}

} // namespace

ViewReport run(const ViewOptions& options)
{
    if (!options.window) return runHidden(options);
    WindowState state{{}, options.script, options.message, options.preset};
    constexpr int mostLost = 3;
    for (;;) {
        try {
            return runOnce(options, state);
        } catch (const gl::ContextLost& error) {
            if (++state.lost > mostLost) throw;
            state.message =
                fmt::format("{}\n\nThe window was opened again and the chain began from its start: the links "
                            "were on the device.",
                            error.what());
        }
    }
}

} // namespace gaugegl::view
