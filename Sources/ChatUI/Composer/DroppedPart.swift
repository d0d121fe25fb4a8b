/// How the composer reads one thing that is dropped on it, or pasted.
enum DroppedPart: Hashable {
    /// As the file at an address.
    case address
    /// As a file of this type, by its identifier of the system.
    case file(type: String)

    /// Decides it by the types in which the other app offers it. `nil` for what is not a file: a
    /// text or a link, which belongs into the field.
    ///
    /// - Parameters:
    ///   - types: Identifiers of the system, the best first.
    ///   - isNamed: Whether it has a file name. A text without one is no file.
    ///   - conforms: Whether the first type is a kind of the second one.
    init?(types: [String], isNamed: Bool, conforms: (_ type: String, _ other: String) -> Bool) {
        func first(_ kind: String) -> String? { types.first { conforms($0, kind) } }
        // The file itself has its name, and is not converted.
        if types.contains("public.file-url") {
            self = .address
            return
        }
        // A picture may be offered in several formats. These are the ones that every client shows;
        // an animation is one only as a GIF.
        let formats = ["com.compuserve.gif", "public.jpeg", "public.png", "public.image"]
        if let media = formats.compactMap({ first($0) }).first ?? first("public.audiovisual-content") {
            self = .file(type: media)
            return
        }
        if first("public.url") != nil || (first("public.text") != nil && !isNamed) { return nil }
        guard let file = first("public.data") else { return nil }
        self = .file(type: file)
    }
}
