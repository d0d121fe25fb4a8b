/// The elements of an answer that Martlet reads: texts without elements in them.
///
/// An XML parser would make the server depend on libxml2. The names of Martlet's objects have no
/// character that XML escapes, and texts with escapes are of no use here except in errors.
struct S3Answer {
    private let text: String

    init(_ bytes: some Sequence<UInt8>) { text = String(decoding: Array(bytes), as: UTF8.self) }

    /// The text of the first element with this name.
    func first(_ name: String) -> String? { values(name).first }

    /// The texts of all elements with this name.
    func values(_ name: String) -> [String] {
        var values: [String] = []
        var rest = text.utf8[...]
        let (begin, end) = (Array("<\(name)>".utf8), Array("</\(name)>".utf8))
        while let from = rest.firstRange(of: begin) {
            rest = rest[from.upperBound...]
            guard let to = rest.firstRange(of: end) else { break }
            values.append(String(rest[..<to.lowerBound]) ?? "")
            rest = rest[to.upperBound...]
        }
        return values
    }
}
