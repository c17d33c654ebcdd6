// A display that nobody sees, with a mouse and a keyboard: Xvfb and xdotool.
#pragma once

#include "base/child_process.h"
#include "io/sample_field.h"

#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <memory>
#include <optional>
#include <thread>
#include <unistd.h>

namespace gaugegl::testing_support {

/// xdotool with arguments; true if it succeeds.
inline bool xdotool(const std::string& arguments)
{
    return std::system(("xdotool " + arguments + " >/dev/null 2>&1").c_str()) == 0;
}

/// An X server without a screen that anybody sees.
class Display {
public:
    Display()
    {
        const std::string file = folder_.file("display");
        const int names = ::open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600),
                  nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
        try {
            server_.emplace(std::vector<std::string>{"Xvfb", "-displayfd", "1", "-screen", "0", "1300x900x24",
                                                     "-nolisten", "tcp", "-noreset"},
                            ProcessPlace{.output = names, .errors = nowhere});
        } catch (const Error&) { // it does not work
        }
        ::close(names);
        ::close(nowhere);
        while (server_ && !server_->ended() && name_.find('\n') == std::string::npos) {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            name_ = io::test::contents(file);
        }
        if (works()) ::setenv("DISPLAY", (":" + name_.substr(0, name_.find('\n'))).c_str(), 1);
    }
    ~Display()
    {
        if (server_) server_->send(SIGTERM);
    }
    Display(const Display&) = delete;
    Display& operator=(const Display&) = delete;

    /// Null where there is no Xvfb or no xdotool; with the variable CI set that is a failure.
    static std::unique_ptr<Display> open()
    {
        auto display = std::make_unique<Display>();
        if (display->works() && xdotool("version")) return display;
        if (std::getenv("CI")) ADD_FAILURE() << "Xvfb and xdotool are needed here";
        return nullptr;
    }

private:
    bool works() const { return name_.find('\n') != std::string::npos; }

    io::test::TemporaryFolder folder_;
    std::optional<ChildProcess> server_;
    std::string name_;
};

} // namespace gaugegl::testing_support
