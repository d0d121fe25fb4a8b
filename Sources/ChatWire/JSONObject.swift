/// An object of a ``JSONDocument``, read by key. A key that is missing or has the wrong type is
/// refused by name.
package struct JSONObject {
    let document: JSONDocument
    let index: Int

    /// Reads a text that is one object.
    package init(_ buffer: UnsafeBufferPointer<UInt8>) throws(WireError) {
        document = try JSONReader.read(buffer)
        index = 0
        guard document.nodes[0].kind == .object else { throw .json("no object", at: Int(document.nodes[0].start)) }
    }

    /// Reads a text of a stranger that is one object: one whose strings can be compared without
    /// danger.
    package init(untrusted buffer: UnsafeBufferPointer<UInt8>) throws(WireError) {
        try self.init(buffer)
        if let position = CombiningRun.endOfLongOne(in: buffer) {
            throw .json("more than 30 combining marks in a row", at: position)
        }
        // Written as escapes, they have no position of their own.
        if document.unescaped.withUnsafeBufferPointer({ CombiningRun.endOfLongOne(in: $0) != nil }) {
            throw WireError(.badJSON, "Not the JSON Martlet reads: more than 30 combining marks in a row.")
        }
    }

    private init(document: JSONDocument, index: Int) {
        self.document = document
        self.index = index
    }

    /// The index of the value of `key`.
    private func find(_ key: StaticString) -> Int? {
        let end = Int(document.nodes[index].next)
        var position = index + 1
        while position < end {
            if document.isKey(document.nodes[position], key) { return position + 1 }
            position = Int(document.nodes[position + 1].next)
        }
        return nil
    }

    /// The value of `key`. If it is there, it must be of this `kind`.
    func value(_ key: StaticString, _ kind: JSONNode.Kind, _ noun: StaticString) throws(WireError) -> JSONNode? {
        guard let found = find(key) else { return nil }
        let node = document.nodes[found]
        guard node.kind == kind else { throw .key(key, "must be \(noun.text)") }
        return node
    }

    package func optionalString(_ key: StaticString) throws(WireError) -> String? {
        guard let node = try value(key, .string, "a string") else { return nil }
        return document.string(node)
    }

    package func string(_ key: StaticString) throws(WireError) -> String {
        guard let string = try optionalString(key) else { throw .missing(key) }
        return string
    }

    package func optionalNumber(
        _ key: StaticString, from least: UInt64 = 0, to most: UInt64 = Limits.largestInteger
    ) throws(WireError) -> UInt64? {
        guard let node = try value(key, .number, "a whole number") else { return nil }
        guard let number = UInt64(exactly: try document.integer(node)), number >= least, number <= most else {
            let range = most == Limits.largestInteger ? "\(least) on" : "\(least) to \(most)"
            throw .key(key, "must be a whole number from \(range)")
        }
        return number
    }

    package func number(
        _ key: StaticString, from least: UInt64 = 0, to most: UInt64 = Limits.largestInteger
    ) throws(WireError) -> UInt64 {
        guard let number = try optionalNumber(key, from: least, to: most) else { throw .missing(key) }
        return number
    }

    package func optionalSeq(_ key: StaticString, from least: UInt64 = 1) throws(WireError) -> Seq? {
        try optionalNumber(key, from: least).map { Seq($0) }
    }

    package func seq(_ key: StaticString, from least: UInt64 = 1) throws(WireError) -> Seq {
        Seq(try number(key, from: least))
    }

    /// Milliseconds since 1970; negative before that.
    package func time(_ key: StaticString) throws(WireError) -> Int64 {
        guard let node = try value(key, .number, "a whole number") else { throw .missing(key) }
        return try document.integer(node)
    }

    /// A time in seconds since 1970, in milliseconds. It may have a fraction (RFC 7519
    /// "NumericDate").
    package func optionalSeconds(_ key: StaticString) throws(WireError) -> Int64? {
        guard let node = try value(key, .number, "a number of seconds") else { return nil }
        guard let milliseconds = document.milliseconds(node) else {
            throw .key(key, "must be a number of seconds since 1970")
        }
        return milliseconds
    }

    /// Whether the key is there, with any value.
    package func contains(_ key: StaticString) -> Bool { find(key) != nil }

    /// Whether the key is there, with a string.
    package func hasString(_ key: StaticString) -> Bool {
        find(key).map { document.nodes[$0].kind == .string } ?? false
    }

    package func optionalTime(_ key: StaticString) throws(WireError) -> Int64? {
        guard let node = try value(key, .number, "a whole number") else { return nil }
        return try document.integer(node)
    }

    package func bool(_ key: StaticString) throws(WireError) -> Bool {
        guard let found = find(key) else { throw .missing(key) }
        switch document.nodes[found].kind {
        case .true: return true
        case .false: return false
        default: throw .key(key, "must be true or false")
        }
    }

    package func optionalBool(_ key: StaticString) throws(WireError) -> Bool? {
        guard let found = find(key), document.nodes[found].kind != .null else { return nil }
        return try bool(key)
    }

    package func optionalID<Kind: Identifier>(_ key: StaticString) throws(WireError) -> Kind? {
        guard let node = try value(key, .string, "an id") else { return nil }
        guard let id = document.withContent(of: node, { Kind($0.slice(0, $0.count)) }) else {
            throw .key(key, "must be an id: a UUID of 8-4-4-4-12 hexadecimal digits")
        }
        return id
    }

    package func id<Kind: Identifier>(_ key: StaticString) throws(WireError) -> Kind {
        guard let id: Kind = try optionalID(key) else { throw .missing(key) }
        return id
    }

    package func epoch(_ key: StaticString) throws(WireError) -> Epoch {
        guard let epoch = Epoch(try number(key, from: 1)) else { throw .missing(key) }
        return epoch
    }

    package func optionalRoom(_ key: StaticString) throws(WireError) -> RoomName? {
        guard let text = try optionalString(key) else { return nil }
        guard let room = RoomName(text) else { throw .notARoom }
        return room
    }

    package func room(_ key: StaticString) throws(WireError) -> RoomName {
        guard let room = try optionalRoom(key) else { throw .missing(key) }
        return room
    }

    package func optionalObject(_ key: StaticString) throws(WireError) -> JSONObject? {
        guard let found = find(key) else { return nil }
        guard document.nodes[found].kind == .object else { throw .key(key, "must be an object") }
        return JSONObject(document: document, index: found)
    }

    package func object(_ key: StaticString) throws(WireError) -> JSONObject {
        guard let object = try optionalObject(key) else { throw .missing(key) }
        return object
    }

    /// The objects of an array, each converted to a `T`.
    package func objects<T>(_ key: StaticString, _ make: (JSONObject) throws(WireError) -> T) throws(WireError) -> [T] {
        guard let objects = try optionalObjects(key, make) else { throw .missing(key) }
        return objects
    }

    package func optionalObjects<T>(
        _ key: StaticString, _ make: (JSONObject) throws(WireError) -> T
    ) throws(WireError) -> [T]? {
        guard let found = find(key) else { return nil }
        var result: [T] = []
        for index in try elements(found, .object, key, "must be an array of objects") {
            result.append(try make(JSONObject(document: document, index: index)))
        }
        return result
    }

    package func optionalStrings(_ key: StaticString) throws(WireError) -> [String]? {
        guard let found = find(key) else { return nil }
        return try elements(found, .string, key, "must be an array of strings").map {
            document.string(document.nodes[$0])
        }
    }

    package func optionalNumbers(_ key: StaticString) throws(WireError) -> [UInt64]? {
        guard let found = find(key) else { return nil }
        var result: [UInt64] = []
        for index in try elements(found, .number, key, "must be an array of whole numbers") {
            guard let number = UInt64(exactly: try document.integer(document.nodes[index])) else {
                throw .key(key, "must be an array of whole numbers")
            }
            result.append(number)
        }
        return result
    }

    package func optionalIDs<Kind: Identifier>(_ key: StaticString) throws(WireError) -> [Kind] {
        try find(key) == nil ? [] : ids(key)
    }

    package func ids<Kind: Identifier>(_ key: StaticString) throws(WireError) -> [Kind] {
        var result: [Kind] = []
        for text in try optionalStrings(key) ?? [] {
            guard let id = Kind(text) else { throw .key(key, "must be an array of ids") }
            result.append(id)
        }
        guard !result.isEmpty || find(key) != nil else { throw .missing(key) }
        return result
    }

    private func elements(
        _ array: Int, _ kind: JSONNode.Kind, _ key: StaticString, _ demand: String
    ) throws(WireError) -> [Int] {
        guard document.nodes[array].kind == .array else { throw .key(key, demand) }
        var result: [Int] = []
        let end = Int(document.nodes[array].next)
        var position = array + 1
        while position < end {
            guard document.nodes[position].kind == kind else { throw .key(key, demand) }
            result.append(position)
            position = Int(document.nodes[position].next)
        }
        return result
    }
}

