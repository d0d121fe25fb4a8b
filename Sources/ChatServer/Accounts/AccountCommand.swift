import ChatRooms
import ChatWire

/// What an operator does to accounts, invites, API keys and bans, on a data folder or on a running
/// server.
package enum AccountCommand: Hashable, Sendable {
    case add(name: String, password: String, ServerRole)
    /// Sets a new password, and ends all sessions.
    case reset(name: String, password: String)
    case disable(name: String)
    case enable(name: String)
    /// Ends the account for good.
    case close(name: String)
    case setRole(name: String, ServerRole)
    /// Up to ``page`` accounts, after this name.
    case list(after: String?)
    case invite(ServerRole)
    case addKey(name: String, ServerRole)
    case removeKey(name: String)
    case listKeys
    case ban(ServerBan)
    case unban(ServerBan.Subject)
    /// Up to ``page`` bans, after the one of this subject.
    case listBans(after: String?)

    /// Accounts in one answer to ``list(after:)``.
    package static let page = 1_000

    init(_ object: JSONObject) throws(WireError) {
        let named = try object.optionalString("role").flatMap { ServerRole(name: $0) }
        let role = named ?? .user
        switch try object.string("do") {
        case "add": self = .add(name: try object.string("name"), password: try object.string("password"), role)
        case "reset": self = .reset(name: try object.string("name"), password: try object.string("password"))
        case "disable": self = .disable(name: try object.string("name"))
        case "enable": self = .enable(name: try object.string("name"))
        case "close": self = .close(name: try object.string("name"))
        case "role":
            guard let named else { throw .key("role", "must be user or administrator") }
            self = .setRole(name: try object.string("name"), named)
        case "list": self = .list(after: try object.optionalString("name"))
        case "invite": self = .invite(role)
        case "addKey": self = .addKey(name: try object.string("name"), role)
        case "removeKey": self = .removeKey(name: try object.string("name"))
        case "listKeys": self = .listKeys
        case "ban": self = .ban(try ServerBan(object))
        case "unban": self = .unban(ServerBan.Subject(try object.string("subject")))
        case "listBans": self = .listBans(after: try object.optionalString("name"))
        default:
            throw .key(
                "do",
                "must be add, reset, disable, enable, close, role, list, invite, addKey, removeKey, listKeys, ban, unban or listBans"
            )
        }
    }

    func write(to writer: inout JSONWriter) {
        let (verb, name, password, role): (String, String?, String?, ServerRole?) =
            switch self {
            case .ban: ("ban", nil, nil, nil)
            case .unban: ("unban", nil, nil, nil)
            case .listBans(let after): ("listBans", after, nil, nil)
            case .add(let name, let password, let role): ("add", name, password, role)
            case .reset(let name, let password): ("reset", name, password, nil)
            case .disable(let name): ("disable", name, nil, nil)
            case .enable(let name): ("enable", name, nil, nil)
            case .close(let name): ("close", name, nil, nil)
            case .setRole(let name, let role): ("role", name, nil, role)
            case .list(let after): ("list", after, nil, nil)
            case .invite(let role): ("invite", nil, nil, role)
            case .addKey(let name, let role): ("addKey", name, nil, role)
            case .removeKey(let name): ("removeKey", name, nil, nil)
            case .listKeys: ("listKeys", nil, nil, nil)
            }
        writer.member("do", verb as String?)
        writer.member("name", name)
        writer.member("password", password)
        writer.member("role", role?.name)
        switch self {
        case .ban(let ban): ban.writeMembers(to: &writer)
        case .unban(let subject): writer.member("subject", subject.text as String?)
        default: break
        }
    }
}

