import ChatServer

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Where files are: `s3://BUCKET[/PREFIX][?endpoint=ADDRESS&region=REGION]`.
public struct S3Address: Hashable, Sendable, CustomStringConvertible {
    /// The bucket.
    public let bucket: String
    /// What the names of all objects begin with: empty, or with a slash at its end.
    public let prefix: String
    /// The region that requests are signed for.
    public let region: String
    /// The address of a service that is not AWS, without a slash at its end; `nil` for AWS.
    public let endpoint: String?
    /// The text that the address was read from.
    public let description: String

    /// The form of an address, for error texts.
    public static let form =
        "an address such as s3://bucket/prefix?endpoint=https://host:9000&region=eu-central-1 (https, or http on this machine)"

    /// `nil` if `text` has another form.
    public init?(_ text: String) {
        guard text.hasPrefix("s3://") else { return nil }
        let parts = text.dropFirst(5).split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = parts.first?.split(separator: "/", omittingEmptySubsequences: false) ?? []
        guard let bucket = path.first, (3...63).contains(bucket.utf8.count),
            bucket.utf8.allSatisfy({ Self.isPlain($0) && $0 != UInt8(ascii: "_") }), bucket.first != ".",
            bucket.first != "-"
        else { return nil }
        var folders = Array(path.dropFirst())
        if folders.last?.isEmpty == true { folders.removeLast() }
        guard folders.allSatisfy({ $0 != "." && $0 != ".." && !$0.isEmpty && $0.utf8.allSatisfy(Self.isPlain) })
        else { return nil }
        var chosen: [Substring: Substring] = [:]
        for item in parts.count > 1 ? parts[1].split(separator: "&") : [] {
            let pair = item.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, ["endpoint", "region"].contains(pair[0]), chosen[pair[0]] == nil else { return nil }
            chosen[pair[0]] = pair[1]
        }
        self.bucket = String(bucket)
        prefix = folders.map { $0 + "/" }.joined()
        self.region = chosen["region"].map(String.init) ?? "us-east-1"
        guard self.region.utf8.allSatisfy(Self.isPlain) else { return nil }
        if let endpoint = chosen["endpoint"] {
            guard let endpoint = Self.endpoint(String(endpoint)) else { return nil }
            self.endpoint = endpoint
        } else {
            endpoint = nil
        }
        description = text
    }

    /// Whether both name the same objects, also if endpoint and region differ.
    public func hasSameObjects(as other: S3Address) -> Bool { bucket == other.bucket && prefix == other.prefix }

    /// Scheme and host of all requests.
    var base: String {
        if let endpoint { return endpoint }
        // A certificate of AWS covers one label before the service's name.
        let label = isInHost ? bucket + "." : ""
        return "https://\(label)s3.\(region).amazonaws.com"
    }

    /// The host as the header has it: with the port, if the address names one.
    var host: String { String(base.drop { $0 != ":" }.dropFirst(3)) }

    /// What all paths begin with.
    var root: String { isInHost ? "/" : "/\(bucket)/" }

    /// The bucket in error texts: its name, and its region at AWS or the host elsewhere.
    var place: String { endpoint == nil ? "bucket \(bucket) (region \(region))" : "bucket \(bucket) at \(base)" }

    private var isInHost: Bool { endpoint == nil && !bucket.contains(".") }

    private static func endpoint(_ text: String) -> String? {
        let plain = text.hasSuffix("/") ? String(text.dropLast()) : text
        guard let url = URL(string: plain), let host = url.host, !host.isEmpty, url.path.isEmpty, url.user == nil,
            url.query == nil, url.fragment == nil
        else { return nil }
        let isLoopback = ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host)
        guard url.scheme == "https" || url.scheme == "http" && isLoopback else { return nil }
        // No header names the standard port, and so no signature may.
        guard let port = url.port, port == (url.scheme == "https" ? 443 : 80) else { return plain }
        return String(plain.dropLast(String(port).count + 1))
    }

    /// Characters that need no escape in a path, a host or a query.
    static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
