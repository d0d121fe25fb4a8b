import ChatWire

extension Session {
    /// When a token expires, on both clocks.
    struct Expiry: Hashable, Sendable {
        /// Milliseconds since 1970-01-01 UTC, for the client.
        let wall: Int64
        /// Nanoseconds of a clock that does not go back.
        let time: Int64
        /// Whether the client was asked for another token.
        var isTold = false

        /// - Parameters:
        ///   - expires: milliseconds since 1970-01-01 UTC; `nil`: never
        ///   - wall: the time now, of the same clock
        init?(_ expires: Int64?, at wall: Int64, _ now: Int64) {
            guard let expires else { return nil }
            self.wall = expires
            time = now + (expires - wall).nanoseconds
        }
    }

    /// The deadlines of a hello, of an authenticator's answer, of a token, and of unread answers.
    mutating func tick(_ now: Int64) -> Effect {
        if let expiry, now >= expiry.time {
            return .close(.tokenExpired, reason: "the token has expired; get a new one")
        }
        if unreadAnswers.areOverdue(at: now) {
            return .close(.tooSlow, reason: "the answers to your requests were not read")
        }
        if let introducing {
            guard now - introducing > Limits.authenticationDeadline * 1_000_000 else { return .nothing }
            return .close(.helloMissing, reason: "the token could not be checked in time")
        }
        if let expiry {
            guard !expiry.isTold, expiry.time - now <= Limits.tokenNotice * 1_000_000 else { return .nothing }
            self.expiry?.isTold = true
            return .reply(.expiring(at: expiry.wall))
        }
        guard identity == nil, now - opened > Limits.helloDeadline * 1_000_000 else { return .nothing }
        return .close(.helloMissing, reason: "no hello within \(Limits.helloDeadline / 1_000) s")
    }

    mutating func renew(_ token: String, _ ref: UInt64, _ now: Int64) -> Effect {
        introducing = now
        return allowed(.renew(ref: ref, token: token))
    }

    /// The name stays what it was when the connection began: others know the user by it.
    mutating func renewed(
        _ ref: UInt64, _ result: Result<UserIdentity, WireError>, _ wall: Int64, _ now: Int64
    ) -> Effect {
        introducing = nil
        switch result {
        case .success(let renewed):
            guard renewed.user == identity?.author.user else {
                let text = "This token is another user's: connect again, and say hello with it."
                return refuse(ref, WireError(.tokenRefused, text), now)
            }
            // A room that the user is banned from has kept them for their former role.
            if let former = identity?.role, renewed.role < former {
                return .close(.roleLowered, reason: "the new token takes rights away; connect again")
            }
            identity?.role = renewed.role
            identity?.mayWrite = renewed.mayWrite
            identity?.session = renewed.session
            expiry = Expiry(renewed.expires, at: wall, now)
            return allowed(.reply(.ok(ref: ref)))
        case .failure(let error):
            return refuse(ref, error == .unknownToken ? .unknownNewToken : error, now)
        }
    }
}

extension Int64 {
    /// Milliseconds as nanoseconds; the far future for more than fits.
    fileprivate var nanoseconds: Int64 {
        let (product, isHuge) = multipliedReportingOverflow(by: 1_000_000)
        return isHuge ? 1 << 62 : Swift.min(product, 1 << 62)
    }
}
