#!/usr/bin/env bash
# Installs what is missing to build (setup.sh build), to start a cluster as well (setup.sh cluster),
# or to test (setup.sh test). Does nothing when all is there.
set -euo pipefail

what=${1:-build}
cd "$(dirname "$0")/.."

if ! command -v swift >/dev/null; then
    echo "Martlet needs Swift 6.2 or newer: https://www.swift.org/install" >&2
    exit 1
fi
[ "$(uname)" = Linux ] || exit 0

missing=()
need() { # FILE-OR-COMMAND PACKAGE
    [ -e "$1" ] || command -v "$1" >/dev/null || missing+=("$2")
}
need /usr/include/sqlite3.h libsqlite3-dev
if [ "$what" != build ]; then
    need curl curl
    need /usr/sbin/haproxy haproxy
    # The server that the tests of the store in PostgreSQL start, and its client library.
    compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || missing+=(postgresql)
    compgen -G '/usr/lib/*/libpq.so.5' >/dev/null || missing+=(libpq5)
    # The bus between servers, and its client library.
    need /usr/sbin/nats-server nats-server
    compgen -G '/usr/lib/*/libnats.so.3.*' >/dev/null || missing+=(libnats3.4)
fi
if [ "$what" = test ]; then
    # Tests of notifications and of the microphone need the whole browser; all others take half the
    # time without a screen.
    need chromium chromium
    need chromium-headless-shell chromium-headless-shell
    need /usr/share/fonts/truetype/noto/NotoColorEmoji.ttf fonts-noto-color-emoji
    need node nodejs
    need wasm-opt binaryen
    need brotli brotli
    need esbuild esbuild
    # Network namespaces, for tests that cut a network.
    need ip iproute2
    # A second terminal, beside pyte, for martlet chat.
    need tmux tmux
    need openssl openssl
    # The proxies that docs/proxies has configurations for.
    need /usr/sbin/nginx nginx-light
    need /usr/lib/nginx/modules/ngx_stream_module.so libnginx-mod-stream
    need caddy caddy
    # promtool, which reads the alert rules.
    need promtool prometheus
    # The S3 service that the tests of files in a bucket start: OpenStack Swift.
    need swift-proxy-server swift-proxy
    need swift-object-server swift-object
    need swift-container-server swift-container
    need swift-account-server swift-account
    need python3 python3
    python3 -c 'import ensurepip, venv' 2>/dev/null || missing+=(python3-venv)
    # nc that half-closes and tells when the other side has closed.
    nc -h 2>&1 | grep -q OpenBSD || missing+=(netcat-openbsd)
fi

if [ ${#missing[@]} -gt 0 ]; then
    if ! command -v apt-get >/dev/null; then
        echo "Please install, under the names your system has for them: ${missing[*]}" >&2
        exit 1
    fi
    as_root=()
    [ "$(id -u)" = 0 ] || as_root=(sudo)
    echo "Installing ${missing[*]}"
    "${as_root[@]}" apt-get update -qq
    # The tests start the proxies themselves: what is installed for them here is not to begin
    # serving on this machine, now or at its next start
    # (https://www.debian.org/doc/debian-policy/ch-opersys.html, invoke-rc.d and policy-rc.d).
    policy=/usr/sbin/policy-rc.d
    if [ ! -e "$policy" ]; then
        printf '#!/bin/sh\nexit 101\n' | "${as_root[@]}" install -m 755 /dev/stdin "$policy"
        trap '"${as_root[@]}" rm -f "$policy"' EXIT
    fi
    case " ${missing[*]} " in
    *" postgresql "*)
        # Debian's package makes a database cluster, which would be started with the machine. The
        # tests make their own.
        configuration=/etc/postgresql-common/createcluster.conf
        if [ ! -e "$configuration" ]; then
            echo 'create_main_cluster = false' | "${as_root[@]}" install -D -m 644 /dev/stdin "$configuration"
        fi
        ;;
    esac
    DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
    if [ -d /run/systemd/system ]; then
        for service in nginx haproxy caddy prometheus nats-server swift-proxy swift-object swift-container swift-account; do
            case " ${missing[*]} " in *" $service"*) "${as_root[@]}" systemctl disable -q "$service" ;; esac
        done
        # OpenStack Swift has more of them, which keep several copies in step.
        for unit in /lib/systemd/system/swift-*-*.service; do
            case "$unit" in *@*) ;; *) [ ! -e "$unit" ] || "${as_root[@]}" systemctl disable -q "$(basename "$unit")" ;; esac
        done
    fi
fi

if [ "$what" = test ]; then
    stamp=.build/python/requirements
    wanted=$(cat Tests/Page/requirements.txt Tests/System/requirements.txt)
    if [ ! -f "$stamp" ] || [ "$(cat "$stamp")" != "$wanted" ]; then
        mkdir -p .build
        python3 -m venv .build/python
        .build/python/bin/pip install -q -r Tests/Page/requirements.txt -r Tests/System/requirements.txt
        echo "$wanted" > "$stamp"
    fi
fi