extension Accounts {
    /// Does what an operator asks.
    ///
    /// - Parameter leaveGroups: makes the user of an account that is closed, or of an API key that
    ///   is removed, leave their groups; `nil` where no server runs
    /// - Returns: lines to print
    package func perform(
        _ command: AccountCommand, leaveGroups: ((UserIdentity) async throws(WireError) -> Void)? = nil
    ) async throws(WireError) -> [String] {
        switch command {
        case .add(let name, let password, let role):
            if let refusal = NameRule.refusal(ofGiven: name) ?? PasswordRule.check(password) { throw refusal }
            let account = Account(user: makeUserID(), name: name, role: role, created: clock.milliseconds())
            let user = try await add(account, password, invite: nil).account.user
            tellCommand("account add", about: user, role)
            return ["Added the account \(name): \(user.text)"]
        case .reset(let name, let password): return try await reset(name, password)
        case .disable(let name): return try await setDisabled(true, name)
        case .enable(let name): return try await setDisabled(false, name)
        case .close(let name): return try await close(name, leaveGroups)
        case .setRole(let name, let role): return try await setRole(role, name)
        case .list(let after):
            let page = AccountCommand.page
            return try await onStore { store throws(StoreError) in
                try store.accounts(after: after, limit: page).map(\.line)
            }
        case .invite(let role):
            let code = try await invite(role)
            tellCommand("account invite", role)
            return [code]
        case .addKey(let name, let role): return [try await addKey(name, role)]
        case .removeKey(let name): return try await removeKey(name, leaveGroups)
        case .listKeys:
            return try await onStore { store throws(StoreError) in
                try store.keys().map { "\($0.name)\t\($0.role.name)\t\($0.user.text)" }
            }
        case .ban(let ban):
            let subject = try await add(ban).subject
            tellCommand("ban add", about: subject.user)
            return ["Banned \(subject.text)."]
        case .unban(let subject):
            let subject = try await removeBan(of: subject)
            tellCommand("ban remove", about: subject.user)
            return ["\(subject.text) is not banned any more."]
        case .listBans(let after):
            return try await currentBans(after: after).prefix(AccountCommand.page).map(\.line)
        }
    }

    /// An invite for the administrator of a server that has none; `nil` if it has one.
    package func inviteForAdministrator() async throws(WireError) -> String? {
        let has = try await onStore { store throws(StoreError) in try store.hasAdministrator() }
        return has ? nil : try await invite(.administrator)
    }

    private func invite(_ role: ServerRole) async throws(WireError) -> String {
        let code = Secret(.invite)
        let invite = Invite(role: role, expires: clock.milliseconds() + Limits.inviteLifetime)
        try await onStore { store throws(StoreError) in try store.add(invite, code: code.digest) }
        return code.text
    }

    private func addKey(_ name: String, _ role: ServerRole) async throws(WireError) -> String {
        if let refusal = NameRule.refusal(ofGiven: name) { throw refusal }
        let key = APIKey(user: makeUserID(), name: name, role: role, created: clock.milliseconds())
        let look = ConfusableSkeleton(of: name)
        guard reservations.claim(look, for: key.user) else { throw .nameTaken(name) }
        let token = Secret(.key)
        do throws(WireError) {
            let isAdded = try await onStore { store throws(StoreError) in
                guard try store.keys().count < Limits.apiKeys else {
                    throw .busy("There are \(Limits.apiKeys) API keys already; remove one first.")
                }
                return try store.add(key, token: token.digest)
            }
            guard isAdded else { throw .nameTaken(name) }
        } catch {
            reservations.disclaim(look, of: key.user)
            throw error
        }
        reservations.confirm(key.user)
        tellNames(.nameTaken(key.user, name: name))
        tellCommand("key add", about: key.user, role)
        return token.text
    }

    /// Removes an API key, and makes its user leave their groups: the invite links that were made
    /// with a leaked key end, too. What goes wrong with that does not keep the key.
    private func removeKey(
        _ name: String, _ leaveGroups: ((UserIdentity) async throws(WireError) -> Void)?
    ) async throws(WireError) -> [String] {
        let removed = try await onStore { store throws(StoreError) in try store.removeKey(named: name) }
        guard let removed else { throw WireError(.badRequest, "There is no API key \(name).") }
        reservations.beginClosing(removed.user)
        defer { reservations.endClosing(removed.user) }
        free(removed.name, of: removed.user, isKept: false)
        tellEnded(.all(of: removed.user, except: nil))
        tellCommand("key remove", about: removed.user)
        var lines = ["Removed the API key \(name)."]
        guard let leaveGroups else { return lines + [Self.staysInGroups] }
        do throws(WireError) {
            try await leaveGroups(UserIdentity(user: removed.user, name: removed.name, role: removed.role))
        } catch {
            lines.append("Its user \(removed.user.text) is still in some groups. \(error.text)")
        }
        return lines
    }

