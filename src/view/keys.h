// The keys of the window: what they do, as the help says it, and their names in scripts; their numbers are those of GLFW.
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
    /// The same key.
    bool operator==(const KeyPress&) const = default;
};

/// What a key asks for.
struct KeyAction {
    KeyPress press;          ///< which key; 0: none
    const char* action = ""; ///< as a script has it; a file may be missing
};
/// A line of the help.
struct KeyHelp {
    const char* keys;                      ///< which
    const char* meaning;                   ///< what they do
    std::array<KeyAction, 3> actions = {}; ///< empty: the window itself reads what is held or moved
};
/// All of them.
inline constexpr std::array<KeyHelp, 20> keyHelp = {
    {{"Space", "pause, go on", {{{{key::space}, "toggle paused"}}}},
     {"S", "one sweep", {{{{'S'}, "sweeps 1"}}}},
     {"H", "heat: random links", {{{{'H'}, "heat"}}}},
     {"Q", "quench: ten cooling sweeps of the chain", {{{{'Q'}, "quench 10"}}}},
     {"R", "begin the chain again", {{{{'R'}, "restart"}}}},
     {"1 ... 8", "quantity"},
     {"V", "volume or slice", {{{{'V'}, "toggle view"}}}},
     {"X", "cloud or maximum", {{{{'X'}, "toggle projection"}}}},
     {"arrows", "orbit; with Shift: pan"},
     {"+ and -", "zoom"},
     {"Home", "the first place of the camera", {{{{key::home}, "home"}}}},
     {"Page up, Page down", "next and last slice", {{{{key::pageUp}, "step 1"}, {{key::pageDown}, "step -1"}}}},
     {"L", "t goes on by itself", {{{{'L'}, "toggle time-loop"}}}},
     {"M", "mean over t", {{{{'M'}, "toggle time-mean"}}}},
     {"P", "save the picture as PNG", {{{{'P'}, "screenshot"}}}},
     {"Ctrl and Q", "close the window", {{{{'Q', true}, "quit"}}}},
     {"F1, F2, F3",
      "this help, panel, charts",
      {{{{key::f1}, "help"}, {{key::f2}, "toggle steering"}, {{key::f3}, "toggle charts"}}}},
     {"left button", "orbit"},
     {"right button", "pan"},
     {"wheel", "zoom; over a slice: the next one"}}};

/// The number of a key by its name: "space", "left", "page-up", "f2", "a", "5".  0: there is none.
int keyNumber(std::string_view name);

/// The names of keys that are no letters or digits.
std::vector<std::string_view> keyNames();

} // namespace gaugegl::view
