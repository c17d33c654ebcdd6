// What was repeated beside what was published: as text, JSON, figures, one page of HTML and Markdown.
#pragma once

#include "papers/repetition.h"

namespace gaugegl::papers {

/// An experiment with what its data say.
struct Repeated {
    const Experiment* experiment;
    std::size_t pieces = 0, all = 0; ///< that are there, of so many
    double fraction = 0;             ///< the least of these
    std::vector<std::string> failures = {};
    Finding finding = {};
    std::vector<std::string> figures = {}; ///< files

    Verdict verdict() const { return pieces == 0 ? Verdict::NotRun : verdictOf(finding); }
    std::string verdictText() const { return pieces == 0 ? name(Verdict::NotRun) : papers::verdictText(finding); }
    /// Of a judgement on less than was published: ", so far"; else nothing.
    const char* soFar() const
    {
        const Verdict found = verdict();
        const bool judged = found != Verdict::NotRun && found != Verdict::NotTestable;
        return judged && (pieces < all || fraction < 1) ? ", so far" : "";
    }
    /// "3 of 5 pieces, a tenth of the configurations ..".
    std::string effortText() const;
};

/// What the folder has of an experiment.
Repeated repeated(const Experiment& experiment, const RepetitionFolder& folder);
/// Draws its figures in the folder; none without gnuplot or time.
void drawFigures(Repeated& repeated, const RepetitionFolder& folder);

/// For people: claim, verdict and table.
std::string textOf(const Repeated& repeated);
report::Json toJson(const Repeated& repeated);
/// {"device", .., "experiments": [..]}.
report::Json toJson(const std::vector<Repeated>& all, const RepetitionMachine& machine);
/// A page of all.  Figures that are drawn as SVG are in it.
std::string pageOf(const std::vector<Repeated>& all, const RepetitionMachine& machine);
/// The same without its title, in Markdown.  Figures are links to the files that are drawn as PNG.
std::string markdownOf(const std::vector<Repeated>& all, const RepetitionMachine& machine);

} // namespace gaugegl::papers