    private func reset(_ name: String, _ password: String) async throws(WireError) -> [String] {
        if let refusal = PasswordRule.check(password) { throw refusal }
        let account = try await account(named: name)
        let hash = try await passwords.hash(password)
        try await onStore { store throws(StoreError) in
            _ = try store.setPassword(hash, of: account.user, replacing: nil)
            try store.endSessions(of: account.user, except: nil)
        }
        tellEnded(.all(of: account.user, except: nil))
        tellCommand("account reset", about: account.user)
        return ["Set a new password for \(account.name), and ended all sessions."]
    }

    private func setDisabled(_ isDisabled: Bool, _ name: String) async throws(WireError) -> [String] {
        let account = try await account(named: name)
        try await onStore { store throws(StoreError) in
            // Also when it is enabled: a sign-in may have added a session while it was disabled.
            try store.endSessions(of: account.user, except: nil)
            try store.setDisabled(isDisabled, of: account.user)
        }
        if isDisabled { tellEnded(.all(of: account.user, except: nil)) }
        tellCommand(isDisabled ? "account disable" : "account enable", about: account.user)
        return [isDisabled ? "Disabled the account \(account.name)." : "Enabled the account \(account.name)."]
    }

    /// Open connections of the account are closed, and come back in the new role.
    private func setRole(_ role: ServerRole, _ name: String) async throws(WireError) -> [String] {
        let account = try await account(named: name)
        let hasAdministrator = try await onStore { store throws(StoreError) in
            try store.setRole(role, of: account.user)
            return try store.hasAdministrator()
        }
        tellEnded(.role(of: account.user))
        tellCommand("account role", about: account.user, role)
        let done = "The account \(account.name) has the role \(role.name) now."
        return hasAdministrator ? [done] : [done, Self.noAdministrator]
    }

    private static let staysInGroups = "No server runs on this folder, so its user stays in their groups."

    private static let noAdministrator =
        "There is no administrator's account any more: the next start prints an invite for one."

    /// Closes an account for good. It is disabled first: nobody signs in while its user leaves
    /// their groups. If that fails, the operator can close it again.
    private func close(
        _ name: String, _ leaveGroups: ((UserIdentity) async throws(WireError) -> Void)?
    ) async throws(WireError) -> [String] {
        let account = try await account(named: name)
        reservations.beginClosing(account.user)
        defer { reservations.endClosing(account.user) }
        try await onStore { store throws(StoreError) in
            try store.setDisabled(true, of: account.user)
            try store.endSessions(of: account.user, except: nil)
        }
        tellEnded(.all(of: account.user, except: nil))
        try await leaveGroups?(UserIdentity(user: account.user, name: account.name, role: account.role))
        let hasAdministrator = try await onStore { store throws(StoreError) in
            try store.close(account: account.user)
            return try store.hasAdministrator()
        }
        free(account.name, of: account.user, isKept: true)
        tellCommand("account close", about: account.user)
        var lines = ["Closed the account \(account.name): \(account.user.text)"]
        if leaveGroups == nil { lines.append(Self.staysInGroups) }
        if account.role == .administrator, !hasAdministrator { lines.append(Self.noAdministrator) }
        return lines
    }

    private func account(named name: String) async throws(WireError) -> Account {
        let user = reservations.holder(of: ConfusableSkeleton(of: name)) ?? .nobody
        let account = try await onStore { store throws(StoreError) in try store.account(of: user) }
        guard let account, account.name == name else {
            throw WireError(.badRequest, "There is no account \(name); martlet account list shows all.")
        }
        return account
    }
}

extension Account {
    fileprivate var line: String { "\(name)\t\(role.name)\t\(isDisabled ? "disabled" : "enabled")\t\(user.text)" }
}

extension ServerBan {
    /// Whom, until when (as in an HTTP date, RFC 9110 section 5.6.7), why, and what they were
    /// called.
    fileprivate var line: String {
        // Behind the year 9999 there is no date.
        let end = until.flatMap { $0 < 253_402_300_800_000 ? HTTPDate.text(seconds: $0 / 1_000) : nil } ?? "always"
        return "\(subject.text)\t\(end)\t\(reason ?? "-")\t\(name ?? "-")"
    }
}

extension ServerBan.Subject {
    fileprivate var user: UserID? { if case .user(let user) = self { user } else { nil } }
}
