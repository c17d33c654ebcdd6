#!/usr/bin/env bash
# Who may include whom.  A room is a folder of include/gaugegl and src; it may include itself and what the table says.
# What is written twice, the oracle reference/, is known to those alone who compare: checks, papers and the tests.
# Groups, loops of
# the action and fermion operators are compared nowhere but in their registries (traits), and only the two files of the layout compute texels.
# Only gl names the headers of OpenGL, and it knows no word of physics.  Shaders have layers too.  Tests and demos include what
# they like but GLEW, which belongs to gl.
# A key of a run file ("flow.step") is named in its list (config) and where something finds it there, such as the option that a command
# has for it (KeyOptions), a measurement ("flow") in config, in its source (measure) and by its command; all else walks over the lists.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if grep -rnE '^[ \t]*#[ \t]*include[ \t]*[<"]GL/[a-z]*glew' demos tests | grep -v '^tests/gl/' >&2; then
    echo "layers: nothing outside gl includes GLEW" >&2
    exit 1
fi

measurements=$(grep -oE '^ +F\([a-z]+,' include/gaugegl/config/measurements.h | grep -oE '\([a-z]+' | tr -d '(' | paste -sd '|')
sections=$(grep -oE '&RunConfig::[a-z]+' src/config/sections.cpp | sed 's/.*:://; /^name$/d' | sort -u | paste -sd '|')
[[ -n $measurements && -n $sections ]] || {
    echo "layers: no measurements or no sections of run files found in config" >&2
    exit 1
}

