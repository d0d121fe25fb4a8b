import ChatRooms
import ChatWire

/// Who reads a file, and whether they still may while a long download runs.
struct FileReader: Sendable {
    private let file: FileID
    private let files: Files
    private let client: ClientAddress
    private let accounts: Accounts?
    /// `nil` for a request without a user.
    var visitor: Visitor?
    /// Whether the user has, or had, an account or an API key.
    var hasAccount = false
    /// When the right to read was last confirmed, in monotonic nanoseconds.
    private var confirmed: Int64

    init(_ file: FileID, of files: Files, at client: ClientAddress, _ accounts: Accounts?) {
        self.client = client
        self.file = file
        self.files = files
        self.accounts = accounts
        confirmed = files.clock.nanoseconds()
    }

    /// Call it before each part of a download. Once in ``Limits/downloadCheck`` it asks whether the
    /// user may still read the file.
    ///
    /// - Throws: ``HTTPRefusal/noSuchFile`` if they may not, or the file is gone. It ends the
    ///   connection, so that a truncated body is not taken as complete.
    mutating func confirm() async throws {
        let now = files.clock.nanoseconds()
        guard now - confirmed >= Limits.downloadCheck * 1_000_000 else { return }
        confirmed = now
        // What can't be asked now is asked again with a later part.
        guard (try? await mayRead()) ?? true else { throw HTTPRefusal.noSuchFile }
    }

    /// Whether the user is not banned, and their account or API key is there. Guests and the users
    /// of another system have neither.
    func isActive(_ user: UserID) async throws -> Bool {
        if accounts?.refusal(of: user) != nil { return false }
        guard hasAccount, let accounts else { return true }
        return try await accounts.isActive(user)
    }

    private func mayRead() async throws -> Bool {
        if accounts?.refusal(of: client) != nil { return false }
        if let visitor, try await !isActive(visitor.user) { return false }
        return try await files.isReadable(file, for: visitor)
    }
}

extension ServerContext {
    /// Whether the id is an account's or an API key's, or an account's that was closed.
    func hasAccount(_ user: UserID) -> Bool { accounts?.reservations.isAccount(user) ?? false }
}
