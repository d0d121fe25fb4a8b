#!/bin/bash
# run.sh [CASES]: runs the Autobahn WebSocket suite against EchoServer, without the cases of
# compression, which is not spoken.
#
# Prints what is bad and a summary; exits non-zero when a case failed, was not strict, or ended with
# a wrong close code. The report is .build/autobahn/report/index.html.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.."
suite=.build/autobahn

if [ ! -e "$suite/complete" ]; then
    if ! python3 -c 'import ensurepip' 2>/dev/null; then
        if [ "$(id -u)" = 0 ]; then sudo=; else sudo=sudo; fi
        $sudo apt-get update -qq
        $sudo apt-get install -y -qq python3-venv
    fi
    "$here/setup.sh" "$suite"
fi

Scripts/swift-build.sh --product EchoServer
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
.build/release/EchoServer "$port" >/dev/null &
server=$!
trap 'kill "$server" 2>/dev/null || true' EXIT
for _ in $(seq 100); do
    if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then break; fi
    kill -0 "$server"
    sleep 0.1
done

"$suite/venv/bin/python" "$suite/ab3/fuzzclient.py" "ws://127.0.0.1:$port/" --strict --cases "${1:-*}" --exclude '12.*,13.*' \
    --outdir "$suite/report" --agent martlet | grep -vE '^(Running test case|Cases = )'
