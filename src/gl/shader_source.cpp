#include "gaugegl/gl/shader_source.h"

#include "gaugegl/base/error.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <functional>
#include <optional>
#include <set>
#include <sstream>

namespace gaugegl::gl {
namespace {

using Library = std::function<std::optional<std::string>(const std::string& name)>;

struct Line {
    std::string text, file;
    int number;
};

bool isIdentifier(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

/// text with every whole identifier `name` replaced by `value`.
std::string substituted(const std::string& text, const std::string& name, const std::string& value)
{
    std::string result;
    for (std::size_t i = 0; i < text.size();) {
        std::size_t end = i;
        while (end < text.size() && isIdentifier(text[end]))
            ++end;
        if (end == i) {
            result += text[i++];
            continue;
        }
        const std::string word = text.substr(i, end - i);
        if (word == name && !result.empty() && result.back() == '$') result.pop_back(); // uName$K is uName0, uName1, ..
        result += word == name ? value : word;
        i = end;
    }
    return result;
}

std::vector<std::string> words(const std::string& text)
{
    std::istringstream stream(text);
    std::vector<std::string> result;
    for (std::string word; stream >> word;)
        result.push_back(word);
    return result;
}

std::vector<Line> linesOf(const std::string& name, const std::string& text)
{
    std::vector<Line> lines;
    std::istringstream stream(text);
    int number = 0;
    bool continued = false; // GLSL 3.30 knows no continuation lines, so they are joined here
    for (std::string line; std::getline(stream, line);) {
        ++number;
        const bool continues = !line.empty() && line.back() == '\\';
        if (continues) line.pop_back();
        if (continued)
            lines.back().text += line;
        else
            lines.push_back({line, name, number});
        continued = continues;
    }
    return lines;
}

std::string place(const Line& line) { return fmt::format("{}:{}", line.file, line.number); }

Library embeddedLibrary()
{
    if (const char* folder = std::getenv("GAUGEGL_SHADER_DIR"))
        return [root = std::filesystem::path(folder)](const std::string& name) -> std::optional<std::string> {
            std::ifstream file(root / name, std::ios::binary);
            if (!file) return std::nullopt;
            std::ostringstream text;
            text << file.rdbuf();
            return text.str();
        };
    return [](const std::string& name) -> std::optional<std::string> {
        for (const EmbeddedShader& shader : embeddedShaders())
            if (shader.name == name) return std::string(shader.text);
        return std::nullopt;
    };
}

} // namespace

/// Expands includes and loops, line by line, into a ShaderSource.
class Assembler {
public:
    Assembler(const Defines& defines, Library library, ShaderSource& out)
        : defines_(defines), library_(std::move(library)), out_(out)
    {}

    void include(const std::string& name, const std::string& from)
    {
        if (!included_.insert(name).second) return;
        const auto text = library_(name);
        if (!text) throw InputError(fmt::format("{}: there is no shader file '{}' to include", from, name));
        expand(linesOf(name, *text));
    }

private:
    void expand(const std::vector<Line>& lines)
    {
        for (std::size_t i = 0; i < lines.size(); ++i) {
            const auto word = words(lines[i].text);
            const std::string first = word.empty() ? "" : word[0];
            if (first == "#include") {
                include(includedName(lines[i]), place(lines[i]));
            } else if (first == "#for") {
                const std::size_t end = matchingEnd(lines, i);
                repeat(lines[i], {lines.begin() + std::ptrdiff_t(i) + 1, lines.begin() + std::ptrdiff_t(end)});
                i = end;
            } else if (first == "#end") {
                throw InputError(place(lines[i]) + ": #end without #for");
            } else {
                out_.append(lines[i].text, {lines[i].file, lines[i].number});
            }
        }
    }

