import ChatWire

/// The bans from the server on an administrator's screen, as far as they are loaded.
///
/// It is loaded page by page, up to ``ChatWire/Limits/serverBansListed``. Create it, ask
/// ``first``, and give it every answer.
public struct ServerBanList: Hashable, Sendable {
    /// The question that loads the first page.
    public static var first: ModerationQuestion { .serverBans(after: nil) }

    /// The bans, in the order of the server's list.
    public private(set) var bans: [ServerBan] = []
    /// Whether a page is being loaded.
    public private(set) var isLoading = true
    /// Why a page was not loaded, for the user.
    public private(set) var failure: String?
    /// Whether the server has more bans than a list shows.
    public private(set) var isCut = false
    /// Where the next page begins.
    private var next: String?
    /// The bans that are being taken back.
    private var ending: Set<ServerBan.Subject> = []
    /// Why a ban was not taken back, for the user.
    private var refusals: [ServerBan.Subject: String] = [:]

    /// Creates a list whose first page is being loaded.
    public init() {}

    /// The question that loads again what failed; `nil` if nothing did.
    public var again: ModerationQuestion? { failure == nil ? nil : .serverBans(after: next) }

    /// ``again`` is asked.
    package mutating func loadAgain() {
        if failure != nil { (isLoading, failure) = (true, nil) }
    }

    /// Whether a ban is being taken back.
    public func isEnding(_ subject: ServerBan.Subject) -> Bool { ending.contains(subject) }

    /// The server is asked to take a ban back.
    package mutating func began(_ subject: ServerBan.Subject) {
        ending.insert(subject)
        refusals[subject] = nil
    }

    /// Takes an answer to a question about bans. Returns the question that loads the next page.
    package mutating func take(
        _ question: ModerationQuestion, _ result: Result<ModerationAnswer, WireError>
    ) -> ModerationQuestion? {
        switch (question, result) {
        case (.serverBans(let after), .success(.serverBans(let page, let next))):
            return take(page, after: after, next: next)
        case (.serverBans(let after), .failure(let error)):
            if isLoading, after == next { (isLoading, failure) = (false, error.text) }
        case (.serverBan(let ban), .success):
            bans.removeAll { $0.subject == ban.subject }
            bans.append(ban)
        case (.serverUnban(let subject), .success):
            ending.remove(subject)
            bans.removeAll { $0.subject == subject }
        case (.serverUnban(let subject), .failure(let error)):
            ending.remove(subject)
            refusals[subject] = error.text
        default: break
        }
        return nil
    }

    private mutating func take(_ page: [ServerBan], after: String?, next: String?) -> ModerationQuestion? {
        guard isLoading, after == self.next else { return nil }
        let known = Set(bans.map(\.subject))
        bans += page.filter { !known.contains($0.subject) }.prefix(Limits.serverBansListed - bans.count)
        // A server whose pages do not go forward is asked no more.
        let goesOn = next.map { $0 > after ?? "" } ?? false
        isCut = goesOn && bans.count >= Limits.serverBansListed
        isLoading = goesOn && !isCut
        guard isLoading else { return nil }
        self.next = next
        return .serverBans(after: next)
    }

    /// The lines of the list.
    ///
    /// - Parameters:
    ///   - name: what a user is called, for bans that do not say it
    ///   - moment: the text of a time with its day, from milliseconds since 1970-01-01 UTC
    public func lines(name: (UserID) -> String?, moment: (Int64) -> String) -> [ServerBanLine] {
        bans.map { ban in
            var line = ServerBanLine(ban, name: name, moment: moment)
            line.isEnding = isEnding(ban.subject)
            line.refusal = refusals[ban.subject]
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

    /// Creates the line of a ban. The parameters are those of ``ServerBanList/lines(name:moment:)``.
    public init(_ ban: ServerBan, name: (UserID) -> String?, moment: (Int64) -> String) {
        id = ban.subject
        let known: String? = if case .user(let user) = ban.subject { ban.name ?? name(user) } else { nil }
        title = known ?? ban.subject.text
        let end = ban.until.map { localized("until \(moment($0))") } ?? localized("Until it is taken back")
        detail = [end, ban.reason].compactMap(\.self).joined(separator: " · ")
    }
}
