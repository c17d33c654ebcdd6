#include "picture.h"

#include "gaugegl/gauge/smearing/smearing.h"
#include "gaugegl/gauge/update/update.h"

#include <fmt/format.h>

namespace gaugegl::view {
namespace {

constexpr double fixingGoal = 1e-6; // theta; what is left moves no monopole
constexpr int fixingCheck = 20, fixingProjection = 100;
constexpr double fixingOmega = 1.7, stoutWeight = 0.1;

Gauge gaugeOf(Quantity quantity) { return quantity == Quantity::Monopoles ? Gauge::MaximallyAbelian : Gauge::Centre; }

bool isPlaquette(Quantity quantity)
{
    return quantity == Quantity::Action || quantity == Quantity::Magnetic || quantity == Quantity::Electric;
}

/// How the numbers of the meters make the value; the meters' headers say what their components are.
void setWeights(Take& take)
{
    take.weights = {};
    switch (take.quantity) {
    case Quantity::Action:
        take.weights[0] = {0, 0, 1, 0};
        break;
    case Quantity::Magnetic:
    case Quantity::FieldStrength:
        take.weights[0] = {1, 0, 0, 0};
        break;
    case Quantity::Electric:
    case Quantity::Charge:
        take.weights[0] = {0, 1, 0, 0};
        break;
    case Quantity::Polyakov:
        take.weights = {{{1, 0, 0, 0}, {0, 1, 0, 0}}};
        break;
    case Quantity::Monopoles: // of a mean over four directions
        take.weights[0] = {4, 0, 0, 0};
        break;
    case Quantity::Vortices: // of fractions of three planes each
        take.weights[0] = {3, 3, 0, 0};
        break;
    }
}

} // namespace

PictureMaker::PictureMaker(Device& device, const Lattice& lattice, Group group)
    : device_(&device), lattice_(lattice), group_(group)
{}

void PictureMaker::begin(const Source& source, const Settings& settings)
{
    settings_ = settings;
    if (settings_.smoothing == Smoothing::None) settings_.smoothingSteps = 0;
    if (settings_.smoothingSteps == 0) settings_.smoothing = Smoothing::None;
    source_ = &source.field;
    meter_ = &source.meter;
    sweep_ = source.sweep;
    piece_ = 0;
    theta_.reset();
    next_ = {};
    next_.quantity = settings_.quantity;
    next_.sweep = sweep_;
    setWeights(next_);
    prepare(source.field);
    stage_ = Stage::Smooth;
}

/// What is not needed is given back to the device.
void PictureMaker::prepare(const GaugeField& field)
{
    const bool flows = settings_.smoothing == Smoothing::Flow, fixes = needsFixing(settings_.quantity);
    if (!fixes) {
        fixer_.reset();
        projection_.reset();
    }
    if (settings_.quantity != Quantity::Charge && settings_.quantity != Quantity::FieldStrength) topology_.reset();
    if (!flows) flow_.reset();
    if (flows && flow_ && flow_->parameters().stepUsed() == settings_.flowStep)
        flow_->restart(field);
    else if (flows)
        flow_.emplace(field, FlowParameters{.step = settings_.flowStep});
    const bool copies = fixes || (settings_.smoothing != Smoothing::None && !flows);
    if (!copies)
        copy_.reset();
    else if (copy_)
        *copy_ = field;
    else
        copy_.emplace(field);
}

const GaugeField& PictureMaker::links() const
{
    if (copy_) return *copy_;
    return flow_ ? flow_->field() : *source_;
}

bool PictureMaker::advance()
{
    if (stage_ == Stage::Smooth && smoothed()) {
        stage_ = needsFixing(settings_.quantity) ? Stage::Fix : Stage::Measure;
        piece_ = 0;
        if (settings_.smoothing != Smoothing::None) return false;
    }
    if (stage_ == Stage::Fix && fixed()) {
        stage_ = Stage::Measure;
        return false;
    }
    if (stage_ != Stage::Measure) return false;
    measure();
    keep(*next_.density);
    stage_ = Stage::Done;
    return true;
}

/// The meters measure other links later; the picture stays.
void PictureMaker::keep(const Density& density)
{
    if (!shown_ || !(shown_->even.shape() == density.even.shape()))
        shown_.emplace(
            Density{PlaneTexture(*device_, density.even.shape()), PlaneTexture(*device_, density.odd.shape())});
    for (int parity = 0; parity < 2; ++parity)
        Kernel(*device_, copySpec(1)).read("uSource", density.of(parity)).run(shown_->of(parity));
    take_ = next_;
    take_.density = &*shown_;
}

/// A piece of smoothing; true when there is no more.
bool PictureMaker::smoothed()
{
    const auto steps = std::size_t(settings_.smoothingSteps);
    switch (settings_.smoothing) {
    case Smoothing::None:
        return true;
    case Smoothing::Cooling: {
        const std::vector<LinkSet> sets = linkSets(lattice_, LoopSet());
        cooling(*copy_, sets[piece_ % sets.size()]);
        return ++piece_ == steps * sets.size();
    }
    case Smoothing::Flow:
        ++piece_;
        if (!flow_->advance(double(steps) * settings_.flowStep)) return false;
        if (copy_) *copy_ = flow_->field();
        return true;
    default:
        smear(*copy_, StoutSmearing{.rho = stoutWeight, .steps = 1});
        return ++piece_ == steps;
    }
}

/// An iteration of gauge fixing; true when theta has come to its goal or there shall be no more.
bool PictureMaker::fixed()
{
    const Gauge gauge = gaugeOf(settings_.quantity);
    if (!fixer_) fixer_ = std::make_unique<GaugeFixer>(*device_, lattice_, group_);
    fixer_->iterate(*copy_, gauge, {.kind = FixingStep::Kind::Power, .omega = fixingOmega}, 1);
    const int done = int(++piece_);
    const bool last = done >= settings_.fixingIterations;
    if (done % fixingProjection == 0 || last) reunitarise(*copy_);
    if (done % fixingCheck != 0 && !last) return false;
    theta_ = fixer_->measure(*copy_, gauge);
    theta_->iteration = done;
    return last || theta_->theta < fixingGoal;
}

void PictureMaker::measure()
{
    if (settings_.quantity == Quantity::Charge || settings_.quantity == Quantity::FieldStrength)
        return measureTopology();
    if (needsFixing(settings_.quantity)) return measureProjection();
    const bool own = &links() != source_;
    if (own && !ownMeter_) ownMeter_.emplace(*device_, lattice_, group_);
    const ObservableMeter& meter = own ? *ownMeter_ : *meter_;
    if (isPlaquette(settings_.quantity)) {
        if (own) next_.note = fmt::format("plaquette {:.6f}", ownMeter_->measurePlaquette(links()).plaquette);
        next_.density = &meter.density(Observable::Plaquette);
        return;
    }
    if (own) {
        const std::complex<double> loop = ownMeter_->measure(links(), Observable::PolyakovLoop);
        next_.note = fmt::format("mean {} {} i", signedNumber(loop.real(), 3), signedNumber(loop.imag(), 3));
    }
    next_.density = &meter.density(Observable::PolyakovLoop);
}

void PictureMaker::measureTopology()
{
    if (!topology_) topology_.emplace(*device_, lattice_, group_);
    const TopologyObservables found = topology_->measure(links(), false);
    next_.note = settings_.quantity == Quantity::Charge ? "Q = " + signedNumber(found.chargeClover, 2)
                                                        : fmt::format("mean E = {:.5f}", found.energyClover);
    next_.density = &topology_->density();
}

void PictureMaker::measureProjection()
{
    if (!projection_) projection_.emplace(*device_, lattice_, group_);
    if (settings_.quantity == Quantity::Monopoles)
        next_.note = fmt::format("density {:.4f}", projection_->abelian(*copy_).monopoleDensity);
    else
        next_.note = fmt::format("pierced {:.2f} %", 100 * projection_->centre(*copy_).vortexDensity);
    next_.note += fmt::format(", theta {:.1e} after {} iterations{}", theta_->theta, theta_->iteration,
                              theta_->theta < fixingGoal ? "" : ": not fixed yet");
    next_.density = &projection_->density();
}

double PictureMaker::progress() const
{
    double whole = 1;
    if (stage_ == Stage::Fix) whole = settings_.fixingIterations;
    if (stage_ == Stage::Smooth && settings_.smoothing != Smoothing::None)
        whole = settings_.smoothingSteps * (settings_.smoothing == Smoothing::Flow      ? flowPieces
                                            : settings_.smoothing == Smoothing::Cooling ? 8
                                                                                        : 1);
    return stage_ == Stage::Done ? 1 : std::min(1.0, double(piece_) / whole);
}

std::string signedNumber(double value, int digits)
{
    const std::string text = fmt::format("{:+.{}f}", value, digits);
    return text.find_first_of("123456789") == std::string::npos ? text.substr(1) : text;
}

} // namespace gaugegl::view
