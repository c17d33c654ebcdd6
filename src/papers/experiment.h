// A published experiment: what it claims, how it is repeated, and what the repetition says.
//
// What is repeated lies in pieces, the smallest first, such as one lattice of a benchmark or one run: each leaves a file of its own, so that
// an interrupted experiment goes on with the next one.  An evaluation is a function of what the pieces left, so that a report needs no
// device.
#pragma once

#include "checks/suite.h"
#include "gaugegl/config/run_config.h"
#include "report/json.h"

#include <map>
#include <optional>
#include <span>
#include <variant>

namespace gaugegl::papers {

/// A paper.
struct Paper {
    const char *key, *title, *reference;
};

/// A card or a processor of a paper, with its nominal bandwidth in GB/s.
struct PaperMachine {
    const char* name;
    double bandwidth;
};

/// How much of an experiment is carried out.
struct Effort {
    std::size_t pieces = 0; ///< the first ones
    double fraction = 1;    ///< of the published configurations, iterations and trajectories
};

/// Rows of a suite of `bench`.
struct SuiteWork {
    std::unique_ptr<Suite> (*make)(const SuiteRequest& request);
    SuiteRequest request; ///< its iterations are those published
};
/// A run, whose sweeps (trajectories) are those published; its folder is chosen by who carries it out.
struct RunWork {
    RunConfig run;
};
/// Anything else, with the fraction.  Null where an interrupt ended it.
using OtherWork = std::function<report::Json(const std::shared_ptr<gl::Context>& context, const SuiteRequest& request,
                                             double fraction)>;

/// Seconds on the machine of `referenceBandwidth`.
struct Cost {
    double fixed = 0;       ///< of measurements that take a time of their own, and of compiling
    double preparation = 0; ///< of work that any fraction needs: thermalisation
    double scaled = 0;      ///< of work, as published
};
/// The copy bandwidth in GB/s of the machine that costs are of: Mesa's software driver on two cores.
constexpr double referenceBandwidth = 3;

/// What leaves a file of its own.
struct Piece {
    std::string name; ///< of its file
    std::variant<SuiteWork, RunWork, OtherWork> work;
    Cost cost = {};

    /// The fraction of its work: all where it has none of configurations, iterations or trajectories.
    double fractionOf(double wanted) const { return cost.scaled > 0 ? wanted : 1; }
};

/// What a piece left.
struct PieceData {
    std::string name;
    double fraction = 1;
    report::Json result = {}; ///< of the suite, of the run (results.json), or of the other work
    std::string failure = {}; ///< why there is none: it does not fit
    std::string folder = {};  ///< of a run
};

/// What all pieces left, and where.
struct Data {
    std::vector<PieceData> pieces = {};
    std::string device = {};
    bool software = false;                   ///< a software driver: the device is the processor
    double bandwidth = unknownNumber;        ///< of copies, GB/s
    std::vector<report::Json> twoRanks = {}; ///< rows of `bench --suite scaling` of two ranks on this machine

    /// The list under a key of the results of all suites, one behind the other.
    report::Json rows(const char* key) const;
};

/// A row of the table of an experiment: a number of the paper and ours.
struct Comparison {
    std::string what;
    std::string unit = {};
    std::optional<double> published = {}, publishedError = {}; ///< the error of reading a figure is one
    std::optional<double> ours = {}, error = {};
    const PaperMachine* machine = nullptr; ///< of rates alone
    std::optional<double> bandwidth = {};  ///< GB/s of our machine, of rates alone

