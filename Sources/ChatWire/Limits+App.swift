/// The app.
extension Limits {
    /// Places with an `@` in a text at which a client looks for a person's name to mark it. Each is
    /// compared with the name of everybody who is known in the room.
    package static let mentionsMarked = 100
    /// Bytes of a server's host name (RFC 1035 section 2.3.4).
    package static let hostBytes = 253
    /// Bytes of a `martlet://` link, or of the text of a server's address.
    public static let linkBytes = 512
    /// Accounts of the app, on all servers together.
    package static let accounts = 16
    /// People whom the app offers to invite to a group, or to write to. Others are chosen by their
    /// ids.
    package static let peopleOffered = 200
    /// Rooms that a search of the directory shows.
    package static let roomsFound = 500
    /// Messages that a search of a room shows.
    package static let messagesFound = 500
    /// Pages of a search that are asked for one after the other, while few messages are found.
    package static let searchesTogether = 50
    /// Milliseconds that a search waits for more typing.
    package static let searchPause: Int64 = 300
    /// Milliseconds until an account's client that could not be opened is tried again. The pause
    /// doubles with each failure, up to ``openingPauseMaximum``.
    package static let openingPause: Int64 = 1_000
    /// Milliseconds between two tries to open an account's client at most.
    package static let openingPauseMaximum: Int64 = 30_000
    /// Rooms with a stored draft, in all accounts.
    package static let drafts = 500
    /// Codes of invite links that were made on the device, in all accounts.
    package static let linkCodes = 500
    /// Reported messages of a moderator's queue that are loaded, and likewise held messages.
    package static let reportsListed = 1_000
    /// Files that can be sent together.
    package static let filesTogether = 10
    /// Decoded payloads of messages that are cached.
    package static let payloadsKept = 200
    /// Bytes of the JSON of all cached payloads: 1 MiB.
    package static let payloadBytesKept = 1_048_576
    /// Texts whose links are cached: more than the messages of a timeline on the screen.
    package static let linkTextsKept = 1_000
    /// Bytes of all texts whose links are cached: 1 MiB.
    package static let linkTextBytesKept = 1_048_576
    /// Decoded pictures that are cached.
    package static let picturesKept = 100
    /// Bytes of the pixels of all cached pictures: 96 MiB.
    package static let pictureBytesKept = 100_663_296
    /// Downloaded files that are cached on the device.
    public static let filesKept = 1_000
    /// Bytes of all downloaded files that are cached on the device: 512 MiB.
    public static let fileBytesKept: UInt64 = 536_870_912
    /// Links whose previews the app keeps, also of pages that have none.
    package static let previewsShown = 500
    /// Requests for previews that the app makes at the same time.
    package static let previewRequests = 2
    /// Links in sight that wait until the app asks for their previews.
    package static let previewsWanted = 64
    /// Requests for the preview of one link, if the server is busy or does not answer.
    package static let previewTries = 3
    /// Milliseconds until the app asks for previews again, if the server does not say when.
    package static let previewPause: Int64 = 10_000
    /// Milliseconds until the app asks for previews again at most.
    package static let previewPauseMaximum: Int64 = 300_000
    /// Pixels of the longer side of a picture in the viewer: a photo of a phone's camera in full.
    package static let zoomedPixels = 4_096
    /// Pixels of an animation that plays in its bubble: each picture of it is decoded anew.
    package static let animatedPixels: UInt64 = 1_000_000
    /// Pixels of an animation that plays in the viewer. A larger one shows its first picture.
    package static let playedPixels: UInt64 = 4_000_000
    /// Maps of places that are cached.
    package static let mapsKept = 40
    /// Bytes of the pixels of all cached maps: 32 MiB.
    package static let mapBytesKept = 33_554_432
    /// Rooms that the share extension offers, for each account.
    package static let roomsOffered = 200
    /// Bytes of the file that lists these rooms: 16 accounts with 200 rooms take less.
    package static let sharedPlacesBytes = 4_194_304
    /// Messages that were shared from other apps and wait for the app.
    package static let sharedMessages = 50
    /// Bytes of the file that describes one of them. Its text takes at most six times its own bytes
    /// there.
    package static let sharedMessageBytes = 131_072
    /// Seconds after which the remains of a share that was broken off are deleted.
    package static let sharedRemains: Double = 3_600
}
