import FuzzSupport
import ChatWire
import HTTPTypes

/// What HTTP requests for files say: sizes, digests, names, ranges. Nothing leaves the file, and
/// nothing splits a header.
enum Uploads {
    static func run(_ bytes: [UInt8]) {
        var input = FuzzInput(bytes)
        let size = max(input.number() >> UInt64(input.byte() % 64), 1)
        let text = { (bytes: [UInt8]) in String(decoding: bytes, as: UTF8.self) }
        var head = HTTPRequest(method: .put, scheme: nil, authority: nil, path: text(input.line()))
        let id = text(input.line())
        for name in ["Content-Length", "Content-Digest", "Authorization", "Content-Encoding", "Content-Range"] {
            let value = text(input.line())
            if !value.isEmpty, let name = HTTPField.Name(name) { head.headerFields[name] = value }
        }
        check(ByteRange(text(input.line()), size: size), size)
        _ = head.bearerToken
        let name = (try? UploadRequest(head, id: id))?.name ?? text(input.line())
        if FileRule.check(name: name) == nil { check(Disposition.text(name: name, isShown: size & 1 == 0)) }
        if let upload = try? UploadRequest(head, id: id) {
            require(FileRule.check(size: upload.size) == nil, "an upload has a size that may be")
            require(FileRule.check(name: upload.name) == nil, "an upload has a name that may be")
            require(upload.digest?.count ?? 32 == 32, "a digest has 32 bytes")
        }
    }

    private static func check(_ range: ByteRange, _ size: UInt64) {
        guard case .part(let part) = range else { return }
        require(part.upperBound < size, "a part lies within its file")
    }

    private static func check(_ field: String) {
        require(field.utf8.allSatisfy { (0x20...0x7E).contains($0) }, "a header is printable ASCII")
        require(field.utf8.count(where: { $0 == UInt8(ascii: "\"") }) == 2, "a name does not end its quotes")
    }
}

/// What `UploadRequest` throws. The server's type of this name also makes HTTP responses of it.
struct HTTPRefusal: Error {
    init(_ status: HTTPResponse.Status, _ error: WireError) {}
    init(_ status: HTTPResponse.Status, _ text: String) {}
}
