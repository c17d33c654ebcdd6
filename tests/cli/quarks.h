// Commands with quarks on two small configurations, on the CPU.
#pragma once

#include "cli/program.h"

namespace gaugegl::cli_test {

class QuarksTest : public ProgramTest {
protected:
    const std::string su3_ = data("su3_4x2x2x6_f32.ildg"), su2_ = data("su2_2x4x2x6_f64.nersc");

    Outcome on(const char* command, const std::string& config, const Arguments& more) const
    {
        Arguments all = {command, config, "--path", "cpu"};
        all.insert(all.end(), more.begin(), more.end());
        return run(all);
    }
    Json jsonOf(const char* command, const std::string& config, const Arguments& more) const
    {
        Arguments all = {command, config, "--path", "cpu", "--quiet"};
        all.insert(all.end(), more.begin(), more.end());
        return json(all);
    }
};

} // namespace gaugegl::cli_test
