#!/usr/bin/env bash
# Makes the documentation in build-docs/html: the pages of docs/, those that the program writes itself, and the reference of the
# library's headers.  A warning is an error, and so are a public name without documentation, a comment that cites a section of
# CONVENTIONS.md that is not there, and a page that loads anything from another host.
# The program is build/gaugegl, or GAUGEGL_PROGRAM; without one it is built.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/prepare.sh

if [[ $# -gt 0 ]]; then
    sed -n '2,5s/^# //p' scripts/docs.sh >&2
    [[ $1 == --help || $1 == -h ]] && exit 0
    exit 2
fi

need_packages "$docs_packages"
program=${GAUGEGL_PROGRAM:-build/gaugegl}
if [[ ! -x $program ]]; then
    [[ -z ${GAUGEGL_PROGRAM-} ]] || die "there is no program $program"
    need_packages "$build_packages"
    build release gaugegl_program
fi

folder=$PWD/build-docs
tree=$folder/tree # the repository as the pages see it: docs/ is a copy with the pages that are made here, all else is linked
pages=$tree/docs

# heading FILE TITLE: begins a page.
heading() { printf '# %s\n\n' "$2" >"$1"; }

# The commands with their options, as `gaugegl COMMAND --help` prints them.
commands_page()
{
    local page=$pages/reference/commands.md name
    heading "$page" "Commands and options"
    {
        echo 'What `gaugegl COMMAND --help` prints. [The program](program.md) says what is common to the commands.'
        printf '\n```\n'
        "$program" --help
        printf '```\n'
        for name in $("$program" --help | sed '1,/^Subcommands:/d' | awk '{ print $1 }'); do
            printf '\n## %s\n\n```\n' "$name"
            "$program" "$name" --help
            printf '```\n'
        done
    } >>"$page"
    [[ $(grep -c '^## ' "$page") -ge 10 ]] || die "gaugegl --help names fewer than ten commands"
}

# The keys of run files, as the header of run_config.h lists them.
keys_page()
{
    local page=$pages/reference/run-file-keys.md
    heading "$page" "Keys of run files"
    {
        awk '/^#pragma once/ { exit } { sub(/^\/\/ ?/, ""); print }' include/gaugegl/run/run_config.h | awk '
            function close_block() { if (inside) print "```"; inside = 0 }
            /^  / { if (!inside) print "\n```"; inside = 1; print; next }
            { close_block(); print }
            END { close_block() }'
        printf '\n%s\n' '`demos/runs/quickstart.toml` explains the keys of a run without quarks, `demos/runs/su3-quenched-hmc.toml` those of `[hmc]`; [run files](../howto/run-files.md) says how they are used.'
    } >>"$page"
    grep -q '^ *\[lattice\]' "$page" || die "run_config.h lists no keys of run files"
}

# CONVENTIONS.md, whose titles the code cites, as a page of the reference.
conventions_page() { sed 's#](docs/reference/#](#g; s#](docs/#](../#g' CONVENTIONS.md >"$pages/reference/conventions.md"; }

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
    commands_page
    keys_page
    conventions_page
    rm -rf "$folder/html"
    GAUGEGL_DOCS_EXTRA=$folder/extra /usr/bin/python3 -m sphinx -W --keep-going -n -q -E -b html -d "$folder/doctrees" "$pages" "$folder/html"
}

[[ $(wc -c <README.md) -le 8192 ]] || die "README.md has $(wc -c <README.md) bytes, more than the 8192 that it may have; longer texts belong in docs/"
make_tree
check_citations
stage "The reference of the headers" headers
stage "The pages" site
check_requests
echo "docs: build-docs/html/index.html"
