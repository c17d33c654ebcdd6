// Everything that the user of the lattice window can choose, as numbers and as texts: the panel, `--set`, scripts and
// recordings all go through one table of keys.  Those of the chain and of measurements are the keys of run files.
#pragma once

#include "camera.h"

#include "config/key.h"
#include "gaugegl/config/run_config.h"
#include "gaugegl/io/gauge_file.h"

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

/// A line for each.
struct QuantityTraits {
    const char* name;  ///< for set()
    Quantity quantity; ///< which
    const char* title; ///< for people
};
/// All, in order.
inline constexpr std::array quantityTraits = {
    QuantityTraits{"action", Quantity::Action, "Action density"},
    QuantityTraits{"magnetic", Quantity::Magnetic, "Magnetic part of the action"},
    QuantityTraits{"electric", Quantity::Electric, "Electric part of the action"},
    QuantityTraits{"field-strength", Quantity::FieldStrength, "Gluon field strength"},
    QuantityTraits{"charge", Quantity::Charge, "Topological charge density"},
    QuantityTraits{"polyakov", Quantity::Polyakov, "Polyakov loop"},
    QuantityTraits{"monopoles", Quantity::Monopoles, "Monopole currents"},
    QuantityTraits{"vortices", Quantity::Vortices, "Centre vortices"}};

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

/// The names of all values, in order.
template<class Choice, std::size_t count>
constexpr auto namesOf(const char* const (&names)[count])
{
    std::array<NamedChoice<Choice>, count> all{};
    for (std::size_t i = 0; i < count; ++i)
        all[i] = {Choice(i), names[i]};
    return all;
}

} // namespace gaugegl::view

namespace gaugegl {

/// For set().
template<>
inline constexpr auto choiceTexts<view::Quantity> = choicesOf<view::Quantity>(view::quantityTraits,
                                                                              &view::QuantityTraits::quantity);
/// For set().
template<>
inline constexpr auto choiceTexts<view::Smoothing> = view::namesOf<view::Smoothing>({"none", "cooling", "flow",
                                                                                     "stout"});
/// For set().
template<>
inline constexpr auto choiceTexts<view::ViewMode> = view::namesOf<view::ViewMode>({"volume", "slice"});
/// For set().
template<>
inline constexpr auto choiceTexts<view::Projection> = view::namesOf<view::Projection>({"glow", "maximum"});

} // namespace gaugegl

namespace gaugegl::view {

/// What can be chosen.
struct Settings {
    /// Counts sweeps from its start unless a run file says otherwise.
    Settings() { run.update.thermalisation = 0; }

    /// The chain, and what is measured on it; a section of a measurement may not be complete.
    RunConfig run;
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
    Measure, ///< something else is measured on it from now on
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
    config::Key key;                 ///< its name "beta", where its value is, range, choices, help
    Effect effect = Effect::Redraw;  ///< of a change
    std::array<double, 2> span = {}; ///< of a slider; 0, 0: it has none

    /// "sweeps per picture"; of a measurement "time" for "flow.time".
    std::string label() const;
    /// The value as set() takes it.
    std::string text() const;
    /// Whether it is a key of a measurement, "flow.time", which is there while "flow" is on.
    bool ofMeasurement() const { return key.name.find('.') != std::string::npos; }
};

/// All, in the order in which they should be set; their values are those of the settings, which must outlive them.
std::vector<SettingKey> settingKeys(Settings& settings);

/// Sets one; a key of a measurement switches that on.  Throws InputError for an unknown key, listing all, or a value that is not allowed.
void set(Settings& settings, const std::string& key, const std::string& value);

/// Switches off the measurements that a run could not do: their sections are not complete, or it is too short.
void dropImpossibleSections(RunConfig& run);

/// One thing that is set.
struct SettingText {
    std::string name, text;         ///< as set() takes them
    Effect effect = Effect::Redraw; ///< of a change
    /// Equal texts.
    bool operator==(const SettingText&) const = default;
};
/// All that are not empty.
std::vector<SettingText> textsOf(const Settings& settings);
/// Those of `after` that `before` does not have; the text of one that became empty is empty.
std::vector<SettingText> differences(const Settings& before, const Settings& after);
/// Whether one of them has that effect.
bool anyOf(const std::vector<SettingText>& changes, Effect effect);
/// A switch goes from on to off, a choice to the next one, or back.  Throws InputError for another key.
void toggle(Settings& settings, const std::string& key);
/// Steps in t, or of a slice through the first direction from t on that is not drawn; periodic.
void stepThrough(Settings& settings, int steps);

/// The title of a choice, "SU(2)" for su2; of many the word itself.
std::string titleOf(const std::string& key, const std::string& word);
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
