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
        "\(path(of: upload.id))?name=\(upload.name.percentEncoded)"
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
}
