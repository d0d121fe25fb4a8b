import ChatCore
import ChatModel
import ChatWire

/// What a notification service extension shows of a push.
public struct FetchedAnnouncement: Hashable, Sendable {
    /// The title; `nil` leaves that of the push.
    public var title: String?
    /// The author, below the title; `nil` where that is the title.
    public var author: String?
    /// The text.
    public var body: String
    /// Where the message is; `nil` if its account is not on this device.
    public var place: Announcement.Place?
    /// Whether it makes no sound: the user does not want to be told of this message, but an
    /// extension can't leave out a push.
    public var isQuiet = false

    /// Shows a message as the app would announce it. What the app would not announce gets a text
    /// that says nothing of it.
    ///
    /// - Parameters:
    ///   - push: The push.
    ///   - entry: Its account; `nil` if it is not on this device.
    ///   - event: What the server has under the message's number; `nil` if nothing could be
    ///     fetched.
    public init(_ push: PushPayload, entry: PushAccounts.Entry?, event: Event?) {
        place = entry.map { Announcement.Place(account: $0.account, link: push.link) }
        guard let entry, let event else {
            (title, body) = (push.title, push.body ?? localized("New message"))
            return
        }
        let room = entry.rooms.first { $0.name == push.room }
        let announcement = Announcement(
            of: event, in: push.room, called: room?.title ?? push.room.text, account: entry.account,
            on: entry.server, choice: room?.choice ?? Choice(), name: entry.name, blocked: Set(entry.blocked))
        guard let announcement, event.author.user != entry.user else {
            (body, isQuiet) = (localized("New message"), true)
            return
        }
        (title, author) = (announcement.title, announcement.author)
        body = MessageSummary.of(announcement.text)
    }
}

/// Fetches the message of a push over the HTTP API, so that no push service sees its text.
public struct FetchAnnouncement: Sendable {
    /// Makes the transport to a server; `nil` if there is none.
    public typealias Connecting = @Sendable (ServerAddress) -> (any RequestTransport)?

    private let access: PushAccess
    private let connect: Connecting
    private let clock: any ClientClock

    /// Creates the value.
    ///
    /// - Parameters:
    ///   - access: What the app has written for the extension.
    ///   - connect: Makes the transport to a server.
    ///   - clock: Measures ``ChatWire/Limits/pushDeadline``.
    public init(_ access: PushAccess, connect: @escaping Connecting, clock: any ClientClock = SystemClock()) {
        (self.access, self.connect, self.clock) = (access, connect, clock)
    }

    /// What to show. Without an answer before the deadline, or if the task is cancelled, it is what
    /// the push has itself.
    public func run(_ push: PushPayload) async -> FetchedAnnouncement {
        let entry = await access.accounts.load()?.entry(of: push)
        guard let entry else { return FetchedAnnouncement(push, entry: nil, event: nil) }
        let clock = self.clock
        let fetched = await withTaskGroup(of: Event?.self) { tries in
            tries.addTask { try? await self.event(of: push, entry) }
            tries.addTask {
                try? await clock.sleep(milliseconds: Limits.pushDeadline)
                return nil
            }
            defer { tries.cancelAll() }
            return await tries.next() ?? nil
        }
        return FetchedAnnouncement(push, entry: entry, event: fetched)
    }

    private func event(of push: PushPayload, _ entry: PushAccounts.Entry) async throws -> Event? {
        guard let token = try access.vault(entry.account)?.token(of: entry.user), let server = connect(entry.server)
        else { return nil }
        let before = Seq(push.seq.number - 1)
        let answer = try await server.ask(
            .history(room: push.room, anchor: .after(before), limit: 1), token: token)
        guard case .page(_, push.room, _, _, let events) = answer else { return nil }
        return events.first { $0.seq == push.seq }
    }
}
