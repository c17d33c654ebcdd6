#include "papers/repetition_report.h"

#include "report/columns.h"
#include "report/html_page.h"
#include "report/plot.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace gaugegl::papers {
namespace {

/// "0.1905(8)", "70", "70 +- 4".
std::string numberText(std::optional<double> value, std::optional<double> error)
{
    if (!value || !std::isfinite(*value)) return "";
    return error && *error > 0 ? analysis::formatEstimate(*value, *error) : fmt::format("{:.4g}", *value);
}

/// Columns that no row has anything in are left out, so that each table has its own.
report::Columns<Comparison> columnsOf(const std::vector<Comparison>& table)
{
    using Row = const Comparison&;
    const auto any = [&](const auto& get) {
        return std::ranges::any_of(table, [&](Row row) { return get(row).has_value(); });
    };
    report::Columns<Comparison> all;
    const auto add = [&](std::string header, std::string key, const auto& get, const char* format = fourDigits) {
        if (any(get))
            all.add(std::move(header), std::move(key), get, [get, format](Row row) {
                const std::optional<double> value = get(row);
                return value ? fmt::format(fmt::runtime(format), *value) : "";
            });
    };
    all.add("what", "what", &Comparison::what);
    all.add("", "unit", &Comparison::unit);
    all.add("the paper", "published", &Comparison::published, [](Row row) {
        const std::string text = numberText(row.published, row.publishedError);
        return row.machine && !text.empty() ? fmt::format("{} ({})", text, row.machine->name) : text;
    });
    all.add("", "published_error", &Comparison::publishedError);
    all.add("ours", "ours", &Comparison::ours, [](Row row) { return numberText(row.ours, row.error); });
    all.add("", "error", &Comparison::error);
    const bool units = std::ranges::any_of(table, [](Row row) { return !row.unit.empty(); });
    all.add(units ? "unit" : "", "", [](Row row) { return row.unit; });
    add("ratio", "ratio", std::mem_fn(&Comparison::ratio));
    add("the paper per GB/s", "published_per_gb_s", std::mem_fn(&Comparison::publishedPerBandwidth));
    add("ours per GB/s", "ours_per_gb_s", std::mem_fn(&Comparison::oursPerBandwidth));
    add("ratio per GB/s", "ratio_per_gb_s", std::mem_fn(&Comparison::ratioPerBandwidth));
    add("pull / sigma", "pull", std::mem_fn(&Comparison::pull), "{:+.1f}");
    return all;
}

/// "of 12, 3 are confirmed, ..".
std::string countsOf(const std::vector<Repeated>& all)
{
    std::string text;
    for (const Verdict verdict :
         {Verdict::Confirmed, Verdict::ConfirmedInPart, Verdict::Contradicted, Verdict::NotTestable, Verdict::NotRun})
        if (const auto number = std::ranges::count(all, verdict, &Repeated::verdict); number > 0)
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", number, name(verdict));
    return text;
}

/// Whether a curve has a point that can be drawn on these axes.
bool isDrawn(const report::Curve& curve, const report::Axes& axes)
{
    for (std::size_t k = 0; k < curve.x.size(); ++k)
        if (std::isfinite(curve.x[k]) && std::isfinite(curve.y[k]) && (curve.y[k] > 0 || !axes.logY)) return true;
    return false;
}

/// Whether there is more than one x: the numbers of one are in the table.
bool hasTwoPlaces(const std::vector<report::Curve>& curves)
{
    std::set<double> places;
    for (const report::Curve& curve : curves)
        places.insert(curve.x.begin(), curve.x.end());
    return places.size() > 1;
}

/// A page as HtmlPage, in Markdown and without its title.  Figures are links.
class MarkdownPage {
public:
    void heading(const std::string& text, int level = 2)
    {
        heading_ = text;
        paragraph(std::string(std::size_t(level), '#') + " " + text);
    }
    void paragraph(const std::string& text) { body_ += (body_.empty() ? "" : "\n") + text + "\n"; }
    void table(std::vector<std::vector<std::string>> rows)
    {
        for (auto& row : rows)
            for (std::string& cell : row)
                for (auto at = cell.find('|'); at != std::string::npos; at = cell.find('|', at + 2))
                    cell.insert(at, 1, '\\');
        const std::vector<std::string> header = rows.front();
        rows.erase(rows.begin());
        body_ += "\n" + tableText(header, rows, /*markdown=*/true, header.size());
    }
    void figure(const std::string& file) { paragraph(fmt::format("![{}]({})", heading_, file)); }
    const std::string& text() const { return body_; }

private:
    std::string body_, heading_;
};

std::string settingText(const Experiment& experiment)
{
    return fmt::format("Published: {}. The smallest setting here: {}.", experiment.published, experiment.smallest);
}

/// With the figures whose names end so.
template<class Page>
void addTo(Page& page, const Repeated& one, const char* figures)
{
    page.heading(fmt::format("{}: {}", one.experiment->id, one.experiment->title), 3);
    page.paragraph("Claim: " + one.experiment->claim);
    page.paragraph("Verdict: " + one.verdictText() + ".");
    page.paragraph(settingText(*one.experiment) + " Done: " + one.effortText() + ".");
    for (const std::string& file : one.figures)
        if (file.ends_with(figures)) page.figure(file);
    if (!one.finding.table.empty()) page.table(columnsOf(one.finding.table).rows(one.finding.table));
    for (const std::string& remark : one.finding.remarks)
        page.paragraph(remark);
    for (const std::string& failure : one.failures)
        page.paragraph("Not measured: " + failure);
}

template<class Page>
void addAll(Page& page, const std::vector<Repeated>& all, const RepetitionMachine& machine, const char* figures)
{
    page.paragraph(fmt::format("On {} ({}), which copies fields at {:.3g} GB/s{}. Of {} experiments: {}.",
                               machine.device, machine.driver, machine.bandwidth,
                               machine.software
                                   ? ", a software driver: the device is the processor itself, so that what "
                                     "compares a card with a processor cannot be tested"
                                   : "",
                               all.size(), countsOf(all)));
    page.paragraph("Rates are compared with the bandwidth of the machine: those of the papers with the nominal one of "
                   "their card or processor, ours with the one measured here. Physics is compared by its pull, the "
                   "difference in standard errors. Points of the papers are those that their texts state; curves that "
                   "only a figure has are not redrawn.");
    std::vector<std::vector<std::string>> summary = {{"experiment", "claim", "verdict"}};
    for (const Repeated& one : all)
        summary.push_back({one.experiment->id, one.experiment->claim, name(one.verdict()) + one.soFar()});
    page.table(summary);
    const Paper* paper = nullptr;
    for (const Repeated& one : all) {
        if (one.experiment->paper != paper) {
            paper = one.experiment->paper;
            page.heading(fmt::format("{} ({})", paper->title, paper->reference));
        }
        addTo(page, one, figures);
    }
}

} // namespace

