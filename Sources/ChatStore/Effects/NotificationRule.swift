import ChatModel
import ChatWire

/// Decides what the system's notification centre is told. The shell around the centre performs the
/// effects.
///
/// The user is asked for permission with the first message, when its purpose is clear. Until they
/// have answered, the messages wait: the centre refuses them.
public struct NotificationRule: Hashable, Sendable {
    /// Whether the system lets the app show notifications.
    public enum Permission: Hashable, Sendable {
        /// The system has not told it yet.
        case unknown
        /// The user was never asked.
        case open
        /// The app may show notifications.
        case granted
        /// The user does not want notifications.
        case refused
    }

    /// What the shell does.
    public enum Effect: Hashable, Sendable {
        /// Asks the user. The answer goes to ``NotificationRule/told(_:)``.
        case ask
        /// Shows an announcement.
        case show(Announcement)
        /// Sets the number on the app's icon; 0 removes it.
        case badge(Int)
        /// Removes the delivered announcements that are over (``AppState/isOver(_:)``).
        case tidy
    }

    private var permission = Permission.unknown
    private var isAsking = false
    /// The newest of each room, until there is a permission.
    private var waiting: [Room: Announcement] = [:]
    /// `nil` until the rooms are known.
    private var badge: Int?
    private var shownBadge: Int?
    /// What the delivered announcements depend on.
    private var read = Read()

    private struct Room: Hashable {
        let account: AccountID
        let room: RoomName
    }

    private struct Read: Hashable {
        var accounts: [AccountID: Rooms] = [:]

        struct Rooms: Hashable {
            var isConnected: Bool
            var marks: [RoomName: Seq?]
            /// The messages that are deleted, as far as they are loaded.
            var deleted: [RoomName: Set<Seq>]

            init(_ chat: ChatState) {
                isConnected = chat.connection.phase == .connected
                marks = chat.conversations.mapValues(\.readMark)
                deleted = chat.conversations.mapValues(\.deletedUnread)
            }
        }
    }

    /// Creates the rule of an app that was just launched.
    public init() {}

    /// Messages are to be announced.
    public mutating func due(_ announcements: [Announcement]) -> [Effect] {
        switch permission {
        case .granted: return announcements.map { .show($0) }
        case .refused: return []
        case .unknown, .open:
            for announcement in announcements {
                waiting[Room(account: announcement.account, room: announcement.room)] = announcement
            }
            return askIfNeeded()
        }
    }

    /// The system told the permission, or the user has answered. The user can change it at any time
    /// in the system's settings.
    public mutating func told(_ permission: Permission) -> [Effect] {
        if permission == .granted || permission == .refused { isAsking = false }
        self.permission = permission
        switch permission {
        case .unknown: return []
        case .open: return askIfNeeded()
        case .refused:
            waiting.removeAll()
            shownBadge = nil
            return []
        case .granted:
            let due = waiting.values.sorted { $0.id < $1.id }
            waiting.removeAll()
            return due.map { .show($0) } + badgeIfChanged()
        }
    }

    /// The app's state changed. While the accounts are not known (``AppState/awaitsStorage``), the
    /// number and the delivered announcements stay.
    public mutating func changed(_ state: AppState) -> [Effect] {
        if state.awaitsStorage { return [] }
        var now = Read()
        for account in state.accounts.all { now.accounts[account.id] = Read.Rooms(state.chat(of: account.id)) }
        let isTidy = now == read
        read = now
        // The number on the icon stays until the current account's rooms are known again: before
        // its client is open, nothing is. A connected client without rooms has none.
        let current = state.accounts.currentID.flatMap { now.accounts[$0] }
        if current.map({ $0.isConnected || !$0.marks.isEmpty }) ?? true {
            badge = state.settings.notifies ? state.unread : 0
        }
        if isTidy { return badgeIfChanged() }
        waiting = waiting.filter { entry in Announcement.Place(entry.value.id).map { !state.isOver($0) } ?? true }
        return badgeIfChanged() + [.tidy]
    }

    private mutating func askIfNeeded() -> [Effect] {
        guard permission == .open, !isAsking, !waiting.isEmpty else { return [] }
        isAsking = true
        return [.ask]
    }

    private mutating func badgeIfChanged() -> [Effect] {
        guard permission == .granted, let badge, badge != shownBadge else { return [] }
        shownBadge = badge
        return [.badge(badge)]
    }
}

extension Conversation {
    /// The deleted messages that the user has not read: only these may be announced still.
    fileprivate var deletedUnread: Set<Seq> {
        let mark = readMark ?? 0
        let events = timeline.events.reversed().prefix { $0.seq > mark }
        return Set(events.compactMap { event in if case .deleted = event.content { event.seq } else { nil } })
    }
}
