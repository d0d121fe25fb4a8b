import HTTPTypes
import Hummingbird
import NIOCore

/// A file of the page in one encoding, as every request for it is answered.
struct PageAnswer: Sendable {
    private var headers: HTTPFields
    private let bytes: ByteBuffer

    /// - Parameter entityTag: Identifies this version in this encoding (RFC 9110 section 8.8.3).
    init(_ contentType: String, _ bytes: ByteBuffer, _ entityTag: String) {
        headers = [.contentType: contentType, .eTag: entityTag, .cacheControl: "no-cache"]
        self.bytes = bytes
    }

    /// The same answer, if the bytes are compressed (RFC 9110 section 8.4).
    func encoded(_ encoding: String) -> PageAnswer {
        var answer = self
        answer.headers[.contentEncoding] = encoding
        answer.headers[.vary] = "Accept-Encoding"
        return answer
    }

    func response(to request: Request) -> Response {
        if let entityTag = headers[.eTag], request.headers[.ifNoneMatch] == entityTag {
            return Response(status: .notModified, headers: [.eTag: entityTag])
        }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: bytes))
    }
}
