// What is measured on the chain of a window beside its plaquette: any measurement of run files, as `gaugegl run` would measure it, on a
// thread and a device of its own, so that the window goes on meanwhile.  The chain waits where the next one is due before that.
#pragma once

#include "steered_chain.h"

#include "gaugegl/base/clock.h"
#include "gaugegl/host/gauge_field.h"
#include "measure/measurement.h"
#include "report/figure_data.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace gaugegl::view {

/// A measurement as charts show it.
struct Measured {
    std::string name;              ///< of its section
    std::string title;             ///< "gradient flow (wilson action), 12 configurations"
    measure::Records records = {}; ///< all of them
    measure::Json results = {};    ///< as results.json of a run has them; null where there are too few records
    std::vector<report::FigureData> figures = {}; ///< those of a run
    std::string note = {};                        ///< why there are none, or no more
};
/// Several of them, in the order of results.
using AllMeasured = std::vector<std::shared_ptr<const Measured>>;

/// Draws the figures of records.
std::shared_ptr<const Measured> measuredOf(const measure::Measurement& of, const measure::Records& records);
/// What the files in the folder of a run have of its measurements.  Throws as readStatus(), and FileError for files of something else.
AllMeasured measuredInRun(const std::string& folder);

/// Measures the configurations of a chain.
class Measuring {
public:
    /// The device that is opened when something is to be measured.  Everything else is called on the thread of the window.
    Measuring(const gl::ContextOptions& context, const DeviceOptions& device)
        : contextOptions_(context), device_(device)
    {}
    /// Ends what is under way.
    ~Measuring();
    Measuring(const Measuring&) = delete;
    Measuring& operator=(const Measuring&) = delete;

    /// From now on those sections are measured on that chain, and what was measured before is forgotten.
    void begin(const MeasurementSections& sections, const SteeredChain& chain);
    /// Between two sweeps of the chain: begins what is due.  False where something else is under way, so that the chain must wait.  What was
    /// measured before the chain was steered is forgotten.
    bool mayGoOn(const SteeredChain& chain);
    /// Whether something is measured at the moment.
    bool busy() const;
    /// Waits for that and for the figures, or until an interrupt.
    void finish() const;
    /// Ends it, and keeps nothing of it.
    void stop() { stops_ = true; }
    /// The section that is measured at the moment; empty: none.
    std::string current() const;

    /// How each of them stands: "flow: 12 configurations; sweep 120 under way for 3 s".
    std::vector<std::string> lines() const;
    /// What there is until now.
    AllMeasured results() const;

private:
    /// A section that is on.
    struct Part {
        const measure::Kind* kind;
        int every = 1;
        std::string problem;                   ///< why it is not measured; empty: it is
        std::shared_ptr<const Measured> found; ///< null: nothing yet
    };
    /// A configuration.
    struct Job {
        int epoch = 0;
        RunConfig run;
        std::vector<const measure::Kind*> kinds = {}; ///< that are due on it
        std::optional<HostGaugeField> links = {};
        std::int64_t sweep = 0, stream = 0;
        std::uint64_t key = 0;
    };
    class Worker;

    void openContext(const gl::Context& window);
    void loop();
    void work(std::unique_ptr<Worker>& worker);
    void post(int epoch, const std::string& name, const std::shared_ptr<const Measured>& found,
              const std::string& problem);
    void setCurrent(const std::string& name);

    gl::ContextOptions contextOptions_;
    DeviceOptions device_;
    std::shared_ptr<gl::Context> context_; ///< made and ended by the window's thread, used by the other one
    // Of the window's thread.
    RunConfig run_;
    int steadySince_ = 0, begun_ = 0; ///< of the chain; the last sweep of which something was begun
    std::thread thread_;
    std::atomic<bool> stops_ = false;
    // Of both threads.
    mutable std::mutex mutex_;
    mutable std::condition_variable changed_;
    std::vector<Part> parts_;
    int epoch_ = 0; ///< of the chain and the sections
    std::optional<Job> job_;
    bool working_ = false, undrawn_ = false, ends_ = false;
    std::string current_;
    std::int64_t currentSweep_ = 0;
    Stopwatch since_;
};

} // namespace gaugegl::view
