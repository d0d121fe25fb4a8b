/// Every maximum in Martlet. An unbounded queue, name, page or wait is a bug.
///
/// This file has the maximums of a frame. Each other subject has its own file, `Limits+….swift`.
/// Public are those of what an app sends, shows or sets; only this package sees the others.
public enum Limits {
    /// The largest whole number on the wire: 2⁵³ − 1, which JavaScript holds exactly.
    public static let largestInteger: UInt64 = 9_007_199_254_740_991
    /// Bytes of a WebSocket frame, and of a message with all its fragments.
    public static let frameBytes = 65_536
    /// Fragments of one WebSocket message.
    public static let fragments = 32
    /// Nested objects and arrays of a JSON value.
    public static let jsonDepth = 32
    /// Keys of one JSON object.
    public static let jsonKeys = 64
    /// Bytes of a line of the line protocol, without its line feed.
    public static let lineBytes = 4_096
    /// Pings of a second that are each answered. Of further ones, only the latest is, when the
    /// second is over.
    package static let pongsPerTick = 16
}
