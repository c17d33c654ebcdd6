// Counts what the final source of a program loads: it goes through the C preprocessor, and the calls of loadPlane are
// counted from `kernel` on, through the functions that it calls, for each field that it reads.
//
// Loops count as often as they run: "for (int t = A; t < B; t += C)" with numbers, uOpaqueZero as 0, uRows as often as the
// variant says. The trials of a heat bath count as one, and the choice among textures as one load. Of "if (..) return
// A;" and what follows the one counts that loads more; both sides of "a ? b : c" count.  A loop of another form must
// load nothing.
#pragma once

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <vector>

namespace gaugegl::testing_support {

/// The text after the C preprocessor; empty where there is none.
inline std::string preprocessed(const std::string& source)
{
    static const std::regex unknownToC("#(version|extension).*");
    const auto file = std::filesystem::temp_directory_path() / ("gaugegl_cost_" + std::to_string(getpid()) + ".cpp");
    std::ofstream(file) << "#define __VERSION__ 430\n" << std::regex_replace(source, unknownToC, "");
    std::string text;
    if (FILE* pipe = popen(("c++ -E -P -Wno-builtin-macro-redefined " + file.string() + " 2>/dev/null").c_str(), "r")) {
        char buffer[4096];
        while (const std::size_t n = fread(buffer, 1, sizeof buffer, pipe))
            text.append(buffer, n);
        if (pclose(pipe) != 0) text.clear();
    }
    std::filesystem::remove(file);
    return text;
}

/// The position behind the bracket that closes the one at `open`.
inline std::size_t closing(const std::string& text, std::size_t open)
{
    int depth = 0;
    for (std::size_t i = open; i < text.size(); ++i) {
        if (text[i] == '(' || text[i] == '{') ++depth;
        if ((text[i] == ')' || text[i] == '}') && --depth == 0) return i + 1;
    }
    throw std::runtime_error("unmatched bracket");
}

/// Planes by the name of the field.
using Loads = std::map<std::string, int>;

inline int total(const Loads& loads)
{
    int sum = 0;
    for (const auto& [field, planes] : loads)
        sum += planes;
    return sum;
}

/// Counts the loads of one program.
class LoadCounter {
public:
    explicit LoadCounter(const std::string& text, int rows = 1) : rows_(rows)
    {
        static const std::regex definition(R"(\b\w+ (\w+)\(([^(){};]*)\)\s*\{)");
        for (std::sregex_iterator it(text.begin(), text.end(), definition), end; it != end; ++it) {
            const std::size_t open = std::size_t(it->position() + it->length() - 1);
            functions_[it->str(1)].push_back({namesOf(it->str(2)), text.substr(open, closing(text, open) - open)});
        }
    }

    /// Planes loaded by one call of a function.  Overloads of it must load the same; one that calls another must load
    /// nothing.
    Loads ofFunction(const std::string& name)
    {
        const auto known = loads_.find(name);
        if (known != loads_.end()) {
            if (open_.contains(name)) callThemselves_.insert(name);
            return known->second;
        }
        const auto& overloads = functions_.at(name);
        loads_[name] = {};
        open_.insert(name);
        const Loads loads = ofText(overloads.front().body);
        for (const Function& one : overloads)
            if (ofText(one.body) != loads) throw std::runtime_error("overloads of " + name + " load differently");
        open_.erase(name);
        if (!loads.empty() && callThemselves_.contains(name))
            throw std::runtime_error(name + " loads and calls an overload of itself");
        return loads_[name] = loads;
    }

private:
    struct Function {
        std::vector<std::string> parameters;
        std::string body;
    };

    /// What stands between commas outside of brackets.
    static std::vector<std::string> parts(const std::string& text)
    {
        std::vector<std::string> result(1);
        int depth = 0;
        for (const char c : text) {
            depth += (c == '(' || c == '[') - (c == ')' || c == ']');
            if (c == ',' && depth == 0)
                result.emplace_back();
            else
                result.back() += c;
        }
        return result;
    }

    /// The last word of each parameter, without an extent.
    static std::vector<std::string> namesOf(const std::string& parameters)
    {
        static const std::regex last(R"((\w+)(\[\w*\])*\s*$)");
        std::vector<std::string> names;
        for (const std::string& one : parts(parameters)) {
            std::smatch match;
            names.push_back(std::regex_search(one, match, last) ? match.str(1) : "");
        }
        return names;
    }

