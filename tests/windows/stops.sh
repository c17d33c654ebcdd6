# Parts of scripts/windows-test.sh: a run that is killed or interrupted goes on bit for bit.
# shellcheck shell=bash disable=SC2154

# The run that is stopped in many ways below, without a stop.
whole_run()
{
    in_folder whole
    cat >a.toml <<'END'
[lattice]
extents = "4x4x4x4"
group = "su2"
[action]
beta = 2.3
[update]
seed = 5
overrelaxation = 1
reunitarise_every = 3
thermalisation = 6
sweeps = 600
[measure]
every = 2
[output]
directory = "out"
prefix = "conf"
save_every = 100
checkpoint_seconds = 0
plots = false
END
    expect 0 windows run a.toml --quiet
    in_folder carriage-returns
    sed 's/$/\r/' ../whole/a.toml >"für Ü.toml"
    expect 0 windows run "für Ü.toml" --quiet --set update.sweeps=100
    same out/conf.00100.ildg ../whole/out/conf.00100.ildg
}

# started_run ROWS: starts the run and waits for so many rows of its history; its process is in $run.
started_run()
{
    "$wine" "$program" run a.toml --quiet >"$said" 2>"$complained" </dev/null &
    run=$!
    wait_for 60 has_rows "$1"
}

has_rows() { [[ -e out/history.csv ]] && (($(wc -l <out/history.csv) >= $1)); }

killed_run()
{
    in_folder killed
    cp ../whole/a.toml .
    started_run 20
    cp "$said" "$said.run" && cp "$complained" "$complained.run"
    refused 2 "lock" "another \`gaugegl run\`" "process " -- windows run a.toml --quiet
    expect 0 windows watch out --once
    kill -KILL $run
    wait $run 2>/dev/null || true
    [[ ! -e out/results.json ]] || die "the run ended before it was killed"

    started_run 30
    "$wine" taskkill /f /im gaugegl.exe >"$said" 2>&1 || failed "taskkill"
    wait $run || true # taskkill lets it end with 0
    [[ ! -e out/results.json ]] || die "the run ended before it was killed a second time"

    expect 0 windows run a.toml
    says "$complained" "gaugegl: going on from sweep " " of 606"
    same_run ../whole/out out
    [[ ! -e out/lock ]] || die "the lock stays"
}

# ctrl_c FILE TEXT ARGUMENT...: the program gets Ctrl-C once the file has the text, and ends as interrupted, within half a minute.
# Wine 8 may start the thread that takes the event in a signal handler of a busy thread, where it waits for itself if the driver of Linux
# was allocating memory (seen in one of ten while a driver compiles; by a debugger, in malloc below NtCreateThreadEx): then it is tried again.
ctrl_c()
{
    local code try
    for try in 1 2 3 4; do
        rm -rf out
        code=0
        "$wine" "$source/build-windows/send_ctrl_c.exe" "$1" "$2" "$program" "${@:3}" >"$said" 2>"$complained" </dev/null || code=$?
        grep -qF "send_ctrl_c: the program does not end" "$complained" || break
        echo "   try $try: it does not end, as under Wine it may"
    done
    [[ $code == 130 ]] || failed "exit code $code, not 130: ${*:3}"
}

interrupted_run()
{
    in_folder interrupted
    cp ../whole/a.toml .
    # No checkpoint but the first would be written by time.
    ctrl_c out/conf.00100.ildg "" run a.toml --quiet --set output.checkpoint_seconds=3600
    says "$complained" "gaugegl: interrupted" "goes on from sweep "
    calculate 'import json
results = json.load(open("out/results.json"))
assert results["complete"] is False and 100 <= results["sweeps"] < 600, results'
    expect 0 windows run a.toml
    says "$complained" "gaugegl: going on from sweep " " of 606"
    same_run ../whole/out out

    # A driver that compiles cannot be interrupted, and is not waited for.  Nothing that it compiled before is found, and it optimises:
    # 15 s on a fast machine, where the first line of progress comes after 5.
    GALLIVM_PERF='' MESA_SHADER_CACHE_DISABLE=true GAUGEGL_CACHE_DIR='' ctrl_c "$complained" "compiling program" \
        generate --group su3 --lattice 4x4x4x4 --beta 8 --action symanzik --precision double --sweeps 10 --json generated.json
    says "$complained" interrupted
    calculate 'import json
assert json.load(open("generated.json"))["complete"] is False'
}
