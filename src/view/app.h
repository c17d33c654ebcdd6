// The lattice window: one frame after the other, with a window or without.
#pragma once

#include "charts.h"

#include "base/output_file.h"
#include "chains.h"
#include "gaugegl/base/clock.h"
#include "gaugegl/base/error.h"
#include "gui.h"
#include "keys.h"
#include "measuring.h"
#include "panel.h"
#include "saving.h"

#include <deque>
#include <exception>
#include <functional>

namespace gaugegl::view {

/// How the window behaves.
struct AppOptions {
    gl::ContextOptions context;     ///< of OpenGL
    std::string preset;             ///< the settings are those of it; empty: of none
    std::optional<float> scale;     ///< of letters and panels; none: as the screen wants it
    std::string screenshot;         ///< a file that the user named, which a script may write whatever is there
    std::string recording;          ///< a script that gets what the user does; empty: none
    std::string prefix = "gaugegl"; ///< of files that buttons write
    bool overwrite = false;         ///< scripts, keys and buttons may replace files
    AllMeasured records;            ///< what the charts begin with: those of a run whose chain the settings have

    bool waits = false;                   ///< every frame waits for its picture and draws all pixels: for screenshots
    bool unattended = false;              ///< nobody reads messages: what cannot be written ends the program
    bool resumes = false;                 ///< after a lost context: the recording goes on
    std::function<void(int, int)> resize; ///< asks the window for another size
};

/// What a frame took, in seconds.
struct FrameTimes {
    double drawing = 0;         ///< picture and interface, device finished
    double working = 0;         ///< simulation
    double whole = 0;           ///< from one frame to the next
    double framesPerSecond = 0; ///< of the last frames
};

/// The application, independent of a visible window.
class App {
public:
    /// Of the strip at the right of the picture, without scale.
    static constexpr float colourBarWidth = 100;

    /// Begins the session.  Throws InputError and DeviceError for settings that are not possible.
    App(std::shared_ptr<gl::Context> context, const Settings& settings, const AppOptions& options);
    ~App();
    App(const App&) = delete;
    App& operator=(const App&) = delete;

    /// Appends actions, one of which begins in each frame, or several `set` lines at once.
    void play(std::vector<Action> actions);
    /// A key was pressed, for the next frame.
    void press(const KeyPress& key) { keys_.push_back(key); }
    /// One frame: ImGui's display size, time and input are set.
    void frame();
    /// Copies what was drawn to the window's framebuffer of so many pixels.
    void present(int width, int height) const { view::present(drawing_, *canvas_, width, height); }
    /// The target with the last frame.
    const DrawTarget& canvas() const { return *canvas_; }
    /// Whether a script or a key asks for the end.
    bool quits() const { return quits_; }
    /// Whether programs are being compiled, one in each frame.
    bool compiling() const { return chains_.compilation() != nullptr; }
    /// Whether the script is done.
    bool played() const { return script_.empty() && input_.empty() && !waitsForSweeps_ && framesToWait_ == 0; }
    /// Sets the message that is shown until it is closed.
    void say(const std::string& message) { message_ = message; }
    /// Sets what the line at the bottom ends with.
    void note(const std::string& text) { note_ = text; }
    /// What the line at the bottom ends with.
    const std::string& note() const { return note_; }
    /// The message on the screen.
    const std::string& message() const { return message_; }

    /// The simulation; the first if there are two.
    Session& session() const { return chains_.first(); }
    /// All that is simulated and drawn, from left to right.
    const std::vector<std::unique_ptr<Pane>>& panes() const { return chains_.panes(); }
    /// What can be chosen.
    const Settings& settings() const { return settings_; }
    /// The word of the last preset; empty: none.
    const std::string& preset() const { return preset_; }
    /// What measures the first chain.
    const Measuring& measuring() const { return measuring_; }
    /// What it has measured; as long as there is nothing and nobody changed the chain, the records that the charts began with.
    AllMeasured measured() const
    {
        AllMeasured all = measuring_.results();
        return all.empty() ? options_.records : all;
    }
    /// For tests: numbers in sight and colours.
    const Scene& scene() const { return panes()[0]->scene; }
    /// Where the volume or the axes of the slice are, in pixels from the upper left corner.
    const Area& area() const { return panes()[0]->drawn; }
    /// Where the controls are.
    const std::map<std::string, std::array<float, 4>>& controls() const { return panel_.controls(); }
    /// Of the last frame.
    const FrameTimes& times() const { return times_; }
    /// 1, or every how many pixels the volume is drawn in each direction.
    int coarseness() const { return coarseness_; }
    /// Throws the first error of a script or of what the user asked for at the start, such as a picture that could not be written.
    void throwFailure() const
    {
        if (failure_) std::rethrow_exception(failure_);
    }
    /// Whether a film is under way.
    bool filming() const { return film_ != nullptr; }
    /// Advances the chain without drawing.
    void workHidden() { work(); }
    /// Asks the film maker how far it is.
    void pollFilm();

private:
    /// A step of input that a script makes.
    struct Input {
        std::optional<ImVec2> mouse = {};
        int button = -1, key = -1;
        bool down = false;
        float wheel = 0;
    };

    void playInput();
    void playScript();
    void perform(const Action& action);
    void performInput(const Action& action);
    void performSaving(const Action& action);
    void queueDrag(const std::array<float, 4>& way);
    void applyChanges(const Settings& before);
    void readKeys();
    void readHeldKeys();
    bool pressed(int key, bool control = false) const;
    bool held(int key) const;
    void readMouse();
    void performRequested();
    void work();
    void beginMeasuring();
    void forgetRecords() { options_.records.clear(); }
    void stepTime(double seconds);
    void placePanes();
    void drawPanels();
    void drawLabels();
    void drawLabels(const Pane& pane);
    void drawHelp();
    void drawMessage();
    void drawScene();
    void chooseCoarseness(double seconds, bool drew);
    void saveWhatIsDue();
    void fail(const FileError& error, const std::string& place);
    void record(const std::string& line);
    void beginRecording();
    std::string status() const;
    bool software() const { return context_->capabilities().software; }

    std::shared_ptr<gl::Context> context_;
    DrawContext drawing_;
    AppOptions options_;
    Settings settings_;
    Device device_;
    Gui gui_;
    Chains chains_;
    Measuring measuring_;
    std::optional<DrawTarget> canvas_;
    Panel panel_;
    Charts charts_;

    Area area_{}; ///< between the panels
    std::deque<Action> script_;
    std::deque<Input> input_;
    std::vector<KeyPress> keys_;    ///< of this frame
    std::vector<Action> requested_; ///< by the panel and keys
    std::string message_, note_, preset_;
    std::exception_ptr failure_;
    WrittenFiles written_;
    std::vector<Action> screenshots_; ///< to be written when the frame is drawn
    std::unique_ptr<PictureSequence> sequence_;
    std::string sequencePlace_; ///< of the line of a script that began it
    std::unique_ptr<FilmMaker> film_;
    std::optional<GrowingFile> recording_;
    int recordedSweep_ = 0;

    std::string noRoom_; ///< "no room for the charts": of panels that are wanted
    bool newPicture_ = false, quits_ = false, help_ = false, waitsForSweeps_ = false;
    int framesToWait_ = 0, coarseness_ = 1, heldButton_ = -1;
    int framesBeforeWork_ = 0; ///< a new chain is shown as such before its programs are compiled, which takes seconds
    double timeStep_ = 0;
    FrameTimes times_;
    Stopwatch lastFrame_;
};

} // namespace gaugegl::view
