// What the window writes: links, sessions, sequences of pictures and, with ffmpeg, films of them.
#pragma once

#include "png.h"
#include "settings.h"
#include "steered_chain.h"

#include "base/child_process.h"

#include <memory>

namespace gaugegl::view {

/// The links as an ILDG file of 64 bits, for `gaugegl measure`.  Throws FileError.
void saveLinks(const std::string& path, const SteeredChain& chain);

/// Writes PREFIX.toml, a run file, and PREFIX.script, the settings of the picture, so that
///   gaugegl view PREFIX.toml --script PREFIX.script
/// shows what is on the screen.  A chain that was never steered is made again from its start: `gaugegl run PREFIX.toml`
/// gives the same links bit for bit on the same driver.  Of any other one PREFIX.ildg has the links, and the run goes
/// on from them.  Returns the files.  Throws FileError, and InputError between two sweeps of a chain.
std::vector<std::string> saveSession(const std::string& prefix, const SteeredChain& chain, const Settings& settings);

/// Pictures with numbers, PREFIX.000001.png and so on.
class PictureSequence {
public:
    /// Where, and how many frames a second a film of them has.
    PictureSequence(std::string prefix, int framesPerSecond) : prefix_(std::move(prefix)), rate_(framesPerSecond) {}

    /// Writes the next one.  Throws FileError.
    void add(const Picture8& picture);
    /// The number of pictures so far.
    int count() const { return count_; }
    /// The file of a number.
    std::string file(int number) const;
    /// The pattern of the file names for ffmpeg.
    std::string pattern() const;
    /// The file name of the film.
    std::string film() const { return prefix_ + ".mp4"; }
    /// The frame rate of the film, in frames per second.
    int rate() const { return rate_; }

private:
    std::string prefix_;
    int rate_, count_ = 0;
};

/// Runs ffmpeg in the background; only the destructor waits for it.
class FilmMaker {
public:
    /// Begins a film of the pictures; an older one of that name is replaced.  Where ffmpeg cannot be started result()
    /// says so.
    explicit FilmMaker(const PictureSequence& pictures);

    /// The result once it has ended: "film.mp4 written", or the reason why not.
    std::optional<std::string> result() const;

private:
    std::string film_, result_;
    std::unique_ptr<ChildProcess> ffmpeg_; ///< none: it could not be started
};

} // namespace gaugegl::view
