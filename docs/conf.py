"""The site of the documentation, for scripts/docs.sh, which runs Sphinx on a copy of docs/ with the pages that it makes."""
import os
import re

from docutils import nodes
from sphinx.util import logging
from sphinx.util.nodes import make_refnode

project = "gaugegl"
author = "the authors of gaugegl"
copyright = author
extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["results/*/.cache"]
html_theme = "furo"
html_title = "gaugegl"
html_show_copyright = False
html_extra_path = [os.environ["GAUGEGL_DOCS_EXTRA"]]  # Doxygen's pages, as reference/cpp
html_copy_source = False
html_static_path = ["site"]
html_css_files = ["site.css"]
highlight_language = "text"
smartquotes = False  # "--" begins an option
myst_heading_anchors = 4  # links to headings: page.md#their-words
nitpicky = True
nitpick_ignore_regex = [("py:.*", r"(?!gaugegl).*")]  # other people's types
autodoc_member_order = "groupwise"
autodoc_default_options = {"members": True}
top_pages = {"../CONVENTIONS.md": "reference/conventions", "../README.md": "index", "../CHANGELOG.md": "project/changelog",
             "../CONTRIBUTING.md": "project/contributing", "../SECURITY.md": "project/security"}
logger = logging.getLogger(__name__)


def resolve(app, env, node, content):
    """What Sphinx knows no page for: pages of Doxygen, and files and folders of the repository."""
    target = node["reftarget"]
    folder = os.path.dirname(env.doc2path(node["refdoc"]))
    place = os.path.normpath(os.path.join(folder, target.partition("#")[0]))
    relative = os.path.relpath(place, app.srcdir)
    extra = os.path.join(app.config.html_extra_path[0], relative)
    if os.path.isfile(extra):
        return nodes.reference("", "", content, internal=True, refuri=target)
    page = top_pages.get(relative) or (relative[:-6] if relative.endswith(".ipynb") else None)
    if page:
        return make_refnode(app.builder, node["refdoc"], page, "", content)
    outside = relative.startswith("..")
    return content if outside and os.path.exists(place) else None


def find_html(app, document):
    """A formula such as <U> is read as HTML, and nothing of it is shown."""
    for node in document.findall(nodes.raw):
        if not node.astext().startswith("<!--"):
            logger.warning("HTML in the text, %s: write \\<", node.astext().strip(), location=node)


def plain_signature(app, what, name, obj, options, signature, returns):
    """Of the compiled module: without the names of its inner modules, and without self."""
    def plain(text):
        return text and re.sub(r"^\(self: [\w.]+(, )?", "(", text.replace("gaugegl._core.", "gaugegl."))
    return plain(signature), plain(returns)


def plain_text(app, what, name, obj, options, lines):
    """Docstrings are plain text: |x| is a norm, and `x` is code."""
    out = []
    for line in lines:
        if line.startswith("    ") and out and not out[-1]:
            out += ["::", ""]  # an example
        code = line.startswith("    ")
        out.append(line if code else re.sub(r"`+([^`]+)`+", r"``\1``", line.replace("|", "\\|").replace("*", "\\*")))
    lines[:] = out


def setup(app):
    app.connect("autodoc-process-docstring", plain_text)
    app.connect("autodoc-process-signature", plain_signature)
    app.connect("doctree-read", find_html)
    app.connect("missing-reference", resolve)
