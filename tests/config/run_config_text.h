// What the tests of run files share.
#pragma once

#include "gaugegl/base/error.h"
#include "gaugegl/config/run_config.h"

#include <gtest/gtest.h>

namespace gaugegl::run_config_test {

inline const std::string minimal = "[lattice]\nextents = [8, 8, 8, 16]\ngroup = \"su2\"\n[action]\nbeta = 2.4\n";

inline std::string messageOf(const std::string& text)
{
    try {
        parseRunConfig(text, "run.toml");
    } catch (const InputError& error) {
        return error.what();
    }
    return "no error";
}

/// The message of the minimal run file with `text` appended; its first line is line 6.
inline std::string messageWith(const std::string& text) { return messageOf(minimal + text); }

/// What the minimal run file with `text` is refused for starts with its line, and has these words.
inline void says(const std::string& text, const std::string& start, const std::string& part)
{
    const std::string message = messageWith(text);
    EXPECT_TRUE(message.starts_with("run.toml:" + start)) << message;
    EXPECT_NE(message.find(part), std::string::npos) << message;
}

} // namespace gaugegl::run_config_test