    static std::string firstWord(const std::string& text)
    {
        static const std::regex first(R"(\w+)");
        std::smatch match;
        return std::regex_search(text, match, first) ? match.str(0) : "";
    }

    static void add(Loads& sum, const Loads& more, int times = 1)
    {
        for (const auto& [field, planes] : more)
            sum[field] += times * planes;
    }

    /// A call that begins with its bracket: its parameters become arguments.
    Loads ofCall(const std::string& name, const std::string& text, std::size_t open)
    {
        const auto arguments = parts(text.substr(open + 1, closing(text, open) - open - 2));
        if (name == "loadPlane" || name == "numberPlane") return {{firstWord(arguments[0]), 1}};
        Loads loads;
        for (const auto& [field, planes] : ofFunction(name)) {
            const auto& parameters = functions_.at(name).front().parameters;
            const auto parameter = std::find(parameters.begin(), parameters.end(), field);
            const auto number = std::size_t(parameter - parameters.begin());
            loads[parameter == parameters.end() ? field : firstWord(arguments.at(number))] += planes;
        }
        return loads;
    }

    /// The name that is called, or `for`, `if`; empty where the bracket follows something else.
    static std::string wordBefore(const std::string& text, std::size_t bracket)
    {
        const auto isOfWord = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
        std::size_t end = bracket;
        while (end > 0 && std::isspace(static_cast<unsigned char>(text[end - 1])) != 0)
            --end;
        std::size_t begin = end;
        while (begin > 0 && isOfWord(text[begin - 1]))
            --begin;
        return text.substr(begin, end - begin);
    }

    Loads ofText(const std::string& text)
    {
        Loads loads;
        for (std::size_t open = text.find('('); open != std::string::npos; open = text.find('(', open)) {
            const std::string name = wordBefore(text, open);
            const std::size_t at = open++;
            if (name == "for") {
                const std::size_t bodyBegin = closing(text, at);
                const std::string header = text.substr(open, bodyBegin - 1 - open);
                const std::size_t bodyEnd = endOfStatement(text, bodyBegin);
                add(loads, ofLoop(header, text.substr(bodyBegin, bodyEnd - bodyBegin)));
                open = bodyEnd;
            } else if (const std::size_t body = name == "if" ? closing(text, at) : 0;
                       body > 0 && text.find("return", body) == text.find_first_not_of(" \n\t", body)) {
                const std::size_t end = text.find(';', body) + 1;
                const Loads early = ofText(text.substr(body, end - body)), late = ofText(text.substr(end));
                add(loads, total(early) > total(late) ? early : late);
                return loads;
            } else if (name == "loadPlane" || functions_.contains(name)) {
                add(loads, ofCall(name, text, at));
            }
        }
        return loads;
    }

    Loads ofLoop(const std::string& header, const std::string& body)
    {
        static const std::regex counted(R"(int (\w+) = (\d+|uOpaqueZero); \1 < (\w+); (?:\+\+\1|\1 \+= (\d+)))");
        const Loads once = ofText(body);
        std::smatch match;
        if (once.empty() || header.find("trial < uTrials") != std::string::npos) return once;
        if (!std::regex_match(header, match, counted)) {
            throw std::runtime_error("a loop with loads runs an unknown number of times: " + header);
        }
        const int first = match.str(2) == "uOpaqueZero" ? 0 : std::stoi(match.str(2));
        const int step = match.str(4).empty() ? 1 : std::stoi(match.str(4));
        const int end = match.str(3) == "uRows" ? rows_ : std::stoi(match.str(3));
        Loads loads;
        add(loads, once, (end - first + step - 1) / step);
        return loads;
    }

    /// Where the statement at `begin` ends: a block, a loop, or what a semicolon ends.
    static std::size_t endOfStatement(const std::string& text, std::size_t begin)
    {
        const std::size_t start = text.find_first_not_of(" \n\t", begin);
        if (text[start] == '{') return closing(text, start);
        if (text.compare(start, 4, "for ") == 0 || text.compare(start, 4, "for(") == 0)
            return endOfStatement(text, closing(text, text.find('(', start)));
        return text.find(';', start) + 1;
    }

    int rows_;
    std::map<std::string, std::vector<Function>> functions_;
    std::map<std::string, Loads> loads_;
    std::set<std::string> open_, callThemselves_;
};

} // namespace gaugegl::testing_support
