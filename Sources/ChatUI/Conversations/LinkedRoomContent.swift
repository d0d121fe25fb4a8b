import ChatModel
import ChatWire

/// What the user is told of a room before they join it by a link.
public struct LinkedRoomContent: Hashable, Sendable {
    /// What the room is called, as far as the server tells.
    public var title: String
    /// What the room is about; `nil` if that is not known.
    public var topic: String?
    /// “12 people are there now · chat.example.org”.
    public var place: String
    /// What joining means.
    public var sentence: String
    /// Whether the server is being asked about the room.
    public var isLoading: Bool
    /// Whether the user can join now; `false` until the client has connected once.
    public var canJoin: Bool
    /// Whether the user can ask the members to let them in.
    public var canAsk: Bool

    /// - Parameters:
    ///   - server: the server's address, in short
    ///   - entry: what the server tells of an open room
    ///   - name: what the user is called on the server
    ///   - isInvite: whether it is an invite link
    public init(
        _ room: RoomName, on server: String, entry: DirectoryEntry? = nil, as name: String, isInvite: Bool,
        isLoading: Bool = false, canJoin: Bool = true
    ) {
        topic = entry.flatMap { $0.topic.isEmpty ? nil : $0.topic }
        self.isLoading = isLoading
        self.canJoin = canJoin
        canAsk = room.kind == .group && !isInvite && canJoin
        let who = Sentences.isolated(name)
        switch room.kind {
        case .group:
            title = localized("A private group")
            sentence =
                isInvite
                ? localized(
                    "You see its title and its people when you have joined. They see that you, \(who), have joined.")
                : localized("You can join it if you are invited, or if everyone may join. Otherwise ask to join.")
        case .direct:
            title = localized("A direct room")
            sentence = localized("Only its two people can enter it.")
        case .open, .own:
            title = entry.flatMap { $0.title.isEmpty ? nil : $0.title } ?? room.text
            sentence = localized(
                "Everyone on this server can read it. The people there see that you, \(who), are there.")
        }
        let people = entry.map { Int(clamping: $0.people) }
        place = people.map { "\(Sentences.areThere($0)) · \(server)" } ?? server
    }
}
