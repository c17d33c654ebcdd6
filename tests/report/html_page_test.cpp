// Pages are read by a parser of XML, as which they are valid, too.
#include "report/html_page.h"

#include "io/sample_field.h"

#include <pugixml.hpp>

namespace gaugegl::report {
namespace {

pugi::xml_document parsed(const HtmlPage& page)
{
    pugi::xml_document document;
    EXPECT_TRUE(document.load_string(page.text().c_str(), pugi::parse_default | pugi::parse_doctype));
    return document;
}

TEST(HtmlPage, ShowsTextsAsTheyStand)
{
    HtmlPage page("a <b> & \"c\"");
    page.heading("<script>alert(1)</script>");
    page.heading("below", 3);
    page.paragraph("x < y");
    page.table({{"one", "two"}, {"<td>", "1 & 2"}});
    page.preformatted("a\n  b <");

    const pugi::xml_document document = parsed(page);
    const pugi::xml_node body = document.child("html").child("body");

    EXPECT_STREQ(document.child("html").child("head").child("title").text().get(), "a <b> & \"c\"");
    EXPECT_STREQ(body.child("h1").text().get(), "a <b> & \"c\"");
    EXPECT_STREQ(body.child("h2").text().get(), "<script>alert(1)</script>");
    EXPECT_STREQ(body.child("h3").text().get(), "below");
    EXPECT_STREQ(body.child("p").text().get(), "x < y");
    EXPECT_STREQ(body.child("table").child("tr").child("th").text().get(), "one");
    EXPECT_STREQ(body.child("table").last_child().first_child().text().get(), "<td>");
    EXPECT_STREQ(body.child("pre").text().get(), "a\n  b <");
    EXPECT_FALSE(body.child("script"));
}

// Both figures of gnuplot have a mark of the same name; a page has every name once.
TEST(HtmlPage, KeepsTheNamesOfFiguresApart)
{
    const io::test::TemporaryFolder folder;
    const std::string svg = folder.file("a.svg");
    io::test::save(
        svg,
        "<?xml version=\"1.0\"?>\n<!DOCTYPE svg PUBLIC \"x\" \"http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd\">\n"
        "<svg width=\"10\" xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\">"
        "<defs><circle id='mark' r='1'/><clipPath id=\"cut\"/></defs>"
        "<use xlink:href='#mark' clip-path=\"url(#cut)\"/></svg>\n");
    HtmlPage page("two figures");
    page.figure(svg);
    page.figure(svg);

    const pugi::xml_document document = parsed(page);

    int number = 0;
    for (const pugi::xml_node figure : document.child("html").child("body").children("figure")) {
        const std::string prefix = "figure" + std::to_string(++number) + "-";
        const pugi::xml_node drawn = figure.child("svg");
        EXPECT_EQ(drawn.child("defs").child("circle").attribute("id").value(), prefix + "mark");
        EXPECT_EQ(drawn.child("defs").child("clipPath").attribute("id").value(), prefix + "cut");
        EXPECT_EQ(drawn.child("use").attribute("href").value(), "#" + prefix + "mark");
        EXPECT_EQ(drawn.child("use").attribute("clip-path").value(), "url(#" + prefix + "cut)");
    }
    EXPECT_EQ(number, 2);
    EXPECT_EQ(page.text().find("http"), std::string::npos) << "of no other host, not even as a name";
}

TEST(HtmlPage, TakesFiguresAlone)
{
    const io::test::TemporaryFolder folder;
    io::test::save(folder.file("a.svg"), "no figure");
    HtmlPage page("none");

    EXPECT_EQ(io::test::fileError([&] { page.figure(folder.file("a.svg")); }),
              folder.file("a.svg") + ": is no SVG figure");
    EXPECT_EQ(io::test::fileError([&] { page.figure(folder.file("b.svg")); }),
              folder.file("b.svg") + ": cannot be opened: No such file or directory");
}

} // namespace
} // namespace gaugegl::report
