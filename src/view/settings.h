// Everything that the user of the lattice window can choose, as numbers and as texts: the panel, `--set`, scripts and
// recordings all go through one table of keys.
#pragma once

#include "camera.h"

#include "gaugegl/config/run_config.h"
#include "gaugegl/io/gauge_file.h"

#include <functional>

namespace gaugegl::view {

/// What is drawn.
enum class Quantity {
    Action,        ///< sum over the six planes of 1 - (1/N) Re tr P
    Magnetic,      ///< sum over the three spatial planes of 1 - (1/N) Re tr P
    Electric,      ///< sum over the three planes with t of 1 - (1/N) Re tr P
    FieldStrength, ///< E = 1/4 F^a F^a from the clover
    Charge,        ///< density of the topological charge from the clover
    Polyakov,      ///< the Polyakov loop, complex, of each point of space
    Monopoles,     ///< magnetic currents after maximally Abelian gauge and Abelian projection
    Vortices       ///< pierced plaquettes after maximal centre gauge and centre projection
};

/// What is done to a copy of the links before the quantity is taken.
enum class Smoothing { None, Cooling, Flow, Stout };

/// How it is drawn.
enum class ViewMode {
    Volume, ///< ray-marched
    Slice   ///< two directions as a heat map
};

/// What a ray of the volume shows.
enum class Projection {
    Glow,   ///< a cloud: emission and absorption along the ray
    Maximum ///< the largest value along the ray
};

/// Largest number of smoothing steps, and of iterations of gauge fixing.
constexpr int mostSmoothingSteps = 1000, mostFixingIterations = 10000;

/// What can be chosen.
struct Settings {
    RunConfig run; ///< the chain: lattice, action, update
    /// Of links from a file: what it says of their action.  None: the action of `run` was chosen.
    std::optional<io::StatedAction> stated;

    bool both = false;        ///< the other group beside it, at sameBeta()
    bool paused = false;      ///< the chain is paused
    int sweepsPerPicture = 1; ///< sweeps between two pictures; 0: as many as fit into a frame
    int framesPerSecond = 30; ///< what the simulation leaves time for

    Quantity quantity = Quantity::Action;  ///< what is drawn
    Smoothing smoothing = Smoothing::None; ///< of the copy that is drawn
    int smoothingSteps = 0;                ///< how many
    double flowStep = 0.05;                ///< of Smoothing::Flow
    int fixingIterations = 300;            ///< at most, of gauge fixing before monopoles and vortices are drawn

    ViewMode mode = ViewMode::Volume;         ///< volume or slice
    std::array<int, 4> position = {};         ///< of slices, and t of the volume
    bool timeMean = false;                    ///< the mean over t instead of one t
    bool timeLoop = false;                    ///< t goes on by itself
    double timeRate = 4;                      ///< steps in t per second, if it does
    std::array<int, 2> plane = {0, 1};        ///< directions of the slice, to the right and up
    std::optional<double> range;              ///< value of the brightest colour; none: the largest in sight
    double threshold = 0.15;                  ///< values below this part of the range are transparent
    double opacity = 1;                       ///< of the cloud
    bool smooth = true;                       ///< interpolate between the sites
    Projection projection = Projection::Glow; ///< of rays
    Camera camera;                            ///< of the volume

    bool steering = true; ///< show that panel
    bool charts = true;   ///< show those
};

/// What has to be done when a key has changed.
enum class Effect {
    Restart, ///< another chain begins
    Steer,   ///< the chain goes on with the new value
    Retake,  ///< the picture is computed anew
    Redraw   ///< nothing but drawing
};

/// The coupling of another group in the same ratio to its deconfinement transition at N_t = 4, which is at 2.30 in SU(2), 5.69 in SU(3)
/// and 10.49 in SU(4).
double sameBeta(Group from, Group to, double beta);
/// What the links of a chain after so many sweeps were made with: of links from a file as far as that says it.
io::StatedAction madeWith(const Settings& settings, int sweeps);
/// Takes coupling and action from the header of a file with links, as far as it says them, and leaves the others.
void takeStated(Settings& settings, const io::StatedAction& stated);
/// Shows the links of a configuration, standing still: lattice and group are those of the file, and coupling and action as far
/// as it says them.  Throws FileError and InputError.
void showFile(Settings& settings, const std::string& file, const io::GaugeFileHints& hints = {});
/// Records that the action was chosen, if the coupling, the action or the start has changed.
void noteChoice(const Settings& before, Settings& after);

/// What each of the chains in the window does: one, or with Settings::both two.
std::vector<Settings> chainsOf(const Settings& settings);

/// One thing that can be set.
struct SettingKey {
    const char* name;                                        ///< "beta"
    Effect effect;                                           ///< of a change
    const char* meaning;                                     ///< one line for people, with the values allowed
    std::function<std::string(const Settings&)> text;        ///< the value
    std::function<void(Settings&, const std::string&)> read; ///< throws InputError for what is no value
};

/// All, in the order in which they should be set.
const std::vector<SettingKey>& settingKeys();

/// Sets one.  Throws InputError for an unknown key, listing all, or a value that is not allowed.
void set(Settings& settings, const std::string& key, const std::string& value);

/// The keys whose values differ.
std::vector<const SettingKey*> differences(const Settings& before, const Settings& after);

/// Whether a key with that effect has another value.
bool changed(const Settings& before, const Settings& after, Effect effect);
/// Steps in t, or of a slice through the first direction from t on that is not drawn; periodic.
void stepThrough(Settings& settings, int steps);

/// A text of each choice, as set() takes it, and as it is shown.
template<class Choice>
struct ChoiceText {
    Choice value;      ///< which
    const char* word;  ///< for set()
    const char* title; ///< for people
};
/// All quantities.
const std::array<ChoiceText<Quantity>, 8>& quantityTexts();
/// All smoothings.
const std::array<ChoiceText<Smoothing>, 4>& smoothingTexts();
/// The title of a quantity.
std::string title(Quantity quantity);

/// Whether the values are complex numbers of space alone.
constexpr bool isPhase(Quantity quantity) { return quantity == Quantity::Polyakov; }
/// Whether they have both signs.
constexpr bool isSigned(Quantity quantity) { return quantity == Quantity::Charge; }
/// Whether the links are gauge fixed first.
constexpr bool needsFixing(Quantity quantity)
{
    return quantity == Quantity::Monopoles || quantity == Quantity::Vortices;
}

/// A choice of settings that shows something.
struct Preset {
    const char* word;  ///< for scripts
    const char* title; ///< for people
    const char* text;  ///< two sentences: what to look for
    /// (key, value) of what is set; a chain of more than a few thousand sites only where a card draws.
    std::vector<std::pair<std::string, std::string>> values;
    std::string cardLattice; ///< extents where a card computes
};
/// The four that there are.
const std::vector<Preset>& presets();
/// The preset of that word.  Throws InputError that lists them.
const Preset& presetNamed(const std::string& word);
/// The settings of a preset: what it does not name keeps its default; camera and panels stay.
Settings presetSettings(const Preset& preset, const Settings& before, bool software);

} // namespace gaugegl::view
