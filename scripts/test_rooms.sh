#!/bin/sh
# Rooms include only rooms below them; knot and sim never meet; the command sees only the public headers.
set -eu
cd "$(dirname "$0")/.."

allowed() {
    case $1 in
    core) echo "core" ;;
    geom) echo "core geom" ;;
    cloth) echo "core geom cloth" ;;
    knot) echo "core geom knot" ;;
    sim) echo "core geom sim" ;;
    couple) echo "core geom sim cloth couple" ;;
    io) echo "core geom knot sim io" ;;
    render) echo "core geom io render" ;;
    play) echo "core geom knot sim cloth couple io render play" ;;
    tie) echo "core geom knot sim io render play tie" ;;
    *) echo "unknown room $1" >&2; return 1 ;;
    esac
}

status=0
for room in src/*/; do
    room=$(basename "$room")
    may=$(allowed "$room")
    for other in $(grep -hoE '^#include "[a-z]+/' "src/$room"/*.[ch] | sed 's/#include "//; s,/,,' | sort -u); do
        [ "$other" = bight ] && continue
        case " $may " in
        *" $other "*) ;;
        *)
            echo "src/$room includes $other/: rooms depend downwards only"
            status=1
            ;;
        esac
    done
done
for pair in "knot bight/world.h" "sim bight/knot.h" "geom bight/knot.h" "core bight/world.h" "geom bight/world.h"; do
    set -- $pair
    if grep -l "#include \"$2\"" "src/$1"/*.[ch] 2>/dev/null; then
        echo "src/$1 includes $2"
        status=1
    fi
done

# the command and the benches are users of the library like any other
if grep -nE '^ *# *include *"' cli/*.[ch] bench/*.[ch] | grep -vE 'include *"(bight|bench|cli)/[a-z_]+\.h"'; then
    echo "cli and bench include only bight/, bench/ and cli/"
    status=1
fi
exit $status
