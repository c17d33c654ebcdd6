// The lattice window as a web page: chains, pictures and numbers without an interface, which the page itself is.
#pragma once

#include "chains.h"
#include "chart_data.h"

namespace gaugegl::view {

/// What is on the page.  Texts go in and out as the page's script has them: settings by the keys of settings.h.
class Page {
public:
    /// Keys and values, in order.
    using Values = std::vector<std::pair<std::string, std::string>>;

    /// Begins with these settings.  Throws InputError and DeviceError for what is not possible.
    Page(std::shared_ptr<gl::Context> context, const Settings& settings);

    /// Whether there are chains: not after a restore() that failed.  Nothing else may be called then.
    bool begun() const { return chains_ && !chains_->panes().empty(); }

    /// Sets some keys at once; if one is refused, nothing is set.  Three keys are no settings: `new` for those of a new
    /// window, `preset`, and `links`, a configuration file.  Throws InputError and DeviceError.
    void set(const Values& values);
    /// What a user does: restart, heat, freeze, quench N, sweeps N (then the chains stand still), orbit DX DY in pixels,
    /// pan DX DY, zoom FACTOR, step N (in t, or through a slice), home.  Throws InputError.
    void perform(const std::string& action);
    /// Works for so many seconds at most; true if there is a new picture.  Throws PictureError, once, for a picture that cannot be
    /// made, and goes on with the action density.
    bool work(double seconds);
    /// Draws all to the canvas of the page, of so many pixels; `bar` of them, at the right, are left to the bar of colours.
    /// True if it should be drawn again, finer or coarser.
    bool draw(int width, int height, int bar);
    /// Goes on with a new context where the last state that was kept is, with exact links and random numbers, else from the
    /// start; a chain that stood goes up to the sweep where it was.
    void restore(std::shared_ptr<gl::Context> context);
    /// Keeps the state for restore(), now or when the sweep under way has ended.
    void keep();
    /// Writes the links of the first chain as an ILDG file of 64 bits.
    void saveLinks(const std::string& path);

    /// {"renderer", "group", "lattice", "beta", "seed", "sweep", "plaquette", "polyakov_loop": [re, im], "sweeps_per_second",
    /// "error"}, of the first chain; error is null.
    std::string report() const;
    /// The edges and the names of axes around what draw() has drawn, in parts of its width and height from the upper left:
    /// {"lines": [[x, y, x, y, axis]], "labels": [[x, y, right, down, text, name]]}.
    std::string outline() const;
    /// Everything that the page shows beside the picture but the charts, as JSON.
    std::string state() const;
    /// The charts of the first chain, as JSON.
    std::string charts() const;
    /// What a page can choose from: keys with their meanings, presets, quantities; as JSON.
    static std::string choices();
    /// The settings that differ from those of a new page, as `key=value&...`.
    std::string address() const;

private:
    void makeDevice();
    void apply(Settings wanted, bool restarts = false);
    void placePanes();
    bool reproducible() const;
    Session& session() const { return chains_->first(); }

    std::shared_ptr<gl::Context> context_;
    std::unique_ptr<DrawContext> drawing_;
    std::unique_ptr<Device> device_;
    Settings settings_;
    std::optional<Chains> chains_;
    std::optional<DrawTarget> canvas_;
    std::string preset_;
    /// What is to be restored, until it is.
    struct Kept {
        std::optional<ChainState> state;
        int missing = 0; ///< requested sweeps
    };
    std::vector<Kept> kept_;
    int coarseness_, bar_ = 0;
};

/// The settings that the page has: it measures nothing but what its charts show.
std::vector<SettingText> textsOfPage(const Settings& settings);
/// The settings of a new page: the first preset, on a lattice that any device moves.
Settings newPageSettings(bool software);

} // namespace gaugegl::view
