/// HTTP, TLS and proxies.
extension Limits {
    /// Bytes of an HTTP head.
    package static let headerBytes = 16_384
    /// Fields of an HTTP head.
    package static let headerFields = 100
    /// Bytes of a header field whose list is looked through: `Accept-Encoding`, `If-None-Match`,
    /// `Content-Digest`. A longer field counts as one that is not there, or is refused.
    public static let listFieldBytes = 1_024
    /// Bytes of the query of a signed address; one has about 110. A longer query is not read.
    package static let fileQueryBytes = 256
    /// The silence after which an idle HTTP connection is closed, in milliseconds.
    package static let httpIdle: Int64 = 30_000
    /// Requests of an HTTP connection, a second. Further ones wait.
    package static let httpRequestsPerSecond = 50
    /// Requests of an HTTP connection at once. Further ones wait.
    package static let httpRequestBurst = 200
    /// Refused requests of an HTTP connection at once without a penalty.
    package static let httpRefusalBurst = 100
    /// Bytes of responses that an HTTP client has not read. At this number, its next request waits.
    package static let unreadAnswers = 262_144
    /// Milliseconds between two checks of the certificate's files.
    package static let certificateInterval: Int64 = 2_000
    /// Milliseconds from a change of the certificate's files to reading them: two files change, one
    /// after the other.
    package static let certificatePause: Int64 = 500
    /// Bytes of a file with certificates or a key.
    package static let certificateFileBytes: Int64 = 1_048_576
    /// Milliseconds that a closing connection waits for the peer's TLS close.
    package static let tlsCloseDeadline: Int64 = 1_000
    /// Addresses of a `Forwarded` or `X-Forwarded-For` header that are examined, from the last one
    /// on.
    public static let forwardedHops = 32
    /// Bytes of a PROXY protocol header.
    public static let proxyHeaderBytes = 2_048
    /// Bytes of a PROXY protocol header of version 1, its line feed included.
    public static let proxyLineBytes = 107
}