    std::optional<double> ratio() const;                 ///< ours over the paper's
    std::optional<double> publishedPerBandwidth() const; ///< of rates: per GB/s
    std::optional<double> oursPerBandwidth() const;
    std::optional<double> ratioPerBandwidth() const;
    /// (ours - published) over the error of the difference; nothing without an error of ours, and for rates.
    std::optional<double> pull() const;
};

/// A part of the claim.
struct Statement {
    std::string text;               ///< "a core reaches at most a fifth of the card"
    std::string measured;           ///< the number, or why it cannot be tested
    std::optional<bool> holds = {}; ///< none: not testable
};
/// A statement about a number, which must be within bounds; not testable where it is not finite, for the reason.
Statement statement(std::string text, double value, double least, double most, std::string reason = "not measured");
/// One that cannot be tested, and why.
Statement untestable(std::string text, std::string reason);
/// A statement about cards: on a software driver its number is said, and not judged, for the reason.
Statement ofCards(const Data& data, Statement statement, const std::string& reason);

/// Curves in the axes of a figure of the paper.
struct PaperFigure {
    std::string name, title, xLabel, yLabel; ///< the name is that of its file
    std::vector<report::Curve> ours = {}, published = {};
    report::Axes axes = {};
};

/// What the data say.
struct Finding {
    std::vector<Comparison> table = {};
    std::vector<Statement> statements = {};
    std::vector<PaperFigure> figures = {};
    std::vector<std::string> remarks = {};
};

/// An entry of the list.
struct Experiment {
    std::string id; ///< "cardoso-7"
    const Paper* paper;
    std::string title;
    std::string claim;               ///< one sentence
    std::string published, smallest; ///< settings, in words
    std::function<std::vector<Piece>()> pieces;
    std::function<Finding(const Data&)> evaluate;
    double leastFraction = 1; ///< below it nothing can be said
    std::string shares = {};  ///< the experiment whose pieces it evaluates, if they are not its own

    /// The experiment that its pieces belong to.
    const std::string& owner() const { return shares.empty() ? id : shares; }
};

/// All of them, paper by paper.
const std::vector<Experiment>& experiments();
/// The one of this name.  Throws InputError for an unknown one, which it names.
const Experiment& experimentOf(const std::string& id);
/// The papers.
const std::vector<Paper>& papersRepeated();
/// Those named, those of papers, or all; each once, in the order of the list.  Throws InputError for an unknown name.
std::vector<const Experiment*> chosenExperiments(const std::vector<std::string>& ids,
                                                 const std::vector<std::string>& paperKeys, bool all);

// Its parts:
std::vector<Experiment> egriExperiments(const Paper& paper);
std::vector<Experiment> cardosoExperiments(const Paper& paper);
std::vector<Experiment> schroeckExperiments(const Paper& paper);
std::vector<Experiment> bachExperiments(const Paper& paper);

/// What became of a claim.
enum class Verdict { NotRun, NotTestable, ConfirmedInPart, Confirmed, Contradicted };
/// "confirmed".
std::string name(Verdict verdict);
/// Contradicted where one statement fails; not testable where none can be tested; else confirmed, in part where not all can.
Verdict verdictOf(const Finding& finding);
/// The verdict with the numbers that it rests on.
std::string verdictText(const Finding& finding);

/// Seconds of an effort on a device of that copy bandwidth, in GB/s.
double secondsOf(const std::vector<Piece>& pieces, const Effort& effort, double bandwidth);
/// As many pieces, and then as large a fraction, as so many seconds allow; at least the first piece at the least fraction.
Effort effortWithin(const std::vector<Piece>& pieces, double leastFraction, double seconds, double bandwidth);
/// The fraction of the first of these pieces, at most that of the effort, with which it takes no more than so many seconds, less those of the
/// least fraction of the others; at least the least fraction.  Nothing where even that takes longer.
std::optional<double> fractionWithin(std::span<const Piece> pieces, const Effort& effort, double leastFraction,
                                     double seconds, double bandwidth);

/// How fast a device is, by what its copies say and what pieces took.
class Pace {
public:
    /// A bandwidth in GB/s.
    explicit Pace(double bandwidth) : bandwidth_(bandwidth) {}
    /// A piece took so long.
    void add(const Piece& piece, double fraction, double seconds);
    /// That of a machine on which all pieces up to now would have taken what they did.
    double bandwidth() const;

private:
    double bandwidth_, estimated_ = 0, spent_ = 0; ///< seconds, without those that any device needs
};

/// Divides a time among those that need at least `least` and at most `most`: nobody gets less than the one or more than the other, and
/// all others the same.  Where the time is too short for all, each gets its least.
std::vector<double> shareTime(double time, const std::vector<double>& least, const std::vector<double>& most);

} // namespace gaugegl::papers
