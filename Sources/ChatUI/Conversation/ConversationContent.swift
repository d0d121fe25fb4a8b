import ChatModel
import ChatWire

/// What a ``ConversationScreen`` shows.
public struct ConversationContent: Hashable, Sendable {
    /// The room whose messages are shown.
    public var room: RoomName
    /// The room's title for the navigation bar; its name if it has no title.
    public var title: String
    /// The rows of the list, oldest first.
    public var rows: [Row]
    /// Whether there are older rows to load. If so, ``ConversationScreen/Actions/older`` is
    /// called near the first row.
    public var hasOlder: Bool
    /// Whether there are newer rows to load. If so, ``ConversationScreen/Actions/newer`` is
    /// called near the last row.
    public var hasNewer: Bool
    /// The names of the people who are typing.
    public var typing: [String]
    /// The number of people in the room now, for the button that shows the members; 0 while it is
    /// not known, and the button shows none.
    public var people: Int
    /// “3”, “99+”; `nil` when nothing is unread.
    public var badge: String?
    /// “57 new messages”, if they begin above what the list shows; a button with these words leads
    /// there. `nil` hides it.
    public var new: String?
    /// Whether the list is scrolled to the bottom. If not, the jump button is shown.
    public var isFollowing: Bool
    /// Where to scroll; `nil` if nothing is requested.
    public var request: ScrollRequest?
    /// The banner above the messages; `nil` hides it.
    public var notice: ConnectionNotice?
    /// What the user may do to the messages, for their menus.
    public var rights: MessageRights
    /// Why the user can't write; `nil` if they can.
    public var silence: Silence?

    /// - Parameter title: without it, the room's name is shown
    public init(
        room: RoomName, title: String? = nil, rows: [Row], hasOlder: Bool = false, hasNewer: Bool = false,
        typing: [String] = [],
        people: Int = 0, badge: String? = nil, isFollowing: Bool = true, request: ScrollRequest? = nil,
        notice: ConnectionNotice? = nil, rights: MessageRights = MessageRights(),
        silence: Silence? = nil
    ) {
        self.silence = silence
        self.room = room
        self.title = title ?? room.text
        self.rights = rights
        self.rows = rows
        self.hasOlder = hasOlder
        self.hasNewer = hasNewer
        self.typing = typing
        self.people = people
        self.badge = badge
        self.isFollowing = isFollowing
        self.request = request
        self.notice = notice
    }
}
