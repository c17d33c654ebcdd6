// What the window writes: links, sessions, sequences of pictures and, with ffmpeg, films of them.
#pragma once

#include "png.h"
#include "settings.h"
#include "steered_chain.h"

#include "base/child_process.h"
#include "base/working_folder.h"

#include <memory>
#include <set>

namespace gaugegl::view {

/// The files that a window may write: a script, a key or a button replaces no file that was there before, unless it was asked to.
class WrittenFiles {
public:
    /// With `overwrite` all of them.
    explicit WrittenFiles(bool overwrite) : overwrite_(overwrite) {}

    /// This one too, as the user named it.
    void permit(const std::string& path) { named_ = path; }
    /// The place of a file, which may be written from here on.  Throws FileError where something is that this window did not write.
    FilePlace place(const std::string& path);

private:
    bool overwrite_;
    std::string named_;
    std::set<std::string> own_;
};

/// The links as an ILDG file of 64 bits, for `gaugegl measure`.  Throws FileError.
void saveLinks(const FilePlace& place, const SteeredChain& chain);

/// Writes PREFIX.toml, a run file, and PREFIX.script, the settings of the picture, so that
///   gaugegl view PREFIX.toml --script PREFIX.script
/// shows what is on the screen.  A chain that was never steered is made again from its start: `gaugegl run PREFIX.toml`
/// gives the same links bit for bit on the same driver.  Of any other one PREFIX.ildg has the links, and the run goes
/// on from them.  Returns the files.  Throws FileError, and InputError between two sweeps of a chain.
std::vector<std::string> saveSession(const std::string& prefix, const SteeredChain& chain, const Settings& settings,
                                     WrittenFiles& written);

/// Pictures with numbers, PREFIX.000001.png and so on.
class PictureSequence {
public:
    /// Where, and how many frames a second a film of them has.
    PictureSequence(std::string prefix, int framesPerSecond) : prefix_(std::move(prefix)), rate_(framesPerSecond) {}

    /// Writes the next one.  Throws FileError.
    void add(const Picture8& picture, WrittenFiles& written);
    /// The number of pictures so far.
    int count() const { return count_; }
    /// The file of a number.
    std::string file(int number) const;
    /// The pattern of the file names, without their folder, for ffmpeg.
    std::string pattern() const;
    /// The folder that they lie in.
    std::string folder() const;
    /// The file name of the film.
    std::string film() const { return prefix_ + ".mp4"; }
    /// The frame rate of the film, in frames per second.
    int rate() const { return rate_; }

private:
    std::string prefix_;
    int rate_, count_ = 0;
};

/// Runs ffmpeg in the background; only the destructor waits for it.  It works in a folder of its own, where the film has a fixed name:
/// of others it would take some for an address, a device or an option.
class FilmMaker {
public:
    /// Begins a film of the pictures.  Where ffmpeg cannot be started result() says so.  Throws FileError where the film has no place.
    FilmMaker(const PictureSequence& pictures, WrittenFiles& written);

    /// The result once it has ended, when the film gets its name: "film.mp4 written", or the reason why not.
    std::optional<std::string> result();

private:
    FilePlace film_;
    WorkingFolder folder_;
    std::string result_;
    std::unique_ptr<ChildProcess> ffmpeg_; ///< none: it could not be started
};

} // namespace gaugegl::view
