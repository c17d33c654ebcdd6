// What `gaugegl verify` says of its checks.
#pragma once

#include "command.h"
#include "report.h"

#include "checks/check.h"

namespace gaugegl::cli {

/// The checks as they come: printed, counted, and kept for the JSON.
class CheckReport {
public:
    /// Prints a line about all of them and the head of their table.
    CheckReport(const CommonOptions& options, int total, const std::string& title);

    void add(const Check& check);
    int made() const { return int(checks_.size()); }
    int left() const { return total_ - made(); }
    int failed() const { return failed_; }

    /// What is said besides at the end.
    struct Ending {
        std::string lines = {}; ///< below the table
        Json further = Json::object();
        std::string note = {}; ///< on standard error
        bool enough = true;    ///< nothing else lets it fail
    };
    /// Prints and writes it.  Returns whether all checks were made and passed, and that is enough.
    bool end(const Ending& ending) const;

private:
    const CommonOptions& options_;
    int total_, failed_ = 0;
    Json checks_ = Json::array();
};

} // namespace gaugegl::cli
