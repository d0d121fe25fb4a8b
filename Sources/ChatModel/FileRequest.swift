import ChatWire

/// Builds HTTP requests for files and reads their answers, independent of the HTTP client.
public enum FileRequest {
    /// The path of a file on the server.
    public static func path(of id: FileID) -> String { "/v1/files/\(id.text)" }

    /// The headers that identify the reader of a file.
    public static func authorization(_ token: String?) -> [(String, String)] {
        token.map { [("Authorization", "Bearer \($0)")] } ?? []
    }

    /// The path and query of an upload.
    public static func target(of upload: Upload) -> String {
        "\(path(of: upload.id))?name=\(percentEncoded(upload.name))"
    }

    /// The attachment in the answer to an upload; `nil` if the file was not stored, or the answer
    /// is not the server's.
    public static func attachment(in answer: ServerAnswer) -> Attachment? {
        guard answer.status == 200 || answer.status == 201 else { return nil }
        return try? Attachment(json: answer.body)
    }

    /// The server's refusal. If a proxy answered instead of the server, the error follows from the
    /// status. `nil` if the status is not a refusal.
    public static func refusal(in answer: ServerAnswer) -> WireError? {
        if let refusal = answer.refusal { return refusal }
        let status = answer.status
        return switch status {
        case 401: WireError(.tokenRefused, localized("The server did not accept the token of this upload."))
        case 404, 405, 501: WireError(.file, localized("This server does not accept files, or does not have this one."))
        case 408, 429, 500...599:
            WireError(.overloaded, localized("The server can't take files now. Try later."), retry: answer.advice)
        case 413: WireError(.file, localized("The file is too large for the server or for a proxy in front of it."))
        case 400..<500: WireError(.file, localized("The server refused the file with status \(status)."))
        default: nil
        }
    }

    /// Escapes everything except letters, digits, `-`, `.`, `_` and `~` as `%41` (RFC 3986 section
    /// 2).
    private static func percentEncoded(_ text: String) -> String {
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
