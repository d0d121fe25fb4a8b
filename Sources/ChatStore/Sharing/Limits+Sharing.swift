import ChatWire

/// What users share from other apps.
extension Limits {
    /// Rooms that the share extension offers, for each account.
    static let roomsOffered = 200
    /// Bytes of the file that lists these rooms: 16 accounts with 200 rooms take less.
    static let sharedPlacesBytes = 4_194_304
    /// Shared messages that wait for the app.
    static let sharedMessages = 50
    /// Bytes of the file that describes one of them. Its text takes at most six times its own bytes
    /// there.
    static let sharedMessageBytes = 131_072
    /// Seconds after which the remains of a share that was broken off are deleted.
    static let sharedRemains: Double = 3_600
}
