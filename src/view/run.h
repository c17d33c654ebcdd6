// Runs the lattice window until it is closed, or without a window until a script and a screenshot are done.
#pragma once

#include "app.h"

namespace gaugegl::view {

/// The options of the window.  With a preset its settings come instead, on a smaller lattice on a software driver.
struct ViewOptions : AppOptions {
    Settings settings;                                     ///< to begin with
    std::vector<std::pair<std::string, std::string>> sets; ///< (key, value) of what is set after that
    bool window = true;                                    ///< open one; else nothing is seen
    int width = 1280;                                      ///< of the window or the picture, in pixels
    int height = 800;                                      ///< of the window or the picture, in pixels
    std::vector<Action> script;                            ///< played at the beginning
    int after = 0; ///< without a window: sweeps before the end, after the script
    /// Ends so many seconds after the first programs were compiled; without a window frames do not wait for pictures.
    std::optional<double> measured;
    std::string message;                 ///< shown at the beginning
    std::function<bool()> interrupted;   ///< asked in every frame; true ends it
    std::function<void(App&)> eachFrame; ///< called after every frame (for tests)
};

/// The final state of a chain.
struct ChainReport {
    RunConfig run;                ///< what it did
    io::StatedAction action;      ///< of its links, as far as it is known
    int sweeps = 0;               ///< so many
    GaugeObservables observables; ///< of its links
};

/// The final state of the window, and of its first chain.
struct ViewReport : ChainReport {
    std::vector<ChainReport> chains;      ///< all of them
    Quantity quantity = Quantity::Action; ///< on the screen
    Extrema extrema;                      ///< of the numbers in sight
    float range = 0;                      ///< value of the last colour
    std::array<float, 4> area = {};       ///< of the picture in the window: left, top, right, bottom, in pixels
    std::map<std::string, std::array<float, 4>> controls; ///< where the panel's are
    int frames = 0;                                       ///< drawn
    double framesPerSecond = 0;                           ///< mean from a second after the first programs were there
    double drawingSeconds = 0;                            ///< mean of a frame
    double longestFrame = 0;                              ///< seconds, of the same frames
    int coarseness = 1;                                   ///< of the volume, in the last frame
    Rates rates;                                          ///< of the simulation
    AllMeasured measured;                                 ///< what else was measured on the chain
    std::string renderer, path;                           ///< where it ran
    std::string message;                                  ///< on the screen
    std::string note;                                     ///< at the bottom of the screen
    bool interrupted = false;                             ///< whether it was ended from outside
};

/// Runs it.  Throws InputError for settings, scripts and files that are not possible, DeviceError when there is no
/// device or no display.  When the driver loses the context a new window begins the chain again and says so.
ViewReport run(const ViewOptions& options);

} // namespace gaugegl::view
