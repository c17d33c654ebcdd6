// A chain and its pictures, advanced in the time that a frame leaves.
#pragma once

#include "steered_chain.h"

#include "compilation.h"
#include "copy_meter.h"
#include "gaugegl/base/clock.h"
#include "picture.h"

#include <algorithm>
#include <functional>

namespace gaugegl::view {

/// A picture cannot be made on this device: most likely its memory does not suffice.
class PictureError : public DeviceError {
public:
    using DeviceError::DeviceError;
};

/// How fast the simulation is.
struct Rates {
    double sweepsPerSecond = 0;      ///< of wall-clock time
    double linkUpdatesPerSecond = 0; ///< while the chain is worked on
    double bytesPerSecond = 0;       ///< while the chain is worked on: every texel read or written once
    double copyBytesPerSecond = 0;   ///< of copies between halves of as much memory as the links take; 0: unknown
};

/// The simulation of one lattice.
class Session {
public:
    /// Throws as SteeredChain.  The device must outlive the session.
    Session(Device& device, const Settings& settings);

    /// Works for about so many seconds, at least one piece if there is anything to do; true when there is a new
    /// picture.  Where programs are missing it compiles one of them and does nothing else, but for a picture of the links as
    /// they are, as soon as its programs are there.  Throws PictureError; pictures of another kind can still be made.
    bool work(const Settings& settings, double seconds);
    /// The programs that work() compiles, one in each call.
    const Compilation& compilation() const { return compilation_; }
    /// Works until the requested sweeps are done and the picture is that of the last one, or until it is interrupted;
    /// true when there is a new one.
    bool finish(const Settings& settings);
    /// The chain makes so many sweeps more, paused or not; then it stands still if it is paused.
    void request(int sweeps) { allowed_ = chain_.sweeps() + sweeps; }
    /// How many requested sweeps are missing.
    int missing() const { return std::max(0, allowed_ - chain_.sweeps()); }
    /// Whether requested sweeps are missing.
    bool requested() const { return chain_.sweeps() < allowed_; }
    /// The picture is wanted anew.
    void retake()
    {
        wanted_ = true;
        remakes_ = true;
    }
    /// Whether the picture is the one that the settings and the chain ask for, and the numbers are those of its last sweep.
    bool upToDate() const { return !wanted_ && !maker_.busy() && !chain_.measuring(); }

    /// Between two sweeps the chain waits as long as `mayGoOn`, if there is one, says no.
    void waitFor(std::function<bool()> mayGoOn) { mayGoOn_ = std::move(mayGoOn); }

    /// Keeps the state of the chain, now or when the sweep under way has ended.
    void keep();
    /// What keep() kept last; none: nothing.
    const std::optional<ChainState>& kept() const { return kept_; }

    /// What is simulated.
    SteeredChain& chain() { return chain_; }
    /// What is simulated.
    const SteeredChain& chain() const { return chain_; }
    /// What makes the pictures.
    const PictureMaker& maker() const { return maker_; }
    /// As measured lately.
    const Rates& rates() const { return rates_; }

private:
    /// Kinds of work.
    enum class Work { None, Sweep, Picture };

    Work next(const Settings& settings) const;
    bool holds() const { return mayGoOn_ && chain_.betweenSweeps() && !mayGoOn_(); }
    bool batch(Work work, const Settings& settings);
    std::size_t mostPieces() const;
    bool picturePiece(const Settings& settings);
    bool sweepPiece(const Settings& settings);
    void beginPicture(const Settings& settings);
    void noteBatch(double sweeps, std::size_t pieces, double seconds);
    void noteRates();

    Device* device_;
    SteeredChain chain_;
    PictureMaker maker_;
    Compilation compilation_;
    CopyMeter copies_;
    bool wanted_ = true;  ///< a picture of the links as they are
    bool remakes_ = true; ///< also when the sweeps between two pictures are not yet done
    bool pictureTurn_ = false;
    std::function<bool()> mayGoOn_;
    std::optional<ChainState> kept_;
    bool keeps_ = false;     ///< the state of the next sweep
    bool waits_ = false;     ///< the chain goes on in a later call of work()
    int allowed_ = 0;        ///< the sweep up to which a paused chain goes
    int taken_ = 0;          ///< the sweep of the last picture
    std::size_t pieces_ = 1; ///< between two waits for the device
    Rates rates_;
    double chainSeconds_ = 0, chainSweeps_ = 0; ///< since the last rates
    int ratedSweep_ = 0;
    Stopwatch rated_;
};

} // namespace gaugegl::view
