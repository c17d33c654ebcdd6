#include "report/html_page.h"

#include "base/one_line.h"
#include "base/text_file.h"
#include "gaugegl/base/error.h"

#include <fmt/format.h>
#include <regex>

namespace gaugegl::report {
namespace {

constexpr const char* pageStyle =
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#202020;"
    "background:#ffffff}"
    "h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}h3{font-size:1rem}"
    "table{border-collapse:collapse}td,th{padding:.2rem .9rem .2rem "
    "0;text-align:left;vertical-align:top;white-space:pre-wrap;"
    "font-variant-numeric:tabular-nums}th{border-bottom:1px solid #a0a0a0}"
    "pre{overflow-x:auto;font-size:.85rem}figure{margin:1rem 0}svg{width:100%;height:auto}";

/// What of the file belongs into a page: the element svg, whose names become those of this figure alone.
std::string inlineSvg(const std::string& file, int number)
{
    const std::string svg = requiredTextOfFile(file);
    const std::size_t begin = svg.find("<svg"), end = svg.rfind("</svg>");
    if (begin == std::string::npos || end == std::string::npos) throw FileError(file, "is no SVG figure");
    std::string text = svg.substr(begin, end + 6 - begin);
    static const std::regex spaces(R"(\s+xmlns(:xlink)?="[^"]*")"), links("xlink:href="), names(R"(\bid=(["']))"),
        targets(R"(\bhref=(["'])#)"), addresses(R"(url\(#)");
    const std::string prefix = fmt::format("figure{}-", number);
    text = std::regex_replace(text, spaces, "");
    text = std::regex_replace(text, links, "href=");
    text = std::regex_replace(text, names, "id=$1" + prefix);
    text = std::regex_replace(text, targets, "href=$1#" + prefix);
    return std::regex_replace(text, addresses, "url(#" + prefix);
}

} // namespace

std::string htmlText(const std::string& text)
{
    std::string result;
    for (const char c : printable(text)) {
        if (c == '&')
            result += "&amp;";
        else if (c == '<')
            result += "&lt;";
        else if (c == '>')
            result += "&gt;";
        else if (c == '"')
            result += "&quot;";
        else
            result += c;
    }
    return result;
}

HtmlPage::HtmlPage(const std::string& title) : title_(htmlText(title)) {}

void HtmlPage::heading(const std::string& text, int level)
{
    body_ += fmt::format("<h{0}>{1}</h{0}>\n", level, htmlText(text));
}

void HtmlPage::paragraph(const std::string& text) { body_ += fmt::format("<p>{}</p>\n", htmlText(text)); }

void HtmlPage::table(const std::vector<std::vector<std::string>>& rows, bool header)
{
    body_ += "<table>\n";
    for (const auto& row : rows) {
        const char* cell = header && &row == rows.data() ? "th" : "td";
        body_ += "<tr>";
        for (const std::string& text : row)
            body_ += fmt::format("<{0}>{1}</{0}>", cell, htmlText(text));
        body_ += "</tr>\n";
    }
    body_ += "</table>\n";
}

void HtmlPage::preformatted(const std::string& text) { body_ += fmt::format("<pre>{}</pre>\n", htmlText(text)); }

void HtmlPage::figure(const std::string& svgFile)
{
    body_ += fmt::format("<figure>{}</figure>\n", inlineSvg(svgFile, ++figures_));
}

std::string HtmlPage::text() const
{
    return fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n<meta name=\"viewport\" "
        "content=\"width=device-width, initial-scale=1\"/>\n<title>{0}</title>\n<style>{1}</style>\n"
        "</head>\n<body>\n<h1>{0}</h1>\n{2}</body>\n</html>\n",
        title_, pageStyle, body_);
}

} // namespace gaugegl::report