    /// The file between the quotes; $NAME in it stands for the value of a define, to choose among variants.
    std::string includedName(const Line& line) const
    {
        const std::size_t open = line.text.find('"'), close = line.text.rfind('"');
        if (open == std::string::npos || close <= open) throw InputError(place(line) + ": expected #include \"file\"");
        std::string file = line.text.substr(open + 1, close - open - 1);
        while (true) {
            const std::size_t dollar = file.find('$');
            if (dollar == std::string::npos) return file;
            std::size_t end = dollar + 1;
            while (end < file.size() && isIdentifier(file[end]))
                ++end;
            const auto define = defines_.find(file.substr(dollar + 1, end - dollar - 1));
            if (define == defines_.end())
                throw InputError(fmt::format("{}: '{}' names a define that is not set", place(line), file));
            file.replace(dollar, end - dollar, define->second);
        }
    }

    static std::size_t matchingEnd(const std::vector<Line>& lines, std::size_t from)
    {
        int depth = 0;
        for (std::size_t i = from; i < lines.size(); ++i) {
            const auto word = words(lines[i].text);
            if (word.empty()) continue;
            if (word[0] == "#for") ++depth;
            if (word[0] == "#end" && --depth == 0) return i;
        }
        throw InputError(place(lines[from]) + ": #for without #end");
    }

    void repeat(const Line& head, const std::vector<Line>& body)
    {
        const auto word = words(head.text);
        const auto except = std::find(word.begin(), word.end(), "except");
        const std::vector<std::string> all(word.begin(), except);
        const bool below = all.size() == 4 && all[2] == "below",
                   from = all.size() == 6 && all[2] == "from" && all[4] == "below";
        if (all.size() < 4 || (all[2] != "in" && !below && !from))
            throw InputError(place(head) +
                             ": expected #for NAME in VALUES or #for NAME [from FIRST] below END, and after "
                             "either [except VALUES]");
        std::vector<int> values;
        if (below || from) {
            for (int i = from ? value(all[3], head) : 0; i < value(all.back(), head); ++i)
                values.push_back(i);
        } else {
            for (std::size_t i = 3; i < all.size(); ++i)
                values.push_back(value(all[i], head));
        }
        for (auto excepted = except; excepted != word.end(); ++excepted)
            if (excepted != except) std::erase(values, value(*excepted, head));
        for (int v : values) {
            std::vector<Line> copy = body;
            for (Line& line : copy)
                line.text = substituted(line.text, word[1], std::to_string(v));
            expand(copy);
        }
    }

    int value(const std::string& word, const Line& line) const
    {
        const auto define = defines_.find(word);
        const std::string& text = define == defines_.end() ? word : define->second;
        int result = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), result);
        if (error != std::errc() || end != text.data() + text.size())
            throw InputError(fmt::format("{}: '{}' is neither a number nor a define that has one", place(line), word));
        return result;
    }

    const Defines& defines_;
    Library library_;
    ShaderSource& out_;
    std::set<std::string> included_;
};

namespace {

ShaderSource assembleFrom(const std::string& version, const Defines& defines, const std::vector<std::string>& files,
                          const Library& library, const std::function<void(ShaderSource&, const std::string&)>& head)
{
    ShaderSource source;
    head(source, "#version " + version);
    if (version == "400") head(source, "#extension GL_ARB_gpu_shader_fp64 : require");
    for (const auto& [name, value] : defines)
        head(source, fmt::format("#define {} {}", name, value));
    Assembler assembler(defines, library, source);
    for (const std::string& file : files)
        assembler.include(file, "program");
    return source;
}

/// Where a log line names a line of source string 0, and which.
struct Location {
    std::size_t begin, end, number;
};

/// Finds "0:158(11)", "0(158)" or "0:158" at the start of a word.
std::optional<Location> locationIn(const std::string& line)
{
    const auto digits = [&](std::size_t at) {
        std::size_t end = at;
        while (end < line.size() && std::isdigit(static_cast<unsigned char>(line[end])))
            ++end;
        return end;
    };
    for (std::size_t i = 0; i + 2 < line.size(); ++i) {
        if (line[i] != '0' || (i > 0 && line[i - 1] != ' ') || (line[i + 1] != ':' && line[i + 1] != '(')) continue;
        std::size_t end = digits(i + 2);
        if (end == i + 2 || end - i > 10) continue;
        const Location found{i, end, std::stoul(line.substr(i + 2, end - i - 2))};
        if (line[i + 1] == '(') { // 0(158)
            if (end < line.size() && line[end] == ')') return Location{i, end + 1, found.number};
            continue;
        }
        if (end < line.size() && line[end] == '(') { // 0:158(11)
            const std::size_t close = digits(end + 1);
            if (close > end + 1 && close < line.size() && line[close] == ')')
                return Location{i, close + 1, found.number};
        }
        return found;
    }
    return std::nullopt;
}

} // namespace

