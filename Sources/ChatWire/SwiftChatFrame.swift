/// The frames of SwiftChat, the WebSocket at `/chat`, exactly as the original app reads and writes
/// them.
public enum SwiftChatFrame {
    /// A client's frame.
    public struct Submitted: Hashable, Sendable {
        public var message: String
        public var user: String
        public var userID: UserID

        public init(message: String, user: String, userID: UserID) {
            self.message = message
            self.user = user
            self.userID = userID
        }
    }

    /// The frame for everybody.
    public struct Delivered: Hashable, Sendable {
        /// Milliseconds since 1970-01-01 UTC; on the wire it is seconds since 2001.
        public var at: Int64
        public var id: EventID
        public var message: String
        public var user: String
        public var userID: UserID
        /// The error's number, in a reply to its sender only. The original app ignores the key and
        /// shows the message.
        public var error: WireError.Code?

        public init(at: Int64, id: EventID, message: String, user: String, userID: UserID) {
            self.at = at
            self.id = id
            self.message = message
            self.user = user
            self.userID = userID
        }

        public init(refusal: WireError, at: Int64, id: EventID) {
            self.init(at: at, id: id, message: refusal.text, user: "martlet", userID: .nobody)
            error = refusal.code
        }
    }
}

extension SwiftChatFrame.Submitted {
    /// Reads a client's frame. Keys other than the three are ignored.
    public init(json: UnsafeBufferPointer<UInt8>) throws(WireError) {
        let object = try JSONObject(json)
        self.init(
            message: try object.string("message"), user: try object.string("user"), userID: try object.id("userID"))
    }

    public init(json: [UInt8]) throws(WireError) {
        self = try json.withUnsafeBufferPointer { (bytes) throws(WireError) in try Self(json: bytes) }
    }

    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("message", message)
        writer.member("user", user)
        writer.member("userID", userID)
        writer.endObject()
    }
}

extension SwiftChatFrame.Delivered {
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("date")
        writer.secondsSince2001(at)
        writer.member("error", (error?.rawValue).map(UInt64.init))
        writer.member("id", id)
        writer.member("message", message)
        writer.member("user", user)
        writer.member("userID", userID)
        writer.endObject()
    }
}

extension JSONWriter {
    /// A `Date` as Swift's `JSONEncoder` writes it: here with at most three decimals, without
    /// trailing zeros.
    fileprivate mutating func secondsSince2001(_ at: Int64) {
        let (difference, overflow) = at.subtractingReportingOverflow(978_307_200_000)
        let milliseconds = overflow ? Int64.min : difference
        let whole = milliseconds.magnitude / 1000
        var decimals = milliseconds.magnitude % 1000
        let point: StaticString = decimals < 10 ? ".00" : decimals < 100 ? ".0" : "."
        while decimals > 0 && decimals % 10 == 0 { decimals /= 10 }
        value(isNegative: milliseconds < 0, whole: whole, point: point, decimals: decimals)
    }
}
