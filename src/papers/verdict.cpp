#include "papers/experiment.h"

#include <cmath>
#include <fmt/format.h>

namespace gaugegl::papers {
namespace {

std::optional<double> quotient(std::optional<double> a, std::optional<double> b)
{
    if (!a || !b || !std::isfinite(*a / *b)) return std::nullopt;
    return *a / *b;
}

/// "at most a fifth (0.31)".
std::string shown(const Statement& statement) { return fmt::format("{}: {}", statement.text, statement.measured); }

} // namespace

std::optional<double> Comparison::ratio() const { return quotient(ours, published); }

std::optional<double> Comparison::publishedPerBandwidth() const
{
    return machine ? quotient(published, machine->bandwidth) : std::nullopt;
}

std::optional<double> Comparison::oursPerBandwidth() const { return quotient(ours, bandwidth); }

std::optional<double> Comparison::ratioPerBandwidth() const
{
    return quotient(oursPerBandwidth(), publishedPerBandwidth());
}

std::optional<double> Comparison::pull() const
{
    if (machine || !published || !ours || !error) return std::nullopt;
    return quotient(*ours - *published, std::hypot(*error, publishedError.value_or(0)));
}

Statement statement(std::string text, double value, double least, double most, std::string reason)
{
    if (!std::isfinite(value)) return untestable(std::move(text), std::move(reason));
    return {std::move(text), fmt::format("{:.3g}", value), value >= least && value <= most};
}

Statement untestable(std::string text, std::string reason) { return {std::move(text), std::move(reason), {}}; }

Statement ofCards(const Data& data, Statement statement, const std::string& reason)
{
    if (!data.software || !statement.holds) return statement;
    return untestable(std::move(statement.text), fmt::format("{} here, {}", statement.measured, reason));
}

std::string name(Verdict verdict)
{
    switch (verdict) {
    case Verdict::NotRun:
        return "not run";
    case Verdict::NotTestable:
        return "not testable on this device";
    case Verdict::ConfirmedInPart:
        return "confirmed in part";
    case Verdict::Confirmed:
        return "confirmed";
    case Verdict::Contradicted:
        return "contradicted";
    }
    return "";
}

Verdict verdictOf(const Finding& finding)
{
    bool any = false, all = true;
    for (const Statement& one : finding.statements) {
        if (one.holds && !*one.holds) return Verdict::Contradicted;
        any = any || one.holds.has_value();
        all = all && one.holds.has_value();
    }
    if (!any) return Verdict::NotTestable;
    return all ? Verdict::Confirmed : Verdict::ConfirmedInPart;
}

std::string verdictText(const Finding& finding)
{
    const Verdict verdict = verdictOf(finding);
    std::string text = name(verdict), untested;
    const char* separator = ": ";
    for (const Statement& one : finding.statements) {
        if (!one.holds && verdict != Verdict::NotTestable) {
            untested += (untested.empty() ? "; not testable here: " : "; ") + shown(one);
            continue;
        }
        // Of a claim that fails, what fails.
        if (verdict == Verdict::Contradicted && *one.holds) continue;
        text += separator + shown(one);
        separator = "; ";
    }
    return text + untested;
}

} // namespace gaugegl::papers
