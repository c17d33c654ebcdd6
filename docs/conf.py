"""The site of the documentation, for scripts/docs.sh, which runs Sphinx on a copy of docs/ with the pages that it makes."""
import os

from docutils import nodes
from sphinx.util.nodes import make_refnode

project = "gaugegl"
author = "the authors of gaugegl"
copyright = author
extensions = ["myst_parser"]
exclude_patterns = ["results/*/.cache"]
html_theme = "furo"
html_title = "gaugegl"
html_show_copyright = False
html_extra_path = [os.environ["GAUGEGL_DOCS_EXTRA"]]  # Doxygen's pages, as reference/cpp
html_copy_source = False
highlight_language = "text"
smartquotes = False  # "--" begins an option
myst_heading_anchors = 4  # links to headings: page.md#their-words
nitpicky = True
top_pages = {"../CONVENTIONS.md": "reference/conventions", "../README.md": "index"}


def resolve(app, env, node, content):
    """What Sphinx knows no page for: pages of Doxygen, and files and folders of the repository."""
    target = node["reftarget"]
    folder = os.path.dirname(env.doc2path(node["refdoc"]))
    place = os.path.normpath(os.path.join(folder, target.partition("#")[0]))
    relative = os.path.relpath(place, app.srcdir)
    extra = os.path.join(app.config.html_extra_path[0], relative)
    if os.path.isfile(extra):
        return nodes.reference("", "", content, internal=True, refuri=target)
    if relative in top_pages:
        return make_refnode(app.builder, node["refdoc"], top_pages[relative], "", content)
    outside = relative.startswith("..")
    return content if outside and os.path.exists(place) else None


def setup(app):
    app.connect("missing-reference", resolve)
