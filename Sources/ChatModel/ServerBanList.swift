import ChatWire

/// The bans from the server on an administrator's screen, as far as they are loaded.
///
/// It is loaded page by page, up to ``ChatWire/Limits/serverBansListed``. Create it, ask
/// ``first``, and give it every answer.
public struct ServerBanList: Hashable, Sendable {
    /// The question that loads the first page.
    public static var first: ModerationQuestion { .serverBans(after: nil) }

    /// Whether a page is being loaded.
    public private(set) var isLoading = true
    /// Why a page was not loaded, for the user.
    public private(set) var failure: String?
    /// Whether the server has more bans than a list shows.
    public private(set) var isCut = false
    private var entries: [Entry] = []
    /// Where the next page begins.
    private var next: String?

    private struct Entry: Hashable {
        var ban: ServerBan
        /// Whether it is being taken back.
        var isEnding = false
        /// Why it was not taken back, for the user.
        var refusal: String?
    }

    /// Creates a list whose first page is being loaded.
    public init() {}

    /// The bans, in the order of the server's list. One that was made since is the last.
    public var bans: [ServerBan] { entries.map { $0.ban } }

    /// The question that loads again what failed; `nil` if nothing did.
    public var again: ModerationQuestion? { failure == nil ? nil : .serverBans(after: next) }

    /// ``again`` is asked.
    package mutating func loadAgain() {
        if failure != nil { (isLoading, failure) = (true, nil) }
    }

    /// Whether the server can be asked to take a ban back: it is in the list, and was not asked
    /// already.
    public func canEnd(_ subject: ServerBan.Subject) -> Bool {
        place(of: subject).map { !entries[$0].isEnding } ?? false
    }

    /// The server is asked to take a ban back.
    package mutating func began(_ subject: ServerBan.Subject) {
        guard let place = place(of: subject) else { return }
        (entries[place].isEnding, entries[place].refusal) = (true, nil)
    }

    /// Takes an answer to a question about bans. Returns the question that loads the next page.
    package mutating func take(
        _ question: ModerationQuestion, _ result: Result<ModerationAnswer, WireError>
    ) -> ModerationQuestion? {
        switch (question, result) {
        case (.serverBans(let after), .success(.serverBans(let page, let following))):
            return take(page, after: after, following)
        case (.serverBans(let after), .failure(let error)):
            if isLoading, after == next { (isLoading, failure) = (false, error.text) }
        case (.serverBan(let ban), .success):
            remove(ban.subject)
            entries.append(Entry(ban: ban))
        case (.serverUnban(let subject), .success): remove(subject)
        case (.serverUnban(let subject), .failure(let error)):
            guard let place = place(of: subject) else { return nil }
            (entries[place].isEnding, entries[place].refusal) = (false, error.text)
        default: break
        }
        return nil
    }

    private mutating func take(_ page: [ServerBan], after: String?, _ following: String?) -> ModerationQuestion? {
        guard isLoading, after == next else { return nil }
        for ban in page where entries.count < Limits.serverBansListed && place(of: ban.subject) == nil {
            entries.append(Entry(ban: ban))
        }
        // A server whose pages do not go forward is asked no more.
        let goesOn = following.map { $0 > after ?? "" } ?? false
        isCut = goesOn && entries.count >= Limits.serverBansListed
        isLoading = goesOn && !isCut
        guard isLoading else { return nil }
        next = following
        return .serverBans(after: following)
    }

    private mutating func remove(_ subject: ServerBan.Subject) {
        if let place = place(of: subject) { entries.remove(at: place) }
    }

    private func place(of subject: ServerBan.Subject) -> Int? { entries.firstIndex { $0.ban.subject == subject } }

    /// The lines of the list.
    ///
    /// - Parameters:
    ///   - name: what a user is called, for bans that do not say it
    ///   - moment: the text of a time with its day, from milliseconds since 1970-01-01 UTC
    public func lines(name: (UserID) -> String?, moment: (Int64) -> String) -> [ServerBanLine] {
        entries.map { entry in
            var line = ServerBanLine(entry.ban, name: name, moment: moment)
            (line.isEnding, line.refusal) = (entry.isEnding, entry.refusal)
            return line
        }
    }

    /// The label of the button that takes a ban back.
    public static var verb: String { localized("Take back") }

    /// What stands in for a list without bans.
    public static var none: String { localized("Nobody is banned from the server.") }

    /// What stands below a list that is cut (``isCut``).
    public static var cut: String { localized("There are more. The operator can list all of them.") }
}

/// A ban from the server in a list.
public struct ServerBanLine: Identifiable, Hashable, Sendable {
    /// Whom it keeps off.
    public var id: ServerBan.Subject
    /// The user's name, or the network.
    public var title: String
    /// When it ends, and the reason.
    public var detail: String
    /// Whether it is being taken back.
    public var isEnding = false
    /// Why it was not taken back; `nil` if that was not tried, or is being tried again.
    public var refusal: String?

    /// Creates the line of a ban. The parameters are those of
    /// ``ServerBanList/lines(name:moment:)``.
    public init(_ ban: ServerBan, name: (UserID) -> String?, moment: (Int64) -> String) {
        id = ban.subject
        let known: String? = if case .user(let user) = ban.subject { ban.name ?? name(user) } else { nil }
        title = known ?? ban.subject.text
        let end = ban.until.map { localized("until \(moment($0))") } ?? localized("Until it is taken back")
        detail = [end, ban.reason].compactMap { $0 }.joined(separator: " · ")
    }
}
