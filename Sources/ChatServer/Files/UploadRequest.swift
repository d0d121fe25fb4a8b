import ChatWire
import HTTPTypes

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The parameters of a file's `PUT`, read strictly.
struct UploadRequest: Hashable, Sendable {
    var id: FileID
    var name: String
    var size: UInt64
    /// The SHA-256 that the client announced, if any.
    var digest: [UInt8]?

    init(id: FileID, name: String, size: UInt64) {
        self.id = id
        self.name = name
        self.size = size
    }

    /// - Parameter id: The last part of the path.
    init(_ head: HTTPRequest, id text: String) throws(HTTPRefusal) {
        guard let id = FileID(text) else {
            throw HTTPRefusal(.badRequest, "A file's id must be a UUID of 128 random bits.")
        }
        self.id = id
        guard let name = QueryItem.value(of: "name", in: head.path ?? "") else {
            throw HTTPRefusal(.badRequest, "Give the file's name once: ?name=…, percent-encoded UTF-8.")
        }
        if let error = FileRule.check(name: name) { throw HTTPRefusal(.badRequest, error) }
        self.name = name
        size = try Self.size(head)
        try Self.checkEncoding(head)
        digest = try Self.digest(head)
    }

    private static func size(_ head: HTTPRequest) throws(HTTPRefusal) -> UInt64 {
        guard let text = head.headerFields[.contentLength] else {
            throw HTTPRefusal(.lengthRequired, "Content-Length is missing. Send the file's length in bytes.")
        }
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw HTTPRefusal(.badRequest, "Content-Length must be a number of bytes.")
        }
        let size = UInt64(text) ?? .max
        if let error = FileRule.check(size: size) {
            throw HTTPRefusal(size == 0 ? .badRequest : .contentTooLarge, error)
        }
        return size
    }

    private static func checkEncoding(_ head: HTTPRequest) throws(HTTPRefusal) {
        if let encoding = head.headerFields[.contentEncoding], encoding.lowercased() != "identity" {
            throw HTTPRefusal(.unsupportedMediaType, "Send the file without Content-Encoding.")
        }
        // A server that takes a part for the whole file would keep a broken file (RFC 9110 section
        // 14.5).
        if head.headerFields[.contentRange] != nil {
            throw HTTPRefusal(.badRequest, "Send the whole file, without Content-Range.")
        }
    }

    /// `sha-256` of `Content-Digest` (RFC 9530 section 2); other algorithms are ignored.
    private static func digest(_ head: HTTPRequest) throws(HTTPRefusal) -> [UInt8]? {
        guard let field = HTTPField.Name("Content-Digest"), let value = head.headerFields[field] else { return nil }
        guard value.utf8.count <= Limits.listFieldBytes else {
            throw HTTPRefusal(.badRequest, "Content-Digest has more than \(Limits.listFieldBytes) bytes.")
        }
        let items = value.split(separator: ",").map { $0.drop { $0 == " " } }.filter { $0.hasPrefix("sha-256=") }
        guard let item = items.last else { return nil }
        let encoded = item.dropFirst("sha-256=".count)
        guard encoded.count == 46, encoded.hasPrefix(":"), encoded.hasSuffix(":"),
            let digest = Data(base64Encoded: String(encoded.dropFirst().dropLast())), digest.count == 32
        else { throw HTTPRefusal(.badRequest, "Content-Digest must be sha-256=:…:, 32 bytes in Base64.") }
        return Array(digest)
    }
}

/// An item of a URL's query.
enum QueryItem {
    /// The percent-decoded value; `nil` if it is absent, repeated, or not UTF-8.
    static func value(of key: String, in path: String) -> String? {
        let parts = path.utf8.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let start = Array((key + "=").utf8)
        let values = parts[1].split(separator: UInt8(ascii: "&")).filter { $0.starts(with: start) }
        guard values.count == 1 else { return nil }
        return decode(values[0].dropFirst(start.count))
    }

    private static func decode(_ text: Substring.UTF8View) -> String? {
        var bytes: [UInt8] = []
        var rest = text[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(nibble), let low = rest.popFirst().flatMap(nibble) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        let text = String(decoding: bytes, as: UTF8.self)
        return text.utf8.elementsEqual(bytes) ? text : nil
    }

    private static func nibble(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
