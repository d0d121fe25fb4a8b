/// How far somebody has read a room, and since when.
public struct ReadPoint: Hashable, Sendable {
    /// The newest event that they have read.
    public var seq: Seq
    /// When the server kept it: milliseconds since 1970-01-01 UTC. `nil` if that is not known.
    public var at: Int64?
    /// Whether only the user's own devices may be told. Not on the wire.
    public var isPrivate = false

    /// Creates the value.
    public init(_ seq: Seq, at: Int64? = nil, isPrivate: Bool = false) {
        self.seq = seq
        self.at = at
        self.isPrivate = isPrivate
    }
}

extension ReadPoint: ExpressibleByIntegerLiteral {
    /// Creates a read mark of which no time is known.
    public init(integerLiteral number: UInt64) { self.init(Seq(number)) }
}

extension ReadPoint {
    /// - Parameter key: of the number; the time is `at`
    package init?(_ object: JSONObject, _ key: StaticString) throws(WireError) {
        guard let seq = try object.optionalSeq(key) else { return nil }
        self.init(seq, at: try object.optionalTime("at"))
    }

    package func writeMembers(to writer: inout JSONWriter, _ key: StaticString) {
        writer.member(key, seq)
        if let at { writer.member("at", at) }
    }
}
