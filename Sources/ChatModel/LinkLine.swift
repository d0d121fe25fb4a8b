import ChatWire

/// An invite link of a group, in words.
public struct LinkLine: Hashable, Sendable, Identifiable {
    /// The link's id, which is not its secret.
    public let id: LinkID
    /// “Your link”, “Link of Bob”.
    public var title: String
    /// “Used by 3 of 10 people · expires 5 May, 14:05”.
    public var detail: String
    /// The whole link; `nil` if it was made on another device. The server keeps only a hash of it.
    public var address: String?
    /// Whether a change of the link waits for the server.
    public var isChanging = false

    /// - Parameters:
    ///   - maker: the name of the person who made it; `nil` for the user
    ///   - address: the whole link, if this device knows it
    ///   - date: writes day and time
    ///   - quote: prepares the name for the sentence, as in ``Sentences``
    public init(
        _ link: InviteLink, maker: String?, address: String?, isChanging: Bool = false, date: (Int64) -> String,
        quote: (String) -> String = Sentences.isolated
    ) {
        id = link.link
        title = maker.map { localized("Link of \(quote($0))") } ?? localized("Your link")
        self.address = address
        self.isChanging = isChanging
        let end = link.until.map { localized("expires \(date($0))") } ?? localized("does not expire")
        detail = "\(LinkLine.uses(of: link)) · \(end)"
    }

    /// A link that waits to be made.
    public init(waiting change: LinkChange, address: String?) {
        id = change.link
        title = localized("Your link")
        detail = localized("Waiting for the server. The link works after that.")
        self.address = address
        isChanging = true
    }

    private static func uses(of link: InviteLink) -> String {
        let used = Int(clamping: link.used)
        if let most = link.uses { return localized("Used by \(used) of \(Sentences.people(Int(clamping: most)))") }
        return used == 0 ? localized("Not used yet") : localized("Used by \(Sentences.people(used))")
    }

    /// Why a link can't be copied.
    public static var unknown: String { localized("It can be copied only on the device that made it.") }
}