extension JSONDocument {
    fileprivate func isKey(_ node: JSONNode, _ key: StaticString) -> Bool {
        let length = Int(node.end - node.start)
        guard length == key.utf8CodeUnitCount else { return false }
        return withContent(of: node) { content in
            let wanted = Bytes(key.buffer)
            for position in 0..<length where content[position] != wanted[position] { return false }
            return true
        }
    }
}

// Inlined at hundreds of places, they made the page's model larger.
extension WireError {
    @inline(never)
    package static func missing(_ key: StaticString) -> WireError {
        .key(key, "is missing")
    }

    @inline(never)
    package static func key(_ key: StaticString, _ what: String) -> WireError {
        WireError(.badRequest, "The key \"\(key.text)\" \(what).")
    }

    package static var notARoom: WireError {
        WireError(.roomName, "A room's name has 1 to 64 of a-z, 0-9, - and _, and begins with a letter or digit.")
    }
}

extension String {
    /// The strings of a JSON text, names of members included, as they read: escapes are resolved.
    /// `nil` for what is no JSON text.
    package var jsonStrings: [String]? {
        Array(utf8).withUnsafeBufferPointer { buffer in
            guard let document = try? JSONReader.read(buffer) else { return nil }
            return document.nodes.filter { $0.kind == .string }.map { document.string($0) }
        }
    }
}
