// What the script of the page calls.  Texts that are returned are valid until the next call; one that begins with "!" is an error, in
// words.
#include "gl/context_lost.h"
#include "view/page.h"

#include <emscripten/emscripten.h>
#include <functional>
#include <memory>

namespace {

using namespace gaugegl;

std::unique_ptr<view::Page> page;
std::string answer;

/// "group=su3&beta=5.7": percent signs are decoded by the script.
view::Page::Values valuesOf(const std::string& text)
{
    view::Page::Values values;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('&', at), text.size());
        const std::string word = text.substr(at, end - at);
        const std::size_t equals = word.find('=');
        if (equals == std::string::npos) throw InputError("'" + word + "' is not KEY=VALUE");
        values.emplace_back(word.substr(0, equals), word.substr(equals + 1));
        at = end + 1;
    }
    return values;
}

const char* answered(const std::function<std::string()>& work)
{
    try {
        answer = work();
    } catch (const gl::ContextLost&) {
        answer = "!lost"; // the browser tells the page too
    } catch (const std::bad_alloc&) {
        answer = "!The browser gives the page no more memory: choose a smaller lattice.";
    } catch (const std::exception& error) {
        answer = std::string("!") + error.what();
    }
    return answer.c_str();
}

const char* done(const std::function<void(view::Page&)>& work)
{
    return answered([&] {
        if (!page || !page->begun()) throw InputError("the page has not begun");
        work(*page);
        return std::string();
    });
}

} // namespace

extern "C" {

/// Begins, or after a lost context goes on.
EMSCRIPTEN_KEEPALIVE const char* pageBegin()
{
    return answered([] {
        if (page) { // after a lost context
            page->restore(gl::Context::create());
        } else {
            const std::shared_ptr<gl::Context> context = gl::Context::create();
            page = std::make_unique<view::Page>(context, view::newPageSettings(context->capabilities().software));
        }
        return std::string();
    });
}
EMSCRIPTEN_KEEPALIVE const char* pageSet(const char* values)
{
    return done([&](view::Page& p) { p.set(valuesOf(values)); });
}
EMSCRIPTEN_KEEPALIVE const char* pagePerform(const char* action)
{
    return done([&](view::Page& p) { p.perform(action); });
}
/// "new" where there is a new picture.
EMSCRIPTEN_KEEPALIVE const char* pageWork(double seconds)
{
    return answered([&]() -> std::string {
        if (!page || !page->begun()) return "";
        return page->work(seconds) ? "new" : "";
    });
}
/// "again" where the next drawing is finer or coarser.
EMSCRIPTEN_KEEPALIVE const char* pageDraw(int width, int height, int bar)
{
    return answered([&] {
        if (!page || !page->begun()) throw InputError("the page has not begun");
        return std::string(page->draw(width, height, bar) ? "again" : "");
    });
}
EMSCRIPTEN_KEEPALIVE const char* pageKeep()
{
    return done([](view::Page& p) { p.keep(); });
}
EMSCRIPTEN_KEEPALIVE const char* pageSave(const char* path)
{
    return done([&](view::Page& p) { p.saveLinks(path); });
}
EMSCRIPTEN_KEEPALIVE const char* pageReport()
{
    return answered([] { return page && page->begun() ? page->report() : std::string("!the page has not begun"); });
}
EMSCRIPTEN_KEEPALIVE const char* pageState()
{
    return answered([] { return page && page->begun() ? page->state() : std::string("!the page has not begun"); });
}
EMSCRIPTEN_KEEPALIVE const char* pageOutline()
{
    return answered([] { return page && page->begun() ? page->outline() : std::string("!the page has not begun"); });
}
EMSCRIPTEN_KEEPALIVE const char* pageCharts()
{
    return answered([] { return page && page->begun() ? page->charts() : std::string("!the page has not begun"); });
}
EMSCRIPTEN_KEEPALIVE const char* pageChoices()
{
    return answered([] { return view::Page::choices(); });
}
}
