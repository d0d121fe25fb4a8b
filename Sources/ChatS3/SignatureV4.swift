import ChatServer
import ChatWire
import Crypto

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// AWS Signature Version 4 of requests to S3, in the `Authorization` header.
///
/// https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
struct SignatureV4 {
    let credentials: S3Credentials
    let region: String

    /// SHA-256 of no bytes, as a request without a body has it.
    static let emptyDigest = SHA256.hash(data: Data()).hexadecimal

    /// The headers of a signed request: those given, and what the signature adds.
    ///
    /// - Parameters:
    ///   - path: escaped, from its first slash on
    ///   - query: names and values, not escaped
    ///   - headers: `Host` among them; all are signed
    ///   - digest: SHA-256 of the body, in hex
    ///   - time: of the request
    func headers(
        _ method: String, _ path: String, query: [(String, String)] = [], headers: [(String, String)],
        digest: String = emptyDigest, at time: Date
    ) -> [(String, String)] {
        let stamp = Self.stamp(time)
        var headers = headers
        headers.append(("x-amz-content-sha256", digest))
        headers.append(("x-amz-date", stamp))
        if let session = credentials.session { headers.append(("x-amz-security-token", session)) }
        let signed = headers.map { ($0.0.lowercased(), Self.trimmed($0.1)) }.sorted { $0.0 < $1.0 }
        let names = signed.map(\.0).joined(separator: ";")
        let canonical = [
            method, path, Self.text(query), signed.map { "\($0):\($1)\n" }.joined(), names, digest,
        ].joined(separator: "\n")
        let day = String(stamp.prefix(8))
        let scope = "\(day)/\(region)/s3/aws4_request"
        let text = "AWS4-HMAC-SHA256\n\(stamp)\n\(scope)\n" + SHA256.hash(data: Data(canonical.utf8)).hexadecimal
        var key = Data("AWS4\(credentials.secret)".utf8)
        for part in [day, region, "s3", "aws4_request"] { key = Self.code(part, key) }
        let value =
            "AWS4-HMAC-SHA256 Credential=\(credentials.id)/\(scope),SignedHeaders=\(names),Signature=\(Self.code(text, key).hexadecimal)"
        return headers + [("Authorization", value)]
    }

    /// A query as it is signed and sent: escaped, and in order.
    static func text(_ query: [(String, String)]) -> String {
        query.map { ($0.0.percentEncoded, $0.1.percentEncoded) }.sorted { $0 < $1 }.map { "\($0)=\($1)" }.joined(
            separator: "&")
    }

    /// Such as `20130524T000000Z`.
    private static func stamp(_ time: Date) -> String {
        time.formatted(Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted))
    }

    private static func trimmed(_ value: String) -> String {
        value.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
    }

    private static func code(_ text: String, _ key: Data) -> Data {
        Data(HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: SymmetricKey(data: key)))
    }
}
