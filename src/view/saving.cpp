#include "saving.h"

#include "base/descriptors.h"
#include "base/output_file.h"
#include "chain/random_key.h"
#include "gaugegl/base/error.h"
#include "gaugegl/chain/configuration.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fmt/format.h>

namespace gaugegl::view {
namespace {

/// The settings that a picture needs, as a script.
std::string scriptOf(const Settings& settings, int sweeps, bool fromStart)
{
    std::string text = "# gaugegl view RUN.toml --script THIS\n";
    for (const SettingText& one : textsOf(settings))
        if (one.effect != Effect::Restart && one.effect != Effect::Steer)
            text += fmt::format("set {} {}\n", one.name, one.text);
    text += fmt::format("set both {}\n", settings.both ? "on" : "off");
    text += "set paused on\n";
    text += fmt::format("sweeps {}\n", fromStart ? sweeps : 0);
    return text;
}

/// The run that ends with these links, and measures what is measured in the window.
RunConfig runOf(const SteeredChain& chain, const MeasurementSections& sections, const std::string& prefix,
                bool fromStart)
{
    RunConfig run = chain.run();
    static_cast<MeasurementSections&>(run) = sections;
    const std::filesystem::path path(prefix);
    run.output.directory = prefix + "-run";
    run.output.prefix = path.filename().string();
    // Sweeps are counted as in the window, but for a chain that is not thermalised.
    if (!fromStart || chain.sweeps() <= run.update.thermalisation) run.update.thermalisation = 0;
    constexpr int onwards = 100; // a run has one sweep at least
    run.update.sweeps = fromStart ? std::max(1, chain.sweeps() - run.update.thermalisation) : onwards;
    run.measure.every = 1;
    run.output.saveEvery = run.update.sweeps;
    dropImpossibleSections(run);
    if (fromStart) return run;
    run.update.start = Start::File;
    run.update.file = prefix + ".ildg";
    if (keyVersionOf(run.update) < 3) // other random numbers than those that made the links, which the file states
        run.update.seed += std::uint64_t(chain.sweeps()) + 1;
    return run;
}

} // namespace

FilePlace WrittenFiles::place(const std::string& path)
{
    if (!path.empty() && path == named_) return path;
    FilePlace place = FilePlace::ofProgram(path);
    if (!overwrite_ && !own_.contains(path) && whatIsAt(place) != NameOf::Nothing)
        throw FileError(path, "is there already; start with --overwrite to replace it, or choose another name");
    own_.insert(path);
    return place;
}

void saveLinks(const FilePlace& place, const SteeredChain& chain)
{
    io::GaugeWriteOptions options{.bits = 64};
    options.past = chain.past();
    if (chain.sweeps() > 0) // else the links are those of a start
        options.action = {chain.run().action.beta, gaugeActionOf(chain.run().action).of(LoopShape::Rectangle)};
    writeProjected(place, download(chain.field()), options);
}

std::vector<std::string> saveSession(const std::string& prefix, const SteeredChain& chain, const Settings& settings,
                                     WrittenFiles& written)
{
    if (!chain.betweenSweeps()) throw InputError("a session can be saved between two sweeps only");
    const bool fromStart = chain.reproducible();
    std::vector<std::string> files = {prefix + ".toml", prefix + ".script"};
    if (!fromStart) files.push_back(prefix + ".ildg");
    std::vector<FilePlace> places; // all of them before the first is written
    places.reserve(files.size());
    for (const std::string& file : files)
        places.push_back(written.place(file));
    if (!fromStart) saveLinks(places[2], chain);
    writeTextFile(places[0], toToml(runOf(chain, settings.run, prefix, fromStart)));
    writeTextFile(places[1], scriptOf(settings, chain.sweeps(), fromStart));
    return files;
}

std::string PictureSequence::file(int number) const { return fmt::format("{}.{:06}.png", prefix_, number); }

std::string PictureSequence::pattern() const
{
    std::string pattern;
    for (const char c : std::filesystem::path(prefix_).filename().string())
        pattern += c == '%' ? std::string("%%") : std::string(1, c);
    return pattern + ".%06d.png";
}

std::string PictureSequence::folder() const
{
    const std::filesystem::path folder = std::filesystem::path(prefix_).parent_path();
    return folder.empty() ? "." : folder.string();
}

void PictureSequence::add(const Picture8& picture, WrittenFiles& written)
{
    writePng(written.place(file(count_ + 1)), picture);
    ++count_;
}

namespace {

constexpr const char* filmFile = "film.mp4"; // until it is whole

} // namespace

FilmMaker::FilmMaker(const PictureSequence& pictures, WrittenFiles& written)
    : film_(written.place(pictures.film())), folder_(pictures.folder(), ".gaugegl-film-")
{
    // H.264 wants even extents; yuv420p is what every player knows.
    const std::vector<std::string> words = {"ffmpeg",
                                            "-loglevel",
                                            "error",
                                            "-nostdin",
                                            "-framerate",
                                            fmt::format("{}", pictures.rate()),
                                            "-f",
                                            "image2",
                                            "-pattern_type",
                                            "sequence",
                                            "-i",
                                            "../" + pictures.pattern(),
                                            "-vf",
                                            "crop=trunc(iw/2)*2:trunc(ih/2)*2",
                                            "-pix_fmt",
                                            "yuv420p",
                                            filmFile};
    try {
        ffmpeg_ = std::make_unique<ChildProcess>(words, ProcessPlace{.folder = folder_.path()});
    } catch (const Error&) {
        result_ = fmt::format("{} pictures written; a film needs ffmpeg, which is not installed", pictures.count());
    }
}

std::optional<std::string> FilmMaker::result()
{
    if (!ffmpeg_) return result_;
    const std::optional<int> code = ffmpeg_->ended();
    if (!code) return std::nullopt;
    if (*code != 0) return "ffmpeg failed; its message is on the terminal. The pictures are there";
    if (!replaceFile(FilePlace::ofProgram(folder_.file(filmFile)), film_))
        failToWrite(film_.path(), "the film cannot be put in its place", errno);
    return film_.path() + " written";
}

} // namespace gaugegl::view
