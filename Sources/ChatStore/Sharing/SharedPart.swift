/// How the share extension reads one thing that another app shares.
public enum SharedPart: Hashable, Sendable {
    /// As a text.
    case text
    /// As a link.
    case link
    /// As a file of this type, by its identifier of the system.
    case file(type: String)

    /// Decides it by the types in which the other app offers it. `nil` if it offers nothing that
    /// can be sent.
    ///
    /// - Parameters:
    ///   - types: Identifiers of the system, the best first.
    ///   - conforms: Whether the first type is a kind of the second one.
    public init?(types: [String], conforms: (_ type: String, _ other: String) -> Bool) {
        func first(_ kind: String) -> String? { types.first { conforms($0, kind) } }
        // A photo may be offered in a format that few clients show, and as a JPEG.
        if let image = first("public.jpeg") ?? first("public.image") {
            self = .file(type: image)
        } else if let media = first("public.audiovisual-content") {
            self = .file(type: media)
        } else if types.contains("public.file-url") {
            // An address of a file is not the file: another of the types is.
            let content = types.first { conforms($0, "public.data") && !conforms($0, "public.url") }
            self = .file(type: content ?? "public.file-url")
        } else if first("public.url") != nil {
            self = .link
        } else if first("public.plain-text") != nil {
            self = .text
        } else if let file = first("public.data") {
            self = .file(type: file)
        } else {
            return nil
        }
    }
}
