/// A change of an app's own content of a room or a person.
public enum PayloadChange: Hashable, Sendable {
    /// There is none any more.
    case removed
    /// This one takes the place of the former one, whatever their types.
    case content(Payload)

    /// The change that sets this payload; `nil` removes it.
    public init(_ payload: Payload?) { self = payload.map { .content($0) } ?? .removed }

    /// `nil` if there is none any more.
    public var payload: Payload? {
        if case .content(let payload) = self { payload } else { nil }
    }

    func isSame(as other: PayloadChange) -> Bool { payload.isSame(as: other.payload) }

    /// The most bytes that it takes in a frame.
    var jsonBytes: Int { payload?.jsonBytes ?? 16 }
}

extension PayloadChange {
    /// An empty object removes it.
    init?(in object: JSONObject) throws(WireError) {
        guard let payload = try object.optionalObject("payload") else { return nil }
        let type = try payload.optionalString("type")
        self = type == nil ? .removed : PayloadChange(try Payload(in: object))
    }

    func writeMember(to writer: inout JSONWriter) {
        if let payload { return payload.writeMember(to: &writer) }
        writer.key("payload")
        writer.beginObject()
        writer.endObject()
    }
}

extension PayloadChange? {
    func isSame(as other: PayloadChange?) -> Bool {
        guard let self, let other else { return self == nil && other == nil }
        return self.isSame(as: other)
    }
}

extension Payload? {
    /// Whether both are the same bytes.
    func isSame(as other: Payload?) -> Bool {
        guard let self, let other else { return self == nil && other == nil }
        return self.type.hasSameBytes(as: other.type) && self.data.hasSameBytes(as: other.data)
    }
}