# shellcheck disable=SC2046
awk -v measurements="$measurements" -v sections="$sections" '
function fail(message) { printf "%s:%d: %s\n", FILENAME, FNR, message; ++failures }
function allow(module, others,    list, i) {
    known[module]
    split(module " " others, list)
    for (i in list) allowed[module, list[i]]
}
BEGIN {
    allow("base", "")
    allow("core", "base")
    allow("gl", "base")
    allow("comm", "base core")                                  # alone includes the header of MPI
    allow("device", "base core gl comm")
    allow("algebra", "base core")
    allow("host", "base core comm algebra")                     # algebra: the concepts that fields and operators fulfil
    allow("fields", "base core gl device comm algebra host")         # host: the links that cross to devices
    allow("solvers", "base core algebra")
    allow("analysis", "base core")
    allow("io", "base core host")                               # host: matrices in files
    allow("reference", "base core")                             # an oracle: shares no code with what it checks
    allow("gauge", "base core gl device comm fields io host")
    allow("fermion", "base core gl device comm fields algebra solvers host gauge") # host: outer residuals; gauge: the clover
    allow("hmc", "base core gl device comm fields algebra solvers host fermion gauge") # host: energies in double precision
    allow("report", "base core gl device analysis")             # device: profiles
    allow("config", "base core io fermion gauge")               # what the keys of run files stand for; io: the formats that there are
    allow("measure", "base core gl device comm fields algebra solvers analysis host fermion gauge report config")
    allow("chain", "base core gl device comm fields algebra solvers analysis io host fermion gauge hmc report config")
    allow("run", "base core gl device comm fields algebra solvers analysis io host fermion gauge hmc report config measure chain")
    allow("checks", "base core gl device comm fields algebra solvers analysis io reference host fermion gauge hmc report")
    allow("papers", "base core gl device comm fields analysis reference host gauge hmc report config measure chain run checks")
    allow("view", "base core gl device host fields analysis io gauge report config measure chain run")
    allow("python", "base core gl device comm fields algebra solvers analysis io host fermion gauge report config measure chain run")
    allow("cli", "base core gl device comm fields algebra solvers analysis io host fermion gauge hmc report config measure chain run checks papers view")
    # Shaders: folders below shaders/.
    allow("shaders/lattice", "")
    allow("shaders/kernels", "shaders/lattice")
    allow("shaders/entry", "")
    allow("shaders/view", "shaders/lattice")
    # Rooms above measure see its registry, so that a name of a measurement there is one; what these files name is something else.
    split("run cli python", rooms)
    for (i in rooms) knowsMeasurements[rooms[i]]
    otherwise["src/cli/main.cpp"]             # the order of the commands
    otherwise["src/cli/verify_ranks.cpp"]     # parts of kernels
    otherwise["src/cli/verification_of_run.cpp"] # so
    otherwise["src/cli/ranks.cpp"]            # the commands that ranks carry out together
    otherwise["src/run/run_plan.cpp"]         # the words of the questions of `init`, which chooses and fills in some
    otherwise["src/cli/measure_extras.cpp"]   # results of `measure --flow`, which is older than the registry
    otherwise["src/cli/solve.cpp"]            # its quarks are those of [spectrum]
    otherwise["src/cli/solve_backend.cpp"]    # so
    otherwise["src/cli/propagator_spectrum.cpp"] # `spectrum --propagator`
    otherwise["src/python/bind_analysis.cpp"] # names of arguments
    otherwise["src/python/bind_updates.cpp"]  # methods of a field
    otherwise["src/python/bind_runs.cpp"]     # the example in a docstring
    aKey = "\"(" sections "|" measurements ")\\.[a-z_]+\""
    aFile = "\\.(h|json|jsonl|csv|npz|toml|png|svg)\"$"
    # What finds a key in the lists: KeyOptions (keys.add), config::keyNamed, and what a file builds of these (decideKey, ofRun, set).
    ofLists = "[kK]eys(_|\\(\\))?\\.[a-zA-Z]+\\(|[a-zA-Z]*Key\\(|keyNamed\\(|[^.>a-zA-Z](ofRun|set)\\("
    command = "add_subcommand\\(|measureFiles\\(|MeasuredFiles |runWith\\(|addSection\\(|validateSection\\("
    # Headers of operating systems and of MPI, each of which a platform may lack.
    posix = "^(unistd|fcntl|pthread|dlfcn|poll|signal|csignal|termios|dirent|pwd|sched|spawn|sys/.*|windows|io|process)(\\.h)?$"
    physics = "plaquette|staple|gauge|polyakov|wilson|overrelaxation|heatbath|heat bath|quark|fermion|spinor|dirac|hopping|beta|kappa|SU2|SU3"
}
FNR == 1 {
    ++files
    installed += FILENAME ~ /^include\//
    shader = FILENAME ~ /^shaders\//
    module = FILENAME
    sub(shader ? "^shaders/" : "^(include/gaugegl|src)/", "", module)
    sub("/.*", "", module)
    if (shader) module = "shaders/" module
    if (!(module in known)) fail("room " module " is not in the table of scripts/check-layers.sh")
}
module == "gl" && !/#[ \t]*include/ {
    text = " " tolower($0) " "
    gsub("gaugegl", "", text)
    if (match(text, "[^a-z0-9](" tolower(physics) ")[^a-z0-9]"))
        fail("gl knows no physics, but names \"" substr(text, RSTART + 1, RLENGTH - 2) "\"")
}
module != "cli" && /#[ \t]*include[ \t]*<CLI\// { fail("includes CLI11, which belongs to cli") }
module != "config" && /#[ \t]*include[ \t]*<toml\+\+/ && FILENAME !~ /^src\/(python|chain\/checkpoint)/ {
    fail("includes toml++, which reads run files (config), checkpoints and dictionaries of Python alone")
}
# Strings of C++ by the statement that they are in, without comments.
!shader && module != "config" {
    code = $0
    sub(/^[ \t]*\/\/.*|[ \t]\/\/.*/, "", code)
    if (FNR == 1 || before ~ /[;{}][ \t]*$/) statement = ""
    statement = statement " " code
    before = code
    if (match(code, aKey) && substr(code, RSTART, RLENGTH) !~ aFile && statement !~ ofLists)
        fail("names the key " substr(code, RSTART, RLENGTH) " of run files, which its list in config does; give it to what finds keys there, such as KeyOptions")
    if (code ~ /RunConfigError\( *"/) fail("names a section of run files; config checks what keys say")
    itsCommand = FILENAME ~ ("^src/cli/(" measurements ")\\.cpp$")
    if (module in knowsMeasurements && !itsCommand && !(FILENAME in otherwise) && match(code, "\"(" measurements ")\"") &&
        statement !~ command)
        fail("names the measurement " substr(code, RSTART, RLENGTH) ", which config, measure and its command do; all else walks over measure::kinds()")
}
module == "cli" && /fmt::print\(|std::cout|std::cerr|[^a-z:n]printf\(|fputs\(/ {
    fail("prints past printOut() and printError() of cli/report.h, which escape control characters")
}
/[!=]= *Group::SU[0-9]|Group::SU[0-9] *[!=]=/ { fail("compares a group by name; ask for its traits or features (core/group.h)") }
!shader && /[!=]= *LoopShape::|case LoopShape::/ && FILENAME !~ /gauge\/actions\/action_density\.cpp$/ {
    fail("asks for a loop of the action by name; ask for its traits (core/gauge_action.h)")
}
!shader && /[!=]= *(DiracType|FermionKind|FermionAction)::|(DiracType|FermionKind|FermionAction)::[A-Za-z]+ *[!=]=|case (DiracType|FermionKind|FermionAction)::/ && FILENAME !~ /core\/fermion\.h$/ {
    fail("asks for a fermion operator by name; ask for its traits (core/fermion.h, core/dirac_parameters.h, core/hmc.h)")
}
shader ? /HALF_X|LZ \*/ && FILENAME !~ /layout\.glsl$/ : /extent\(0\) *\/ *2 *\*/ && FILENAME !~ /layout\.cpp$/ {
    fail("computes a texel; " (shader ? "shaders/lattice/layout.glsl" : "device/layout.h") " does that")
}
/^[ \t]*#[ \t]*include[ \t]*[<"]/ {
    match($0, /[<"][^>"]*/)
    header = substr($0, RSTART + 1, RLENGTH - 1)
    quoted = substr($0, RSTART, 1) == "\""
    if (header ~ /^(GL|GLES[23]?|EGL|GLFW|KHR|OpenGL)\//) {
        if (module != "gl") fail("includes <" header ">; only gl names the headers of OpenGL")
        if (header ~ /glew/ && FILENAME != "src/gl/driver_functions_glew.cpp")
            fail("includes <" header ">; src/gl/driver_functions_glew.cpp alone uses GLEW")
        next
    }
    if (!quoted && header ~ posix && module != "base")
        fail("includes <" header ">; only base knows the operating system")
    if (header ~ /^mpi\.h$/ && module != "comm") fail("includes <mpi.h>; only comm does")
    other = ""
    if (shader) {
        other = "shaders/" header
        sub("/[^/]*$", "", other)
    } else if (header ~ /^gaugegl\//) {
        other = header
        sub("^gaugegl/", "", other)
        sub("/.*", "", other)
    } else if (quoted && header ~ /\//) { # not installed: below src
        other = header
        sub("/.*", "", other)
    }
    if (other != "" && !((module, other) in allowed))
        fail(module " may not include " other " (" header ")")
}
function mention(what, pattern) { if (!shader && match($0, pattern) && !((what, FILENAME) in mentioned)) { mentioned[what, FILENAME]; ++mentions[what] } }
{
    mention("a group", "Group::SU[0-9]")
    mention("a loop of the action", "LoopShape::")
    mention("an observable", "Observable::[A-Z]")
    mention("a fermion operator", "(DiracType|FermionKind|FermionAction)::")
}
END {
    if (failures) {
        printf "layers: %d violations; the table is in scripts/check-layers.sh\n", failures
        exit 1
    }
    printf "layers: %d files, %d of them installed headers, include only what they may\n", files, installed
    printf "layers: files that name"
    for (what in mentions) printf "%s %s: %d", separator, what, mentions[what], separator = ","
    printf "\n"
}' $(find include src shaders -type f \( -name '*.h' -o -name '*.cpp' -o -name '*.glsl' \) | sort)
