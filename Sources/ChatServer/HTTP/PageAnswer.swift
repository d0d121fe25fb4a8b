import ChatWire
import HTTPTypes
import Hummingbird
import MartletPage
import NIOCore

/// A file of the page in one encoding, as every request for it is answered.
struct PageAnswer: Sendable {
    private var headers: HTTPFields
    private let bytes: ByteBuffer
    private let readers: Page.File.Readers

    /// The answers of all ``MartletPage/Page/files``, in their order. All responses share one copy.
    static let ofAllFiles = Page.files.map { file in
        (gzip: Self(file, file.gzip, encoding: "gzip"), brotli: Self(file, file.brotli, encoding: "br"))
    }

    /// - Parameters:
    ///   - bytes: The content, compressed.
    ///   - encoding: How it is compressed (RFC 9110 section 8.4).
    private init(_ file: Page.File, _ bytes: [UInt8], encoding: String) {
        self.bytes = ByteBuffer(bytes: bytes)
        readers = file.readers
        let varies = readers == .allowedOrigins ? "Accept-Encoding, Origin" : "Accept-Encoding"
        headers = [
            .contentType: file.contentType, .contentEncoding: encoding, .vary: varies,
            .eTag: "\"\(Self.fingerprint(bytes))\"",
            .cacheControl: file.isImmutable ? "public, max-age=31536000, immutable" : "no-cache",
        ]
    }

    /// Identifies the bytes (FNV-1a, 64 bits), and protects nothing.
    private static func fingerprint(_ bytes: [UInt8]) -> String {
        String(bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }, radix: 16)
    }

    /// - Parameter isAllowed: Whether pages of the origin in these headers may use the server,
    ///   under this host.
    func response(to request: Request, isAllowed: ([String], String?) -> Bool) -> Response {
        var headers = headers
        let origins = request.headers[values: .origin]
        if let field = HTTPField.Name("Access-Control-Allow-Origin") {
            switch readers {
            case .ownPage: break
            case .everyone: headers[field] = "*"
            case .allowedOrigins: if isAllowed(origins, request.head.authority) { headers[field] = origins.first }
            }
        }
        if let entityTag = headers[.eTag], request.headers[.ifNoneMatch] == entityTag {
            // The fields that a 200 would have, without those of its content (RFC 9110 section
            // 15.4.5).
            var kept = headers
            kept[.contentType] = nil
            kept[.contentEncoding] = nil
            return Response(status: .notModified, headers: kept)
        }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: bytes))
    }

    /// Whether the client lists Brotli, and not with the weight 0 (RFC 9110 section 12.5.3).
    ///
    /// - Parameter field: `Accept-Encoding`. One with more than ``Limits/listFieldBytes`` lists
    ///   nothing.
    static func takesBrotli(_ field: String?) -> Bool {
        guard let field, field.utf8.count <= Limits.listFieldBytes else { return false }
        return field.utf8.split(separator: UInt8(ascii: ",")).contains { coding in
            let parts = coding.split(separator: UInt8(ascii: ";")).map { part in
                part.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
            }
            let name = parts.first ?? []
            return name.count == 2 && String(decoding: name, as: UTF8.self).lowercased() == "br"
                && !parts.dropFirst().contains(where: isZeroWeight)
        }
    }

    private static func isZeroWeight(_ parameter: [UInt8]) -> Bool {
        parameter.starts(with: "q=0".utf8) && Double(String(decoding: parameter.dropFirst(2), as: UTF8.self)) == 0
    }
}
