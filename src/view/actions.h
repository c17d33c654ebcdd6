// Actions: what a user does besides changing settings, and what a script holds.  One line is one action:
//
//   set KEY VALUE    toggle KEY    preset WORD    restart    heat    quench SWEEPS    freeze    stop-measuring
//   sweeps N                       N sweeps of the chain, then the picture
//   frames N                       N frames pass
//   orbit DX DY    pan DX DY    zoom FACTOR    home    step N         the camera, by pixels of a mouse; N slices on
//   key NAME    click X Y    drag X0 Y0 X1 Y1    scroll X Y STEPS     input at places in pixels from the upper left
//   resize WIDTH HEIGHT    screenshot FILE    save-links FILE    save-session PREFIX    record PREFIX    stop
//   help    quit
//
// Empty lines and text after a # are ignored.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gaugegl::view {

/// One line of a script.
struct Action {
    std::string verb;               ///< the first word
    std::vector<std::string> words; ///< the others
    std::string place;              ///< "file:line"; empty for what a user does

    /// The line.
    std::string text() const;
};

/// One action.  Throws InputError for an unknown verb or the wrong number of words, at the place; `set` and everything
/// with a file take the rest of the line as their last word.
Action parseAction(std::string_view line, const std::string& place);

/// All actions of a script.  Throws InputError "file:line: ...".
std::vector<Action> parseScript(std::string_view text, const std::string& fileName);

/// Reads a script.  Throws FileError when it cannot be read, and as parseScript.
std::vector<Action> loadScript(const std::string& file);

/// What a key or a button asks for: an action that may lack its file.
Action shortAction(std::string_view line);

/// A kind of action.
struct Verb {
    const char* name;             ///< the first word of its lines
    std::size_t words;            ///< how many follow
    bool recorded = false;        ///< a recording has it as a line: it does more than to change settings
    const char* ending = nullptr; ///< of the file that is its last word; null: there is none
};
/// The one of that name, which is known.
const Verb& verbOf(const Action& action);

/// Throws InputError unless the name of the file ends in .png.
void requirePngName(const std::string& path);
/// A whole number of an action.  Throws InputError at its place.
int numberOf(const Action& action, std::size_t word, int least, int most);
/// A finite number of an action.  Throws InputError at its place.
float realOf(const Action& action, std::size_t word);

} // namespace gaugegl::view
