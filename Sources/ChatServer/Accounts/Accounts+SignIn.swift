import ChatRooms
import ChatWire

extension Accounts {
    struct Registrant: Sendable {
        var name: String
        var password: String
        /// A guest's token: the guest keeps their user id, messages and rooms.
        var guest: String?
        var invite: String?
        /// The program of the first session.
        var program: String?
    }

    func register(_ registrant: Registrant, from client: ClientAddress) async throws(WireError) -> SignedIn {
        try await settleDoubts()  // so that no more sign-ups get into doubt while the store is away
        let invite = registrant.invite.map { Secret($0)?.digest ?? [] }
        if let refusal = registration.refusal(withInvite: invite != nil) { throw refusal }
        if let refusal = NameRule.refusal(of: registrant.name) ?? PasswordRule.check(registrant.password) {
            throw refusal
        }
        if let refusal = refusalOfAttempt(at: nil, from: client) ?? refusal(ofName: registrant.name) { throw refusal }
        if let made = try await accountMade(before: registrant, from: client) { return made }
        let user = try user(ofGuest: registrant.guest)
        let now = clock.milliseconds()
        if let invite {
            let isValid = try await onStore { store throws(StoreError) in try store.isValid(invite: invite, at: now) }
            guard isValid else { throw .inviteRefused }
        }
        let account = Account(user: user, name: registrant.name, created: now)
        let (added, hash) = try await add(account, registrant.password, invite, from: client)
        let signedIn = try await signIn(added, checked: hash, program: registrant.program)
        // From now on the guest's token is refused. The connections made with it end, too.
        if registrant.guest != nil { tellEnded(.all(of: user, except: signedIn.session.id)) }
        return signedIn
    }

    /// Signs a guest in whose account an earlier sign-up has made: its answer may have been lost,
    /// so the same sign-up may be repeated.
    ///
    /// - Returns: `nil` for somebody else
    /// - Throws: a temporary error while the earlier sign-up goes on
    private func accountMade(
        before registrant: Registrant, from client: ClientAddress
    ) async throws(WireError) -> SignedIn? {
        guard let user = registrant.guest.flatMap(guests.user(of:)), reservations.isAccount(user) else { return nil }
        guard reservations.hasAccount(user) == true else { throw .isSigningUp }
        guard reservations.holder(of: ConfusableSkeleton(of: registrant.name)) == user else { throw .guestHasAccount }
        do throws(WireError) {
            return try await signIn(registrant.name, registrant.password, program: registrant.program, from: client)
        } catch {
            throw error.code == .signInFailed ? .guestHasAccount : error
        }
    }

    /// Makes an account for somebody at an address, who may make so many without an invite.
    private func add(
        _ account: Account, _ password: String, _ invite: [UInt8]?, from client: ClientAddress
    ) async throws(WireError) -> (account: Account, password: PasswordHash) {
        if invite == nil, let refusal = refusalOfRegistration(from: client) { throw refusal }
        do throws(WireError) {
            return try await add(account, password, invite: invite, from: client)
        } catch {
            if invite == nil { giveBackRegistration(from: client) }
            throw error
        }
    }

    /// Makes an account whose name is free.
    func add(
        _ account: Account, _ password: String, invite: [UInt8]?, from client: ClientAddress? = nil
    ) async throws(WireError) -> (account: Account, password: PasswordHash) {
        try reservations.claim(account) { isHeld($0, butBy: account.user) }
        var isInDoubt = false
        do throws(WireError) {
            let hash = try await passwords.hash(password, for: client)
            let added = try await add(account, hash, invite, isInDoubt: &isInDoubt).account(named: account.name)
            confirm(added)
            return (added, hash)
        } catch {
            if !isInDoubt { disclaim(account) }
            throw error
        }
    }

    /// Stores an account. If the commit got no answer, it may have happened: then the name is not
    /// free, and its owner must be able to sign in. So the store is asked. If it does not answer
    /// that either, the account is in doubt.
    private func add(
        _ account: Account, _ password: PasswordHash, _ invite: [UInt8]?, isInDoubt: inout Bool
    ) async throws(WireError) -> AccountAddition {
        do throws(WireError) {
            return try await onStore { store throws(StoreError) in try store.add(account, password, invite: invite) }
        } catch {
            let doubt = DoubtfulAccount(account: account, password: password)
            var found: Account?
            do throws(WireError) { found = try await find(doubt) } catch {
                isInDoubt = true
                doubts.withLockedValue { $0[account.user] = doubt }
            }
            guard let found else { throw error }
            return .added(found)
        }
    }

    func signIn(
        _ name: String, _ password: String, program: String? = nil, from client: ClientAddress
    ) async throws(WireError) -> SignedIn {
        guard registration != .off else { throw .accountsOff }
        // If no account can have this name or password, only the address's attempts are charged.
        guard password.utf8.count <= Limits.passwordBytes, NameRule.check(name) == nil else {
            throw refusalOfAttempt(at: nil, from: client) ?? .signInFailed
        }
        let skeleton = ConfusableSkeleton(of: name)
        let user = reservations.holder(of: skeleton)
        // All ways to write an account's name have their attempts together.
        let key = SignInAttempts.key(user.flatMap(reservations.name(of:)).map(ConfusableSkeleton.init) ?? skeleton)
        if let refusal = refusalOfAttempt(at: key, from: client) { throw refusal }
        // Another server may have made the account, and this one may not have heard of it yet. The
        // store is asked the same questions for every name, so that the time tells nothing.
        let found = try await onStore { [isAlone] store throws(StoreError) in
            let stored = isAlone ? nil : try store.holder(of: skeleton)
            let user = user ?? stored ?? .nobody
            return (try store.account(of: user), try store.password(of: user))
        }
        guard try await passwords.check(password, found.1, for: client), let account = found.0, let hash = found.1
        else {
            throw .signInFailed
        }
        attemptSucceeded(at: key)
        try? await settleDoubts()
        if user == nil { reservations.admit(ConfusableSkeleton(of: account.name), for: account.user) }
        guard !account.isDisabled else { throw .accountDisabled }
        return try await signIn(account, checked: hash, program: program)
    }

    /// Begins a session.
    private func signIn(
        _ account: Account, checked password: PasswordHash, program: String?
    ) async throws(WireError) -> SignedIn {
        let now = clock.milliseconds()
        let session = AccountSession(
            id: makeSessionID(), user: account.user, program: program, created: now, used: now)
        let token = makeToken()
        let ended = try await onStore { store throws(StoreError) in
            try store.add(session, token: token.digest, checked: password)
        }
        // The password was changed, or the account disabled, while it was checked.
        guard let ended else { throw .signInFailed }
        if !ended.isEmpty { tellEnded(.sessions(Set(ended))) }
        return SignedIn(account: account, session: session, token: token.text)
    }

    private func user(ofGuest token: String?) throws(WireError) -> UserID {
        guard let token else { return makeUserID() }
        guard let user = guests.user(of: token) else { throw .noGuest }
        return user
    }
}
