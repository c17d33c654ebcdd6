// The keys of the window by name, as scripts and the help name them; their numbers are those of GLFW.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace gaugegl::view {

/// Numbers of keys; letters and digits have those of their capitals in ASCII.
namespace key {
constexpr int space = 32, escape = 256, enter = 257, tab = 258, backspace = 259, erase = 261, right = 262, left = 263,
              down = 264, up = 265, pageUp = 266, pageDown = 267, home = 268, end = 269, f1 = 290, f2 = 291, f3 = 292,
              shift = 340, control = 341, minus = 45, equal = 61, plusOnPad = 334, minusOnPad = 333;
constexpr int controlModifier = 2; ///< of the modifiers of an event
} // namespace key

/// A key that was pressed.
struct KeyPress {
    int key = 0;          ///< its number
    bool control = false; ///< with Ctrl
};

/// A line of the help.
struct KeyHelp {
    const char* keys;    ///< which
    const char* meaning; ///< what they do
};
/// All of them.
inline constexpr std::array<KeyHelp, 20> keyHelp = {{{"Space", "pause, go on"},
                                                     {"S", "one sweep"},
                                                     {"H", "heat: random links"},
                                                     {"Q", "quench: ten cooling sweeps of the chain"},
                                                     {"R", "begin the chain again"},
                                                     {"1 ... 8", "quantity"},
                                                     {"V", "volume or slice"},
                                                     {"X", "cloud or maximum"},
                                                     {"arrows", "orbit; with Shift: pan"},
                                                     {"+ and -", "zoom"},
                                                     {"Home", "the first place of the camera"},
                                                     {"Page up, Page down", "next and last time slice"},
                                                     {"L", "t goes on by itself"},
                                                     {"M", "mean over t"},
                                                     {"P", "save the picture as PNG"},
                                                     {"Ctrl and Q", "close the window"},
                                                     {"F1, F2, F3", "this help, panel, charts"},
                                                     {"left button", "orbit"},
                                                     {"right button", "pan"},
                                                     {"wheel", "zoom; over a slice: the next one"}}};

/// The number of a key by its name: "space", "left", "page-up", "f2", "a", "5".  0: there is none.
int keyNumber(std::string_view name);

/// The names of keys that are no letters or digits.
std::vector<std::string_view> keyNames();

} // namespace gaugegl::view
