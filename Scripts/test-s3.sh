#!/usr/bin/env bash
# Runs OpenStack Swift with its S3 interface for tests, on one device in a folder of its own below
# /tmp, until standard input ends. So it ends with the process that started it, however that ends.
# Prints its port when it takes requests. Its key is martlet, its secret is testing. The options of
# the proxy, and so of a restart, are in FOLDER/proxy.conf; the folder is printed behind the port.
set -euo pipefail

for program in proxy object container account; do
    if ! command -v "swift-$program-server" >/dev/null; then
        echo "The tests need OpenStack Swift: run Scripts/setup.sh test." >&2
        exit 1
    fi
done

root=$(mktemp -d /tmp/martlet-s3.XXXXXX)
servers=()
finish() {
    for server in "${servers[@]}"; do kill -9 "$server" 2>/dev/null || true; done
    rm -rf "$root"
}
trap finish EXIT
cd "$root"
mkdir -p etc srv/d1 run cache

# Four ports that nobody has now.
read -r proxy object container account < <(/usr/bin/python3 - <<'EOF'
import socket
sockets = [socket.socket() for _ in range(4)]
for one in sockets:
    one.bind(("127.0.0.1", 0))
print(*(one.getsockname()[1] for one in sockets))
EOF
)

cat >etc/swift.conf <<EOF
[swift-hash]
swift_hash_path_suffix = martlet
[storage-policy:0]
name = Policy-0
default = yes
EOF

for kind in object container account; do
    swift-ring-builder "$kind.builder" create 4 1 1 >/dev/null
    swift-ring-builder "$kind.builder" add "r1z1-127.0.0.1:${!kind}/d1" 1 >/dev/null
    swift-ring-builder "$kind.builder" rebalance >/dev/null
    mv "$kind.ring.gz" etc/
    cat >"$kind.conf" <<EOF
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${!kind}
workers = 0
swift_dir = $root/etc
devices = $root/srv
mount_check = false
user = $(id -un)
log_address = $root/run/no-log
# It need not survive a power cut, and has a small disk.
fallocate_reserve = 0
[pipeline:main]
pipeline = $kind-server
[app:$kind-server]
use = egg:swift#$kind
EOF
done

cat >proxy.conf <<EOF
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = $proxy
workers = 0
swift_dir = $root/etc
user = $(id -un)
log_address = $root/run/no-log
[pipeline:main]
pipeline = catch_errors cache s3api tempauth proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:9
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
dns_compliant_bucket_names = true
[filter:tempauth]
use = egg:swift#tempauth
user_test_martlet = testing .admin
EOF

# Programs of Debian's Python, whatever else is first on the path.
export SWIFT_DIR=$root/etc
for kind in object container account; do
    /usr/bin/python3 "$(command -v swift-$kind-server)" "$root/$kind.conf" >>"$kind.log" 2>&1 </dev/null &
    servers+=($!)
    # The shell prints nothing when it ends.
    disown
done
/usr/bin/python3 "$(command -v swift-proxy-server)" "$root/proxy.conf" >>proxy.log 2>&1 </dev/null &
servers+=($!)
disown
until /usr/bin/python3 -c "import socket; [socket.create_connection(('127.0.0.1', port), 1) for port in ($proxy, $object, $container, $account)]" \
    2>/dev/null; do
    for server in "${servers[@]}"; do kill -0 "$server" 2>/dev/null || { cat ./*.log >&2; exit 1; }; done
    sleep 0.1
done
echo "$proxy $root ${servers[3]}"
cat >/dev/null
