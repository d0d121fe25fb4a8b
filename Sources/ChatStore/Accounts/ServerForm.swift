import ChatCore
import ChatModel
import ChatWire
import Foundation

/// The form for another server: what was typed, and what is wrong with it.
public struct ServerForm: Hashable, Sendable {
    /// How the user comes in.
    public enum Way: String, CaseIterable, Hashable, Sendable {
        /// As a guest, with an existing account, or with a new account.
        case guest, signIn, signUp
    }

    /// An account to sign in to, or to make.
    public struct Entry: Hashable, Sendable {
        /// The account to enter: a known one of this name on this server, or a new one.
        public var account: Account
        /// The room to open first.
        public var room: RoomName
        /// The sign-in or the sign-up.
        public var request: AccountRequest
    }

    /// How the user comes in.
    public var way = Way.guest
    /// The password as typed.
    public var password = ""
    /// The invite as typed, for a new account.
    public var invite = ""
    /// The address as typed.
    public var address: String
    /// The name as typed.
    public var name: String
    /// The room as typed.
    public var room: String

    /// Creates a form.
    public init(address: String = "", name: String = "", room: String = "lobby") {
        self.address = address
        self.name = name
        self.room = room
    }

    /// What is wrong with the address; `nil` if it is right or empty.
    public var addressProblem: String? {
        if address.allSatisfy(\.isWhitespace) || server != nil { return nil }
        return localized("Enter the server's address, such as chat.example.org or http://192.168.1.20:8080.")
    }

    /// What is wrong with the name; `nil` if it is right or empty.
    public var nameProblem: String? { trimmedName.isEmpty ? nil : NameRule.check(trimmedName)?.translated.text }

    /// What is wrong with the password; `nil` if it is right or empty. The rule is for new ones.
    public var passwordProblem: String? {
        way == .signUp && !password.isEmpty ? ServerForm.problem(ofPassword: password) : nil
    }

    /// What is wrong with a new password; `nil` if it is right.
    public static func problem(ofPassword password: String) -> String? {
        PasswordRule.check(password)?.translated.text
    }

    /// What is wrong with the room; `nil` if it is right or empty.
    public var roomProblem: String? { ServerForm.problem(ofRoom: room) }

    /// What is wrong with a room's name; `nil` if it is right or empty.
    public static func problem(ofRoom room: String) -> String? {
        if room.isEmpty || RoomName(room) != nil { return nil }
        return WireError.notARoom.translated.text
    }

    /// The server's address, if it is right.
    public var server: ServerAddress? { ServerAddress(address) }

    /// The account and the first room, if the form is complete and right.
    public func account(id: AccountID) -> (account: Account, room: RoomName)? {
        guard let server, NameRule.check(trimmedName) == nil, let room = RoomName(room) else { return nil }
        return (Account(id: id, server: server, name: trimmedName), room)
    }

    /// What to ask the server, if the form is complete and right and the user is no guest.
    ///
    /// - Parameters:
    ///   - accounts: The accounts on this device. One of this name on this server is used again.
    ///   - id: Of a new account.
    public func entry(among accounts: Accounts, id: AccountID) -> Entry? {
        guard let request, let (new, room) = account(id: id) else { return nil }
        let known = accounts.account(on: new.server, named: new.name)
        return Entry(account: known ?? new, room: room, request: request)
    }

    /// What to ask the server for; `nil` for a guest, and if the password is missing or wrong.
    public var request: AccountRequest? {
        guard NameRule.check(trimmedName) == nil, !password.isEmpty, passwordProblem == nil else { return nil }
        let code = invite.trimmingCharacters(in: .whitespacesAndNewlines)
        switch way {
        case .guest: return nil
        case .signIn: return .signIn(name: trimmedName, password: password)
        case .signUp: return .signUp(name: trimmedName, password: password, invite: code.isEmpty ? nil : code)
        }
    }

    /// Whether the form is complete and right.
    public var isComplete: Bool {
        account(id: AccountID(high: 0, low: 0)) != nil && (way == .guest || request != nil)
    }

    /// Whether the form can be sent: it is right, and there is space for the account or it is
    /// known.
    public func canEnter(among accounts: Accounts) -> Bool {
        guard isComplete, let server else { return false }
        return !accounts.isFull || accounts.account(on: server, named: trimmedName) != nil
    }

    private var trimmedName: String { name.trimmingCharacters(in: .whitespaces) }
}
