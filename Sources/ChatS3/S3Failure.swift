import ChatServer

/// Why a request failed, in a sentence that says what to do.
public struct S3Failure: Error, CustomStringConvertible, Sendable {
    /// The sentence.
    public let description: String
    /// Whether there is no such object, or no such part of it.
    let isMissing: Bool
    /// Whether the same request may succeed later: the bucket could not be reached, or could not
    /// serve.
    public let isTemporary: Bool

    init(_ sentence: String) {
        self.init(sentence, isTemporary: false)
    }

    private init(_ sentence: String, isTemporary: Bool) {
        description = sentence
        isMissing = false
        self.isTemporary = isTemporary
    }

    /// A connection that failed.
    init(_ address: S3Address, _ error: any Error) {
        self.init(
            "The \(address.place) can't be reached (\(error)). Check the endpoint and the region in --files, and the network.",
            isTemporary: true)
    }

    /// An answer with an error status.
    ///
    /// - Parameter date: the header, with the time of the other end
    init(_ address: S3Address, _ status: UInt, _ answer: S3Answer, date: String?) {
        let code = answer.first("Code") ?? ""
        let bucket = address.place
        isMissing = status == 404 && code != "NoSuchBucket" || status == 416
        isTemporary = status >= 500 || status == 429 || status == 408 || code == "RequestTimeout"
        let region = answer.first("Region").flatMap { $0 == address.region ? nil : $0 }
        description =
            switch code {
            case "NoSuchBucket": "There is no \(bucket). Create it, or correct the name in --files."
            case "RequestTimeTooSkewed", "RequestExpired":
                "The \(bucket) refuses this machine's clock: there it is \(date ?? "another time"). Set the clock, for example with NTP."
            case "InvalidAccessKeyId", "InvalidToken", "ExpiredToken", "TokenRefreshRequired":
                "The \(bucket) does not know these credentials (\(code)). Check AWS_ACCESS_KEY_ID and AWS_SESSION_TOKEN."
            case "SignatureDoesNotMatch":
                "The \(bucket) does not accept the signature. Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and the region in --files."
            case "AuthorizationHeaderMalformed", "PermanentRedirect", "IncorrectEndpoint",
                "IllegalLocationConstraintException":
                if let region {
                    "The \(bucket) is in the region \(region). Add region=\(region) to the address in --files."
                } else {
                    "The \(bucket) is in another region. Add region=… to the address in --files."
                }
            case "AccessDenied", "AllAccessDisabled":
                "The \(bucket) refuses access. Allow this access key to list the bucket, and to read, write and delete its objects."
            default:
                switch status {
                case 403: "The \(bucket) refuses access (status 403). Check the credentials, and the bucket's policy."
                case 301, 307, 308:
                    "The \(bucket) is elsewhere (status \(status)). Correct the region and the endpoint in --files."
                case 429: "The \(bucket) was asked too often (status 429). The server tries again."
                case 500...:
                    "The \(bucket) can't serve now (status \(status)\(code.isEmpty ? "" : ", \(code)")). Wait, and look at the service's status."
                default:
                    "The \(bucket) answered with status \(status)\(code.isEmpty ? "" : ", \(code)"). Look the code up in the service's documentation."
                }
            }
    }
}
