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
            // The fields that a 200 would have, without those of its content (RFC 9110 section 15.4.5).
            var kept = headers
            kept[.contentType] = nil
            kept[.contentEncoding] = nil
            return Response(status: .notModified, headers: kept)
        }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: bytes))
    }

    /// Whether the client lists Brotli, and not with the weight 0 (RFC 9110 section 12.5.3).
    static func takesBrotli(_ request: Request) -> Bool {
        let codings = request.headers[.acceptEncoding]?.split(separator: ",") ?? []
        return codings.contains { coding in
            let parts = coding.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
            return parts.first?.lowercased() == "br"
                && !parts.dropFirst().contains { $0.hasPrefix("q=0") && Double($0.dropFirst(2)) == 0 }
        }
    }
}
