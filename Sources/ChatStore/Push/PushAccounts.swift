import ChatCore
import ChatModel
import ChatWire

/// The accounts as a notification service extension needs them, as the app last knew them. The
/// extension has no client: it must not open the journal, which the app has open.
public struct PushAccounts: Hashable, Sendable, Codable {
    /// A room that the user is in.
    public struct Room: Hashable, Sendable, Codable {
        /// The room's name.
        public var name: RoomName
        /// The room's title; of a direct room, the other person's name.
        public var title: String
        /// Which messages the user wants to be told of, as in the protocol; `nil` for all.
        var notice: String?

        /// Creates the value.
        public init(name: RoomName, title: String, notice: Choice.Notice = .all) {
            (self.name, self.title) = (name, title)
            self.notice = notice == .all ? nil : notice.rawValue
        }

        var choice: Choice {
            var choice = Choice()
            if let notice { choice.notice = Choice.Notice(rawValue: notice) ?? .all }
            return choice
        }
    }

    /// An account.
    public struct Entry: Hashable, Sendable, Codable {
        /// The account.
        public var account: AccountID
        /// Its server.
        public var server: ServerAddress
        /// The user there.
        public var user: UserID
        /// The user's own name, by which others mention them.
        public var name: String
        /// The people whom the user blocks.
        public var blocked: [UserID]
        /// The rooms; at most ``ChatWire/Limits/pushRooms``, those with the newest messages.
        public var rooms: [Room]

        /// Creates the value.
        public init(
            account: AccountID, server: ServerAddress, user: UserID, name: String, blocked: [UserID] = [],
            rooms: [Room] = []
        ) {
            (self.account, self.server, self.user, self.name) = (account, server, user, name)
            (self.blocked, self.rooms) = (blocked, rooms)
        }
    }

    /// The accounts whose users are known.
    public var entries: [Entry]

    /// Creates the value.
    public init(_ entries: [Entry] = []) { self.entries = entries }

    /// What the app knows now.
    public init(_ state: AppState) {
        entries = state.accounts.all.compactMap { account -> Entry? in
            let chat = state.chat(of: account.id)
            guard let identity = chat.identity else { return nil }
            let newest = chat.conversations.values.sorted {
                ($0.changedAt ?? 0, $0.room.text) > ($1.changedAt ?? 0, $1.room.text)
            }
            let rooms = newest.prefix(Limits.pushRooms).map { conversation in
                Room(
                    name: conversation.room, title: conversation.title,
                    notice: chat.choices[conversation.room]?.notice ?? .all)
            }
            return Entry(
                account: account.id, server: account.server, user: identity.user, name: identity.name,
                blocked: chat.blocked.sorted { $0.text < $1.text }, rooms: rooms)
        }
    }

    /// These accounts, and those of `accounts` as they were before. Their users are not known yet:
    /// a push may have launched the app, and the extension asks for its message meanwhile.
    func keeping(_ accounts: Set<AccountID>, of former: PushAccounts) -> PushAccounts {
        PushAccounts(entries + former.entries.filter { accounts.contains($0.account) })
    }

    /// The account of a push; `nil` if it is not on this device.
    public func entry(of push: PushPayload) -> Entry? {
        entries.first { $0.server == push.server && $0.user == push.user }
    }

    /// Where the message of a push is; `nil` if its account is not on this device.
    public func place(of push: PushPayload) -> Announcement.Place? {
        entry(of: push).map { Announcement.Place(account: $0.account, link: push.link) }
    }
}
