#include "session.h"

#include "gaugegl/base/clock.h"
#include "gaugegl/base/interrupt.h"
#include "gl/context_lost.h"

#include <algorithm>
#include <chrono>
#include <thread>

namespace gaugegl::view {
namespace {

/// The device is waited for when it has about so much to do: less often costs the next frame, more often costs speed.
constexpr double leastBatch = 0.0015, mostBatch = 0.004;

} // namespace

Session::Session(Device& device, const Settings& settings)
    : device_(&device), chain_(device, settings.run), maker_(device, chain_.field().lattice(), chain_.field().group()),
      compilation_(device), copies_(device, chain_.field().lattice(), chain_.field().group())
{}

Session::Work Session::next(const Settings& settings) const
{
    const bool mayTake = chain_.betweenSweeps();
    const bool due = remakes_ || (wanted_ && chain_.sweeps() - taken_ >= settings.sweepsPerPicture) ||
                     (wanted_ && chain_.sweeps() < taken_);
    const bool stands = settings.paused && !requested();
    const bool takes = maker_.busy() || (wanted_ && mayTake && (due || stands || maker_.take().density == nullptr));
    const bool sweeps = (!stands || !chain_.betweenSweeps()) && !holds();
    // With a number of sweeps between pictures the chain waits for each; else both go on side by side.
    if (takes && (settings.sweepsPerPicture > 0 || !sweeps || pictureTurn_ || !maker_.busy())) return Work::Picture;
    return sweeps ? Work::Sweep : Work::None;
}

void Session::beginPicture(const Settings& settings)
{
    maker_.begin({chain_.field(), chain_.meter(), chain_.sweeps()}, settings);
    taken_ = chain_.sweeps();
    wanted_ = remakes_ = false;
}

/// True when the batch must end: a sweep has ended, or the device must be waited for.
bool Session::sweepPiece(const Settings& settings)
{
    const Slice slice = chain_.advance();
    // A browser's fences pass between its tasks alone.
    waits_ = slice == Slice::Waiting && device_->context().capabilities().embedded;
    if (slice == Slice::Waiting) return true;
    if (slice != Slice::Measured) return false;
    wanted_ = true;
    if (keeps_) keep();
    if (settings.paused && requested()) return holds();
    return true;
}

/// True when it has completed a picture.
bool Session::picturePiece(const Settings& settings)
{
    try {
        if (!maker_.busy()) beginPicture(settings);
        return maker_.advance();
    } catch (const gl::ContextLost&) {
        throw;
    } catch (const DeviceError& error) {
        throw PictureError(error.what());
    }
}

/// Some pieces of one kind; true when they have completed a picture.
bool Session::batch(Work work, const Settings& settings)
{
    const Stopwatch watch;
    const double before = chain_.progress();
    std::size_t done = 0;
    bool completed = waits_ = false;
    for (bool ends = false; done < pieces_ && !ends; ++done) {
        completed = work == Work::Picture && picturePiece(settings);
        ends = work == Work::Picture ? completed : sweepPiece(settings);
    }
    device_->finish();
    noteBatch(work == Work::Sweep ? chain_.progress() - before : 0, done, watch.seconds());
    pictureTurn_ = !pictureTurn_;
    return completed;
}

/// In a browser a wait for the device is none, so that batches seem to take no time: there a software driver gets what it computes
/// in about a twentieth of a second.
std::size_t Session::mostPieces() const
{
    constexpr std::size_t most = 1024, sitesOfPieces = 10000;
    const gl::Capabilities& driver = device_->context().capabilities();
    if (!driver.embedded || !driver.software) return most;
    return std::max<std::size_t>(1, sitesOfPieces / std::size_t(chain_.field().lattice().volume()));
}

void Session::noteBatch(double sweeps, std::size_t pieces, double seconds)
{
    if (seconds > mostBatch) pieces_ = std::max<std::size_t>(1, pieces_ / 2);
    if (seconds < leastBatch && pieces >= pieces_) pieces_ = std::min(mostPieces(), 2 * pieces_);
    if (sweeps == 0 || chain_.sweeps() < 1) return; // drivers do more at the first use of a program
    chainSeconds_ += seconds;
    chainSweeps_ += sweeps;
}

void Session::noteRates()
{
    constexpr double interval = 0.5;
    const double wall = rated_.seconds();
    if (wall < interval || chain_.sweeps() < 2) return;
    if (chain_.sweeps() > ratedSweep_) rates_.sweepsPerSecond = (chain_.sweeps() - ratedSweep_) / wall;
    if (device_->context().capabilities().embedded) { // whose batches end before the device does
        rates_.linkUpdatesPerSecond = rates_.sweepsPerSecond * chain_.linksOfSweep();
    } else if (chainSeconds_ > 0) {
        copies_.sample();
        rates_.copyBytesPerSecond = copies_.bytesPerSecond();
        rates_.linkUpdatesPerSecond = chainSweeps_ * chain_.linksOfSweep() / chainSeconds_;
        rates_.bytesPerSecond = chainSweeps_ * chain_.bytesOfSweep() / chainSeconds_;
    }
    chainSeconds_ = chainSweeps_ = 0;
    ratedSweep_ = chain_.sweeps();
    rated_.restart();
}

void Session::keep()
{
    keeps_ = !chain_.betweenSweeps();
    if (!keeps_) kept_ = chain_.state();
}

bool Session::work(const Settings& settings, double seconds)
{
    const bool compiles = compilation_.advance(settings);
    if (compiles && !compilation_.drawable()) return false;
    const Stopwatch watch;
    chain_.start();
    if (compiles) return chain_.betweenSweeps() && (maker_.busy() || wanted_) && batch(Work::Picture, settings);
    bool completed = false;
    do {
        const Work work = next(settings);
        if (work == Work::None) break;
        completed = batch(work, settings) || completed;
        if (waits_) break;
        // One picture is all that a frame can show.
        if (completed && settings.sweepsPerPicture > 0) break;
    } while (watch.seconds() < seconds);
    noteRates();
    return completed;
}

bool Session::finish(const Settings& settings)
{
    chain_.start();
    if (requested()) remakes_ = true;
    constexpr std::chrono::milliseconds pause(1);
    while ((requested() || !chain_.betweenSweeps()) && !interrupted())
        if (holds())
            std::this_thread::sleep_for(pause);
        else
            batch(Work::Sweep, settings);
    Settings still = settings;
    still.paused = true;
    bool completed = false;
    while (next(still) != Work::None && !interrupted())
        completed = batch(next(still), still) || completed;
    noteRates();
    return completed;
}

} // namespace gaugegl::view
