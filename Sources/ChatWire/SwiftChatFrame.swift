/// The frames of SwiftChat, the WebSocket at `/chat`, exactly as the original app reads and writes
/// them.
public enum SwiftChatFrame {
    /// A client's frame.
    public struct Submitted: Hashable, Sendable {
        /// The text. ``TextRule`` tells whether it is allowed.
        public var message: String
        /// The sender's name, which each message may change. ``NameRule`` tells whether it is
        /// allowed.
        public var user: String
        /// The sender's id, which the sender's client has made.
        public var userID: UserID

        /// Creates the value.
        public init(message: String, user: String, userID: UserID) {
            self.message = message
            self.user = user
            self.userID = userID
        }
    }

    /// A server's frame: a message for everybody, or a refusal for its sender.
    public struct Delivered: Hashable, Sendable {
        /// Milliseconds since 1970-01-01 UTC; on the wire it is seconds since 2001.
        public var at: Int64
        /// The id of the message's event; a new id in a refusal.
        public var id: EventID
        /// The text, or the sentence of a refusal.
        public var message: String
        /// The sender's name; `martlet` in a refusal.
        public var user: String
        /// The sender's id; ``UserID/nobody`` in a refusal. The server makes another id if the one
        /// that the client made belongs to another connection.
        public var userID: UserID
        /// The error's number, in a reply to its sender only. The original app ignores the key and
        /// shows the message.
        public var error: WireError.Code?

        /// Creates the frame of a message.
        public init(at: Int64, id: EventID, message: String, user: String, userID: UserID) {
            self.at = at
            self.id = id
            self.message = message
            self.user = user
            self.userID = userID
        }

        /// Creates the reply to a refused message, for its sender only.
        ///
        /// - Parameters:
        ///   - at: milliseconds since 1970-01-01 UTC
        ///   - id: a new id
        public init(refusal: WireError, at: Int64, id: EventID) {
            self.init(at: at, id: id, message: refusal.text, user: "martlet", userID: .nobody)
            error = refusal.code
        }
    }
}

extension SwiftChatFrame.Submitted {
    /// Reads a client's frame. Keys other than the three are ignored.
    public init(json: UnsafeBufferPointer<UInt8>) throws(WireError) {
        let object = try JSONObject(untrusted: json)
        self.init(
            message: try object.string("message"), user: try object.string("user"), userID: try object.id("userID"))
    }

    /// Reads a client's frame from an array, as from the bytes of a buffer.
    ///
    /// - Throws: ``WireError`` if it is not JSON, or a key is missing or has the wrong type
    public init(json: [UInt8]) throws(WireError) {
        self = try json.withUnsafeBufferPointer { (bytes) throws(WireError) in try Self(json: bytes) }
    }

    /// Writes the frame as one JSON object, as a client sends it.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("message", message)
        writer.member("user", user)
        writer.member("userID", userID)
        writer.endObject()
    }
}

extension SwiftChatFrame.Delivered {
    /// Writes the frame as one JSON object. `date` is ``at`` in seconds since 2001-01-01 UTC, with
    /// at most three decimals.
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
