import ChatCore
import ChatNATS
import ChatServer
import ChatWire
import Logging

extension ServeOption {
    /// All options of `martlet serve`. The flags, the variables, the keys of the file, the help,
    /// and the tables of docs/serve.md come from here.
    static let all: [ServeOption] = [
        .text(
            "host", .listening, "ADDRESS", \.server.host,
            "The address to listen on. Any other than loopback can be reached from elsewhere: give it [TLS](#tls), or put a proxy that speaks TLS in front."
        ),
        .number(
            "port", .listening, \.server.port, in: 0...65_535,
            "The port of the page and of WebSockets. 0 takes any free port."),
        .numberOrOff(
            "line-port", .listening, \.server.linePort, in: 0...65_535,
            default: "8081 on a loopback address, `off` on any other",
            "The port of the line protocol, for `nc`; `off` leaves it out, 0 takes any free port. Without [TLS](#tls) it is plain text, and its users have no tokens. So beyond loopback it is on only if this option turns it on."
        ),
        .optionalText(
            "metrics", .listening, "ADDRESS:PORT", \.server.metrics,
            allowed: "an address with a port, such as 127.0.0.1:9090, or off",
            where: MartletServer.Configuration.isMetricsAddress,
            "The address of `/metrics` and `/health` for Prometheus, in plain HTTP. `off` shows metrics beside the page, but only if the server listens on loopback, to clients of this machine that call it by an address or `localhost`, and to no request with a header that proxies write (`X-Forwarded-For`, `Forwarded`, `Via`). Some proxies write none."
        ),
        .optionalText(
            "tls-certificate", .tls, "FILE", \.certificate, allowed: "a file, or off",
            "Use [TLS](#tls) with the certificate in this PEM file, followed by those that lead to its root. The file is read again when it changes."
        ),
        .optionalText(
            "tls-key", .tls, "FILE", \.key, allowed: "a file, or off",
            "The certificate's key in a PEM file (PKCS#8, RSA or EC), not encrypted."),
        .onOrOff("tls-lines", .tls, \.server.securesLines, "With TLS: whether the line port uses it, too."),
        .numberOrOff(
            "http-redirect-port", .tls, \.server.redirectPort, in: 0...65_535,
            "With TLS: a port of plain HTTP that only redirects to https; 0 takes any free port."),
        .list(
            "trusted-proxy", .proxies, "ADDRESS", \.server.trustedProxies,
            allowed: "addresses or networks such as 127.0.0.1, 10.0.0.0/8 or fd00::/8",
            where: MartletServer.Configuration.isNetwork,
            "The address or network of a [trusted proxy](#setting-up-a-proxy). The server believes what it says about its clients' addresses. Limits by address then count clients, not the proxy."
        ),
        .choice(
            "proxy-header", .proxies, "HEADER", \.server.proxyHeader,
            "How a trusted proxy names its client: `x-forwarded-for` (with `X-Forwarded-Proto`), `forwarded` (RFC 7239), or `proxy-protocol` (versions 1 and 2). All other headers are ignored: a proxy passes on those that it does not write."
        ),
        .onOrOff(
            "line-proxy-protocol", .proxies, \.server.linesFromProxy,
            "Whether a trusted proxy's connections to the line port begin with a PROXY protocol header. Turn it on only if the proxy sends one. Without the header, connections count as the proxy's own."
        ),
        .text(
            "data", .data, "FOLDER", \.data, default: "`$XDG_DATA_HOME/martlet`, or `~/.local/share/martlet`",
            "The folder of the database, the files and the token key. It is created if necessary, readable for its owner only."
        ),
        .optionalText(
            "store", .data, "URI", \.store,
            allowed: "an address such as postgres://martlet@db.example.org/martlet, or off",
            where: { $0.hasPrefix("postgres://") || $0.hasPrefix("postgresql://") },
            "The [PostgreSQL database](postgres.md) for the log and the accounts. `off` keeps them in SQLite in the data folder. Leave the password out: libpq finds it in `PGPASSWORD` or `~/.pgpass`, which other users do not see."
        ),
        .onOrOff(
            "synchronous-standbys", .data, \.standbysAreSynchronous,
            "With `--store`: whether each standby of PostgreSQL that may be promoted is synchronous. Then the log [goes on after a failover](postgres.md#whether-the-log-is-the-same). With `off` it gets a new epoch, unless the server can know that no message is missing."
        ),
        .onOrOff(
            "standby", .data, \.standsBy,
            "With `--store`: while another server uses the database, [stand by](postgres.md#a-second-server-that-stands-by) and take over when it ends. Until then every request is answered with status 503, `/health` among them."
        ),
        .onOrOff(
            "cluster", .data, \.isCluster,
            "With `--store`: serve the database together with [other servers](cluster.md) that are started with this option, too. Files must be in a bucket (`--files s3://…`) or `off`."
        ),
        .optionalText(
            "bus", .data, "URI", \.bus,
            allowed: "addresses such as nats://one:4222,nats://two:4222 (or tls://…), or off",
            where: NATSBus.isAddress,
            "With `--cluster`: [NATS servers](cluster.md#nats-as-the-bus) over which the servers of the cluster speak. `off` uses the database. Give an address with a password in `MARTLET_BUS` or the file, which other users do not see."
        ),
        .optionalText(
            "bus-credentials", .data, "FILE", \.busCredentials, allowed: "a file, or off",
            "With `--bus`: a file with the credentials of the user in NATS (a JWT and its seed)."),
        .optionalText(
            "bus-authority", .data, "FILE", \.busAuthority, allowed: "a file, or off",
            "With `--bus tls://…`: a PEM file with the certificates of the authority that signs those of NATS. The system's are trusted, too."
        ),
        .durationOrOff(
            "keep", .data, \.keptSeconds, in: Quantity.periods,
            "How long messages are kept. Older ones are erased with their files, as if they had been deleted. `off` keeps them forever."
        ),
        .list(
            "keep-room", .data, "ROOM=TIME", \.keptRooms, allowed: "a room and a time, such as lobby=7d or archive=off",
            where: { RoomTime($0) != nil }, lacksUnit: RoomTime.lacksUnit,
            "How long messages are kept in one room, instead of `--keep`: `lobby=7d`, or `archive=off` for forever."),
        .durationOrOff(
            "forget-rooms-after", .data, \.forgetRoomsSeconds, in: Quantity.periods,
            "How long an empty room without a new event is kept. Then it is deleted with all its content. The lobby is always kept; `off` keeps all rooms."
        ),
        .list(
            "allow-origin", .access, "ORIGIN", \.server.allowedOrigins,
            allowed: "an origin such as https://chat.example.org, without a path",
            where: MartletServer.Configuration.isOrigin,
            "A web origin (`https://chat.example.org`) whose pages may connect. The server's own page needs it, too, if browsers reach it under [a name of its own](#under-a-name-of-its-own). Clients other than browsers never need it."
        ),
        .onOrOff(
            "chat", .access, \.server.acceptsSwiftChat,
            "Whether clients of the SwiftChat protocol may connect (`/chat`). That protocol has no tokens: users can claim any identity. Only the names and ids of connected users are protected. Turn it off if nobody uses such a client."
        ),
        .choice(
            "guests", .access, "on|off|read", \.guests,
            "What users without an account may do. `read`: join and read open rooms, and send nothing (error 184). `off`: nothing; then there is no line port and no `/chat`, because these protocols know only guests."
        ),
        .choice(
            "accounts", .access, "WHO", \.registration,
            "Who may make an [account](accounts.md): `open` (everyone), `invite` (everyone with an invite), `closed` (only the operator, with `martlet account add`), or `off`. The first start with accounts prints a link for the administrator."
        ),
        .optionalText(
            "tokens", .access, "KEYS", \.tokenKeys, allowed: "a file or an https address with keys, or off",
            "The keys of [signed tokens](accounts.md#users-of-another-system), with which the users of another system connect: a file (a JSON Web Key Set, public keys in PEM, or a secret), or the https address of a JSON Web Key Set. They are read again when they change."
        ),
        .optionalText(
            "token-issuer", .access, "ISSUER", \.tokenIssuer, allowed: "the issuer of the tokens, or off",
            "With `--tokens`: the `iss` that all tokens have. User ids depend on it."),
        .text(
            "token-audience", .access, "AUDIENCE", \.tokenAudience,
            "With `--tokens`: what the `aud` of all tokens contains."),
        .optionalText(
            "filter", .access, "FILE", \.server.filter, allowed: "a file, or off",
            "A [list of words and links](#the-filter-list) that nobody may write on this server, or that moderators look at first: in messages, edits, names, profiles, titles, topics, names of files and new rooms, and reasons. The file is read again when it changes."
        ),
        .fileStorage(
            "files", .access, \.files,
            "Whether messages may carry files (photos, videos, …), and where they are: `on` keeps them in the data folder, `s3://BUCKET/PREFIX` in [a bucket](files.md) of S3 or of a service like it (`?endpoint=https://HOST:PORT`, `&region=REGION`), with the credentials of `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`. With `off`, files from earlier can't be read. They are still deleted with their messages, or when no message has taken them within `--unused-file-age`. Those in a bucket are deleted only while this option names the bucket."
        ),
        .onOrOff(
            "link-previews", .access, \.showsPreviews,
            "Whether the server fetches the pages that messages link to, and shows their titles and pictures below the messages. It asks only addresses of the public internet, and says nothing of the people who read the link."
        ),
        .list(
            "link-preview-network", .access, "NETWORK", \.previewNetworks,
            allowed: "addresses or networks such as 10.1.0.0/16 or fd00::/8",
            where: MartletServer.Configuration.isNetwork,
            "With `--link-previews`: a network whose pages may be fetched although it is not public, at any port. Everyone who may write to the server can see the titles of all pages there."
        ),
        .numberOrOff(
            "rate-limit", .limits, \.messagesPerSecond, in: 1...1_000_000,
            "Messages a second of one user, with bursts of five times that. `off` for no limit. A message over the limit gets error 200 with the time to wait."
        ),
        .numberOrOff(
            "address-rate-limit", .limits, \.addressMessagesPerSecond, in: 1...1_000_000,
            "Messages a second from one address; of IPv6, from one network of 64 bits, and eight times as many from all networks of a site (a /48). Bursts, bytes, hellos and uploads are in proportion. At 200 messages a second these are 2,000 messages at once, and 1 MiB of text, 500 joins, read marks, reports and notices of typing, 10 hellos and 2 MiB of files a second. A file counts as 64 KiB at least. Requests over the limit get error 207 with the time to wait. If more than 2,000 requests of an address are refused at once, or 100 a second, the server reads its connections with pauses. An address may send 200 HTTP requests a second (2,000 at once): further ones wait, and those of a trusted proxy's clients get status 429. `127.0.0.1` and `::1` have no limit, and there is none if `rate-limit` is `off`. Anyone can become a guest, so limits by user alone would bound nobody. Raise it where many people share an address."
        ),
        .bytesOrOff(
            "address-storage", .limits, \.addressStoredPerDay, in: 1 << 20...(1 << 40),
            "Bytes of files that all users of one address may store at once, and as many again within a day; of messages a quarter, and each counts as 512 bytes more than its text, a read mark as 64 bytes. IPv6 is counted as for `address-rate-limit`. Files and messages over the limit get error 207 with the time to wait. `127.0.0.1` and `::1` have no limit, and there is none if `address-rate-limit` or `rate-limit` is `off`. Raise it where many people share an address. `off` for no limit."
        ),
        .numberOrOff(
            "new-rooms-per-user", .limits, \.newRoomsPerUser, in: 1...1_000_000,
            "New rooms of one user at once; as many again within an hour. A room is created by its first message, and stays. `off` for no limit."
        ),
        .numberOrOff(
            "new-rooms-per-address", .limits, \.newRoomsPerAddress, in: 1...1_000_000,
            "New rooms of all users of one address together, `127.0.0.1` and `::1` among them; as many again within an hour. `off` for no limit. A log has 1,048,576 rooms at most."
        ),
        .number(
            "connections-per-address", .limits, \.server.connectionsPerAddress, in: 1...1_000_000,
            "Connections from one address; of IPv6, from one network of 64 bits, and eight times as many from all networks of a site (a /48). New ones may come four times as many at once, and as many again within 16 seconds, since each handshake costs time. `127.0.0.1` and `::1` have no limit. Raise it where many people share an address (an office, a school)."
        ),
        .number(
            "connections-per-user", .limits, \.server.connectionsPerUser, in: 1...1_000,
            "Connections of one user (v1): tabs and devices. Each gets every message, so without a limit one user could multiply the cost of a message."
        ),
        .number(
            "history-page", .limits, \.server.pageEvents, in: 1...Limits.pageEvents,
            "Events in a page of history. With fewer, each read is shorter on a slow disk, and clients ask more often."
        ),
        .bytes(
            "file-size", .limits, \.server.fileBytes, in: 1...UInt64(Limits.fileBytes),
            "The maximum size of a file. Clients are told. A proxy in front must allow bodies of this size."),
        .duration(
            "unused-file-age", .limits, \.server.unusedFileSeconds,
            in: 60...UInt64(Limits.longestUnusedFileAge / 1_000),
            "How long a file waits for its message. Phones that lose the network in between need hours. Unsent files take disk space meanwhile."
        ),
        .bytes(
            "file-quota", .limits, \.server.fileBytesPerUser, in: 1...(1 << 50),
            "The maximum size of all files of one user. A file counts as 64 KiB at least. Anyone can become another guest, so with guests it does not bound what an address stores: `--address-storage` does."
        ),
        .choice(
            "log-level", .logging, "LEVEL", \.logLevel,
            "`trace`, `debug`, `info`, `notice`, `warning`, `error` or `critical`. Messages and tokens are never logged."
        ),
        .choice(
            "security-log-level", .logging, "LEVEL", \.securityLogLevel,
            "The level of the [security log](#the-security-log): `info` includes sign-ins, `warning` only cut connections."
        ),
        .choice(
            "log-format", .logging, "FORMAT", \.logFormat,
            "`text` or `json`, one line for each entry, on standard error."),
    ]
}
