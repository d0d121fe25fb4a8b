/// All users of one address together.
extension Limits {
    /// Connections from one address; 127.0.0.1 and ::1 have no limit.
    public static let connectionsPerAddress = 64
    /// Messages of one address a second; 127.0.0.1 and ::1 have no limit. It is enough for an
    /// office of some hundred people behind one address: each sends a message a second at the
    /// busiest moment, and all reconnect at once after a restart of the server. If an operator
    /// changes the messages, bytes, hellos and uploads change in proportion.
    public static let addressMessagesPerSecond = 200
    /// Messages of one address at once.
    package static let addressMessageBurst = 2_000
    /// Bytes in the messages of one address, a second: 1 MiB.
    package static let addressMessageBytesPerSecond = 1_048_576
    /// Bytes in the messages of one address at once: 8 MiB.
    package static let addressMessageBytesBurst = 8_388_608
    /// Joins, read marks, notices of typing, reports and moderators' decisions of one address a
    /// second. An office of some hundred people who read a busy room together needs as many.
    package static let addressSignalsPerSecond = 500
    /// The same requests of one address at once.
    package static let addressSignalBurst = 5_000
    /// Hellos of new and returning users of one address, a second.
    package static let addressHellosPerSecond = 10
    /// Hellos of one address at once.
    package static let addressHelloBurst = 500
    /// Bytes of the uploads of one address, a second: 2 MiB. A file counts as
    /// ``fileChargeLeast`` at least.
    package static let addressUploadBytesPerSecond = 2_097_152
    /// Bytes of the uploads of one address at once: 256 MiB.
    package static let addressUploadBytesBurst = 268_435_456
    /// Bytes of files that one address may store at once, and that many again within a day: 4 GiB.
    /// Of messages it may store a quarter of that. It is enough for an office of some hundred
    /// people.
    public static let addressStoredPerDay: UInt64 = 4_294_967_296
    /// Bytes that a message takes on the disk beside its text, about.
    package static let messageStoredBytes = 512
    /// Bytes that a read mark takes on the disk, about. Guests are free, and each has a mark in
    /// each room.
    package static let markStoredBytes = 64
    /// Refused requests of one address without a penalty, a second. Beyond them, each connection of
    /// the address is read with pauses. They end no connection: that depends on its own refused
    /// requests.
    package static let addressRefusalsPerSecond = 100
    /// Refused requests of one address at once without a penalty.
    package static let addressRefusalBurst = 2_000
    /// HTTP requests of all connections of one address, or of one client of a trusted proxy, a
    /// second.
    package static let addressRequestsPerSecond = 200
    /// HTTP requests of one address at once.
    package static let addressRequestBurst = 2_000
    /// New connections of one address at once, for each connection that it may have
    /// (``connectionsPerAddress``). As many again are allowed within ``addressArrivalPeriod``. A
    /// TLS handshake takes a millisecond of one core.
    package static let addressArrivalsPerConnection = 4
    /// Seconds in which an address may make as many new connections again as at once.
    package static let addressArrivalPeriod = 16
    /// Addresses whose budgets are remembered.
    package static let addressBudgetsKept = 65_536
}
