// What is drawn: a quantity of the links, or of a copy that was smoothed or gauge fixed, as a density on the device. It
// is made in pieces, beside the chain, which it leaves alone.
#pragma once

#include "settings.h"

#include "gaugegl/gauge/fixing/gauge_fixing.h"
#include "gaugegl/gauge/flow/flow.h"
#include "gaugegl/gauge/observables/topology.h"
#include "gaugegl/gauge/projection/projection.h"

#include <string>

namespace gaugegl::view {

/// Where the numbers of a picture lie: value = weights . density, two of them where they are complex.
struct Take {
    const Density* density = nullptr;                 ///< on the device
    std::array<std::array<float, 4>, 2> weights = {}; ///< of the first and the second number
    Quantity quantity = Quantity::Action;             ///< what it is
    int sweep = 0;                                    ///< of the links it was made from
    std::string note;                                 ///< what was measured on the way, a line
};

/// Makes pictures of one lattice and group.
class PictureMaker {
public:
    /// The device must outlive the object.
    PictureMaker(Device& device, const Lattice& lattice, Group group);

    /// What a picture is made from.
    struct Source {
        const GaugeField& field;      ///< must not change before the first piece is done
        const ObservableMeter& meter; ///< has just measured the field
        int sweep = 0;                ///< the number of its sweep
    };
    /// Begins a picture; one that is under way is given up.  Throws DeviceError when there is no memory for the copy.
    void begin(const Source& source, const Settings& settings);
    /// Whether a picture is under way.
    bool busy() const { return stage_ != Stage::Done; }
    /// Does the next piece; true when the picture is there.
    bool advance();
    /// The last picture that was completed; its density is null before the first one, and becomes that of the next one
    /// when this is completed.
    const Take& take() const { return take_; }
    /// The part of the work that is done, 0 to 1.
    double progress() const;

private:
    enum class Stage { Smooth, Fix, Measure, Done };

    void prepare(const GaugeField& field);
    bool smoothed();
    bool fixed();
    void measure();
    void keep(const Density& density);
    void measureTopology();
    void measureProjection();
    const GaugeField& links() const;

    Device* device_;
    Lattice lattice_;
    Group group_;
    Stage stage_ = Stage::Done;
    Settings settings_;
    const GaugeField* source_ = nullptr;
    const ObservableMeter* meter_ = nullptr;
    int sweep_ = 0;
    std::size_t piece_ = 0; ///< of the stage
    std::optional<GaugeField> copy_;
    std::optional<GradientFlow> flow_;
    std::unique_ptr<GaugeFixer> fixer_;
    std::optional<FixingState> theta_;
    std::optional<ObservableMeter> ownMeter_;
    std::optional<TopologyMeter> topology_;
    std::optional<ProjectionMeter> projection_;
    std::optional<Density> shown_;
    Take take_, next_;
};

/// With its sign and so many digits after the point; what is rounded to 0 has no sign.
std::string signedNumber(double value, int digits);

} // namespace gaugegl::view
