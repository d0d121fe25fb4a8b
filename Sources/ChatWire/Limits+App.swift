/// The app.
extension Limits {
    /// Bytes of a server's host name (RFC 1035 section 2.3.4), bytes of a `martlet://` link, and
    /// accounts of the app.
    public static let hostBytes = 253
    public static let linkBytes = 512
    public static let accounts = 16
    /// Rooms with a stored draft, in all accounts.
    public static let drafts = 500
    /// Files that can be sent together.
    public static let filesTogether = 10
    /// Decoded pictures that are cached, and the bytes of their pixels.
    public static let picturesKept = 100
    public static let pictureBytesKept = 100_663_296
    /// Downloaded files that are cached on the device, and their bytes: 512 MiB.
    public static let filesKept = 1_000
    public static let fileBytesKept: UInt64 = 536_870_912
    /// Pixels of the longer side of a picture in the viewer: a photo of a phone's camera in full.
    public static let zoomedPixels = 4_096
}
