import ChatWire

extension WireError {
    /// The status of an HTTP response whose body is this error (`docs/http-api.md`, "Errors").
    package var httpStatus: Int {
        // A rate limit, also where the code says by itself that the request can't succeed.
        if !code.isTemporary, retry != nil, !isSanction { return 429 }
        return switch code {
        case .held: 202
        case .tokenRefused, .signInFailed, .signInRequired, .helloRequired: 401
        case .registrationClosed, .inviteRefused, .guestsReadOnly, .accountDisabled, .accountRequired, .notYours,
            .banned, .serverBanned, .notAllowed, .muted:
            403
        case .accountsOff, .noSuchMessage, .noSuchFile, .noSuchRoom, .linkRefused: 404
        case .nameTaken, .numberConflict, .numberPassed, .outOfTurn, .messageDeleted, .membership, .fileConflict: 409
        case .fileQuota: 413
        case .rateLimited, .addressLimited, .tooManyConnections: 429
        case .damaged: 500
        case .noSpace: 507
        default: code.isTemporary ? 503 : 400
        }
    }

    /// Whether it refuses somebody who is banned or muted, for a time or for good.
    private var isSanction: Bool { [.banned, .serverBanned, .muted].contains(code) }
}
