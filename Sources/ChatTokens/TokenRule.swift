import ChatRooms
import ChatWire

/// Decides which user a token's claims name, after its signature was verified.
struct TokenRule: Sendable {
    let issuer: String
    let audience: String
    /// The names of accounts, which no token's user may have.
    var reservations: NameReservations?

    /// - Parameters:
    ///   - payload: of a token whose signature was verified
    ///   - now: milliseconds since 1970-01-01 UTC
    func identity(_ payload: [UInt8], at now: Int64) throws(WireError) -> UserIdentity {
        let result = payload.withUnsafeBufferPointer { bytes in
            Result { () throws(WireError) in try identity(Claims(bytes), at: now) }
        }
        return try result.get()
    }

    private func identity(_ claims: Claims, at now: Int64) throws(WireError) -> UserIdentity {
        guard claims.issuer == issuer else { throw .token("is from another issuer: its \"iss\" must be \(issuer)") }
        guard claims.audiences.contains(audience) else {
            throw .token("is for another service: its \"aud\" must contain \(audience)")
        }
        guard let expires = claims.expires else { throw .token("does not expire: give it \"exp\"") }
        guard now < expires + Limits.tokenLeeway else { throw .token("has expired: get a new one") }
        guard expires <= now + Limits.tokenLifetime else {
            throw .token("expires in more than ten years: its \"exp\" must be in seconds since 1970")
        }
        if let begins = claims.begins, now < begins - Limits.tokenLeeway {
            throw .token("is not valid yet: compare the clock of its issuer with the server's")
        }
        guard let subject = claims.subject, !subject.isEmpty, subject.utf8.count <= Limits.tokenSubjectBytes else {
            throw .token("does not name its user: \"sub\" has 1 to \(Limits.tokenSubjectBytes) bytes")
        }
        let user = UserID(subject: subject, issuer: issuer)
        return UserIdentity(
            user: user, name: try name(claims.name, of: user), sharesName: true, role: try Self.role(claims),
            expires: expires + Limits.tokenLeeway)
    }

    private func name(_ claimed: String?, of user: UserID) throws(WireError) -> String {
        let name = claimed ?? "user-" + user.text.prefix(6)
        if let refusal = NameRule.refusal(ofGiven: name) {
            throw WireError(refusal.code, "The name in the token can't be used. \(refusal.text)")
        }
        guard let reservations else { return name }
        guard let free = reservations.name(like: name, for: user) else { throw .nameTaken(name) }
        return free
    }

    private static func role(_ claims: Claims) throws(WireError) -> ServerRole {
        switch claims.role {
        case .none, "user": return .user
        case "administrator": return .administrator
        default: throw .token("has another \"martlet_role\" than \"user\" and \"administrator\"")
        }
    }
}

/// The claims that a token makes (RFC 7519 section 4.1).
private struct Claims {
    var issuer: String?
    var audiences: [String]
    /// Milliseconds since 1970-01-01 UTC.
    var expires: Int64?
    /// Milliseconds since 1970-01-01 UTC.
    var begins: Int64?
    var subject: String?
    var name: String?
    var role: String?

    init(_ json: UnsafeBufferPointer<UInt8>) throws(WireError) {
        do throws(WireError) {
            let object = try JSONObject(json)
            issuer = try object.optionalString("iss")
            audiences =
                object.hasString("aud") ? [try object.string("aud")] : try object.optionalStrings("aud") ?? []
            expires = try object.optionalSeconds("exp")
            begins = try object.optionalSeconds("nbf")
            subject = try object.optionalString("sub")
            name = try object.optionalString("name")
            role = try object.optionalString("martlet_role")
        } catch {
            throw .token("has claims that can't be read: \(error.text.dropLast())")
        }
    }
}
