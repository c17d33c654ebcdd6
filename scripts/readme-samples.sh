#!/usr/bin/env bash
# What commands print in README.md and the pages of docs/: runs those of the blocks below `<!-- sample -->`, one after the other in
# one folder that is empty at first, and puts what they print in their place; `<!-- sample: 12 lines -->` shows so many, and dots.  A
# command that stands on several pages is run once.  `<!-- file: NAME -->` puts the block below it into a file of that folder.
#   scripts/readme-samples.sh           writes the pages
#   scripts/readme-samples.sh --check   compares, but for what depends on the machine (numbers with decimals, counts of
#                                       iterations, names of devices); exit code 1 if anything differs, 77 without OpenGL (in CI 1)
# The program is build/gaugegl, or GAUGEGL_PROGRAM; the demos are in the folder demos beside it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if [[ $# -gt 1 || ($# -eq 1 && $1 != --check) ]]; then
    sed -n '2,8s/^# //p' scripts/readme-samples.sh >&2
    [[ $1 == --help || $1 == -h ]] && exit 0
    exit 2
fi

# Later pages use what the commands of earlier ones have made.
pages=(README.md docs/tutorials/{first-ensemble,first-observable}.md docs/howto/{run-files,quarks,gauge-fixing}.md)

export OMP_WAIT_POLICY=passive # threads that wait leave the processors to others
program=$(realpath "${GAUGEGL_PROGRAM:-build/gaugegl}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
ln -s "$program" "$work/bin/gaugegl"
ln -s "$(dirname "$program")/demos/first-observable" "$work/bin/first-observable"
ln -s "$PWD/demos" "$work/demos"
if ! "$program" info --quiet 2>"$work/error"; then
    cat "$work/error" >&2
    exit $([[ ${CI-} ]] && echo 1 || echo 77)
fi

# What the command prints, of that the first lines where a number of them is given.
declare -A printed=()
sample() {
    local command=$1 lines=$2 output
    if [[ -z ${printed[$command]-} ]]; then
        output=$work/printed-${#printed[@]}
        (cd "$work" && PATH=$work/bin:$PATH bash -c "$command") >"$output" 2>"$work/error" </dev/null || {
            echo "readme-samples: exit code $? of: $command" >&2
            cat "$work/error" >&2
            exit 1
        }
        printed[$command]=$output
    fi
    output=${printed[$command]}
    if [[ $lines && $(wc -l <"$output") -gt $lines ]]; then
        head -n "$lines" "$output"
        echo ...
    else
        cat "$output"
    fi
}

# renew: standard input with what its commands print now.
renew() {
    local state=text lines= file=
    while IFS= read -r line; do
        case $state in
        text)
            if [[ $line =~ ^'<!-- sample'(': '([0-9]+)' lines')?' -->'$ ]]; then
                state=marked lines=${BASH_REMATCH[2]}
            elif [[ $line =~ ^'<!-- file: '([a-z.-]+)' -->'$ ]]; then
                state=named file=$work/${BASH_REMATCH[1]}
            fi
            ;;
        named)
            state=file
            : >"$file"
            ;;
        file) if [[ $line == '```' ]]; then state=text; else printf '%s\n' "$line" >>"$file"; fi ;;
        marked) state=block ;;
        block)
            if [[ $line == '```' ]]; then
                state=text
            elif [[ $line == '$ '* ]]; then
                printf '%s\n' "$line"
                sample "${line#??}" "$lines"
                continue
            else
                continue
            fi
            ;;
        esac
        printf '%s\n' "$line"
    done
}

for page in "${pages[@]}"; do
    renew <"$page" >"$work/new"
    mkdir -p "$(dirname "$work/pages/$page")"
    mv "$work/new" "$work/pages/$page"
done

if [[ ${1-} != --check ]]; then
    for page in "${pages[@]}"; do cat "$work/pages/$page" >"$page"; done
    exit
fi

# Spaces and rules follow the widths of numbers.
masked() {
    sed -E 's/ on .* \((compute|fragment) shaders, /  on DEVICE (/
            s/^(speed|  on) .*/\1/
            s/CPU \([^)]*\)/CPU/
            s/[-+]?[0-9]+\.[0-9]+(\([0-9.]+\))?(e[-+]?[0-9]+)?/N/g
            s/[-+]?[0-9]+e[-+]?[0-9]+/N/g
            s/(iterations +)[0-9]+/\1N/; s/[0-9]+ (iterations|restarts?)/N \1/g; s/restarts?/restarts/
            s/N +[0-9]+ /N N /
            s/ +kept$//; s/-{4,}/----/; s/ +/ /g; s/ $//' "$1"
}
differ=
for page in "${pages[@]}"; do
    diff --label "$page" --label 'printed now' -u <(masked "$page") <(masked "$work/pages/$page") || differ+=" $page"
done
if [[ $differ ]]; then
    echo "these pages show what the program does not print any more; scripts/readme-samples.sh writes them anew:$differ" >&2
    exit 1
fi
