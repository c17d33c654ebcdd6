// An environment variable for the time of a test.
#pragma once

#include <cstdlib>
#include <optional>
#include <string>

namespace gaugegl::testing_support {

class EnvironmentVariable {
public:
    /// Sets the variable, or removes it if there is no value.
    EnvironmentVariable(const char* name, const std::optional<std::string>& value) : name_(name)
    {
        if (const char* old = std::getenv(name)) old_ = old;
        set(value);
    }
    ~EnvironmentVariable() { set(old_); }
    EnvironmentVariable(const EnvironmentVariable&) = delete;
    EnvironmentVariable& operator=(const EnvironmentVariable&) = delete;

private:
    void set(const std::optional<std::string>& value) const
    {
        if (value)
            setenv(name_, value->c_str(), 1);
        else
            unsetenv(name_);
    }
    const char* name_;
    std::optional<std::string> old_;
};

} // namespace gaugegl::testing_support
