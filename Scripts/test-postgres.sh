#!/usr/bin/env bash
# Runs a PostgreSQL server for tests, in a folder of its own, until standard input ends. So it ends
# with the process that started it, however that ends. Prints the folder of its socket when it takes
# connections. Its administrator is martlet, without a password.
#
# The folder is in memory if there is room: the tests make many databases, and a disk would keep
# them waiting for most of their time.
#
#   Scripts/test-postgres.sh [ADDRESSES]: listens at these addresses, too, on PostgreSQL's own port
# Its WAL goes into the folder MARTLET_POSTGRES_WAL, if that is set.
set -euo pipefail

# PostgreSQL does not run as root, but as the user nobody, who may not be allowed to read this file.
if [ "$(id -u)" = 0 ]; then exec setpriv --reuid 65534 --regid 65534 --clear-groups bash -c "$(cat "$0")" "$0" "$@"; fi
addresses=${1:-}

bin=
for folder in "${MARTLET_POSTGRES_BIN:-}" /usr/lib/postgresql/*/bin /opt/homebrew/opt/postgresql*/bin /usr/local/opt/postgresql*/bin; do
    [ -x "$folder/initdb" ] && bin=$folder
done
if [ -z "$bin" ]; then
    echo "The tests need a PostgreSQL server: run Scripts/setup.sh test, or set MARTLET_POSTGRES_BIN to its folder of programs." >&2
    exit 1
fi

memory=$(df --output=avail -k /dev/shm 2>/dev/null | tail -1) || memory=0
if [ "${memory:-0}" -gt 2000000 ]; then folder=/dev/shm; else folder=/tmp; fi
root=$(mktemp -d $folder/martlet-postgres.XXXXXX)
server=
finish() {
    # Immediate shutdown: nothing of it is used again.
    [ -z "$server" ] || { kill -QUIT "$server" 2>/dev/null && wait "$server"; } || true
    rm -rf "$root"
}
trap finish EXIT
cd "$root"

"$bin/initdb" -D data -U martlet --auth trust --encoding UTF8 --locale C --no-sync ${MARTLET_POSTGRES_WAL:+-X "$MARTLET_POSTGRES_WAL"} >log 2>&1 || { cat log >&2; exit 1; }
[ -z "$addresses" ] || echo "host all all all trust" >>data/pg_hba.conf
"$bin/postgres" -D data -c listen_addresses="$addresses" -c unix_socket_directories="$root" -c max_connections=200 -c shared_buffers=16MB >>log 2>&1 \
    </dev/null &
server=$!
until "$bin/pg_isready" -q -h "$root"; do
    kill -0 "$server" 2>/dev/null || { cat log >&2; exit 1; }
    sleep 0.1
done
echo "$root"
cat >/dev/null
