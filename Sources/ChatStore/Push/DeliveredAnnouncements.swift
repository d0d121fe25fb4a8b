import ChatModel

/// A notification of the system: an announcement of the app, or a push.
public struct DeliveredNotification: Hashable, Sendable {
    /// The identifier of its request. The system names a push itself.
    public let id: String
    /// What it says, if it is a push.
    public let push: PushPayload?

    /// Reads a notification.
    ///
    /// - Parameters:
    ///   - id: The identifier of its request.
    ///   - userInfo: What came with it.
    public init(id: String, userInfo: [AnyHashable: Any]) { (self.id, push) = (id, PushPayload(userInfo)) }

    /// Where its message is; `nil` if it is about none of this device.
    ///
    /// - Parameter find: Where the message of a push is.
    public func place(_ find: (PushPayload) -> Announcement.Place?) -> Announcement.Place? {
        Announcement.Place(id) ?? push.flatMap(find)
    }
}

/// The notifications that the system shows of messages. An announcement and a push may be about the
/// same message, under different identifiers: the places tell which are the same.
public struct DeliveredAnnouncements: Hashable, Sendable {
    private let places: [String: Announcement.Place]

    /// Creates the value.
    ///
    /// - Parameter find: Where the message of a push is.
    public init(_ all: [DeliveredNotification], _ find: (PushPayload) -> Announcement.Place?) {
        let found = all.compactMap { one in one.place(find).map { (one.id, $0) } }
        places = Dictionary(found) { first, _ in first }
    }

    /// The notifications about a message, without the one called `id`.
    public func ids(of place: Announcement.Place, but id: String? = nil) -> [String] {
        places.filter { $0.value == place && $0.key != id }.keys.sorted()
    }

    /// The notifications whose messages were read or deleted, or whose accounts are gone.
    public func over(in state: AppState) -> [String] { places.filter { state.isOver($0.value) }.keys.sorted() }
}
