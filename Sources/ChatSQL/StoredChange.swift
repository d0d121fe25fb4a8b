import ChatWire

/// A change that is the JSON of a column.
package protocol StoredChange {
    /// Words of a newer Martlet are left out.
    init(stored object: JSONObject) throws(WireError)
    func writeMembers(to writer: inout JSONWriter)
}

extension StoredChange {
    /// Reads a column.
    package init(column: String) throws(WireError) {
        self = try Array(column.utf8).withUnsafeBufferPointer { (bytes) throws(WireError) in
            try Self(stored: try JSONObject(bytes))
        }
    }

    /// As one JSON object.
    package var column: String {
        var writer = JSONWriter()
        writer.beginObject()
        writeMembers(to: &writer)
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

extension SettingsChange: StoredChange {
    package init(stored object: JSONObject) throws(WireError) { try self.init(object, .leftOut) }
}

extension ChoiceChange: StoredChange {
    package init(stored object: JSONObject) throws(WireError) { try self.init(object, .leftOut) }
}

extension MembershipChange: StoredChange {
    package init(stored object: JSONObject) throws(WireError) { try self.init(object) }
}

extension LinkChange: StoredChange {
    package init(stored object: JSONObject) throws(WireError) { try self.init(object) }
}

extension ProfileChange: StoredChange {
    package init(stored object: JSONObject) throws(WireError) { try self.init(object) }
}
