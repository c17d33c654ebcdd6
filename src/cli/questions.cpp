#include "questions.h"

#include "report.h"

#include "base/platform.h"
#include "base/trimmed.h"

#include <cstdlib>
#include <fmt/format.h>
#include <iostream>

namespace gaugegl::cli {

bool canAsk()
{
    const char* ci = std::getenv("CI");
    return (ci == nullptr || *ci == '\0') && isTerminal(stdin) && isTerminal(stderr);
}

void ask(const Question& question, const std::function<void(const std::string&)>& take)
{
    constexpr int mostTries = 10; // what answers may be no person
    for (int tries = 1;; ++tries) {
        printError("{}{}{} [{}]: ", question.what, question.meaning.empty() ? "" : ": " + question.meaning,
                   question.allowed.empty() ? "" : " (" + question.allowed + ")", question.standard);
        std::fflush(stderr);
        std::string line;
        if (!std::getline(std::cin, line)) {
            printError("\n");
            throw InputError(
                fmt::format("the input ended at the question for '{}'; nothing was written", question.what));
        }
        const std::string answer(trimmed(line));
        try {
            take(answer.empty() ? question.standard : answer);
            return;
        } catch (const InputError& error) {
            printError("  {}\n", error.what());
            if (tries == mostTries)
                throw InputError(
                    fmt::format("{} answers to the question for '{}' could not be taken; nothing was written", tries,
                                question.what));
        }
    }
}

bool askYes(const std::string& what, bool standard)
{
    bool yes = standard;
    ask({what, "", "y or n", standard ? "y" : "n"}, [&yes](const std::string& answer) {
        if (answer != "y" && answer != "yes" && answer != "n" && answer != "no")
            throw InputError(fmt::format("'{}' is neither y nor n", answer));
        yes = answer.front() == 'y';
    });
    return yes;
}

} // namespace gaugegl::cli
