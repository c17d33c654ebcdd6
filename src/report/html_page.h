// A page of HTML that needs nothing else: styles and figures are in it, and it asks no other host.  It is well-formed XML, too.
#pragma once

#include <string>
#include <vector>

namespace gaugegl::report {

/// The text with the characters that HTML has a use for written as entities.
std::string htmlText(const std::string& text);

/// A page being written from top to bottom.  Texts are UTF-8 and shown as they stand.
class HtmlPage {
public:
    explicit HtmlPage(const std::string& title);

    /// Below the title, which is of level 1.
    void heading(const std::string& text, int level = 2);
    void paragraph(const std::string& text);
    /// The first row is the header, if there is one.
    void table(const std::vector<std::vector<std::string>>& rows, bool header = true);
    /// Text whose columns and lines stay.
    void preformatted(const std::string& text);
    /// A figure from a file of gnuplot's SVG terminal.  Throws FileError if it cannot be read or is none.
    void figure(const std::string& svgFile);

    /// The whole page.
    std::string text() const;

private:
    std::string title_, body_;
    int figures_ = 0;
};

} // namespace gaugegl::report
