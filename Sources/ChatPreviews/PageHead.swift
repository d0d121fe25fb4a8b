import ChatWire

/// What the head of an HTML page says of the page: its title, and its `meta` elements by name,
/// among them those of the Open Graph protocol (ogp.me).
///
/// It reads bytes from left to right, each once, and stops at the body. What is not HTML has no
/// title.
struct PageHead: Sendable {
    private(set) var title: String?
    private var metas: [String: String] = [:]
    private let text: HTMLText

    /// The first `meta` of one of these names, in the order of the names.
    func meta(_ names: String...) -> String? { names.lazy.compactMap { metas[$0] }.first { !$0.isEmpty } }

    /// - Parameter contentType: the header of the answer
    init(_ page: [UInt8], contentType: String) {
        text = HTMLText(contentType: contentType, page: page)
        var reader = TagReader(page)
        while let tag = reader.next() {
            switch tag.name {
            case "title":
                let words = reader.skip(to: "title")
                if title == nil { title = text.read(words) }
            case "script", "style", "noscript", "template": _ = reader.skip(to: tag.name)
            case "meta": add(tag)
            case "body", "/head": return
            default: break
            }
        }
    }

    private mutating func add(_ tag: TagReader.Tag) {
        guard let name = (tag["property"] ?? tag["name"]).map({ text.read($0).lowercased() }),
            let content = tag["content"], metas[name] == nil, metas.count < Self.most
        else { return }
        metas[name] = text.read(content)
    }

    private static let most = 64
}

/// Reads the tags of an HTML page. It knows what separates them: comments, quoted values, and the
/// elements whose content is no markup.
struct TagReader {
    struct Tag {
        /// In lower case; an end tag's begins with a slash.
        var name: String
        fileprivate var attributes: [(name: String, value: ArraySlice<UInt8>)] = []

        /// The value of the first attribute of this name.
        subscript(name: String) -> ArraySlice<UInt8>? { attributes.first { $0.name == name }?.value }
    }

    private static let mostAttributes = 32
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The next tag; `nil` at the end.
    mutating func next() -> Tag? {
        while let open = bytes[position...].firstIndex(of: UInt8(ascii: "<")) {
            position = open + 1
            if has("!--") {
                // `<!-->` is a whole comment (WHATWG HTML, section 13.2.5.43).
                position = end(of: "-->", from: position + 1)
                continue
            }
            guard let byte = current, Self.isLetter(byte) || byte == UInt8(ascii: "/") else { continue }
            return tag()
        }
        position = bytes.count
        return nil
    }

    /// What stands before the end tag of this element. The reader goes on behind it.
    mutating func skip(to name: String) -> ArraySlice<UInt8> {
        let start = position
        while let open = bytes[position...].firstIndex(of: UInt8(ascii: "<")) {
            position = open + 1
            guard has("/" + name) else { continue }
            position += name.utf8.count + 1
            return bytes[start..<open]
        }
        position = bytes.count
        return bytes[start...]
    }

    private mutating func tag() -> Tag {
        let slash = UInt8(ascii: "/")
        // The slash of an end tag is a part of its name here; another one ends the name.
        let mark = current == slash ? take { $0 == slash } : []
        let name = take { !Self.isSpace($0) && $0 != UInt8(ascii: ">") && $0 != slash }
        var tag = Tag(name: Self.word(mark + name))
        while let byte = current, byte != UInt8(ascii: ">") {
            if Self.isSpace(byte) || byte == UInt8(ascii: "/") {
                position += 1
                continue
            }
            let attribute = attribute()
            if tag.attributes.count < Self.mostAttributes { tag.attributes.append(attribute) }
        }
        position = min(position + 1, bytes.count)
        return tag
    }

    private mutating func attribute() -> (String, ArraySlice<UInt8>) {
        let name = take { !Self.isSpace($0) && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "=") }
        _ = take(while: Self.isSpace)
        guard current == UInt8(ascii: "=") else { return (Self.word(name), []) }
        position += 1
        _ = take(while: Self.isSpace)
        guard let quote = current, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            return (Self.word(name), take { !Self.isSpace($0) && $0 != UInt8(ascii: ">") })
        }
        position += 1
        let value = take { $0 != quote }
        position = min(position + 1, bytes.count)
        return (Self.word(name), value)
    }

    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func take(while isPart: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let part = bytes[position...].prefix(while: isPart)
        position = part.endIndex
        return part
    }

    /// Whether this text comes next, in upper or lower case.
    private func has(_ text: String) -> Bool {
        let part = bytes[position...].prefix(text.utf8.count)
        return part.count == text.utf8.count && zip(part, text.utf8).allSatisfy { Self.lowercase($0) == $1 }
    }

    /// The position behind the next `text`, or the end.
    private func end(of text: String, from start: Int) -> Int {
        let pattern = Array(text.utf8)
        var index = min(start, bytes.count)
        while let found = bytes[index...].firstIndex(of: pattern[0]) {
            if bytes[found...].starts(with: pattern) { return found + pattern.count }
            index = found + 1
        }
        return bytes.count
    }

    /// The name of a tag or an attribute. It is cut: the names that count here are short.
    private static func word(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.prefix(32).map(lowercase), as: UTF8.self)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(lowercase(byte)) }

    private static func lowercase(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}
