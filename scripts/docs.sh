#!/usr/bin/env bash
# Makes the documentation in build-docs/html: the pages of docs/, those that the program writes itself, and the reference of the
# library's headers.  A warning is an error, and so are a public name without documentation, a comment that cites a section of
# CONVENTIONS.md that is not there, and a page that loads anything from another host.
# The program and the Python module are built into build/ and the notebooks run, as far as they are not up to date.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/prepare.sh

if [[ $# -gt 0 ]]; then
    sed -n '2,5s/^# //p' scripts/docs.sh >&2
    [[ $1 == --help || $1 == -h ]] && exit 0
    exit 2
fi

need_packages "$docs_packages"
scripts/notebooks.sh
program=build/gaugegl

folder=$PWD/build-docs
tree=$folder/tree # the repository as the pages see it: docs/ is a copy with the pages that are made here, all else is linked
pages=$tree/docs

# What the program says of its commands and of the keys of run files.
program_pages()
{
    "$program" manual --format markdown >"$pages/reference/commands.md"
    "$program" manual run-file --format markdown >"$pages/reference/run-file-keys.md"
}

# The notebooks with their output, as pages.
notebook_pages()
{
    cp -r build/notebooks/*.md build/notebooks/*_files "$pages/notebooks"
    rm "$pages"/notebooks/*.ipynb
}

# Pages that lie beside README.md, as pages of the site: CONVENTIONS.md, whose titles the code cites, and what a visitor of the repository
# looks for.
root_pages()
{
    local file
    sed 's#](docs/reference/#](#g; s#](docs/#](../#g' CONVENTIONS.md >"$pages/reference/conventions.md"
    mkdir "$pages/project"
    for file in CHANGELOG CONTRIBUTING SECURITY; do
        sed 's#](docs/#](../#g; s#](\([A-Za-z./]*\))#](../../\1)#g; s#](../../../#](../#g' $file.md >"$pages/project/${file,,}.md"
    done
}

# The titles that comments cite as CONVENTIONS.md, "Title".
check_citations()
{
    local title missing=
    while read -r title; do
        grep -qF "$title" CONVENTIONS.md || missing+="   $title"$'\n'
    done < <(grep -rhA1 'CONVENTIONS\.md' include src shaders tests web demos --include=*.{h,cpp,glsl,sh,toml,py,js} |
        sed -E 's/^ *(\/\/|#)[!\/]* *//' | tr '\n' ' ' | grep -oE 'CONVENTIONS\.md[,:]? ?\(?"[^"]+"' | sed -E 's/.*"([^"]+)"/\1/' | sort -u)
    [[ -z $missing ]] || die "comments cite these titles, which CONVENTIONS.md does not list:"$'\n'"$missing"
}

# What pages load: a link that a reader follows is no request.
check_requests()
{
    local found
    found=$({
        grep -rnoiE --include=*.html '<(script|img|iframe|source|video|audio|embed|object|input|link)[^>]*(src|srcset|href|data|poster)="?(https?:)?//[^>]*>' "$folder/html"
        grep -rnoiE --include=*.{html,css,svg} '(url\( *["'\'']?|@import +["'\''])(https?:)?//[^)]*' "$folder/html"
        grep -rnoE --include=*.{html,js} '(fetch|importScripts|import|open)\( *["'\''](GET["'\''], *["'\''])?(https?:)?//[^)]*' "$folder/html"
    } || true)
    [[ -z $found ]] || die "these pages load something from another host:"$'\n'"$found"
}

make_tree()
{
    local path
    rm -rf "$tree" "$folder/extra"
    mkdir -p "$tree" "$folder/extra/reference"
    for path in * .ci; do
        [[ $path == build* || $path == docs || $path == results ]] || ln -s "$PWD/$path" "$tree/$path"
    done
    cp -rp docs "$pages"
    for path in "$pages"/results/*/*.md; do # what a command printed has no title
        [[ $(head -c 2 "$path") == "# " ]] || sed -i "1i# $(basename "$path" .md)\n" "$path"
    done
}

headers()
{
    rm -rf "$folder/doxygen"
    mkdir -p "$folder/doxygen"
    doxygen docs/Doxyfile
    mv "$folder/doxygen/html" "$folder/extra/reference/cpp"
}

site()
{
    program_pages
    notebook_pages
    root_pages
    rm -rf "$folder/html"
    GAUGEGL_DOCS_EXTRA=$folder/extra PYTHONPATH=$PWD/build/python /usr/bin/python3 -m sphinx -W --keep-going -n -q -E -b html -d "$folder/doctrees" "$pages" "$folder/html"
}

[[ $(wc -c <README.md) -le 8192 ]] || die "README.md has $(wc -c <README.md) bytes, more than the 8192 that it may have; longer texts belong in docs/"
make_tree
check_citations
stage "The reference of the headers" headers
stage "The pages" site
check_requests
echo "docs: build-docs/html/index.html"
