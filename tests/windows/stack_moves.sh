#!/usr/bin/env bash
# The stack of Windows is aligned to 16 bytes, and GCC for Windows does not align it further where vectors have 32 or 64: a move that
# needs more alignment faults there, in one call of two.  So none may be left in the objects of the hot loops.
#   stack_moves.sh OBJECT...
# Names every function and instruction that moves a ymm or zmm register to or from the stack by an instruction that needs the alignment.
# An aligned move by any register but %rip counts as well: it may point into the stack.  Moves that bypass the cache are meant so, for
# arrays that are aligned, and count only by %rsp and %rbp.
set -euo pipefail
prefix=x86_64-w64-mingw32-

fail()
{
    printf 'stack_moves.sh: %s\n' "$*" >&2
    exit 1
}

# moves OBJECT: "FUNCTION: INSTRUCTION" of each such move, and at the end "N vector instructions".
moves()
{
    "$prefix"objdump -d --no-show-raw-insn --demangle "$1" | awk -F '\t' '
        /^[0-9a-f]+ <.*>:$/ { name = $0; sub(/^[0-9a-f]+ </, "", name); sub(/>:$/, "", name); next }
        $2 ~ /%[yz]mm/ {
            ++vectors
            if ($2 !~ /\(/) next # between registers
            aligned = $2 ~ /^(\{[a-z]+\} )?vmov(ap[sd]|dqa(32|64)?) /
            if (aligned && $2 !~ /\(%rip\)/ || $2 ~ /^(\{[a-z]+\} )?vmovnt[a-z]+ / && $2 ~ /\(%r[sb]p/) print name ": " $2
        }
        END { print vectors + 0 " vector instructions" }'
}

# found OBJECT TEXT...: such a move is found for each of the texts.
found()
{
    local said text
    said=$(moves "$1")
    for text in "${@:2}"; do [[ $said == *"$text"* ]] || fail "the check does not find '$text' in: $said"; done
}

# What is looked for is found, where it is, and not where the assembler was told to avoid it.  It is text for the assembler, since some
# versions of GCC for Windows, Debian's among them, make no aligned moves of vectors.
self_test()
{
    local folder=$1 names=() name said
    {
        echo '.text'
        for name in vmovaps vmovapd vmovdqa vmovntps vmovntpd vmovntdq; do
            names+=("store_$name: $name ")
            printf 'store_%s:\n  %s %%ymm1, 32(%%rsp)\n  ret\n' $name $name
        done
        for name in vmovaps vmovdqa32 vmovdqa64; do
            names+=("load_$name: $name ")
            printf 'load_%s:\n  %s -64(%%rbp,%%rax,8), %%zmm1\n  ret\n' $name $name
        done
        printf 'pointer:\n  lea 32(%%rsp), %%rax\n  vmovaps %%ymm1, (%%rax)\n  ret\n'
        printf 'fine:\n  vmovups %%ymm1, 32(%%rsp)\n  vmovaps constant(%%rip), %%ymm1\n  vmovaps %%ymm1, %%ymm2\n  vmovntps %%ymm1, (%%rax)\n'
        printf '  vmovaps %%xmm1, 32(%%rsp)\n  vaddps 32(%%rsp), %%ymm1, %%ymm1\n  ret\n'
    } >"$folder/text.s"
    "$prefix"gcc -c "$folder/text.s" -o "$folder/text.obj"
    found "$folder/text.obj" "${names[@]}" "pointer: vmovaps "
    said=$(moves "$folder/text.obj")
    [[ $said != *fine:* ]] || fail "the check finds what is no such move: $said"

    "$prefix"gcc -Wa,-muse-unaligned-vector-move -c "$folder/text.s" -o "$folder/unaligned.obj"
    said=$(moves "$folder/unaligned.obj")
    [[ $said != *vmova* && $said != *vmovdqa* ]] || fail "the assembler left aligned moves: $said"
}

[[ $# -gt 0 ]] || fail "which objects?"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
self_test "$folder"

bad=0
for object in "$@"; do
    moves "$object" >"$folder/moves"
    count=$(tail -n 1 "$folder/moves")
    [[ $count != 0\ * ]] || fail "$object has no instruction on ymm or zmm registers: is it the right one?"
    if [[ $(wc -l <"$folder/moves") -gt 1 ]]; then
        bad=1
        head -n -1 "$folder/moves" | sort | uniq -c | sort -rn | head -n 20 | sed "s|^|$object: |" >&2
    else
        echo "${object##*/}: $count, no aligned move by a register"
    fi
done
[[ $bad == 0 ]] || fail "these moves fault where the stack is aligned to 16 bytes; the assembler's option -muse-unaligned-vector-move makes them harmless"
