// What the page shows beside the picture, as the texts that its script reads.
#include "page.h"

#include "outline.h"
#include "texts.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <nlohmann/json.hpp>

namespace gaugegl::view {
namespace {

using Json = nlohmann::ordered_json;

Json toJson(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json toJson(const std::complex<double>& value) { return {toJson(value.real()), toJson(value.imag())}; }

Json toJson(const analysis::Estimate& estimate)
{
    return {{"mean", toJson(estimate.mean)}, {"error", toJson(estimate.error)}, {"tau_int", toJson(estimate.tauInt)}};
}

std::string hexadecimal(const Colour& colour)
{
    const auto byte = [](float part) { return std::lround(255 * std::clamp(part, 0.0F, 1.0F)); };
    return fmt::format("#{:02x}{:02x}{:02x}", byte(colour[0]), byte(colour[1]), byte(colour[2]));
}

/// The bar of colours from its low end on, with its numbers.
Json toJson(const ColourScale& scale, Group group)
{
    constexpr int steps = 32;
    Json colours = Json::array(), numbers = Json::array();
    for (int i = 0; i <= steps; ++i)
        colours.push_back(hexadecimal(colourOf(scale.map, double(i) / steps)));
    for (const auto& [part, text] : barNumbers(scale, group))
        numbers.push_back({part, text});
    return {{"colours", colours}, {"numbers", numbers}};
}

/// Whether an address names the setting where it is not that of a new page, or always: not what belongs to the moment or to a window.
bool isOfAddress(const SettingText& one, bool differs)
{
    const auto isOneOf = [&](const auto&... names) { return ((one.name == names) || ...); };
    if (isOneOf("frames-per-second", "steering", "charts", "paused", "start")) return false;
    return differs || isOneOf("group", "lattice", "beta", "seed");
}

} // namespace

std::string Page::outline() const
{
    Json lines = Json::array(), labels = Json::array();
    for (std::size_t i = 0; canvas_ && i < chains_->panes().size(); ++i) {
        const Pane& pane = *chains_->panes()[i];
        const std::array<int, 3>& sites = pane.scene.size();
        if (sites[0] == 0) continue;
        const glm::vec2 whole(canvas_->size()[0], canvas_->size()[1]), corner = pane.drawn.low,
                                                                       size = pane.drawn.high - corner;
        const Outline outline = settings_.mode == ViewMode::Slice ? outlineOfSlice(settings_.plane, sites, size)
                                                                  : outlineOfVolume(settings_.camera, sites, size);
        for (const Outline::Line& line : outline.lines) {
            const glm::vec2 a = (corner + line.from) / whole, b = (corner + line.to) / whole;
            lines.push_back({a.x, a.y, b.x, b.y, line.axis});
        }
        for (const Outline::Label& label : outline.labels) {
            const glm::vec2 place = (corner + label.place) / whole;
            labels.push_back({place.x, place.y, label.outwards.x, label.outwards.y, label.text, label.name});
        }
    }
    return Json{{"lines", lines}, {"labels", labels}}.dump();
}

std::string Page::report() const
{
    const SteeredChain& chain = session().chain();
    const RunConfig& run = chain.run();
    const GaugeObservables& found = chain.observables();
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN(); // before the first sweep
    return Json{{"renderer", context_->capabilities().renderer},
                {"group", word(run.lattice.group)},
                {"lattice", fmt::format("{}", fmt::join(run.lattice.extents, "x"))},
                {"beta", run.action.beta},
                {"seed", run.update.seed},
                {"sweep", chain.measuredSweeps()},
                {"plaquette", toJson(found.plaquette)},
                {"polyakov_loop",
                 toJson(chain.measuredSweeps() > 0 ? found.polyakovLoop() : std::complex<double>(unknown, unknown))},
                {"sweeps_per_second", toJson(session().rates().sweepsPerSecond)},
                {"error", nullptr}}
        .dump();
}

std::string Page::state() const
{
    Json state{{"preset", preset_}, {"address", address()}, {"coarseness", coarseness_}};
    state["warnings"] = session().chain().warnings();
    state["software"] = context_->capabilities().software;
    state["reproducible"] = reproducible();
    Json settings = Json::object(), parts = Json::array();
    for (const SettingText& one : textsOfPage(settings_))
        settings[one.name] = one.text;
    for (const auto& pane : chains_->panes()) {
        const Session& session = *pane->session;
        const Take& take = session.maker().take();
        const Compilation& compilation = session.compilation();
        Json one{{"sweeps", session.chain().sweeps()}, {"requested", session.requested()}};
        one["picture"] = take.density ? take.sweep : -1;
        one["up_to_date"] = session.upToDate();
        one["compiling"] = compilation.busy() ? Json(compilationText(compilation)) : Json(nullptr);
        one["done"] = compilation.busy() ? double(compilation.done()) / std::max(1.0, double(compilation.all())) : 1.0;
        if (take.density) {
            one["title"] = titleText(pane->settings, take.quantity);
            one["subtitle"] = subtitleText(session.chain(), pane->action(), take, chains_->panes().size() > 1);
            one["scale"] = toJson(pane->scene.scale(pane->settings), pane->settings.run.lattice.group);
        }
        const Rates& rates = session.rates();
        one["rates"] = Json::array();
        if (rates.linkUpdatesPerSecond > 0)
            one["rates"] = {rateText(rates.sweepsPerSecond, "sweeps"),
                            rateText(rates.linkUpdatesPerSecond, "link updates")};
        parts.push_back(one);
    }
    state["settings"] = settings;
    state["parts"] = parts;
    return state.dump();
}

std::string Page::charts() const
{
    const SteeredChain& chain = session().chain();
    const ChartData data = chartData(chain, !settings_.stated);
    constexpr std::size_t most = 400;
    Json samples = Json::array();
    for (std::size_t i = data.samples.size() > most ? data.samples.size() - most : 0; i < data.samples.size(); ++i) {
        const Sample& sample = data.samples[i];
        samples.push_back({sample.sweep, toJson(sample.plaquette), toJson(sample.polyakovLoop.real()),
                           toJson(sample.polyakovLoop.imag())});
    }
    Json charts{{"colours", colours(chain.run().lattice.group)}, {"samples", samples}, {"mean", meanText(data)}};
    charts["plaquette"] = toJson(data.plaquette);
    charts["histogram"] = {
        {"lower", data.histogram.lower}, {"width", data.histogram.width}, {"counts", data.histogram.counts}};
    charts["known"] = nullptr;
    if (data.published)
        charts["known"] = {{"value", data.published->value},
                           {"error", data.published->error},
                           {"text", fmt::format("known {} on {} ({})",
                                                analysis::formatEstimate(data.published->value, data.published->error),
                                                data.published->lattice, data.published->source)}};
    else if (data.expansion)
        charts["known"] = {{"value", *data.expansion},
                           {"error", nullptr},
                           {"text", fmt::format("{} {:.5f}", data.expansionName, *data.expansion)}};
    return charts.dump();
}

std::string Page::choices()
{
    Json keys = Json::object(), presetList = Json::array(), quantities = Json::array(), smoothings = Json::array();
    Settings settings;
    for (const SettingKey& one : settingKeys(settings))
        if (one.effect != Effect::Measure) keys[one.key.name] = one.key.facts.help;
    for (const Preset& preset : presets())
        presetList.push_back({{"word", preset.word}, {"title", preset.title}, {"text", preset.text}});
    for (const QuantityTraits& one : quantityTraits)
        quantities.push_back({one.name, one.title});
    for (const std::string& word : gaugegl::choices<Smoothing>())
        smoothings.push_back({word, titleOf("smoothing", word)});
    Json result{{"keys", keys}, {"presets", presetList}, {"quantities", quantities}, {"smoothings", smoothings}};
    Json groups = Json::array();
    for (const GroupTraits& group : groupTraits)
        groups.push_back(
            {{"word", word(group.group)}, {"title", group.title}, {"scaling", toJson(group.beta.scaling)}});
    result["groups"] = groups;
    return result.dump();
}

std::string Page::address() const
{
    std::vector<std::string> parts;
    const std::vector<SettingText> first = textsOfPage({});
    for (const SettingText& one : textsOfPage(settings_))
        if (isOfAddress(one, std::ranges::find(first, one) == first.end()))
            parts.push_back(fmt::format("{}={}", one.name, one.text));
    if (settings_.run.update.start == Start::Cold) parts.emplace_back("start=cold");
    const int sweeps = session().chain().sweeps();
    if (reproducible()) parts.push_back(fmt::format("sweeps={}", sweeps));
    return fmt::format("{}", fmt::join(parts, "&"));
}

} // namespace gaugegl::view