void ShaderSource::append(const std::string& line, const Origin& origin)
{
    text_ += line + "\n";
    origins_.push_back(origin);
}

ShaderSource ShaderSource::assemble(const std::string& version, const Defines& defines,
                                    const std::vector<std::string>& files)
{
    return assembleFrom(version, defines, files, embeddedLibrary(), [](ShaderSource& s, const std::string& line) {
        s.append(line, {"header", 0});
    });
}

ShaderSource ShaderSource::assembleWith(const EmbeddedShader& own, const std::string& version, const Defines& defines,
                                        const std::vector<std::string>& files)
{
    const Library lookUp = [&, embedded = embeddedLibrary()](const std::string& name) {
        return name == own.name ? std::optional<std::string>(own.text) : embedded(name);
    };
    return assembleFrom(version, defines, files, lookUp, [](ShaderSource& s, const std::string& line) {
        s.append(line, {"header", 0});
    });
}

ShaderSource ShaderSource::assemble(const std::string& version, const Defines& defines,
                                    const std::vector<std::string>& files,
                                    const std::map<std::string, std::string>& library)
{
    const Library lookUp = [&](const std::string& name) -> std::optional<std::string> {
        const auto found = library.find(name);
        return found == library.end() ? std::nullopt : std::optional(found->second);
    };
    return assembleFrom(version, defines, files, lookUp, [](ShaderSource& s, const std::string& line) {
        s.append(line, {"header", 0});
    });
}

std::string ShaderSource::embeddedText() const
{
    std::string head = "#version 300 es\nprecision highp float;\nprecision highp int;\n";
    for (const char* sampler : {"sampler3D", "sampler2DArray", "usampler2DArray"})
        head += fmt::format("precision highp {};\n", sampler);
    return head + "#line 2\n" + text_.substr(text_.find('\n') + 1); // numbers of lines are those of text_
}

std::set<std::string> ShaderSource::uniforms() const
{
    std::set<std::string> names;
    const auto isWord = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
    for (std::size_t at = 0; (at = text_.find("uniform ", at)) != std::string::npos; at += 8) {
        const std::size_t line = text_.rfind('\n', at) + 1, end = text_.find_first_of(";\n", at);
        const std::string before = text_.substr(line, at - line);
        if (end == std::string::npos || text_[end] != ';' || before.find("//") != std::string::npos) continue;
        for (std::size_t i = at; i < end; ++i) { // a name stands before a comma, an index or the end
            std::size_t next = i;
            while (next < end && isWord(text_[next]))
                ++next;
            if (next > i && (text_[next] == ',' || text_[next] == '[' || text_[next] == ';'))
                names.insert(text_.substr(i, next - i));
            i = next;
            if (i < end && text_[i] == '[') i = text_.find(']', i);
        }
    }
    return names;
}

std::string ShaderSource::locate(std::string_view log) const
{
    std::string result;
    std::istringstream stream{std::string(log)};
    for (std::string line; std::getline(stream, line);) {
        if (const auto found = locationIn(line); found && found->number >= 1 && found->number <= origins_.size()) {
            const Origin& origin = origins_[found->number - 1];
            line =
                line.substr(0, found->begin) + fmt::format("{}:{}", origin.file, origin.line) + line.substr(found->end);
        }
        result += line + "\n";
    }
    return result;
}

} // namespace gaugegl::gl