std::string Repeated::effortText() const
{
    if (pieces == 0) return "nothing";
    const std::string share =
        fraction < 1
            ? fmt::format(", with {:.3g} % of the published configurations, trajectories or iterations", 100 * fraction)
            : "";
    return fmt::format("{} of {} piece{}{}", pieces, all, all == 1 ? "" : "s", share);
}

Repeated repeated(const Experiment& experiment, const RepetitionFolder& folder)
{
    Repeated one{.experiment = &experiment, .all = experimentOf(experiment.owner()).pieces().size()};
    Data data = folder.data(experiment);
    one.pieces = data.pieces.size();
    one.fraction = 1;
    for (const PieceData& piece : data.pieces) {
        one.fraction = std::min(one.fraction, piece.fraction);
        if (!piece.failure.empty()) one.failures.push_back(fmt::format("{}: {}", piece.name, piece.failure));
    }
    std::erase_if(data.pieces, [](const PieceData& piece) { return !piece.failure.empty(); });
    if (one.pieces > 0) one.finding = experiment.evaluate(data);
    return one;
}

void drawFigures(Repeated& repeated, const RepetitionFolder& folder)
{
    for (const PaperFigure& figure : repeated.finding.figures) {
        std::vector<report::Curve> curves = figure.ours;
        curves.insert(curves.end(), figure.published.begin(), figure.published.end());
        std::erase_if(curves, [&](const report::Curve& curve) { return !isDrawn(curve, figure.axes); });
        if (!hasTwoPlaces(curves) || !report::plotsAvailable() || !report::timeForFigures()) continue;
        const auto files =
            report::plotLines({.path = folder.place(fmt::format("{}-{}", repeated.experiment->id, figure.name)),
                               .title = figure.title,
                               .xLabel = figure.xLabel,
                               .yLabel = figure.yLabel},
                              curves, figure.axes);
        repeated.figures.insert(repeated.figures.end(), files.begin(), files.end());
    }
}

std::string textOf(const Repeated& one)
{
    std::string text = fmt::format("{}: {}\n  {}\n  {}\n  {}\n", one.experiment->id, one.experiment->title,
                                   one.experiment->claim, one.verdictText(), "done: " + one.effortText());
    if (!one.finding.table.empty()) text += "\n" + columnsOf(one.finding.table).table(one.finding.table);
    for (const std::string& remark : one.finding.remarks)
        text += remark + "\n";
    for (const std::string& failure : one.failures)
        text += "not measured: " + failure + "\n";
    for (const std::string& file : one.figures)
        text += file + "\n";
    return text + "\n";
}

report::Json toJson(const Repeated& one)
{
    report::Json statements = report::Json::array();
    for (const Statement& s : one.finding.statements)
        statements.push_back({{"statement", s.text},
                              {"measured", s.measured},
                              {"holds", s.holds ? report::Json(*s.holds) : report::Json()}});
    return {{"id", one.experiment->id},
            {"paper", one.experiment->paper->key},
            {"title", one.experiment->title},
            {"claim", one.experiment->claim},
            {"verdict", name(one.verdict())},
            {"text", one.verdictText()},
            {"pieces", one.pieces},
            {"of_pieces", one.all},
            {"fraction", one.pieces > 0 ? report::Json(one.fraction) : report::Json()},
            {"statements", statements},
            {"table", columnsOf(one.finding.table).list(one.finding.table)},
            {"remarks", one.finding.remarks},
            {"failures", one.failures},
            {"figures", one.figures}};
}

report::Json toJson(const std::vector<Repeated>& all, const RepetitionMachine& machine)
{
    report::Json experiments = report::Json::array();
    for (const Repeated& one : all)
        experiments.push_back(toJson(one));
    return {{"device", machine.device},
            {"driver", machine.driver},
            {"copy_gb_s", report::toJson(machine.bandwidth)},
            {"experiments", experiments}};
}

std::string pageOf(const std::vector<Repeated>& all, const RepetitionMachine& machine)
{
    report::HtmlPage page("Four papers, repeated");
    addAll(page, all, machine, ".svg");
    return page.text();
}

std::string markdownOf(const std::vector<Repeated>& all, const RepetitionMachine& machine)
{
    MarkdownPage page;
    addAll(page, all, machine, ".png");
    return page.text();
}

} // namespace gaugegl::papers
