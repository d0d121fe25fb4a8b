import ChatWire
import HTTPTypes

/// Why an HTTP request is refused: a status, and the error in the response's body.
struct HTTPRefusal: Error {
    let status: HTTPResponse.Status
    let error: WireError

    init(_ status: HTTPResponse.Status, _ error: WireError) {
        self.status = status
        self.error = error
    }

    init(_ status: HTTPResponse.Status, _ text: String) {
        self.init(status, WireError(.file, text))
    }

    /// With the status that follows from the error.
    init(_ error: WireError) { self.init(HTTPResponse.Status(of: error), error) }

    static let noSuchFile = HTTPRefusal(.noSuchFile)

    static let tooSlow = HTTPRefusal(
        .requestTimeout,
        WireError(
            .rateLimited, "The upload was slower than \(Limits.fileBytesPerSecond) bytes a second. Try again.",
            retry: 1_000))

    static let stopping = HTTPRefusal(
        WireError(.shuttingDown, "The server is stopping; this file was not stored. Connect again.", retry: 1_000))

    static let overloaded = HTTPRefusal(
        WireError(.overloaded, "Too many uploads in progress; try again in a second.", retry: 1_000))

    static let gaveWay = HTTPRefusal(
        WireError(
            .overloaded,
            "Others wait to upload, and this upload was slow or one of many of yours; try again in some seconds.",
            retry: 5_000))

    static let tooManyOfUser = HTTPRefusal(
        WireError(
            .rateLimited,
            "You are uploading \(Limits.uploadsPerUser) files already; let one of them finish first.", retry: 1_000))

    static let tooManyOfAddress = HTTPRefusal(
        WireError(
            .addressLimited,
            "\(Limits.uploadsPerAddress) files are being uploaded from your network address; try again in a second.",
            retry: 1_000))

    static let tooManyOfSite = HTTPRefusal(
        WireError(
            .addressLimited,
            "\(Limits.uploadsPerSite) files are being uploaded from your site's network addresses; "
                + "try again in a second.",
            retry: 1_000))

    static func tooManyDownloads(_ limit: Int) -> HTTPRefusal {
        HTTPRefusal(
            WireError(
                .addressLimited,
                "\(limit) files are being downloaded at your network address; try again in a second.", retry: 1_000))
    }

    static let noSpace = HTTPRefusal(
        WireError(.noSpace, "The server's disk has no room for this file now.", retry: 60_000))

    static let diskFailed = HTTPRefusal(
        WireError(.storageFailed, "The server can't store files now: send it again later."))

    static let storageAway = HTTPRefusal(
        WireError(
            .storageFailed, "The server can't reach the storage of its files now; try again in some seconds.",
            retry: 5_000))
}
