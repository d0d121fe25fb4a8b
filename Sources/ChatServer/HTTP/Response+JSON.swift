import ChatWire
import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
    /// A response with a JSON body that nobody may cache.
    init(json status: HTTPResponse.Status, _ write: (inout JSONWriter) -> Void) {
        var writer = JSONWriter()
        write(&writer)
        self.init(
            status: status, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: writer.bytes)))
    }

    /// The refusal of a request, with the error as its body.
    ///
    /// - Parameters:
    ///   - ref: the request's; `nil` if it had none
    ///   - status: `nil` for the one that follows from the error
    init(refusing error: WireError, ref: UInt64? = nil, status: HTTPResponse.Status? = nil) {
        let status = status ?? HTTPResponse.Status(of: error)
        self.init(json: status) { ServerFrame.error(ref: ref, error).write(to: &$0) }
        setRetry(after: error)
        if status == .unauthorized { headers[.wwwAuthenticate] = "Bearer" }
    }

    /// Says after how many seconds the client may try again, if the error says so.
    mutating func setRetry(after error: WireError) {
        if let retry = error.retry { headers[.retryAfter] = String((retry + 999) / 1_000) }
    }
}

extension HTTPResponse.Status {
    /// The status of a response whose body is this error.
    init(of error: WireError) {
        // A rate limit, also where the code says by itself that the request can't succeed.
        if !error.code.isTemporary, error.retry != nil {
            self = .tooManyRequests
            return
        }
        self =
            switch error.code {
            case .tokenRefused, .signInFailed, .signInRequired, .helloRequired: .unauthorized
            case .accountsOff, .noSuchMessage, .noSuchFile, .noSuchRoom, .linkRefused: .notFound
            case .registrationClosed, .inviteRefused, .guestsReadOnly, .accountDisabled, .accountRequired, .notYours,
                .banned, .notAllowed, .muted:
                .forbidden
            case .held: .accepted
            case .nameTaken, .numberConflict, .numberPassed, .outOfTurn, .messageDeleted, .membership: .conflict
            case .rateLimited, .addressLimited, .tooManyConnections: .tooManyRequests
            default: error.code.isTemporary ? .serviceUnavailable : .badRequest
            }
    }
}
