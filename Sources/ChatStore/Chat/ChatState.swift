import ChatCore
import ChatModel
import ChatWire

/// A copy of the current client's state at one moment.
public struct ChatState: Hashable, Sendable {
    /// The state of the connection, for the status that the user sees.
    public var connection: Connection
    /// The user on this server; `nil` before the first welcome.
    public var identity: Identity?
    /// The rooms that the user has joined or wants to join, and the rooms of outbox items.
    public var conversations: [RoomName: Conversation]
    /// The messages and changes without a final outcome.
    public var outbox: Outbox
    /// The user's groups, direct rooms, invitations and followed open rooms.
    public var rooms: [ListedRoom] = []
    /// Whether ``rooms`` has been loaded on this connection, or the server has no list of rooms.
    public var hasRoomList = false
    /// What the user has chosen about the rooms they have joined.
    public var choices: [RoomName: Choice] = [:]
    /// The people whom the user blocks.
    public var blocked: Set<UserID> = []
    /// What the user has written and not sent.
    public var drafts: [RoomName: ComposerDraft] = [:]
    /// What others show of themselves, as far as it is loaded.
    public var profiles: [UserID: ShownProfile] = [:]
    /// How others see the user; `nil` until the list of rooms has told it for the first time.
    public var profile: Profile?
    /// The same, with what the user has changed since: as the client has it, told or not.
    private var ownProfile = Profile()
    /// What the user may do in the rooms they have joined.
    public var access: [RoomName: RoomAccess] = [:]
    /// The user as their unsent messages show them: with the name that was asked for.
    public private(set) var author: Author?
    /// The number of unread messages in all rooms of which the user wants to be told, for the app's
    /// badge.
    public private(set) var unread = 0
    /// Whether no message, change or report waits to be sent.
    public private(set) var isIdle = true
    /// Whether the client accepts another report.
    public var canReport = true
    /// Whether the server has previews of linked pages. It says so in its welcome.
    public var hasPreviews = false
    /// How far the server's clock is ahead of this device's, in milliseconds.
    public var serverAhead: Int64 = 0
    /// The client itself, for what it decides about this state.
    private var source: Source
    /// Why there is no client, such as an unreadable journal.
    public internal(set) var failure: String?

    /// The state of a client that has not started.
    public init() { self.init(Chat(device: DeviceID(high: 0, low: 0), name: nil, token: nil)) }

    /// Copies what the app shows of a client's state.
    public init(_ chat: Chat) {
        source = Source(chat: chat)
        connection = chat.connection
        identity = chat.identity
        conversations = chat.conversations
        outbox = chat.outbox
        rooms = chat.roomsInOrder
        blocked = chat.blocked
        drafts = chat.drafts
        profiles = chat.profiles
        ownProfile = chat.profile
        hasRoomList = [.loaded, .unsupported].contains(chat.rooms.state)
        profile = chat.rooms.state == .loaded ? ownProfile : nil
        serverAhead = chat.serverAhead
        choices = chat.choices
        for room in chat.conversations.keys { access[room] = chat.access(to: room) }
        isIdle = chat.isIdle
        canReport = chat.canReport
        hasPreviews = chat.limits.previews
        author = chat.author
        unread = UnreadTotal(chat).noticed
    }

    /// The same state. If `earlier` knew the user's profile, this does, too: the list of rooms,
    /// which tells it, is loaded again on each connection.
    func knowingProfile(since earlier: ChatState) -> ChatState {
        guard profile == nil, earlier.profile != nil, identity?.user == earlier.identity?.user else { return self }
        var known = self
        known.profile = ownProfile
        return known
    }

    /// The number of messages and changes that wait to be sent; 1 if only reports wait. Failed ones
    /// do not count.
    public var waiting: Int { max(outbox.items.count { $0.isPending }, isIdle ? 0 : 1) }

    /// The rooms of the user's list, in any order.
    ///
    /// - Parameter current: The room on the screen. Its draft is in the composer, so the list shows
    ///   its newest message.
    public func items(current: RoomName?) -> [ConversationItem] { source.chat.items(current: current) }

    /// Identifies the client's last report. It stays the same until the client reports again.
    /// ``items(current:)`` depends on nothing else of this state.
    public var report: Report { source.report }

    /// The identity of a report.
    public struct Report: Hashable, Sendable {
        private final class Name: Sendable {}
        private let name = Name()

        public static func == (one: Report, other: Report) -> Bool { one.name === other.name }

        public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(name)) }
    }

    /// One of ``items(current:)``; `nil` if the room is not on the list.
    public func item(of room: RoomName) -> ConversationItem? { source.chat.item(of: room, current: room) }

    /// The people of a room whose names begin with what is written after an `@`.
    public func peopleToMention(in room: RoomName, _ start: NameStart) -> [Author] {
        source.chat.peopleToMention(in: room, start)
    }

    /// Two states that show the same are equal: what else the client has changes nothing for the
    /// app.
    private struct Source: Hashable, Sendable {
        let chat: Chat
        let report = Report()

        static func == (one: Source, other: Source) -> Bool { true }

        func hash(into hasher: inout Hasher) {}
    }
}
