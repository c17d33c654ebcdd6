#include "settings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gaugegl::view {

const std::vector<Preset>& presets()
{
    static const std::vector<Preset> all = {
        {"deconfinement",
         "Confinement to deconfinement",
         "Below beta = 2.30 the Polyakov loops of SU(2) have both signs, drawn in two colours, and their mean stays "
         "at 0: a single quark would cost infinite energy. Move beta to 2.5 and one colour fills the box while the "
         "points of the chart leave the origin to one side: the quarks are free, and the symmetry of the centre is "
         "broken.",
         {{"group", "su2"}, {"lattice", "8x8x8x4"}, {"beta", "2.15"}, {"quantity", "polyakov"}, {"threshold", "0.3"}},
         "24x24x24x4"},
        {"instantons",
         "Instantons under cooling",
         "The charge density of the raw links is noise; 40 cooling sweeps of a copy leave round lumps of one sign, "
         "instantons (orange) and anti-instantons (blue), whose charges add up to a number near an integer. Change "
         "the number of steps and watch pairs of opposite colour melt into each other while single lumps stay.",
         {{"group", "su2"},
          {"lattice", "8x8x8x8"},
          {"beta", "2.4"},
          {"quantity", "charge"},
          {"smoothing", "cooling"},
          {"smoothing-steps", "40"}},
         "16x16x16x16"},
        {"strong-coupling",
         "Strong coupling",
         "At small beta the links hardly know of each other: the action density is noise without any structure, and "
         "the plaquette lies on beta/4, the first term of the strong-coupling series. Raise beta past 2 and the "
         "density falls as the links align, while the plaquette bends away towards 1.",
         {{"group", "su2"}, {"lattice", "8x8x8x8"}, {"beta", "0.5"}, {"quantity", "action"}},
         "16x16x16x16"},
        {"su2-su3",
         "SU(2) against SU(3)",
         "Both groups side by side on 4 sites in time, as far above the couplings of their deconfinement, 2.30 and "
         "5.69; the slider of beta moves both. Go below them and back: the loops of SU(2) choose one of two signs, "
         "smoothly, those of SU(3) one of three sectors of the centre, phases 0 or 2 pi/3 either way, with a jump.",
         {{"group", "su2"},
          {"both", "on"},
          {"lattice", "8x8x8x4"},
          {"beta", "2.4"},
          {"quantity", "polyakov"},
          {"threshold", "0.3"}},
         "16x16x16x4"},
    };
    return all;
}

const Preset& presetNamed(const std::string& word)
{
    std::vector<std::string> words;
    for (const Preset& preset : presets()) {
        if (word == preset.word) return preset;
        words.emplace_back(preset.word);
    }
    throw InputError(fmt::format("there is no preset '{}'; there are {}", word, fmt::join(words, ", ")));
}

Settings presetSettings(const Preset& preset, const Settings& before, bool software)
{
    Settings settings;
    settings.camera = before.camera;
    settings.steering = before.steering;
    settings.charts = before.charts;
    settings.framesPerSecond = before.framesPerSecond;
    settings.run.device = before.run.device;
    settings.run.update.seed = before.run.update.seed;
    for (const auto& [key, value] : preset.values)
        set(settings, key, value);
    if (!software) set(settings, "lattice", preset.cardLattice);
    return settings;
}

} // namespace gaugegl::view
