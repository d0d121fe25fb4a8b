/// The words of HTTP for files, whatever carries them.
public enum FileRequest {
    /// The path of a file on the server, without what stands before it.
    public static func path(of id: FileID) -> String { "/v1/files/\(id.text)" }

    /// What an upload asks for: path and query.
    public static func target(of upload: Upload) -> String {
        "\(path(of: upload.id))?name=\(percentEncoded(upload.name))"
    }

    /// Reads the answer to an upload.
    ///
    /// - Parameters:
    ///   - retryAfter: the header's value, in seconds
    ///   - body: at most ``ChatWire/Limits/fileAnswerBytes``
    /// - Throws: ``ChatWire/WireError`` where it is a refusal, otherwise ``UnexpectedFileAnswer``
    public static func attachment(status: Int, retryAfter: String?, body: [UInt8]) throws -> Attachment {
        guard status == 200 || status == 201 else {
            throw refusal(status: status, retryAfter: retryAfter, body: body) ?? UnexpectedFileAnswer(status: status)
        }
        guard let attachment = try? Attachment(json: body) else { throw UnexpectedFileAnswer(status: status) }
        return attachment
    }

    /// Why the server refused: in its own words, or, where something before it answers, by the status. `nil` of a status that is no
    /// refusal.
    public static func refusal(status: Int, retryAfter: String?, body: [UInt8]) -> WireError? {
        let advice = retryAfter.flatMap { UInt64($0) }.map { min($0, 86_400) * 1_000 }
        if case .error(_, let error)? = try? ServerFrame(json: body) {
            return WireError(error.code, error.text, retry: error.retry ?? advice)
        }
        return switch status {
        case 401: WireError(.tokenRefused, "The server does not know who sends this.")
        case 404, 405, 501: WireError(.file, "This server takes no files, or does not have this one.")
        case 408, 429, 500...599: WireError(.overloaded, "The server can't take files now.", retry: advice)
        case 413: WireError(.file, "The server, or something before it, takes no file this large.")
        case 400..<500: WireError(.file, "The server refused the file with status \(status).")
        default: nil
        }
    }

    /// Everything but letters, digits, `-`, `.`, `_` and `~` as `%41` (RFC 3986 section 2).
    static func percentEncoded(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                encoded.unicodeScalars.append(UnicodeScalar(byte))
            default:
                encoded += "%" + String(UInt32(byte) + 256, radix: 16, uppercase: true).dropFirst()
            }
        }
        return encoded
    }
}
